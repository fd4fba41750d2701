package import CollaborationCore
import CollaborationCrypto

/// The stored form, with integers in big-endian order:
///
///     bytes  content
///         1  the version of this form, 2
///         2  the number of accounts
///         2  the number of the owner among the accounts, from 1 on; 0 for a collaboration that has ended
///         2  the number of selected options
///         2  the number of identities
///         2  the number of used challenges
///       2+n  for each account, in the order of their bytes: the length and the bytes of the identifier
///       2+n  for each selected option: the length and the bytes of the identifier
///        34  for each identity, in their order: the root hash, and 2 bytes for its status: 0 for one that nobody has
///            proven, the number of its account from 1 on, or 65,535 for a removed one
///        28  for each used challenge, in the order of their expirations: the expiration, in milliseconds since 1970,
///            16 bytes that identify the challenge, and 4 of a hash of the account
///
/// Equal records have equal bytes, and everything but this form is refused.
extension CollaborationRecord {
    private static let formVersion: UInt8 = 2
    private static let removed: UInt16 = 0xFFFF

    /// The bytes to store.
    package var storedForm: [UInt8] {
        let accounts = accounts.sorted()
        let numbers = Dictionary(uniqueKeysWithValues: zip(accounts, 1...))
        func number(_ account: AccountIdentifier?) -> Int { account.flatMap { numbers[$0] } ?? 0 }
        var bytes = [Self.formVersion]
        let counts = [selectedOptions.count, entries.count, usedChallenges.uses.count]
        for count in [accounts.count, number(owner)] + counts {
            bytes.append(UInt16(truncatingIfNeeded: count))
        }
        for text in accounts.map(\.rawValue) + selectedOptions {
            bytes.append(UInt16(truncatingIfNeeded: text.utf8.count))
            bytes += text.utf8
        }
        for entry in entries {
            bytes += entry.identity.root.rawRepresentation
            let status = UInt16(truncatingIfNeeded: number(entry.status.account))
            bytes.append(entry.status == .removed ? Self.removed : status)
        }
        for use in usedChallenges.uses {
            bytes.append(use.expiration)
            bytes.append(use.identifier)
            bytes.append(use.accountTag)
        }
        return bytes
    }

    /// Reads stored bytes, in linear time.
    ///
    /// - Throws: `CollaborationError.damagedRecord` for all bytes that ``storedForm`` does not return.
    package init(storedForm bytes: [UInt8], of collaboration: CollaborationIdentifier) throws(CollaborationError) {
        var reader = StoredFormReader(bytes: bytes[...], collaboration: collaboration)
        let version: UInt8 = try reader.integer()
        try reader.require(version == Self.formVersion, "its version is \(version)")
        let accountCount = Int(try reader.integer(UInt16.self))
        let ownerNumber = Int(try reader.integer(UInt16.self))
        let optionCount = Int(try reader.integer(UInt16.self))
        let identityCount = Int(try reader.integer(UInt16.self))
        let useCount = Int(try reader.integer(UInt16.self))
        try reader.require(
            identityCount <= Self.maximumIdentityCount && optionCount <= StartRequest.maximumOptionCount,
            "it has too many identities or options"
        )
        var accounts: [AccountIdentifier] = []
        for _ in 0..<accountCount {
            let account = AccountIdentifier(try reader.identifier())
            try reader.require(accounts.last.map { $0 < account } ?? true, "its accounts are not in order")
            accounts.append(account)
        }
        for _ in 0..<optionCount { selectedOptions.append(try reader.identifier()) }
        let areUnique = Set(selectedOptions.map { CollaborationIdentifier($0) }).count == optionCount
        try reader.require(areUnique && (ownerNumber > 0 || optionCount == 0), "its options are wrong")

        try reader.require(ownerNumber <= accounts.count, "its owner is missing")
        var isUsed = accounts.map { _ in false }
        if ownerNumber > 0 {
            owner = accounts[ownerNumber - 1]
            isUsed[ownerNumber - 1] = true
        }
        for _ in 0..<identityCount {
            let identity = Person.Identity(try reader.digest())
            try reader.require(entries.last?.identity.precedes(identity) ?? true, "its identities are not in order")
            let number = try reader.integer(UInt16.self)
            switch number {
            case 0: entries.append(Entry(identity: identity, status: .unproven))
            case Self.removed: entries.append(Entry(identity: identity, status: .removed))
            default:
                try reader.require(number <= accounts.count, "the account of an identity is missing")
                isUsed[Int(number) - 1] = true
                entries.append(Entry(identity: identity, status: .paired(accounts[Int(number) - 1])))
            }
        }
        try reader.require(!isUsed.contains(false), "an account has no identity")
        var uses: [UsedChallenge] = []
        for _ in 0..<useCount {
            uses.append(
                UsedChallenge(
                    expiration: try reader.integer(),
                    identifier: try reader.integer(),
                    accountTag: try reader.integer()
                )
            )
        }
        guard let used = UsedChallenges(uses: uses) else {
            throw reader.damage("its used challenges are not in order, or too many")
        }
        usedChallenges = used
        try reader.require(reader.isAtEnd, "it has more bytes than its parts")
    }
}

/// Takes the parts of a stored form, one after the other.
private struct StoredFormReader {
    var bytes: ArraySlice<UInt8>
    let collaboration: CollaborationIdentifier

    var isAtEnd: Bool { bytes.isEmpty }

    func damage(_ problem: String) -> CollaborationError {
        .damagedRecord(collaboration, problem: problem)
    }

    func require(_ condition: Bool, _ problem: @autoclosure () -> String) throws(CollaborationError) {
        guard condition else { throw damage(problem()) }
    }

    mutating func take(_ count: Int) throws(CollaborationError) -> ArraySlice<UInt8> {
        try require(count <= bytes.count, "it has fewer bytes than its parts")
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count)
    }

    mutating func integer<Integer: FixedWidthInteger>(
        _: Integer.Type = Integer.self
    ) throws(CollaborationError) -> Integer {
        try take(Integer.bitWidth / 8).reduce(0) { $0 << 8 | Integer(truncatingIfNeeded: $1) }
    }

    mutating func digest() throws(CollaborationError) -> SHA256Digest {
        let bytes = try take(32)
        guard let digest = try? SHA256Digest(rawRepresentation: bytes) else { throw damage("a root hash is wrong") }
        return digest
    }

    /// An identifier of an account or an option.
    mutating func identifier() throws(CollaborationError) -> String {
        let count = Int(try integer(UInt16.self))
        guard let text = String(validating: try take(count), as: UTF8.self), AccountIdentifier(text).brokenRule == nil
        else { throw damage("an identifier is empty, too long or not UTF-8") }
        return text
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ integer: some FixedWidthInteger) {
        for shift in stride(from: integer.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: integer >> shift))
        }
    }
}
