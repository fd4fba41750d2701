import Testing

@testable import PostgreSQLCollaborationStore

@Suite("Connection string", .timeLimit(.minutes(30)))
struct ConnectionStringTests {
    @Test(
        "A connection string that cannot be read is refused with a sentence that does not quote it",
        arguments: [
            "postgres:/bob:secret@host/db", "http://bob:secret@host/db", "postgresql://bob:se@secret@host/db",
            "postgresql://bob:secret/1@host/db", "postgresql://bob:secret:2@host:secret/db", "secret", "host=a secret",
            "postgresql://bob:secret%zz@host/db", "postgresql://bob@host/db?secret=1", "postgresql://host\0secret",
            "postgresql://[secret/db", "host=a port=secret",
        ]
    )
    func malformed(string: String) async {
        let error = await #expect(throws: PostgreSQLError.self) { try await PostgreSQLCollaborationStore(string) }
        #expect(error == .malformedConnectionString)
        #expect(error?.description.contains("secret") == false)
    }

    @Test(
        "A server that cannot be reached is reported with a sentence without the password",
        arguments: [
            "postgresql://bob:secret@127.0.0.1:1/db", "postgresql://bob:secret@/db?host=/nowhere",
            "host=127.0.0.1 port=1 user=bob password=secret", "postgresql://bob:secret@127.0.0.1:1,127.0.0.1:2/db",
            "postgresql://bob:s%40%2Fsecret@127.0.0.1:1/db",
        ]
    )
    func unreachable(string: String) async {
        let error = await #expect(throws: PostgreSQLError.self) { try await PostgreSQLCollaborationStore(string) }
        let description = error?.description ?? ""
        #expect(description.hasPrefix("PostgreSQL cannot be reached: "))
        #expect(description.hasSuffix("."))
        #expect(!description.contains("secret") && !description.contains("\n"))
    }

    @Test("An unknown database is reported with the server's sentence", .needsPostgreSQL, .schemaOfItsOwn)
    func unknownDatabase() async {
        let string = "\(TestDatabase.connectionString)&dbname=nowhere"
        let error = await #expect(throws: PostgreSQLError.self) { try await PostgreSQLCollaborationStore(string) }
        #expect(error?.description.contains(#"database "nowhere" does not exist"#) == true)
    }

    @Test("A time limit that PostgreSQL refuses keeps a connection from being used", .needsPostgreSQL, .schemaOfItsOwn)
    func refusedLimit() async {
        let limits = PostgreSQLTimeLimits(statement: .seconds(3_000_000))
        let error = await #expect(throws: PostgreSQLError.self) { try await TestDatabase.connection(limits).run() }
        #expect(error?.description.contains("statement_timeout") == true)
    }

    @Test("A time limit is sent to PostgreSQL in whole milliseconds, never as zero, which means no limit")
    func milliseconds() {
        #expect(Duration.zero.positiveMilliseconds == 1)
        #expect(Duration.nanoseconds(1_000_001).positiveMilliseconds == 2)
        #expect(Duration.seconds(5).positiveMilliseconds == 5000)
        #expect((Duration.seconds(-5)).positiveMilliseconds == 1)
        let oneTooMany = Duration(secondsComponent: 0, attosecondsComponent: 1_000_000_000_000_001)
        #expect(oneTooMany.positiveMilliseconds == 2)
    }
}
