import CollaborationModels
import CollaborationServer
import SQLiteParticipantStore

#if PostgreSQL
    import PostgreSQLParticipantStore
#endif

/// A participant store that also lists a page at a time, so that one request takes a bounded time.
protocol PagedParticipantStore: ParticipantStore {
    /// Returns known identities of a collaboration, in the order of their bytes.
    ///
    /// - Parameters:
    ///   - collaboration: The collaboration.
    ///   - last: The last identity of the page before, or nil for the first page.
    ///   - limit: The greatest number of participants. There may be fewer, since removed identities count too.
    /// - Returns: The participants, and what the next page begins after; nil if this is the last page.
    /// - Throws: What the database throws.
    func participants(
        in collaboration: CollaborationIdentifier,
        after last: Person.Identity?,
        limit: Int
    ) async throws -> (participants: [Participant], last: Person.Identity?)

    /// Returns collaborations that an account has access to, in the order of their bytes.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - last: The name that the result begins after.
    ///   - limit: The greatest number of collaborations. If there are as many, there may be more.
    /// - Returns: The collaborations.
    /// - Throws: What the database throws.
    func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier,
        limit: Int
    ) async throws -> [CollaborationIdentifier]
}

extension SQLiteParticipantStore: PagedParticipantStore {}

#if PostgreSQL
    extension PostgreSQLParticipantStore: PagedParticipantStore {}
#endif
