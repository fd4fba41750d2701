import CollaborationCore

/// Ends the access of all but the owners: each account leaves every collaboration, and may come back with a new proof.
///
/// It is for a database that was restored from a backup, or keys of accounts that were stolen.
enum AccessReset {
    /// Does so in the database of the settings, and returns what was done, as a sentence.
    static func run(_ settings: Settings) async throws(StartError) -> String {
        var (leftCount, damaged) = (0, Set<CollaborationIdentifier>())
        try await Operator.run(settings) { database in
            try await database.forEachAccount { account in
                for collaboration in try await database.collaborations.list(of: account) {
                    do throws(CollaborationError) {
                        try await database.collaborations[collaboration].leave(as: account)
                        leftCount += 1
                    } catch {
                        switch error {
                        case .refused(.isOwner), .refused(.noAccess): break
                        case .damagedRecord: damaged.insert(collaboration)
                        default: throw error
                        }
                    }
                }
            }
        }
        guard damaged.isEmpty else {
            let names = damaged.map(\.rawValue).sorted().joined(separator: ", ")
            throw StartError("Everybody has left but from these, whose records are damaged: \(names)")
        }
        return "Accounts have left collaborations \(leftCount) times. Only owners have access, until others prove anew."
    }
}
