/// The SQL of the document stores, in the words that SQLite and PostgreSQL have in common.
///
/// Names and texts are the bytes of their UTF-8, so that no two names are taken for the same and a text may have a NUL.
/// An empty text may be NULL: GRDB binds empty bytes as such. `owner_size` has the number of documents that are not deleted, so
/// that a creation need not count them.
enum DocumentStatement: String, CaseIterable {
    case insert = """
        INSERT INTO document (identifier, owner, title, text, revision, is_shared)
        VALUES (:identifier, :owner, :title, :text, :revision, :is_shared)
        ON CONFLICT (identifier) DO NOTHING
        """

    case document = """
        SELECT identifier, owner, title, revision, is_shared, text FROM document
        WHERE identifier = :identifier AND NOT is_deleted
        """

    case grow = """
        INSERT INTO owner_size (owner, document_count) VALUES (:owner, 1)
        ON CONFLICT (owner) DO UPDATE SET document_count = owner_size.document_count + 1 RETURNING document_count
        """

    case shrink = """
        UPDATE owner_size SET document_count = document_count - :count WHERE owner = :owner
        """

    case forgetSize = """
        DELETE FROM owner_size WHERE owner = :owner AND document_count = 0
        """

    case summary = """
        SELECT identifier, owner, title, revision, is_shared FROM document
        WHERE identifier = :identifier AND NOT is_deleted
        """

    case documentsOfOwner = """
        SELECT identifier, owner, title, revision, is_shared FROM document
        WHERE owner = :owner AND identifier > :after AND NOT is_deleted ORDER BY identifier LIMIT :limit
        """

    case change = """
        UPDATE document SET title = :title, text = :text, revision = revision + 1
        WHERE identifier = :identifier AND revision = :revision AND NOT is_deleted RETURNING revision
        """

    case revision = """
        SELECT revision FROM document WHERE identifier = :identifier AND NOT is_deleted
        """

    case setShared = """
        UPDATE document SET is_shared = :is_shared WHERE identifier = :identifier AND NOT is_deleted
        """

    case delete = """
        UPDATE document SET is_deleted = TRUE, is_shared = FALSE, title = NULL, text = NULL
        WHERE identifier = :identifier AND NOT is_deleted RETURNING owner
        """

    case deleteSome = """
        UPDATE document SET is_deleted = TRUE, is_shared = FALSE, title = NULL, text = NULL
        WHERE identifier IN (
            SELECT identifier FROM document WHERE owner = :owner AND NOT is_deleted ORDER BY identifier LIMIT :limit
        ) RETURNING identifier
        """

    case deletedOfOwner = """
        SELECT identifier FROM document WHERE owner = :owner AND is_deleted LIMIT :limit
        """

    case deleted = """
        SELECT identifier FROM document WHERE is_deleted LIMIT :limit
        """

    case forget = """
        DELETE FROM document WHERE identifier = :identifier AND is_deleted
        """

    /// The tables.
    ///
    /// - Parameter bytes: The type of a column of bytes.
    /// - Returns: The statements.
    static func schema(bytes: String) -> String {
        """
        CREATE TABLE document (
            identifier \(bytes) PRIMARY KEY,
            owner \(bytes) NOT NULL,
            title \(bytes),
            revision BIGINT NOT NULL,
            is_shared BOOLEAN NOT NULL,
            is_deleted BOOLEAN NOT NULL DEFAULT FALSE,
            text \(bytes)
        );
        CREATE INDEX document_owner ON document (owner, identifier) WHERE NOT is_deleted;
        CREATE INDEX document_deleted ON document (owner, identifier) WHERE is_deleted;
        CREATE TABLE owner_size (owner \(bytes) PRIMARY KEY, document_count BIGINT NOT NULL);
        """
    }
}
