import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation
import GRDB
import Testing

@testable import CollaborationService

@Suite("Backup")
struct BackupTests {
    private let folder: TemporaryFolder
    private let bob = SimulatedPerson("Bob")

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "A backup of an open database is complete, and its restored form refuses all challenges from before"
    )
    func restore() async throws {
        let challenges = try ChallengeAuthority(key: ChallengeKey())
        let settings = try await folder.settings()
        let stores = try await Stores.open(settings.database)
        let access = CollaborationAccess(store: stores.collaborations, challenges: challenges)
        let document = Document(identifier: "doc", owner: "alice", title: "A", text: "B")
        try await stores.documents.create(document, limit: 1)
        let identity = try bob.identity(in: "doc")
        let update = ParticipantsUpdate(collaborationIdentifier: "doc", addedIdentities: [identity.identity])
        _ = try await access.apply(update)
        let challenge = access.challenge(for: "doc", account: "bob")
        let copy = "\(folder.path)/copy.sqlite"
        try Backup(settings.database).write(to: copy)
        // The use is later than the backup.
        let proof = try bob.devices[0].signedProof(signing: challenge, for: identity)
        _ = try await access.admit(proof, answering: challenge, as: "bob", to: "doc")
        await stores.close()

        let database = try await folder.settings(["--database-path", "\(folder.path)/restored.sqlite"])
            .database
        try Backup(database).restore(from: copy)
        let restored = try await Stores.open(database)
        #expect(try await restored.documents.document("doc")?.title == "A")
        let later = CollaborationAccess(store: restored.collaborations, challenges: challenges)
        #expect(try await later.access(of: "bob", to: "doc") == nil)
        await #expect(throws: (any Error).self) {
            try await later.admit(proof, answering: challenge, as: "bob", to: "doc")
        }
        let next = later.challenge(for: "doc", account: "bob")
        let answer = try bob.devices[0].signedProof(signing: next, for: identity)
        _ = try await later.admit(answer, answering: next, as: "bob", to: "doc")
        #expect(restored.collaborations.identifier != stores.collaborations.identifier)
        await restored.close()
    }

    @Test("What is no backup of this server is not restored, and nothing is left of the attempt")
    func otherFiles() async throws {
        let database = try await folder.settings().database
        try folder.write("no database", to: "text")
        try await DatabaseQueue(path: "\(folder.path)/other").write {
            try $0.execute(sql: "CREATE TABLE a (b)")
        }
        for name in ["text", "other", "nowhere"] {
            #expect(throws: StartError.self) { try Backup(database).restore(from: "\(folder.path)/\(name)") }
        }
        #expect(!FileManager.default.fileExists(atPath: database.file))
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(files) == ["text", "other", "collaboration-service-keys.json"])
    }

    @Test(
        "A log that an earlier database has left is not taken for a part of the restored one",
        arguments: ["-wal", "-journal"]
    )
    func leftLog(suffix: String) async throws {
        let database = try await folder.settings().database
        try folder.write("", to: "test.sqlite\(suffix)")
        let sentence =
            "\"\(database.file)\(suffix)\" exists. Stop the servers that use it, and move it away."
        #expect(throws: StartError(sentence)) { try Backup(database).restore(from: "anything") }
    }

    @Test("The commands for backups are refused for PostgreSQL and etcd")
    func otherEngines() async throws {
        let database = try await folder.settings([], ["DATABASE_URL": "etcd://127.0.0.1:1"]).database
        #expect { try Backup(database) } throws: { ($0 as? StartError)?.status == .usage }
    }
}
