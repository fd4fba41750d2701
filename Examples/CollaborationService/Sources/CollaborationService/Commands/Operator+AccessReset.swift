import CollaborationCore

extension Operator {
    /// Ends the access of all but the owners: each account leaves every collaboration, and may come back with a new proof.
    ///
    /// It is for a database that was restored from a backup, or keys of accounts that were stolen.
    func resetAccess() async throws {
        try await forEachAccount { account in
            for name in try await collaborations.list(of: account) {
                do {
                    try await goOnAfterDamage {
                        try await act("reset-access", in: name) { try await $0.leave(as: account) }
                    }
                } catch CollaborationError.refused(let refusal) where [.isOwner, .noAccess].contains(refusal) {}
            }
        }
        try requireUndamaged()
        try print("Only owners have access, until others prove anew.")
    }
}
