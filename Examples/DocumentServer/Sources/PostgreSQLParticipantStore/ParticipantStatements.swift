/// The statements of Documentation/StoreGuide.md.
///
/// A test compares them with the page.
enum ParticipantStatements {
    static let schema = """
        CREATE TABLE store (identifier BYTEA NOT NULL);
        CREATE TABLE participant (
            collaboration BYTEA NOT NULL,
            root_hash BYTEA NOT NULL,
            account BYTEA,
            removed BOOLEAN NOT NULL DEFAULT FALSE,
            PRIMARY KEY (collaboration, root_hash),
            CHECK (account IS NULL OR NOT removed)
        );
        CREATE INDEX participant_account ON participant (account, collaboration) WHERE account IS NOT NULL;
        CREATE TABLE collaboration_size (collaboration BYTEA PRIMARY KEY, identity_count BIGINT NOT NULL);
        CREATE TABLE challenge_use (
            challenge BYTEA PRIMARY KEY,
            attempt BIGINT NOT NULL,
            expiration BIGINT NOT NULL
        );
        CREATE INDEX challenge_use_expiration ON challenge_use (expiration);
        CREATE TABLE eviction (evicted_through BIGINT NOT NULL);
        INSERT INTO eviction VALUES (0);
        """

    // Update, for many identities at once where the page has a statement for each.

    /// Reads the rows that `add` finds, since a serializable transaction does not count that as reading.
    static let known: PostgreSQLStatement = """
        SELECT 1 FROM participant WHERE collaboration = :collaboration AND root_hash = ANY(:root_hashes)
        """
    static let add: PostgreSQLStatement = """
        INSERT INTO participant (collaboration, root_hash) SELECT :collaboration, unnest(:root_hashes)
        ON CONFLICT (collaboration, root_hash) DO NOTHING
        """
    static let grow: PostgreSQLStatement = """
        INSERT INTO collaboration_size (collaboration, identity_count) VALUES (:collaboration, :count)
        ON CONFLICT (collaboration) DO UPDATE SET identity_count = collaboration_size.identity_count + :count
        RETURNING identity_count
        """
    static let accountsOfRemoved: PostgreSQLStatement = """
        SELECT account FROM participant
        WHERE collaboration = :collaboration AND root_hash = ANY(:root_hashes) AND account IS NOT NULL
        """
    static let remove: PostgreSQLStatement = """
        UPDATE participant SET account = NULL, removed = TRUE
        WHERE collaboration = :collaboration AND root_hash = ANY(:root_hashes) AND NOT removed
        """
    static let keepRemoved: PostgreSQLStatement = """
        INSERT INTO participant (collaboration, root_hash, removed) SELECT :collaboration, unnest(:root_hashes), TRUE
        WHERE NOT EXISTS (SELECT 1 FROM collaboration_size WHERE collaboration = :collaboration AND identity_count >= :maximum)
        ON CONFLICT (collaboration, root_hash) DO NOTHING
        """
    static let remaining: PostgreSQLStatement = """
        SELECT DISTINCT account FROM participant WHERE collaboration = :collaboration AND account = ANY(:accounts)
        """

    // Pair.

    static let attempt: PostgreSQLStatement = """
        SELECT attempt FROM challenge_use WHERE challenge = :challenge
        """
    static let evictedThrough: PostgreSQLStatement = """
        SELECT evicted_through FROM eviction
        """
    static let account: PostgreSQLStatement = """
        SELECT account FROM participant WHERE collaboration = :collaboration AND root_hash = :root_hash AND NOT removed
        """
    static let setAccount: PostgreSQLStatement = """
        UPDATE participant SET account = :account WHERE collaboration = :collaboration AND root_hash = :root_hash
        """
    static let recordUse: PostgreSQLStatement = """
        INSERT INTO challenge_use (challenge, attempt, expiration) VALUES (:challenge, :attempt, :expiration)
        ON CONFLICT (challenge) DO NOTHING
        """
    static let hasAny: PostgreSQLStatement = """
        SELECT 1 FROM participant WHERE collaboration = :collaboration AND account = :account LIMIT 1
        """

    // The other operations.

    static let identities: PostgreSQLStatement = """
        SELECT root_hash FROM participant WHERE account = :account AND collaboration = :collaboration
        """
    static let participants: PostgreSQLStatement = """
        SELECT root_hash, account FROM participant WHERE collaboration = :collaboration AND NOT removed
        """
    static let collaborations: PostgreSQLStatement = """
        SELECT DISTINCT collaboration FROM participant WHERE account = :account
        """
    static let removeAccount: PostgreSQLStatement = """
        UPDATE participant SET account = NULL, removed = :removed
        WHERE collaboration = :collaboration AND account = :account RETURNING root_hash
        """
    static let removeUnproven: PostgreSQLStatement = """
        UPDATE participant SET removed = TRUE WHERE collaboration = :collaboration AND root_hash = ANY(:root_hashes)
        AND account IS NULL AND NOT removed RETURNING root_hash
        """
    static let accounts: PostgreSQLStatement = """
        SELECT DISTINCT account FROM participant WHERE collaboration = :collaboration AND account IS NOT NULL
        """
    static let removeAll: PostgreSQLStatement = """
        UPDATE participant SET account = NULL, removed = TRUE WHERE collaboration = :collaboration AND NOT removed
        """
    static let forget: PostgreSQLStatement = """
        DELETE FROM participant WHERE collaboration = :collaboration
        """
    static let forgetSize: PostgreSQLStatement = """
        DELETE FROM collaboration_size WHERE collaboration = :collaboration
        """

    // Pages.

    static let participantPage: PostgreSQLStatement = """
        SELECT root_hash, account, removed FROM participant
        WHERE collaboration = :collaboration AND root_hash > :after ORDER BY root_hash LIMIT :limit
        """
    static let collaborationPage: PostgreSQLStatement = """
        SELECT DISTINCT collaboration FROM participant
        WHERE account = :account AND collaboration > :after ORDER BY collaboration LIMIT :limit
        """

    // Eviction.

    /// Whether this node evicts: false while another one does.
    ///
    /// The lock is held until the end of the transaction.
    static let evictionLock: PostgreSQLStatement = """
        SELECT pg_try_advisory_xact_lock(1, CAST(CAST('eviction' AS regclass) AS integer))
        """
    static let lastOfRound: PostgreSQLStatement = """
        SELECT expiration FROM challenge_use WHERE expiration < :now ORDER BY expiration LIMIT 1 OFFSET :count
        """
    static let noteEviction: PostgreSQLStatement = """
        UPDATE eviction SET evicted_through = (
            SELECT COALESCE(MAX(expiration), evicted_through) FROM challenge_use WHERE expiration < :now AND expiration > evicted_through
        )
        """
    static let evict: PostgreSQLStatement = """
        DELETE FROM challenge_use WHERE expiration < :now
        """
}

extension ParticipantStatements {
    /// Those that are on the page word for word.
    static let quoted = [
        grow, attempt, evictedThrough, account, setAccount, recordUse, hasAny, identities, participants,
        collaborations, removeAccount, accounts, removeAll, forget, forgetSize, participantPage,
        collaborationPage, noteEviction, evict,
    ]
}
