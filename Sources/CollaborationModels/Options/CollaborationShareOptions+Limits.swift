import CollaborationProofs

extension CollaborationShareOptions {
    /// The largest number of groups, 1,000.
    ///
    /// A person can read some tens of them on a share sheet. The limit bounds the memory and the time that
    /// a client's selection can cost a server.
    public static let maximumGroupCount = 1_000

    /// The largest number of options of all groups together, 10,000.
    ///
    /// It leaves room for ten options in each of the largest number of groups.
    public static let maximumOptionCount = 10_000

    /// The largest number of options that one option can require, 100.
    ///
    /// Requirements form a graph. Together with ``maximumOptionCount``, this bounds its edges to a million.
    public static let maximumRequirementCount = 100

    /// The greatest length of the identifier of an option or a group, 1,024 bytes of UTF-8.
    ///
    /// It is that of every identifier in a message.
    public static let maximumIdentifierByteCount = JSONLimits.identifierByteCount

    /// The greatest length of a title, a subtitle, a footer or a summary, 4,096 bytes of UTF-8.
    ///
    /// It is that of every text in a message.
    public static let maximumTextByteCount = JSONLimits.textByteCount

    /// Checks the numbers and lengths, before anything is done that takes more time for greater ones.
    func checkLimits() throws(CollaborationOptionsError) {
        guard optionsGroups.count <= Self.maximumGroupCount else {
            throw .tooManyGroups(optionsGroups.count)
        }
        let optionCount = optionsGroups.reduce(0) { $0 + $1.options.count }
        guard optionCount <= Self.maximumOptionCount else { throw .tooManyOptions(optionCount) }
        for group in optionsGroups {
            try checkLength(of: group.key)
            try checkLength(ofText: group.title)
            try checkLength(ofText: group.footer)
            for option in group.options { try checkLimits(of: option) }
        }
        if let givenSummary { try checkLength(ofText: givenSummary.rawValue) }
    }

    private func checkLimits(of option: CollaborationOption) throws(CollaborationOptionsError) {
        try checkLength(of: option.key)
        try checkLength(ofText: option.title)
        try checkLength(ofText: option.subtitle)
        guard option.requirements.count <= Self.maximumRequirementCount else {
            throw .tooManyRequirements(option: option.identifier, found: option.requirements.count)
        }
        for required in option.requirements { try checkLength(of: required) }
    }

    private func checkLength(of identifier: OptionIdentifier) throws(CollaborationOptionsError) {
        let byteCount = identifier.rawValue.utf8.count
        guard byteCount <= Self.maximumIdentifierByteCount else {
            throw .identifierTooLong(byteCount: byteCount)
        }
    }

    private func checkLength(ofText text: String) throws(CollaborationOptionsError) {
        let byteCount = text.utf8.count
        guard byteCount <= Self.maximumTextByteCount else { throw .textTooLong(byteCount: byteCount) }
    }
}
