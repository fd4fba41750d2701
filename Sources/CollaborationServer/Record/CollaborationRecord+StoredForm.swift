import CollaborationCrypto
import CollaborationCore

/// The stored form, with integers in big-endian order:
///
///     bytes  content
///         1  the version of this form, 1
///         8  the latest expiration of an evicted use, in milliseconds since 1970
///         2  the number of identities
///         2  the number of used challenges
///         2  the number of accounts
///        34  for each identity, in their order: the root hash, and 2 bytes for its standing: 0 for one that nobody has
///            proven, the number of its account from 1 on, or 65,535 for a removed one
///        24  for each used challenge, in the order of their expirations: the expiration, in milliseconds since 1970,
///            and 16 bytes that identify the challenge
///       4+n  for each account, in the order of their bytes: the length and the bytes of the name
///
/// Equal records have equal bytes, and everything but this form is refused.
extension CollaborationRecord {
    private static let formVersion: UInt8 = 1
    private static let headerByteCount = 15
    private static let entryByteCount = 34
    private static let useByteCount = 24
    private static let removed = 0xFFFF

    /// The bytes to store.
    public var storedForm: [UInt8] {
        let names = accounts.sorted()
        let numbers = Dictionary(uniqueKeysWithValues: zip(names, 1...))
        var bytes = [Self.formVersion]
        bytes.append(usedChallenges.evictedThrough, byteCount: 8)
        for count in [entries.count, usedChallenges.uses.count, names.count] {
            bytes.append(count, byteCount: 2)
        }
        for entry in entries {
            bytes += entry.identity.root.digest.rawRepresentation
            switch entry.standing {
            case .unproven: bytes.append(0, byteCount: 2)
            case .paired(let account): bytes.append(numbers[account] ?? 0, byteCount: 2)
            case .removed: bytes.append(Self.removed, byteCount: 2)
            }
        }
        for use in usedChallenges.uses {
            bytes.append(use.expiration, byteCount: 8)
            bytes.append(use.identifier, byteCount: 16)
        }
        for name in names {
            bytes.append(name.rawValue.utf8.count, byteCount: 4)
            bytes += name.rawValue.utf8
        }
        return bytes
    }

    /// Reads stored bytes, in linear time.
    ///
    /// - Throws: ``MalformedRecordError`` for all bytes that ``storedForm`` does not return.
    public init(storedForm bytes: [UInt8]) throws(MalformedRecordError) {
        let parts = try StoredParts(bytes)
        var accounts: [AccountIdentifier] = []
        for name in try parts.names() {
            guard let text = String(validating: name, as: UTF8.self) else {
                throw .init("The name of an account is not UTF-8.")
            }
            let account = AccountIdentifier(text)
            if let last = accounts.last, last >= account { throw .init("The accounts are not in order.") }
            accounts.append(account)
        }
        var hasIdentity = accounts.map { _ in false }
        for index in 0..<parts.identityCount {
            let identity = try parts.identity(at: index)
            if let last = entries.last?.identity, !last.precedes(identity) {
                throw .init("The identities are not in order.")
            }
            let standing: Standing
            switch parts.accountNumber(at: index) {
            case 0: standing = .unproven
            case let number where number <= accounts.count:
                standing = .paired(accounts[number - 1])
                hasIdentity[number - 1] = true
            case Self.removed: standing = .removed
            default: throw .init("The account of an identity is missing.")
            }
            entries.append(Entry(identity: identity, standing: standing))
        }
        guard !hasIdentity.contains(false) else { throw .init("An account has no identity.") }
        guard
            let used = UsedChallenges(uses: parts.uses(), evictedThrough: bytes.integer(at: 1, byteCount: 8))
        else { throw .init("The used challenges are not in order, or too many.") }
        usedChallenges = used
    }

    /// The identities of an account, which are looked up in the stored bytes: nothing else is decoded.
    static func identities(
        of account: AccountIdentifier,
        in bytes: [UInt8]
    ) throws(MalformedRecordError) -> Set<Person.Identity> {
        let parts = try StoredParts(bytes)
        let name = Array(account.rawValue.utf8)[...]
        guard let offset = try parts.names().firstIndex(of: name) else { return [] }
        var identities: Set<Person.Identity> = []
        for index in 0..<parts.identityCount where parts.accountNumber(at: index) == offset + 1 {
            identities.insert(try parts.identity(at: index))
        }
        return identities
    }

    /// Finds the parts of a stored form.
    private struct StoredParts {
        let identityCount: Int
        private let accountCount: Int
        private let bytes: [UInt8]
        private let usesOffset: Int
        private let accountsOffset: Int

        init(_ bytes: [UInt8]) throws(MalformedRecordError) {
            guard bytes.first == formVersion else {
                throw .init("The version is \(bytes.first.map(String.init) ?? "missing").")
            }
            guard bytes.count >= headerByteCount else { throw .wrongLength }
            identityCount = bytes.integer(at: 9, byteCount: 2)
            usesOffset = headerByteCount + identityCount * entryByteCount
            accountsOffset = usesOffset + bytes.integer(at: 11, byteCount: 2) * useByteCount
            accountCount = bytes.integer(at: 13, byteCount: 2)
            self.bytes = bytes
            guard identityCount <= maximumIdentityCount else { throw .init("There are too many identities.") }
            guard accountsOffset <= bytes.count else { throw .wrongLength }
        }

        func accountNumber(at index: Int) -> Int {
            bytes.integer(at: headerByteCount + index * entryByteCount + 32, byteCount: 2)
        }

        func identity(at index: Int) throws(MalformedRecordError) -> Person.Identity {
            let offset = headerByteCount + index * entryByteCount
            guard let digest = try? SHA256Digest(rawRepresentation: bytes[offset..<offset + 32]) else {
                throw .wrongLength
            }
            return Person.Identity(digest)
        }

        func uses() -> [UsedChallenges.Use] {
            stride(from: usesOffset, to: accountsOffset, by: useByteCount).map {
                UsedChallenges.Use(
                    expiration: bytes.integer(at: $0, byteCount: 8),
                    identifier: bytes.integer(at: $0 + 8, byteCount: 16)
                )
            }
        }

        /// The names of the accounts, and a check that nothing follows them.
        func names() throws(MalformedRecordError) -> [ArraySlice<UInt8>] {
            var names: [ArraySlice<UInt8>] = []
            var rest = bytes[accountsOffset...]
            for _ in 0..<accountCount {
                guard rest.count >= 4 else { throw .wrongLength }
                // Compared before it becomes an Int, which has 32 bits on some platforms.
                let length: Int64 = bytes.integer(at: rest.startIndex, byteCount: 4)
                rest = rest.dropFirst(4)
                guard length <= rest.count else { throw .wrongLength }
                names.append(rest.prefix(Int(length)))
                rest = rest.dropFirst(Int(length))
            }
            guard rest.isEmpty else { throw .wrongLength }
            return names
        }
    }
}

/// Stored bytes are not a record of a collaboration.
///
/// The database was damaged, or written by a newer version of this package.
public struct MalformedRecordError: Error, Hashable, Sendable {
    /// What is wrong with the bytes, for a log: the version that is not known, or the rule that is broken.
    public let problem: String

    fileprivate static let wrongLength = Self("There are fewer or more bytes than the parts need.")

    init(_ problem: String) { self.problem = problem }
}

extension [UInt8] {
    fileprivate mutating func append(_ integer: some FixedWidthInteger, byteCount: Int) {
        var rest = integer.byteSwapped >> (integer.bitWidth - 8 * byteCount)
        for _ in 0..<byteCount {
            append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    fileprivate func integer<Integer: FixedWidthInteger>(at offset: Int, byteCount: Int) -> Integer {
        self[offset..<offset + byteCount].reduce(0) { $0 << 8 | Integer(truncatingIfNeeded: $1) }
    }
}
