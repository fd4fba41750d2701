import CollaborationCore
import CollaborationTesting
import Foundation
import GRDB
import SQLiteCollaborationStore
import Testing

@testable import CollaborationService

@Suite("Backup")
struct BackupTests {
    private let folder = TemporaryFolder()
    private let bob = SimulatedPerson("Bob")

    @Test("A backup of an open database is complete, and its restored form refuses all challenges from before")
    func restore() async throws {
        let (settings, store, before) = try await folder.open()
        let request = StartRequest(selectedOptions: ["read"])
        try await before["doc"].start(request, as: "alice")
        let invitation = bob.invitation(to: "doc")
        _ = try await before["doc"].apply(ParticipantsUpdate(addedIdentities: [invitation.identity]), by: .server)
        let challenge = try before["doc"].challenge(as: "bob")
        let copy = "\(folder.path)/copy.sqlite"
        try backup().write(to: copy)
        // The use is later than the backup.
        let answer = try bob.devices[0].answer(challenge, for: invitation)
        try await before["doc"].admit(answer, as: "bob")
        await store.base.close()

        try backup("restored").restore(from: copy)
        let database = try await folder.settings([], ["DATABASE_URL": "sqlite:\(folder.path)/restored.sqlite"]).database
        let restored = try await Database.open(database)
        let after = settings.collaborations(in: restored)
        #expect(try await after["doc"].selection() == ["read"])
        #expect(try await after["doc"].access(of: "bob") == nil)
        await #expect(throws: CollaborationError.refused(.forgedChallenge)) {
            try await after["doc"].admit(answer, as: "bob")
        }
        try await after["doc"].admit(bob)
        await restored.base.close()
    }

    /// The commands for a database in the folder.
    private func backup(_ name: String = "test") throws -> Backup {
        try Backup(Settings.Database(file: "\(folder.path)/\(name).sqlite") { StubStore() })
    }

    @Test("What is no backup of this server is not restored, and nothing is left of the attempt")
    func otherFiles() async throws {
        let backup = try backup()
        try folder.write("no database", to: "text")
        try await DatabaseQueue(path: "\(folder.path)/other").write { try $0.execute(sql: "CREATE TABLE a (b)") }
        try await SQLiteCollaborationStore(path: folder.path + "/later").close()
        try await DatabaseQueue(path: "\(folder.path)/later").write { try $0.execute(sql: "PRAGMA user_version = 5") }
        for name in ["text", "other", "later", "nowhere"] {
            let error = #expect(throws: StartError.self) { try backup.restore(from: "\(folder.path)/\(name)") }
            #expect(name != "later" || error?.description.contains("of another version") == true)
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(files.map { $0.prefix(5) }) == ["text", "other", "later"])
    }

    @Test(
        "A log that an earlier database has left is not taken for a part of the restored one",
        arguments: ["-wal", "-journal"]
    ) func leftLog(suffix: String) async throws {
        let backup = try backup()
        let path = try folder.write("", to: "test.sqlite\(suffix)")
        let sentence = "\"\(path)\" exists. Stop the servers that use it, and move it away."
        #expect(throws: StartError(sentence)) { try backup.restore(from: "anything") }
    }

    @Test("The commands for backups are refused for PostgreSQL and etcd")
    func otherEngines() async throws {
        #expect { try Backup(Settings.Database { StubStore() }) } throws: { ($0 as? StartError)?.status == .usage }
    }
}
