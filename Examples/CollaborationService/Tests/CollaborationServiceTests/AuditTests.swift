import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import Logging
import Synchronization
import Testing

@testable import CollaborationService

@Suite("Audit log")
struct AuditTests {
    private let bob = SimulatedPerson("Bob")
    private let folder = TemporaryFolder()

    @Test("Each act has one line with who has acted, for whom, and what has changed, and a refused one has none")
    func lines() async throws {
        let server = try await TestServer()
        try await server.run { client async throws in
            let collaboration = try await client.start()
            let path = "/collaborations/\(collaboration)"
            try await client.admit(bob, to: collaboration)
            try await client.send(.delete, path, as: "bob")
            try await client.sendAsBackend(.put, path + "/guests/carol")
            try await client.sendAsBackend(.put, path + "/guests/dave?account=alice")
            try await client.sendAsBackend(.delete, path + "/access?account=carol")
            try await client.sendAsBackend(.delete, path + "/accounts/bob")
            try await client.sendAsBackend(.delete, path + "/removals/bob")
            try await client.sendAsBackend(.put, path + "/owner/dave")
            try await client.sendAsBackend(.delete, "/accounts/alice?account=dave")
            try await client.send(.delete, path, as: "dave")
            try await client.sendAsBackend(.delete, path)
            let acts = try server.acts
            let expected: [(String, AccountIdentifier?, [AuditLine.Event.Kind])] = [
                ("account", "alice", [.started, .selected]), ("account", "alice", [.invited]),
                ("account", "bob", [.admitted]), ("backend", nil, [.guestAdmitted]),
                ("backend", "alice", [.guestAdmitted]),
                ("backend", "carol", [.left]), ("backend", nil, [.identityRemoved, .accountRemoved]),
                ("backend", nil, [.readmitted]), ("backend", nil, [.transferred]), ("backend", nil, [.erased]),
                ("backend", nil, [.erased]),
                ("account", "dave", [.ended]), ("backend", nil, [.forgotten]),
            ]
            for (line, (token, account, kinds)) in zip(acts, expected) {
                #expect(line.token == token && line.account == account, "\(line)")
                #expect(line.events?.map(\.kind) == kinds, "\(line)")
            }
            #expect(acts.count == expected.count)
            #expect(acts.enumerated().allSatisfy { $1.collaboration == ($0 == 10 ? nil : collaboration) })
            #expect(acts[1].request == "POST \(path)/participants")
            #expect(acts[6].events?.first?.rootHash == bob.invitation(to: collaboration).identity.rootHash)
        }
    }

    @Test("An update that names one identity a thousand times writes one line with one event")
    func repetition() async throws {
        let server = try await TestServer()
        try await server.run { client async throws in
            let collaboration = try await client.start()
            let identity = bob.invitation(to: collaboration).identity
            let update = ParticipantsUpdate(removedIdentities: Array(repeating: identity, count: 1000))
            let path = "/collaborations/\(collaboration)/participants"
            #expect(try await client.send(.post, path, as: "alice", update.json).status == .noContent)
            #expect(try server.acts.map { $0.events?.count } == [2, 1])
        }
        #expect(server.log.entries.isEmpty)
    }

    @Test("The line of an act that was carried out before says what the act sets")
    func repeated() async throws {
        let server = try await TestServer()
        try await server.run { client async throws in
            let collaboration = try await client.start()
            let path = "/collaborations/\(collaboration)"
            let identity = bob.invitation(to: collaboration).identity
            let removal = ParticipantsUpdate(removedIdentities: [identity]).json
            let options = StartRequest(selectedOptions: ["read"]).json
            try await client.sendAsBackend(.put, path + "/guests/carol")
            let acts: [(HTTPRequest.Method, String, Data?, AuditLine.Event)] = [
                (.put, "?account=alice", options, .init(.selected(["read"]))),
                (.post, "/participants", removal, .init(.identityRemoved(identity))),
                (.put, "/selections/carol", options, .init(.selectedFor("carol", ["read"]))),
                (.delete, "/selections/carol", nil, .init(.selectedFor("carol", nil))),
                (.delete, "/accounts/dave", nil, .init(.accountRemoved("dave"))),
                (.delete, "/removals/dave", nil, .init(.readmitted("dave"))),
                (.put, "/owner/carol", nil, .init(kind: .transferred, account: "carol")),
                (.delete, "", nil, .init(.forgotten)),
            ]
            for (method, suffix, body, event) in acts {
                for _ in 0..<2 { try await client.sendAsBackend(method, path + suffix, body) }
                let lines = try server.acts.suffix(2)
                #expect(lines.map { $0.events?.map(\.subject) } == [[event.subject], []], "\(method) \(suffix)")
                #expect(lines.map(\.repeated) == [nil, [event]], "\(method) \(suffix)")
            }
            let again = StartRequest(idempotencyKey: UUID(), selectedOptions: ["read"]).json
            for _ in 0..<2 { try await client.send(.post, "/collaborations", as: "alice", again) }
            #expect(try server.acts.last?.repeated == [.init(.selected(["read"]))])
        }
    }

    @Test("A log that ends with a part of a line goes on with a new one")
    func partOfLine() throws {
        let log = try folder.write(#"{"audit":1,"ti"#, to: "audit.log")
        for request in ["one", "two"] { try AuditLog(path: log).write(request) }
        let text = try String(contentsOf: URL(filePath: log), encoding: .utf8)
        let lines = text.split(separator: "\n").map { try? JSONDecoder().decode(AuditLine.self, from: Data($0.utf8)) }
        #expect(lines.map(\.?.request) == [nil, "one", "two"])
    }

    @Test("Two logs in one file keep each other's lines whole, however long these are")
    func sharedFile() async throws {
        let path = folder.path + "/audit.log"
        let long = String(repeating: "a", count: 100_000)
        try await withThrowingTaskGroup { group in
            for _ in 0..<2 {
                let audit = try AuditLog(path: path)
                group.addTask { for _ in 0..<200 { try audit.write(long) } }
            }
            try await group.waitForAll()
        }
        #expect(try folder.acts.count == 400)
    }

    @Test("A log that is renamed or deleted goes on in a new file, and a pipe that nobody reads is no log")
    func rotation() throws {
        let path = folder.path + "/audit.log"
        let audit = try AuditLog(path: path)
        try audit.write("one")
        try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
        try audit.write("two")
        #expect(try folder.acts.map(\.request) == ["two"])
        #expect(fcntl(audit.descriptor, F_GETFD) == FD_CLOEXEC)
        try FileManager.default.removeItem(atPath: folder.path)
        #expect(throws: HTTPError.self) { try audit.write("three") }
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: false)
        #expect(audit.isWritten)
        #expect(try folder.acts.map(\.request) == ["three"])
        #expect(mkfifo(path + ".pipe", 0o600) == 0)
        #expect(throws: StartError.self) { try AuditLog(path: path + ".pipe") }
    }

    @Test("Lines have the times of their changes, in whichever order they are written")
    func order() async throws {
        let (store, audit) = (Database(StubStore()), try AuditLog(path: folder.path + "/audit.log"))
        func act(_ request: String, then next: () async throws -> Void = {}) async throws {
            try await audit.record(.test(request)) {
                _ = try await store.record(of: "c")
                try await Task.sleep(for: .milliseconds(2))
                try await next()
                return []
            }
        }
        try await act("one") { try await act("two") }
        let acts = try folder.acts
        #expect(acts.map(\.request) == ["two", "one"] && acts[0].time > acts[1].time)
    }

    @Test("A command whose line cannot be written says the line")
    func command() async throws {
        let (pipe, (_, store, collaborations)) = (FullPipe(), try await folder.open())
        let identity = bob.invitation(to: "doc").identity
        try await collaborations["doc"].start(StartRequest(selectedOptions: ["read"]), as: "alice")
        _ = try await collaborations["doc"].apply(ParticipantsUpdate(addedIdentities: [identity]), by: .server)
        let settings = try await folder.settings([], ["AUDIT_FILE": pipe.path])
        let error = try await #require(throws: StartError.self) {
            try await Operator.output(settings) { try await $0.remove(identity) }
        }
        #expect("\(error)".contains(#""kind":"identityRemoved""#))
        await store.base.close()
    }

    @Test("While a line cannot be written the server is not ready, and writes it when it is asked")
    func readiness() async throws {
        let (pipe, settings) = (FullPipe(), try await folder.settings())
        let audit = try AuditLog(path: pipe.path)
        #expect(throws: HTTPError.self) { try audit.write("one") }
        let store = try await Database.open(settings.database)
        let server = Server(settings: settings, store: store, audit: audit, logger: Logger(label: "test"))
        let operations = try server.applications().operations
        try await operations.test(.router) { client async throws in
            let answer = try await client.execute(uri: "/ready", method: .get)
            #expect(answer.status == .serviceUnavailable && answer.text == "audit-not-writable")
            pipe.drain()
            #expect(try await client.execute(uri: "/ready", method: .get).text == "ready")
        }
        #expect(try pipe.lines().count == 1)
        await store.base.close()
    }

    @Test("After an error of a change the line says that the outcome is unknown, and before one there is none")
    func unknown() async throws {
        let rest = Atomic(Int.max)
        let store = StubStore(willCall: { if rest.subtract(1, ordering: .relaxed).newValue < 0 { throw Failure() } })
        let server = try await TestServer(store: store)
        try await server.run { client async throws in
            let path = "/collaborations/\(try await client.start())"
            for count in [0, 1, 0] {
                rest.store(count, ordering: .relaxed)
                let path = try server.acts.count == 2 ? "/accounts/bob" : path
                #expect(try await client.sendAsBackend(.delete, path).status == .serviceUnavailable)
            }
            let lines = try server.acts.dropFirst()
            #expect(lines.map(\.request) == ["DELETE \(path)", "DELETE /accounts/bob"])
            #expect(lines.allSatisfy { $0.outcomeUnknown?.isEmpty == false && !$0.time.isEmpty }, "\(lines)")
        }
    }

    @Test("A line that cannot be written is kept, and acts get 503 until it is written, while questions are answered")
    func full() async throws {
        let pipe = FullPipe()
        var server = try await TestServer()
        server.routes.audit = try AuditLog(path: pipe.path)
        try await server.run { client async throws in
            let request = StartRequest(idempotencyKey: UUID(), selectedOptions: ["read"])
            let failed = try await client.send(.post, "/collaborations", as: "alice", request.json)
            #expect(failed.status == .serviceUnavailable && failed.headers[.retryAfter] == "1")
            let name = request.collaboration(startedBy: "alice")
            let path = "/collaborations/\(name)"
            // The start was carried out, and the end was not.
            #expect(try await client.send(.delete, path, as: "alice").status == .serviceUnavailable)
            #expect(try await client.status(of: "alice", in: name) == .ok)
            pipe.drain()
            #expect(try await client.send(.delete, path, as: "alice").status == .noContent)
        }
        let lines = try pipe.lines().map { try JSONDecoder().decode(AuditLine.self, from: Data($0.utf8)) }
        #expect(lines.map { $0.events?.first?.kind } == [.started, .ended])
    }

    @Test("Where lines may be lost, acts go on, and a line of which a part is written is written again")
    func mayLose() async throws {
        let (pipe, log) = (FullPipe(), InMemoryLogHandler())
        let logger = Logger(label: "test") { _ in log }
        let audit = try AuditLog(path: pipe.path, mayLose: true, logger: logger)
        try audit.write("lost")
        pipe.drain(4096)
        let long = String(repeating: "a", count: 6000)
        try audit.write(long)
        try audit.write("lost too")
        pipe.drain()
        try audit.write("last")
        let lines = try pipe.lines().map { try? JSONDecoder().decode(AuditLine.self, from: Data($0.utf8)) }
        #expect(lines.map(\.?.request) == [nil, long, "last"])
        // Once, not for each line.
        #expect(log.entries.map { "\($0.message)" } == ["The audit log cannot be written"])
    }

    @Test("What an audit log has taken away is taken away again after a restore")
    func replay() async throws {
        let (settings, store, collaborations) = try await folder.open()
        let people = ["Bob", "Carol", "Dave"].map { SimulatedPerson($0) }
        for name in ["one", "two", "three"] as [CollaborationIdentifier] {
            let collaboration = collaborations[name]
            try await collaboration.start(StartRequest(selectedOptions: ["write"]), as: "alice")
            for person in people {
                let identity = person.invitation(to: name).identity
                _ = try await collaboration.apply(ParticipantsUpdate(addedIdentities: [identity]), by: .server)
                try await collaboration.admit(person)
            }
        }
        let audit = try AuditLog(path: folder.path + "/audit.log")
        func write(_ name: CollaborationIdentifier?, _ time: String, _ events: AuditLine.Event...) throws {
            var line = AuditLine(request: "", token: "backend", account: nil, collaboration: name, events: events)
            line.time = time
            try audit.write(line)
        }
        let hash = people[0].invitation(to: "one").identity.rootHash
        try write("one", "2026-01-01T00:00:00Z", .init(kind: .left, account: "dave"))
        try write("one", "2026-02-01T00:00:00Z", .init(kind: .identityRemoved, rootHash: hash))
        try write("one", "2026-02-01T00:00:01Z", .init(kind: .accountRemoved, account: "carol"))
        try write("one", "2026-02-01T00:00:02Z", .init(kind: .admitted, account: "erin", rootHash: hash))
        try write("two", "2026-02-01T00:00:03Z", .init(kind: .ended))
        try write(nil, "2026-02-01T00:00:04Z", .init(kind: .erased, account: "bob"))
        try write("later", "2026-02-01T00:00:05Z", .init(kind: .left, account: "bob"))
        let log = folder.path + "/audit.log"
        let sentences = try await Operator.output(settings) { try await $0.replayRemovals([log], since: "2026-02") }
        #expect(sentences.last == "The removals of 5 lines were given again.")
        func accounts(in name: CollaborationIdentifier) async throws -> Set<AccountIdentifier>? {
            try await collaborations[name].people().map { $0.guests.union($0.participants.keys) }
        }
        #expect(try await accounts(in: "one") == ["dave"])
        #expect(try await accounts(in: "two") == nil)
        #expect(try await accounts(in: "three") == ["carol", "dave"])
        try write("one", "2026-02-02T00:00:00Z", .init(kind: .accountRemoved, account: "alice"))
        try write("three", "2026-02-03T00:00:00Z", .init(kind: .transferred, account: "frank", former: "alice"))
        for time in ["2026-02-02", "2026-02-03"] {
            await #expect(throws: StartError.self) {
                try await Operator.output(settings) { try await $0.replayRemovals([log], since: time) }
            }
        }
        await store.base.close()
    }

    @Test("A replayed erasure removes all identities of what the account owned, those since the backup too")
    func replayOfErasure() async throws {
        let (settings, store, collaborations) = try await folder.open()
        let names = ["one", "two"] as [CollaborationIdentifier]
        let identities = names.map { bob.invitation(to: $0).identity }
        let (start, log) = (StartRequest(selectedOptions: ["read"]), folder.path + "/audit.log")
        let audit = try AuditLog(path: log)
        for (name, identity) in zip(names, identities) {
            try await collaborations[name].start(start, as: "alice")
            try audit.write(
                .test(in: name, .init(kind: .ended), .init(.identityRemoved(identity)), .init(.erased("alice")))
            )
        }
        try audit.write(.test(in: nil, .init(.erased("alice"))))
        _ = try await Operator.output(settings) { try await $0.replayRemovals([log], since: nil) }
        for (name, identity) in zip(names, identities) {
            #expect(try await collaborations[name].access(of: "alice") == nil)
            try await collaborations[name].start(start, as: "carol")
            let update = ParticipantsUpdate(addedIdentities: [identity])
            #expect(try await collaborations[name].apply(update, by: .server).isEmpty)
        }
        await store.base.close()
    }

    @Test(
        "A replay takes the lines of all logs by their times, repeated acts and selections too, and names what it cannot read"
    )
    func replayOfServers() async throws {
        let (settings, store, collaborations) = try await folder.open()
        let document = collaborations["doc"]
        try await document.start(StartRequest(selectedOptions: ["write"]), as: "alice")
        for guest in ["bob", "carol", "dave"] as [AccountIdentifier] {
            try await document.admit(guest: guest, by: .server)
        }
        func line(_ second: Int, _ members: String) -> String {
            #"{"audit":1,"collaboration":"doc",\#(members),"request":"","time":"2026-03-01T00:00:0\#(second)Z","token":""}"#
        }
        let one = [
            line(2, #""events":[{"account":"bob","kind":"accountRemoved"}]"#),
            line(3, #""account":"alice","events":[],"repeated":[{"account":"carol","kind":"accountRemoved"}]"#),
            // Carol is out already, as for a replay that is repeated.
            line(
                4,
                #""events":[{"account":"dave","kind":"selectedFor","options":["read"]},{"account":"carol","kind":"selectedFor"}]"#
            ),
        ]
        let two = [
            line(1, #""events":[{"account":"bob","kind":"readmitted"}]"#), "Serving", #"{"audit":1,"#,
            #"host: {\"audit\":1}"#, #"{"account":"b"#, line(5, #""events":[{"kind":"selected","options":["read"]}]"#),
        ]
        let files = try [one, two].enumerated().map { number, lines in
            try folder.write(lines.joined(separator: "\n") + "\n", to: "\(number).log")
        }
        let compressed = folder.path + "/2.log.gz"
        try Data([0x1F, 0x8B]).write(to: URL(filePath: compressed))
        let error = try await #require(throws: StartError.self) {
            try await Operator.output(settings) { try await $0.replayRemovals(files + [compressed], since: nil) }
        }
        let count = "The removals of 5 lines were given again. 1 lines are none of an audit log. Not these:"
        let unread = [3, 4, 5].map { "\nLine \($0) of \(files[1]) cannot be read." }.joined()
        #expect("\(error)" == count + unread + "\nLine 1 of \(compressed) cannot be read.")
        let people = try #require(try await document.people())
        #expect(people.removedAccounts == ["bob", "carol"] && people.selections == ["dave": ["read"]])
        let replayed = try folder.acts
        #expect(replayed.map(\.account) == [nil, nil, "alice", nil, nil])
        #expect(replayed.allSatisfy { $0.request == "replay-removals" })
        // An owner takes back what an owner has done.
        await #expect(throws: CollaborationError.refused(.mayNotAct(.readmit("bob")))) {
            try await document.readmit("bob", by: .account("alice"))
        }
        try await document.readmit("carol", by: .account("alice"))
        #expect(try await document.access(of: "dave")?.permittedOptions == ["read"])
        #expect(try await document.start(StartRequest(selectedOptions: ["read"]), as: "alice").events.isEmpty)
        await store.base.close()
    }
}

extension AuditLine {
    fileprivate static func test(_ request: String) -> Self {
        Self(request: request, token: "account", account: "b", collaboration: "c", events: [])
    }

    fileprivate static func test(in name: CollaborationIdentifier?, _ events: Event...) -> Self {
        Self(request: "", token: "backend", account: nil, collaboration: name, events: events)
    }
}

extension AuditLog {
    fileprivate func write(_ request: String) throws { try write(.test(request)) }
}

/// A pipe that nobody reads until a test does, and that takes no more.
private final class FullPipe: Sendable {
    private let pipe = Pipe()
    private let filling = Atomic(0)

    /// What an audit log is opened with.
    var path: String { "/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)" }

    init() {
        let bytes = [UInt8](repeating: UInt8(ascii: "\n"), count: 1 << 20)
        let rest = StandardStream.write(bytes, to: pipe.fileHandleForWriting.fileDescriptor, waits: false)
        filling.store(bytes.count - rest.count, ordering: .relaxed)
    }

    /// Reads the filling, or so many bytes of it.
    func drain(_ count: Int = .max) {
        let count = min(count, filling.load(ordering: .relaxed))
        _ = try? pipe.fileHandleForReading.read(upToCount: count)
        filling.subtract(count, ordering: .relaxed)
    }

    /// The lines that were written after the filling.
    func lines() throws -> [Substring] {
        try pipe.fileHandleForWriting.write(contentsOf: Data("end".utf8))
        var text = ""
        while !text.hasSuffix("end") {
            text += String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
        }
        return text.dropLast(3).split(separator: "\n")
    }
}
