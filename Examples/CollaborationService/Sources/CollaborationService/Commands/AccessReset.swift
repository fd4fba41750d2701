import CollaborationCore
import CollaborationServer

/// Ends the access of all but the owners: each account leaves every collaboration, and may come back with a new proof.
///
/// It is for a database that was restored from a backup, or keys of accounts that were stolen.
enum AccessReset {
    /// Does so in the database of the settings, and returns what was done, as a sentence.
    static func run(_ settings: Settings) async throws(StartError) -> String {
        let store = try await Database.open(settings.database)
        let collaborations = settings.collaborations(in: store)
        var (leftCount, damaged) = (0, Set<CollaborationIdentifier>())
        do {
            var last: AccountIdentifier?
            while let account = try await store.base.account(after: last) {
                last = account
                // The keys of accounts that records only name, which have no access: no account begins like them.
                if account.rawValue.unicodeScalars.first == "\u{FFFF}" { continue }
                for collaboration in try await collaborations.list(of: account) {
                    do throws(CollaborationError) {
                        try await collaborations[collaboration].leave(as: account)
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
            await store.base.close()
        } catch {
            throw StartError("Not everybody has left: repeat the command. \(error)")
        }
        guard damaged.isEmpty else {
            let names = damaged.map(\.rawValue).sorted().joined(separator: ", ")
            throw StartError("Everybody has left but from these, whose records are damaged: \(names)")
        }
        return "Accounts have left collaborations \(leftCount) times. Only owners have access, until others prove anew."
    }
}
