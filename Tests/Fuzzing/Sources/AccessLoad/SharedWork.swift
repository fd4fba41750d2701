import CollaborationServer

/// What tasks were told of the shared collaborations, by the number of the person.
struct SharedWork: Sendable {
    var figures = Figures()

    /// The contests that were won.
    var won: [Int] = []

    /// The accounts that a claimed identity was granted to.
    var claims: [Int: Set<AccountIdentifier>] = [:]

    /// Each time that somebody was let into the churned collaboration.
    var granted: [Int] = []

    /// Each account that the churned collaboration is said to have revoked.
    var revoked: [AccountIdentifier] = []

    mutating func add(_ other: SharedWork) {
        figures.add(other.figures)
        won += other.won
        claims.merge(other.claims) { $0.union($1) }
        granted += other.granted
        revoked += other.revoked
    }
}
