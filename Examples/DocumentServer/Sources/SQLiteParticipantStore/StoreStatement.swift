/// The SQL of the store, as the store guide of swift-collaboration explains it.
///
/// Names are the bytes of their UTF-8, so that no two names are taken for the same.
enum StoreStatement: String, CaseIterable {
    case schema = """
        CREATE TABLE store (identifier BLOB NOT NULL);
        CREATE TABLE participant (
            collaboration BLOB NOT NULL,
            root_hash BLOB NOT NULL,
            account BLOB,
            removed BOOLEAN NOT NULL DEFAULT FALSE,
            PRIMARY KEY (collaboration, root_hash),
            CHECK (account IS NULL OR NOT removed)
        ) WITHOUT ROWID;
        CREATE INDEX participant_account ON participant (account, collaboration) WHERE account IS NOT NULL;
        CREATE TABLE collaboration_size (collaboration BLOB PRIMARY KEY, identity_count INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE challenge_use (
            challenge BLOB PRIMARY KEY,
            attempt INTEGER NOT NULL,
            expiration INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX challenge_use_expiration ON challenge_use (expiration);
        CREATE TABLE eviction (evicted_through INTEGER NOT NULL);
        INSERT INTO eviction VALUES (0);
        """

    // MARK: `update(_:)`

    case addIdentity = """
        INSERT INTO participant (collaboration, root_hash) VALUES (:collaboration, :root_hash)
        ON CONFLICT (collaboration, root_hash) DO NOTHING
        """

    case grow = """
        INSERT INTO collaboration_size (collaboration, identity_count) VALUES (:collaboration, :count)
        ON CONFLICT (collaboration) DO UPDATE SET identity_count = collaboration_size.identity_count + :count
        RETURNING identity_count
        """

    case accountOfIdentity = """
        SELECT account FROM participant WHERE collaboration = :collaboration AND root_hash = :root_hash AND account IS NOT NULL
        """

    case removeIdentity = """
        UPDATE participant SET account = NULL, removed = TRUE WHERE collaboration = :collaboration AND root_hash = :root_hash AND NOT removed
        """

    case keepRemoved = """
        INSERT INTO participant (collaboration, root_hash, removed) SELECT :collaboration, :root_hash, TRUE
        WHERE NOT EXISTS (SELECT 1 FROM collaboration_size WHERE collaboration = :collaboration AND identity_count >= :maximum)
        ON CONFLICT (collaboration, root_hash) DO NOTHING
        """

    case hasIdentity = """
        SELECT 1 FROM participant WHERE collaboration = :collaboration AND account = :account LIMIT 1
        """

    // MARK: `pair(_:)`

    case attempt = """
        SELECT attempt FROM challenge_use WHERE challenge = :challenge
        """

    case evictedThrough = """
        SELECT evicted_through FROM eviction
        """

    case knownAccount = """
        SELECT account FROM participant WHERE collaboration = :collaboration AND root_hash = :root_hash AND NOT removed
        """

    case setAccount = """
        UPDATE participant SET account = :account WHERE collaboration = :collaboration AND root_hash = :root_hash
        """

    case recordUse = """
        INSERT INTO challenge_use (challenge, attempt, expiration) VALUES (:challenge, :attempt, :expiration)
        ON CONFLICT (challenge) DO NOTHING
        """

    // MARK: The other operations

    case identities = """
        SELECT root_hash FROM participant WHERE account = :account AND collaboration = :collaboration
        """

    case participants = """
        SELECT root_hash, account FROM participant WHERE collaboration = :collaboration AND NOT removed
        """

    case collaborations = """
        SELECT DISTINCT collaboration FROM participant WHERE account = :account
        """

    case removeAccount = """
        UPDATE participant SET account = NULL, removed = :removed
        WHERE collaboration = :collaboration AND account = :account RETURNING root_hash
        """

    case removeUnproven = """
        UPDATE participant SET removed = TRUE
        WHERE collaboration = :collaboration AND root_hash = :root_hash AND account IS NULL AND NOT removed RETURNING root_hash
        """

    case accounts = """
        SELECT DISTINCT account FROM participant WHERE collaboration = :collaboration AND account IS NOT NULL
        """

    case removeAll = """
        UPDATE participant SET account = NULL, removed = TRUE WHERE collaboration = :collaboration AND NOT removed
        """

    case forget = """
        DELETE FROM participant WHERE collaboration = :collaboration
        """

    case forgetSize = """
        DELETE FROM collaboration_size WHERE collaboration = :collaboration
        """

    // MARK: Pages

    case participantPage = """
        SELECT root_hash, account, removed FROM participant
        WHERE collaboration = :collaboration AND root_hash > :after ORDER BY root_hash LIMIT :limit
        """

    case collaborationPage = """
        SELECT DISTINCT collaboration FROM participant
        WHERE account = :account AND collaboration > :after ORDER BY collaboration LIMIT :limit
        """

    // MARK: Eviction

    case noteEviction = """
        UPDATE eviction SET evicted_through = (
            SELECT COALESCE(MAX(expiration), evicted_through) FROM challenge_use WHERE expiration < :now AND expiration > evicted_through
        )
        """

    case evictUses = """
        DELETE FROM challenge_use WHERE expiration < :now
        """
}
