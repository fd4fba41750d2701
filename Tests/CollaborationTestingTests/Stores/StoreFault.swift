import CollaborationCore
import CollaborationServer
import CollaborationTestSupport
import Foundation
import Synchronization

/// A store with one fault, and the start of the rule that it breaks.
struct StoreFault: Sendable, CustomStringConvertible {
    let description: String
    let rule: String

    /// Makes the nodes, and what lets the store lose a reply or cuts a node off.
    let make: @Sendable () -> (nodes: [FaultyStore], fail: @Sendable () async throws -> Void)

    /// A fault of both nodes, or of the second one.
    init(
        _ rule: String,
        _ description: String,
        onSecondNode: Bool = false,
        plant: @escaping @Sendable (inout FaultyStore) -> Void
    ) {
        self.init(failing: rule, description, onSecondNode: onSecondNode) { store, _ in plant(&store) }
    }

    /// A fault that shows only when the store fails.
    init(
        failing rule: String,
        _ description: String,
        onSecondNode: Bool = false,
        plant: @escaping @Sendable (inout FaultyStore, _ isFailing: SharedValue<Bool>) -> Void
    ) {
        (self.rule, self.description) = (rule, description)
        make = {
            let isFailing = SharedValue(false)
            let node = FaultyStore(InMemoryCollaborationStore())
            var faulty = node
            plant(&faulty, isFailing)
            return ([onSecondNode ? node : faulty, faulty], { isFailing.value.withLock { $0 = true } })
        }
    }

    /// A fault in replacements.
    static func swap(
        _ rule: String,
        _ description: String,
        onSecondNode: Bool = false,
        _ swap: @escaping @Sendable (FaultyStore.Base, FaultyStore.Swap) async throws -> Bool
    ) -> StoreFault {
        StoreFault(rule, description, onSecondNode: onSecondNode) { $0.swap = swap }
    }

    static let all = replacements + versions + bytes + index + pages + nodes + contents + failures

    /// Faults that need many names or several tasks.
    static let slow = names + many + tasks

    static let replacements: [StoreFault] = [
        .swap("A replacement changes something", "A wrong version replaces the record") {
            try await $1.version == nil ? $0.swap($1) : $0.force($1)
        },
        .swap("A replacement changes something", "A replacement reports a conflict and is made") {
            if try await $0.swap($1) { return true }
            _ = try await $0.force($1)
            return false
        },
        .swap("A replacement changes something", "A record is inserted twice by the second node", onSecondNode: true) {
            try await $1.version == nil ? $0.force($1) : $0.swap($1)
        },
        .swap("A replacement changes something", "A deletion ignores the version") {
            try await $1.record == nil ? $0.force($1) : $0.swap($1)
        },
        .swap("A replacement changes something", "A deletion of nothing leaves the index as it was") {
            guard try await $0.record(of: $1.document) == nil, $1.record == nil else { return try await $0.swap($1) }
            return $1.version == nil
        },
    ]

    static let versions: [StoreFault] = [
        .version("The last byte of a version is ignored") { Array($0.dropLast()) },
        .version("A version ends at NUL") { Array($0.prefix { $0 != 0 }) },
        .version("A version is stored as text") { Array(String(decoding: $0, as: UTF8.self).utf8) },
    ]

    static let bytes: [StoreFault] = [
        .bytes("A record ends at NUL") { Array($0.prefix { $0 != 0 }) },
        .bytes("A record is stored as text") { Array(String(decoding: $0, as: UTF8.self).utf8) },
        .bytes("A record is cut at 65,535 bytes") { Array($0.prefix(65_535)) },
        .swap("The bytes of a record", "A record of 100,000 bytes keeps the rest of a larger one") { store, call in
            var call = call
            if let new = call.record, new.bytes.count == 100_000, let old = try await store.record(of: call.document) {
                call.record = StoredRecord(bytes: new.bytes + old.bytes.dropFirst(100_000), version: new.version)
            }
            return try await store.swap(call)
        },
        .bytes("A record is cut below 1 MiB") { Array($0.prefix((1 << 20) - 1)) },
        .bytes("The second node cuts a record below 1 MiB", onSecondNode: true) { Array($0.prefix((1 << 20) - 1)) },
        StoreFault("The bytes of a record", "An empty record is read as none") {
            $0.read = { try await $0.record(of: $1).flatMap { $0.bytes.isEmpty ? nil : $0 } }
        },
    ]

    static let names: [StoreFault] =
        [
            .documents("without case") { $0.lowercased() },
            .documents("in one normal form") { $0.precomposedStringWithCanonicalMapping },
            .accounts("without white space at the end") { String($0.reversed().drop { $0.isWhitespace }.reversed()) },
            .documents("up to NUL") { String($0.unicodeScalars.prefix { $0 != "\0" }) },
            .accounts("up to 255 bytes") { String(decoding: $0.utf8.prefix(255), as: UTF8.self) },
            .accounts("without characters of four bytes") {
                String(String.UnicodeScalarView($0.unicodeScalars.map { $0.value > 0xFFFF ? "?" : $0 }))
            },
            .documents("as integers") { name in Int(name).map { "\($0)" } ?? name },
            .accounts("without noncharacters") { $0.without(0xFFFE...0xFFFF) },
            .documents("by their FNV-1a hash of 32 bits") { name in
                "\(name.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 })"
            },
        ]
        + ["/", "\0"].map { separator in
            StoreFault("Separators", "Names are joined by \(separator.debugDescription)") {
                IndexOfKeys { $0.rawValue + separator }.plant(in: &$0)
            }
        } + [
            StoreFault("Separators", "Names are joined, after a length of 8 bits") {
                IndexOfKeys { "\($0.rawValue.utf8.count % 256) \($0.rawValue)" }.plant(in: &$0)
            }
        ]

    static let index: [StoreFault] = [
        .swap("The index changes with", "A replacement leaves the index as it was") { store, call in
            var call = call
            if call.version != nil && call.record != nil { call.accounts = AccountChanges() }
            return try await store.swap(call)
        },
        .swap("The index changes with", "A deletion leaves the index as it was") { store, call in
            var call = call
            if call.version != nil && call.record == nil { call.accounts = AccountChanges() }
            return try await store.swap(call)
        },
        .swap("The index changes with", "A replacement changes at most 128 accounts") { store, call in
            struct TooManyAccounts: Error {}
            guard call.accounts.added.count <= 128 else { throw TooManyAccounts() }
            return try await store.swap(call)
        },
        StoreFault("The index changes with", "The index is listed by a node with a cache", onSecondNode: true) {
            let cache = SharedValue<[AccountIdentifier: [CollaborationIdentifier]]>([:])
            $0.list = { store, account, _, _ in
                let all = try await store.all(of: account)
                return cache.value.withLock { cache in
                    defer { cache[account] = cache[account] ?? all }
                    return cache[account] ?? all
                }
            }
        },
        .swap("A replacement changes something", "A replacement that fails changes the index") {
            store,
            call in
            if try await store.swap(call) { return true }
            try await store.change(call.accounts, of: call.document)
            return false
        },
    ]

    static let pages: [StoreFault] = [
        .order("in the order of text") { $0 < $1 },
        .order("in the order of UTF-16") { $0.utf16.lexicographicallyPrecedes($1.utf16) },
        .order("without case") { $0.lowercased().utf8.lexicographicallyPrecedes($1.lowercased().utf8) },
        .page("A page has one name more than its limit") { $0.page(after: $1, limit: $2 == .max ? $2 : $2 + 1) },
        .page("A page has a limit of 32 bits") { names, last, limit in
            names.page(after: last, limit: max(0, Int(Int32(truncatingIfNeeded: limit))))
        },
        .page("A page begins with the last name of the one before") { names, last, limit in
            Array(names.drop { name in last.map { name < $0 } ?? false }.prefix(limit))
        },
        .page("A page begins at the start if the last name is not listed") { names, last, limit in
            names.page(after: names.contains { $0 == last } ? last : nil, limit: limit)
        },
    ]

    static let nodes: [StoreFault] = [
        StoreFault("A replacement changes something", "A node has another identifier", onSecondNode: true) {
            let identifier = StoreIdentifier()
            $0.makeIdentifier = { _ in identifier }
        },
        StoreFault("A replacement changes something", "A node has a cache of records", onSecondNode: true) {
            let cache = SharedValue<[CollaborationIdentifier: StoredRecord?]>([:])
            $0.read = { store, document in
                let record = try await store.record(of: document)
                return cache.value.withLock { cache in
                    defer { cache[document] = cache[document] ?? record }
                    return cache[document] ?? record
                }
            }
        },
        StoreFault("A version that was", "A node compares with the version that it has stored", onSecondNode: true) {
            let versions = SharedValue<[CollaborationIdentifier: RecordVersion]>([:])
            $0.swap = { store, call in
                let isStored = versions.value.withLock { $0[call.document] == call.version && call.version != nil }
                guard try await isStored ? store.force(call) : store.swap(call) else { return false }
                versions.value.withLock { $0[call.document] = call.record?.version }
                return true
            }
        },
    ]
}

// MARK: Faults that differ in one function

extension StoreFault {
    /// Versions are compared by what a function makes of them.
    private static func version(_ description: String, fold: @escaping @Sendable ([UInt8]) -> [UInt8]) -> StoreFault {
        .swap("All 16 bytes", description) { store, call in
            let stored = try await store.record(of: call.document)?.version.rawRepresentation
            let isAlike = stored.map(fold) == call.version.map { fold($0.rawRepresentation) }
            return try await isAlike ? store.force(call) : false
        }
    }

    /// Bytes are changed when they are written.
    static func bytes(
        _ description: String,
        onSecondNode: Bool = false,
        change: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> StoreFault {
        .swap("The bytes of a record", description, onSecondNode: onSecondNode) { store, call in
            var call = call
            call.record = call.record.map { StoredRecord(bytes: change($0.bytes), version: $0.version) }
            return try await store.swap(call)
        }
    }

    /// Names of collaborations are changed when they are stored.
    private static func documents(_ description: String, fold: @escaping @Sendable (String) -> String) -> StoreFault {
        StoreFault("Names of acc", "Names of collaborations are stored \(description)") {
            $0.read = { try await $0.record(of: .init(fold($1.rawValue))) }
            $0.swap = { store, call in
                var call = call
                call.document = .init(fold(call.document.rawValue))
                return try await store.swap(call)
            }
        }
    }

    /// Names of accounts are changed when they are stored.
    private static func accounts(_ description: String, fold: @escaping @Sendable (String) -> String) -> StoreFault {
        StoreFault("Names of acc", "Names of accounts are stored \(description)") {
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
    }

    typealias Page =
        @Sendable (_ all: [CollaborationIdentifier], _ last: CollaborationIdentifier?, _ limit: Int) ->
        [CollaborationIdentifier]

    /// Lists are made from all collaborations of an account.
    static func list(_ rule: String, _ description: String, _ page: @escaping Page) -> StoreFault {
        StoreFault(rule, description) { $0.list = { try await page($0.all(of: $1), $2, $3) } }
    }

    private static func page(_ description: String, _ page: @escaping Page) -> StoreFault {
        list("The index is listed", description, page)
    }

    /// Names are listed in another order.
    private static func order(
        _ description: String,
        isBefore: @escaping @Sendable (String, String) -> Bool
    ) -> StoreFault {
        .page("Names are listed \(description)") { names, last, limit in
            let sorted = names.sorted { isBefore($0.rawValue, $1.rawValue) }
            guard let last, let index = sorted.firstIndex(of: last) else {
                return sorted.page(after: last, limit: limit)
            }
            return Array(sorted[(index + 1)...].prefix(limit))
        }
    }
}

extension [CollaborationIdentifier] {
    func page(after last: CollaborationIdentifier?, limit: Int) -> [CollaborationIdentifier] {
        Array(drop { name in last.map { name <= $0 } ?? false }.prefix(limit))
    }
}

extension String {
    fileprivate func without(_ characters: ClosedRange<UInt32>) -> String {
        String(UnicodeScalarView(unicodeScalars.filter { !characters.contains($0.value) }))
    }
}
