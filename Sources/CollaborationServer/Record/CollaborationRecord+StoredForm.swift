package import CollaborationCore
import CollaborationCrypto

/// The stored form, with integers in big-endian order:
///
///     bytes  content
///         1  the version of this form, 3
///         1  1 if the name is used up, when all counts are 0; otherwise 0
///         2  the number of accounts
///         2  the number of the owner among the accounts, from 1 on; 0 unless the collaboration is started
///         2  the number of options that are selected for everybody
///         2  the number of identities
///         2  the number of used challenges
///     3+n+m  for each account, in the order of their bytes: the length and the bytes of the identifier, and the sum of 1 for
///            a guest, 2 for one that was removed by an account, 4 for one that was removed by the server, and 8 if
///            options are selected for it, whose number in 2 bytes and identifiers follow
///       2+n  for each option, in the order of their bytes: the length and the bytes of the identifier
///      33+m  for each identity, in their order: the root hash, and 1 byte: 255 for a removed one; otherwise the number of
///            accounts that have proven it, and 16 more if the last one holds it; then 2 bytes for the number of each
///        28  for each used challenge, in the order of their expirations: the expiration, in milliseconds since 1970,
///            16 bytes that identify the challenge, and 4 of a hash of the account
///
/// Equal records have equal bytes, and everything but this form is refused.
extension CollaborationRecord {
    private static let formVersion: UInt8 = 3
    private static let removed: UInt8 = 0xFF
    private static let held: UInt8 = 0x10

    private struct Flags: OptionSet {
        let rawValue: UInt8
        static let guest = Flags(rawValue: 1)
        static let removedByAccount = Flags(rawValue: 2)
        static let removedByServer = Flags(rawValue: 4)
        static let selection = Flags(rawValue: 8)
    }

    /// The bytes to store.
    package var storedForm: [UInt8] {
        let names = names.sorted()
        let numbers = Dictionary(uniqueKeysWithValues: zip(names, 1...))
        func number(_ account: AccountIdentifier?) -> Int { account.flatMap { numbers[$0] } ?? 0 }
        let selection = share?.selection.sorted() ?? []
        var bytes = [Self.formVersion, isNameUsedUp ? 1 : 0]
        for count in [
            names.count, number(share?.owner), selection.count, entries.count, usedChallenges.uses.count,
        ] {
            bytes.append(UInt16(truncatingIfNeeded: count))
        }
        for account in names {
            bytes.append(account)
            var flags: Flags = share?.guests.contains(account) == true ? .guest : []
            switch removedAccounts[account] {
            case .account: flags.insert(.removedByAccount)
            case .server: flags.insert(.removedByServer)
            case nil: break
            }
            let options = share?.selections[account]
            if options != nil { flags.insert(.selection) }
            bytes.append(flags.rawValue)
            if let options {
                bytes.append(UInt16(truncatingIfNeeded: options.count))
                for option in options.sorted() { bytes.append(option) }
            }
        }
        for option in selection { bytes.append(option) }
        for entry in entries {
            bytes += entry.identity.root.rawRepresentation
            guard case .known(let holders, let isHeld) = entry.status else {
                bytes.append(Self.removed)
                continue
            }
            bytes.append(UInt8(truncatingIfNeeded: holders.count) | (isHeld ? Self.held : 0))
            for holder in holders { bytes.append(UInt16(truncatingIfNeeded: number(holder))) }
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
        let usedUp: UInt8 = try reader.integer()
        try reader.require(usedUp <= 1, "its second byte is \(usedUp)")
        isNameUsedUp = usedUp == 1
        let nameCount = try reader.count()
        let ownerNumber = try reader.count()
        let optionCount = try reader.count()
        let identityCount = try reader.count()
        let useCount = try reader.count()
        try reader.require(identityCount <= Self.maximumIdentityCount, "it has too many identities")

        var names: [AccountIdentifier] = []
        var isUsed = Array(repeating: false, count: nameCount)
        var guests: Set<AccountIdentifier> = []
        var selections: [AccountIdentifier: Set<OptionIdentifier>] = [:]
        for index in 0..<nameCount {
            let name: AccountIdentifier = try reader.identifier()
            try reader.require(names.last.map { $0 < name } ?? true, "its accounts are not in order")
            names.append(name)
            let flags = Flags(rawValue: try reader.integer())
            switch flags {
            case []: continue
            case .removedByAccount: removedAccounts[name] = .account
            case .removedByServer: removedAccounts[name] = .server
            default:
                try reader.require(flags.isSubset(of: [.guest, .selection]), "the flags of an account are wrong")
                if flags.contains(.guest) { guests.insert(name) }
                if flags.contains(.selection) { selections[name] = try reader.options(try reader.count()) }
            }
            isUsed[index] = true
        }
        let selection = try reader.options(optionCount)
        try reader.require(ownerNumber <= nameCount, "its owner is missing")
        if ownerNumber > 0 {
            let owner = names[ownerNumber - 1]
            // Neither a guest nor removed, and without a selection.
            try reader.require(!isUsed[ownerNumber - 1], "its owner has flags")
            isUsed[ownerNumber - 1] = true
            share = Share(owner: owner, selection: selection, guests: guests, selections: selections)
        } else {
            let isBare = guests.isEmpty && selections.isEmpty && selection.isEmpty
            try reader.require(isBare, "it has guests or options, and no owner")
        }

        for _ in 0..<identityCount {
            let identity = Person.Identity(try reader.digest())
            try reader.require(entries.last?.identity.precedes(identity) ?? true, "its identities are not in order")
            let status: UInt8 = try reader.integer()
            guard status != Self.removed else {
                entries.append(Entry(identity: identity, status: .removed))
                continue
            }
            let isHeld = status & Self.held != 0
            let holderCount = Int(status & ~Self.held)
            try reader.require(
                share != nil && holderCount <= Self.maximumHolderCount && !(isHeld && holderCount == 0),
                "the status of an identity is wrong"
            )
            var holders: [AccountIdentifier] = []
            for _ in 0..<holderCount {
                let number = try reader.count()
                try reader.require(number > 0 && number <= nameCount, "the account of an identity is missing")
                let holder = names[number - 1]
                let isSound = removedAccounts[holder] == nil && !holders.contains(holder)
                try reader.require(isSound, "the accounts of an identity are wrong")
                isUsed[number - 1] = true
                holders.append(holder)
            }
            entries.append(Entry(identity: identity, status: .known(holders: holders, isHeld: isHeld)))
        }
        try reader.require(!isUsed.contains(false), "it has an account for nothing")
        var uses: [ChallengeUse] = []
        for _ in 0..<useCount {
            uses.append(
                ChallengeUse(
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
        try reader.require(nameByteCount(of: names) <= Self.maximumNameByteCount, "its names are too long")
        try reader.require(
            !isNameUsedUp || bytes.count == reader.headerByteCount,
            "its name is used up, and it has more"
        )
        try reader.require(reader.isAtEnd, "it has more bytes than its parts")
    }
}

/// Takes the parts of a stored form, one after the other.
private struct StoredFormReader {
    var bytes: ArraySlice<UInt8>
    let collaboration: CollaborationIdentifier

    /// The bytes before the first account.
    let headerByteCount = 12

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
        Integer(bigEndianBytes: try take(Integer.bitWidth / 8))
    }

    mutating func digest() throws(CollaborationError) -> SHA256Digest {
        let bytes = try take(32)
        guard let digest = try? SHA256Digest(rawRepresentation: bytes) else { throw damage("a root hash is wrong") }
        return digest
    }

    /// A number of 2 bytes.
    mutating func count() throws(CollaborationError) -> Int { Int(try integer(UInt16.self)) }

    mutating func identifier<Identifier: StringIdentifier>() throws(CollaborationError) -> Identifier {
        guard let text = String(validating: try take(try count()), as: UTF8.self) else {
            throw damage("an identifier is not UTF-8")
        }
        let identifier = Identifier(text)
        if let rule = identifier.brokenRule { throw damage(rule.rawValue) }
        return identifier
    }

    /// Options in the order of their bytes.
    mutating func options(_ count: Int) throws(CollaborationError) -> Set<OptionIdentifier> {
        try require(count <= StartRequest.maximumOptionCount, "it has too many options")
        var options: [OptionIdentifier] = []
        for _ in 0..<count {
            let option: OptionIdentifier = try identifier()
            try require(options.last.map { $0 < option } ?? true, "its options are not in order")
            options.append(option)
        }
        return Set(options)
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ identifier: some StringIdentifier) {
        append(UInt16(truncatingIfNeeded: identifier.rawValue.utf8.count))
        self += identifier.rawValue.utf8
    }

    fileprivate mutating func append(_ integer: some FixedWidthInteger) { self += integer.bigEndianBytes }
}
