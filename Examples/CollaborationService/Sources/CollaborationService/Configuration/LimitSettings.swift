/// How many requests are answered, and how much an account may store.
struct LimitSettings: Sendable {
    /// Requests a second, where zero is no limit, and how many may come at once.
    struct Rate: Hashable, Sendable { let perSecond: Double, burst: Int }

    let account: Rate
    let address: Rate

    /// The greatest number of open connections of an address.
    let addressConnections: Int

    /// The greatest number of documents of an account.
    let documents: Int

    init(_ reader: SettingsReader) throws(StartError) {
        account = Rate(
            perSecond: try reader.number(.accountRate, in: 0...1_000_000),
            burst: try reader.number(.accountBurst, in: 1...1_000_000)
        )
        address = Rate(
            perSecond: try reader.number(.addressRate, in: 0...1_000_000),
            burst: try reader.number(.addressBurst, in: 1...1_000_000)
        )
        addressConnections = try reader.number(.addressConnections, in: 1...1_000_000)
        documents = try reader.number(.accountDocuments, in: 1...1_000_000)
    }
}
