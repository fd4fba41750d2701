import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Testing

@testable import PostgreSQLParticipantStore

@Suite("Lost connections to PostgreSQL", .needsPostgreSQL, .schemaOfItsOwn, .timeLimit(.minutes(30)))
struct ConnectionLossTests {
    @Test("Connections that PostgreSQL has closed are opened again")
    func endedConnections() async throws {
        let database = try await TestDatabase.openWithNumber()
        let other = try await TestDatabase.open(connectionCount: 1)
        for _ in 0..<3 {
            try await other.terminateOthers()
            let numbers = try await withThrowingTaskGroup { group in
                for _ in 0..<8 { group.addTask { try await database.number } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(numbers == Array(repeating: 0, count: 8))
        }
    }

    @Test("A transaction whose connection is lost before its commit is repeated once")
    func lossInTransaction() async throws {
        let database = try await TestDatabase.openWithNumber(connectionCount: 1)
        for lossCount in [1, 2] {
            let attempts = Counter()
            let outcome = await Task {
                try await database.transaction { connection in
                    _ = try connection.run("UPDATE number SET value = value + 1")
                    guard attempts.increment() <= lossCount else { return }
                    try connection.run(script: "SELECT pg_terminate_backend(pg_backend_pid())")
                }
            }.result
            #expect(attempts.count == 2)
            if lossCount == 1 {
                try outcome.get()
            } else {
                let reason = "terminating connection due to administrator command"
                #expect(throws: PostgreSQLError.connectionLost(reason: reason)) { try outcome.get() }
            }
            #expect(try await database.number == 1)
        }
    }

    @Test(
        "A connection that is lost during the commit is reported as an unknown outcome, and nothing is repeated"
    )
    func lossInCommit() async throws {
        let database = try await TestDatabase.openWithNumber(connectionCount: 1)
        try await database.endConnection(atCommitOn: "number", times: 1)
        let attempts = Counter()
        let error = await #expect(throws: PostgreSQLError.self) {
            try await database.transaction { connection in
                attempts.increment()
                _ = try connection.run("UPDATE number SET value = value + 1")
            }
        }
        #expect(error == .outcomeUnknown(reason: "terminating connection due to administrator command"))
        #expect(attempts.count == 1)
        #expect(try await database.number == 0)
    }

    @Test("An update whose outcome is unknown is not repeated by the PostgreSQL store")
    func lossInUpdate() async throws {
        let store = try await TestDatabase.store()
        try await store.database.endConnection(atCommitOn: "participant", times: 1)
        let identity = try SimulatedPerson("Bob").identity(in: "doc-42").identity
        let update = ParticipantsUpdate(collaborationIdentifier: "doc-42", addedIdentities: [identity])
        let error = await #expect(throws: PostgreSQLError.self) { try await store.update(update) }
        #expect(error == .outcomeUnknown(reason: "terminating connection due to administrator command"))
        #expect(try await store.participants(in: "doc-42").isEmpty)
        #expect(try await store.update(update).isEmpty)
        #expect(try await store.participants(in: "doc-42").count == 1)
    }

    @Test(
        "A pairing whose outcome is unknown is repeated once by the PostgreSQL store, unless it may replace an account",
        arguments: [(PairingPolicy.refuse, 1, true), (.refuse, 2, false), (.replace, 1, false)]
    )
    func lossInPairing(policy: PairingPolicy, lossCount: Int, succeeds: Bool) async throws {
        let store = try await TestDatabase.store()
        let server = CollaborationAccess(
            store: store,
            challenges: try ChallengeAuthority(key: ChallengeKey()),
            pairingPolicy: policy
        )
        let bob = SimulatedPerson("Bob")
        let identity = try bob.identity(in: "doc-42")
        try await server.addParticipants([identity.identity], to: "doc-42")
        try await store.database.endConnection(atCommitOn: "challenge_use", times: lossCount)
        let challenge = server.challenge(for: "doc-42", account: "bob")
        let proof = try bob.devices[0].signedProof(signing: challenge, for: identity)
        if succeeds {
            try await server.admit(proof, answering: challenge, as: "bob", to: "doc-42")
        } else {
            let error = await #expect(throws: PostgreSQLError.self) {
                try await server.admit(proof, answering: challenge, as: "bob", to: "doc-42")
            }
            #expect(error == .outcomeUnknown(reason: "terminating connection due to administrator command"))
        }
        #expect(try await server.accounts(in: "doc-42") == (succeeds ? ["bob"] : []))
    }

    @Test("A statement that takes too long is canceled by PostgreSQL, and its connection stays open")
    func slowStatement() async throws {
        let limits = PostgreSQLTimeLimits(statement: .seconds(1))
        let database = try await TestDatabase.openWithNumber(connectionCount: 1, timeLimits: limits)
        let process = try await database.read("SELECT pg_backend_pid()")[0].integers
        let error = await #expect(throws: PostgreSQLError.self) {
            try await database.transaction { _ = try $0.run("SELECT 1 FROM pg_sleep(60)") }
        }
        let message = "canceling statement due to statement timeout"
        #expect(error == .statementFailed(sqlState: "57014", message: message))
        #expect(error?.isTemporary == true)
        #expect(try await database.read("SELECT pg_backend_pid()")[0].integers == process)
    }

    @Test("A connection to a PostgreSQL that does not answer is closed and opened again")
    func silentServer() async throws {
        let limits = PostgreSQLTimeLimits(statement: .seconds(20), answer: .seconds(2))
        let database = try await TestDatabase.openWithNumber(connectionCount: 1, timeLimits: limits)
        await #expect(throws: PostgreSQLError.connectionLost(reason: "it did not answer in time")) {
            // The server runs this to its end, and keeps the locks of all serializable transactions meanwhile.
            try await database.transaction { _ = try $0.run("SELECT 1 FROM pg_sleep(4)") }
        }
        #expect(try await database.number == 0)
    }

    @Test("PostgreSQL ends a transaction that sends nothing for too long")
    func idleTransaction() async throws {
        let limits = PostgreSQLTimeLimits(idleTransaction: .seconds(1))
        let database = try await TestDatabase.openWithNumber(connectionCount: 1, timeLimits: limits)
        let other = try await TestDatabase.open(connectionCount: 1)
        let error = await #expect(throws: PostgreSQLError.self) {
            try await database.whileOpen("UPDATE number SET value = 1") {
                while try await other.otherConnectionCount() > 0 {}
            }
        }
        #expect(error == .outcomeUnknown(reason: "terminating connection due to idle-in-transaction timeout"))
        #expect(try await database.number == 0)
    }

    @Test("Closing a PostgreSQL database waits for open transactions, and refuses later ones")
    func closing() async throws {
        let database = try await TestDatabase.openWithNumber(connectionCount: 2)
        let closing = try await database.whileOpen("UPDATE number SET value = 1") {
            let closing = Task { await database.close() }
            // It refuses others as soon as it waits.
            while (try? await database.number) != nil {}
            await #expect(throws: PostgreSQLError.closed) { try await database.number }
            return closing
        }
        await closing.value
        let other = try await TestDatabase.open(connectionCount: 1)
        #expect(try await other.number == 1)
        #expect(try await other.otherConnectionCount() == 0)
    }
}

extension PostgreSQLDatabase {
    /// Makes the server end the connection of each transaction that writes to a table, when it commits.
    fileprivate func endConnection(atCommitOn table: String, times: Int) async throws {
        try await transaction { connection in
            try connection.run(
                script: """
                    CREATE SEQUENCE loss;
                    CREATE FUNCTION lose() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
                        IF nextval('loss') <= \(times) THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
                        RETURN NULL;
                    END $$;
                    CREATE CONSTRAINT TRIGGER lose AFTER INSERT OR UPDATE ON \(table) DEFERRABLE INITIALLY DEFERRED
                    FOR EACH ROW EXECUTE FUNCTION lose();
                    """
            )
        }
    }

    /// The number of other connections of the current schema.
    fileprivate func otherConnectionCount() async throws -> Int64 {
        let query: PostgreSQLQuery = """
            SELECT count(*) FROM pg_stat_activity
            WHERE pid <> pg_backend_pid() AND application_name = current_setting('application_name')
            """
        return try await read(query)[0].integers[0]
    }
}
