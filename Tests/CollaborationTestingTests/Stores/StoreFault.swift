import CollaborationCore
import CollaborationModels
import CollaborationServer
import CollaborationTestSupport
import CollaborationTesting
import Foundation

/// A store with one fault, and the rule that it breaks.
struct StoreFault: Sendable, CustomStringConvertible {
    let description: String
    /// The start of the rule.
    let rule: String
    let nodes: @Sendable () -> [any CollaborationStore]

    /// A fault of all nodes.
    init(_ rule: String, _ description: String, plant: @escaping @Sendable (inout FaultyStore) -> Void) {
        (self.rule, self.description) = (rule, description)
        nodes = {
            var node = FaultyStore(InMemoryCollaborationStore())
            plant(&node)
            return [node, node]
        }
    }

    /// A fault of the second node.
    init(_ rule: String, second description: String, plant: @escaping @Sendable (inout FaultyStore) -> Void) {
        (self.rule, self.description) = (rule, description)
        nodes = {
            let node = FaultyStore(InMemoryCollaborationStore())
            var other = node
            plant(&other)
            return [node, other]
        }
    }

    static let all = replacements + versions + values + names + index + pages + nodes

    static let replacements: [StoreFault] = [
        StoreFault("A replacement succeeds", "A wrong version replaces the record") {
            $0.swap = { try await $1.version == nil ? $0.swap($1) : $0.force($1) }
        },
        StoreFault("A replacement succeeds", "A replacement reports a conflict and is made") {
            $0.swap = { store, call in
                if try await store.swap(call) { return true }
                _ = try await store.force(call)
                return false
            }
        },
        StoreFault("A record is inserted", "A record is inserted twice") {
            $0.swap = { try await $1.version == nil ? $0.force($1) : $0.swap($1) }
        },
        StoreFault("A record is deleted", "A deletion ignores the version") {
            $0.swap = { try await $1.record == nil ? $0.force($1) : $0.swap($1) }
        },
    ]

    static let versions: [StoreFault] = [
        version("The last byte of a version is ignored") { Array($0.dropLast()) },
        version("The first byte of a version is ignored") { Array($0.dropFirst()) },
        version("The case of a version is ignored") {
            Array(String(decoding: $0, as: UTF8.self).lowercased().utf8)
        },
        version("A version ends at NUL") { Array($0.prefix { $0 != 0 }) },
        version("A version is stored as text") { Array(String(decoding: $0, as: UTF8.self).utf8) },
    ]

    static let values: [StoreFault] = [
        bytes("A record ends at NUL") { Array($0.prefix { $0 != 0 }) },
        bytes("A record is stored as text") { Array(String(decoding: $0, as: UTF8.self).utf8) },
        bytes("Spaces at the end of a record are lost") { $0.last == 0x20 ? $0.dropLast() : $0 },
        bytes("A record is cut at 65,535 bytes") { Array($0.prefix(65_535)) },
        StoreFault("The bytes of a record", "An empty record is read as none") {
            $0.read = { try await $0.record(of: $1).flatMap { $0.bytes.isEmpty ? nil : $0 } }
        },
    ]

    /// Names that are stored in a column of text.
    static let names =
        [
            name("without case") { $0.lowercased() },
            name("in one normal form") { $0.precomposedStringWithCanonicalMapping },
            name("without accents") { $0.folding(options: .diacriticInsensitive, locale: nil) },
            name("without white space at the end") {
                String($0.reversed().drop { $0.isWhitespace }.reversed())
            },
            name("up to NUL") { String($0.unicodeScalars.prefix { $0 != "\0" }) },
            name("up to 255 bytes") { String(decoding: $0.utf8.prefix(255), as: UTF8.self) },
            name("without characters of four bytes") {
                String(String.UnicodeScalarView($0.unicodeScalars.map { $0.value > 0xFFFF ? "?" : $0 }))
            },
        ].flatMap(\.self) + [joinedNames]

    /// Entries of the index are found by the start of their keys.
    static let joinedNames = StoreFault(
        "Names of accounts",
        "Accounts and collaborations are joined by a slash"
    ) {
        let keys = SharedValue(Set<CollaborationIdentifier>())
        @Sendable func key(_ account: AccountIdentifier, _ document: CollaborationIdentifier)
            -> CollaborationIdentifier
        {
            "\(account.rawValue)/\(document.rawValue)"
        }
        $0.swap = { store, call in
            guard try await store.swap(call) else { return false }
            keys.value.withLock { keys in
                for account in call.accounts.added { keys.insert(key(account, call.document)) }
                for account in call.accounts.removed { keys.remove(key(account, call.document)) }
            }
            return true
        }
        $0.list = { _, account, last, limit in
            let start = Array(key(account, "").rawValue.utf8)
            let found = keys.value.withLock { $0.filter { $0.rawValue.utf8.starts(with: start) } }
            let names = found.map { key in
                let rest = key.rawValue.utf8.dropFirst(start.count)
                return CollaborationIdentifier(String(decoding: rest, as: UTF8.self))
            }
            return Array(names.sorted().filter { name in last.map { name > $0 } ?? true }.prefix(limit))
        }
    }

    static let index: [StoreFault] = [
        StoreFault("The index changes with", "A replacement leaves the index as it was") {
            $0.swap = { store, call in
                var call = call
                if call.version != nil && call.record != nil { call.accounts = AccountChanges() }
                return try await store.swap(call)
            }
        },
        StoreFault("The index changes with", "A deletion leaves the index as it was") {
            $0.swap = { store, call in
                var call = call
                if call.record == nil { call.accounts = AccountChanges() }
                return try await store.swap(call)
            }
        },
        StoreFault("The index changes with", "A replacement changes at most 128 accounts") {
            $0.swap = { store, call in
                guard call.accounts.added.count <= 128 else { throw TooManyAccounts() }
                return try await store.swap(call)
            }
        },
        StoreFault("The index changes with", second: "The index is listed by a node with a cache") {
            let cache = SharedValue<[AccountIdentifier: [CollaborationIdentifier]]>([:])
            $0.list = { store, account, _, _ in
                let all = try await store.all(of: account)
                return cache.value.withLock { cache in
                    defer { cache[account] = cache[account] ?? all }
                    return cache[account] ?? all
                }
            }
        },
        StoreFault("A replacement that fails", "A replacement that fails changes the index") {
            $0.swap = { store, call in
                if try await store.swap(call) { return true }
                try await store.change(call.accounts, of: call.document)
                return false
            }
        },
        twoSteps("The record is replaced before the index") { store, call, pause in
            var record = call
            record.accounts = AccountChanges()
            guard try await store.swap(record) else { return false }
            await pause()
            try await store.change(call.accounts, of: call.document)
            return true
        },
        twoSteps("The index is changed before the record") { store, call, pause in
            guard try await store.record(of: call.document)?.version == call.version else { return false }
            try await store.change(call.accounts, of: call.document)
            await pause()
            return try await store.swap(call)
        },
    ]

    static let pages: [StoreFault] = [
        page("Names are listed in the order of text") { $0 < $1 },
        page("Names are listed in the order of UTF-16") { $0.utf16.lexicographicallyPrecedes($1.utf16) },
        page("Names are listed without case") {
            $0.lowercased().utf8.lexicographicallyPrecedes($1.lowercased().utf8)
        },
        StoreFault("The index is listed", "A page has one name more than its limit") {
            $0.list = { try await $0.collaborations(of: $1, after: $2, limit: $3 + 1) }
        },
        StoreFault("The index is listed", "A page begins with the last name of the one before") {
            $0.list = { store, account, last, limit in
                let names = try await store.all(of: account)
                return Array(names.drop { name in last.map { name < $0 } ?? false }.prefix(limit))
            }
        },
        StoreFault("The index is listed", "A page after the first one misses a name") {
            $0.list = { store, account, last, limit in
                let page = try await store.collaborations(of: account, after: last, limit: limit)
                return last == nil ? page : Array(page.dropFirst())
            }
        },
        StoreFault("The index is listed", "A page begins at the start if the last name is not listed") {
            $0.list = { store, account, last, limit in
                let isListed = try await store.all(of: account).contains { $0 == last }
                return try await store.collaborations(of: account, after: isListed ? last : nil, limit: limit)
            }
        },
    ]

    static let nodes: [StoreFault] = [
        StoreFault("The identifier", second: "A node has another identifier") {
            $0.identifier = StoreIdentifier()
        },
        StoreFault("What a replacement has stored", second: "A node has a cache of records") {
            let cache = SharedValue<[CollaborationIdentifier: StoredRecord?]>([:])
            $0.read = { store, document in
                let record = try await store.record(of: document)
                return cache.value.withLock { cache in
                    defer { cache[document] = cache[document] ?? record }
                    return cache[document] ?? record
                }
            }
        },
        StoreFault(
            "What a replacement has stored",
            second: "A node reads from a replica that lags by one call"
        ) {
            let replica = SharedValue<[CollaborationIdentifier: StoredRecord?]>([:])
            $0.read = { store, document in
                let record = try await store.record(of: document)
                return replica.value.withLock { replica in
                    defer { replica[document] = record }
                    return replica[document] ?? record
                }
            }
        },
        StoreFault("Of several replacements at once", "A replacement waits between compare and swap") {
            let meeting = Meeting()
            $0.swap = { store, call in
                guard try await store.record(of: call.document)?.version == call.version else { return false }
                meeting.arrive()
                await meeting.wait(for: 1)
                return try await store.force(call)
            }
        },
    ]
}

// MARK: Faults that differ in one function

extension StoreFault {
    private struct TooManyAccounts: Error {}

    /// Versions are compared by what a function makes of them.
    private static func version(
        _ description: String,
        fold: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> StoreFault {
        StoreFault("All 16 bytes", description) {
            $0.swap = { store, call in
                let stored = try await store.record(of: call.document)?.version
                let isAlike =
                    stored.map { fold($0.rawRepresentation) }
                    == call.version.map { fold($0.rawRepresentation) }
                return try await isAlike ? store.force(call) : false
            }
        }
    }

    /// Bytes are changed when they are written.
    private static func bytes(
        _ description: String,
        change: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> StoreFault {
        StoreFault("The bytes of a record", description) {
            $0.swap = { store, call in
                var call = call
                call.record = call.record.map { StoredRecord(bytes: change($0.bytes), version: $0.version) }
                return try await store.swap(call)
            }
        }
    }

    /// Names are taken for one, of collaborations or of accounts.
    private static func name(
        _ description: String,
        fold: @escaping @Sendable (String) -> String
    ) -> [StoreFault] {
        let documents = StoreFault(
            "Names of collaborations",
            "Names of collaborations are stored \(description)"
        ) {
            $0.read = { try await $0.record(of: .init(fold($1.rawValue))) }
            $0.swap = { store, call in
                var call = call
                call.document = .init(fold(call.document.rawValue))
                return try await store.swap(call)
            }
        }
        let accounts = StoreFault("Names of accounts", "Names of accounts are stored \(description)") {
            $0.swap = { store, call in
                var call = call
                let (added, removed) = (call.accounts.added, call.accounts.removed)
                call.accounts = AccountChanges(
                    added: Set(added.map { .init(fold($0.rawValue)) }),
                    removed: Set(removed.map { .init(fold($0.rawValue)) })
                )
                return try await store.swap(call)
            }
            $0.list = { try await $0.collaborations(of: .init(fold($1.rawValue)), after: $2, limit: $3) }
        }
        return [documents, accounts]
    }

    /// Record and index change in two steps, between which others read.
    private static func twoSteps(
        _ description: String,
        swap:
            @escaping @Sendable (
                FaultyStore.Base, FaultyStore.Swap, _ pause: @Sendable () async -> Void
            ) async throws -> Bool
    ) -> StoreFault {
        StoreFault("Whoever reads", description) {
            let meeting = Meeting()
            $0.swap = { store, call in
                try await swap(store, call) {
                    guard !call.accounts.added.isEmpty || !call.accounts.removed.isEmpty else { return }
                    await meeting.wait(for: 6)
                }
            }
            $0.list = { store, account, last, limit in
                meeting.arrive()
                return try await store.collaborations(of: account, after: last, limit: limit)
            }
            $0.read = { store, document in
                meeting.arrive()
                return try await store.record(of: document)
            }
        }
    }

    /// Names are listed in another order.
    private static func page(
        _ description: String,
        isBefore: @escaping @Sendable (String, String) -> Bool
    ) -> StoreFault {
        StoreFault("The index is listed", description) {
            $0.list = { store, account, last, limit in
                let sorted = try await store.all(of: account).sorted { isBefore($0.rawValue, $1.rawValue) }
                guard let last, let index = sorted.firstIndex(of: last) else {
                    return Array(sorted.drop { name in last.map { name <= $0 } ?? false }.prefix(limit))
                }
                return Array(sorted[(index + 1)...].prefix(limit))
            }
        }
    }
}
