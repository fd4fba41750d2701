import CollaborationCore

extension Operator {
    /// Ends the access of all but the owners: each account leaves every collaboration, and may come back with a new proof.
    ///
    /// It is for a database that was restored from a backup, or keys of accounts that were stolen.
    func resetAccess() async throws {
        var leftCount = 0
        try await forEachAccount { account in
            for collaboration in try await collaborations.list(of: account) {
                do {
                    try await goOnAfterDamage {
                        try await collaborations[collaboration].leave(as: account)
                        leftCount += 1
                    }
                } catch CollaborationError.refused(let refusal) where [.isOwner, .noAccess].contains(refusal) {}
            }
        }
        try requireUndamaged()
        let count = "Accounts have left collaborations \(leftCount) times."
        try print("\(count) Only owners have access, until others prove anew.")
    }
}
