import CollaborationCore
import CollaborationServer
import CollaborationTestSupport
import Synchronization

/// An index whose entries are an account and a collaboration joined to one key, and are found by the start of it.
struct IndexOfKeys: Sendable {
    /// The start of all keys of an account.
    let start: @Sendable (AccountIdentifier) -> String
    private let keys = SharedValue(Set<CollaborationIdentifier>())

    init(start: @escaping @Sendable (AccountIdentifier) -> String) { self.start = start }

    func plant(in store: inout FaultyStore) {
        store.swap = { store, call in
            guard try await store.swap(call) else { return false }
            keys.value.withLock { keys in
                for account in call.accounts.added { keys.insert(key(account, call.document)) }
                for account in call.accounts.removed { keys.remove(key(account, call.document)) }
            }
            return true
        }
        store.list = { _, account, last, limit in
            let start = Array(start(account).utf8)
            let found = keys.value.withLock { $0.filter { $0.rawValue.utf8.starts(with: start) } }
            let names = found.map {
                CollaborationIdentifier(String(decoding: $0.rawValue.utf8.dropFirst(start.count), as: UTF8.self))
            }
            return names.sorted().page(after: last, limit: limit)
        }
    }

    private func key(_ account: AccountIdentifier, _ document: CollaborationIdentifier) -> CollaborationIdentifier {
        "\(start(account))\(document.rawValue)"
    }
}
