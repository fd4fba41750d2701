import CollaborationProofs
import CollaborationServer

/// A store that holds nothing and gives one answer to each replacement.
struct EmptyStore: CollaborationStore {
    let identifier = StoreIdentifier()
    var isReplaced = true

    func record(of collaboration: CollaborationIdentifier) -> StoredRecord? { nil }

    func replaceRecord(
        of collaboration: CollaborationIdentifier,
        version: RecordVersion?,
        with record: StoredRecord?,
        accounts: AccountChanges
    ) -> Bool {
        isReplaced
    }

    func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier?,
        limit: Int
    ) -> [CollaborationIdentifier] {
        []
    }
}
