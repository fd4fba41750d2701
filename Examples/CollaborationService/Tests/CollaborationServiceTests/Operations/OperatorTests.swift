import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation
import Synchronization
import Testing

@testable import CollaborationService

/// One after the other, since a reset of a database ends the access that another test has given in it.
@Suite("Operator", .serialized)
struct OperatorTests {
    private let folder = TemporaryFolder()
    private let bob = SimulatedPerson("Bob")

    @Test(
        "A record counts in the share of the account that has started it last, also when it has ended, until it is forgotten",
        arguments: DatabaseKind.available
    ) func shares(kind: DatabaseKind) async throws {
        let (_, store, collaborations) = try await folder.open(kind)
        let prefix = UUID().uuidString
        let names = ["a", "b", "c"].map { CollaborationIdentifier(prefix + $0) }
        let (alice, carol) = (AccountIdentifier(prefix + "alice"), AccountIdentifier(prefix + "carol"))
        func counts() async throws -> [Int] {
            [
                try await store.base.startedCount(of: alice), try await store.base.startedCount(of: carol),
                try await store.base.collaborationCount(of: alice),
            ]
        }
        func start(_ name: CollaborationIdentifier, as account: AccountIdentifier) async throws {
            try await Database.$starter.withValue(.to(account)) {
                _ = try await collaborations[name].start(StartRequest(selectedOptions: ["read"]), as: account)
            }
            // Without a removed identity nothing is stored after the end.
            let identity = bob.invitation(to: name).identity
            _ = try await collaborations[name].apply(ParticipantsUpdate(removedIdentities: [identity]), by: .server)
        }
        for name in names { try await start(name, as: alice) }
        #expect(try await counts() == [3, 0, 3])
        _ = try await collaborations[names[0]].end(by: .server)
        #expect(try await counts() == [3, 0, 2])
        try await start(names[0], as: carol)
        #expect(try await counts() == [2, 1, 2])
        try await Database.$starter.withValue(.to(nil)) { _ = try await collaborations[names[1]].forget() }
        #expect(try await counts() == [1, 1, 1])
        try await collaborations.erase(alice) { _ in }
        try await store.base.eraseStarter(alice)
        #expect(try await counts() == [0, 1, 0])

        let summaries = try await store.base.summaries(from: names[0], limit: 3)
        #expect(summaries.map(\.name) == names)
        #expect(summaries.map(\.starter) == [carol, nil, ""])
        #expect(summaries.allSatisfy { abs($0.changed.timeIntervalSinceNow) < 600 })
        for summary in summaries {
            #expect(try await store.record(of: summary.name)?.bytes.count == summary.byteCount)
        }
        let next = CollaborationIdentifier(names[0].rawValue + "\0")
        #expect(try await store.base.summaries(from: next, limit: 1).map(\.name) == [names[1]])
        // A record that is deleted leaves the share.
        let version = try await store.record(of: names[0])?.version
        _ = try await store.replaceRecord(of: names[0], version: version, with: nil, accounts: AccountChanges())
        #expect(try await counts() == [0, 0, 0])
        await store.base.close()
    }

    @Test(
        "The accounts of the index are listed one after the other, each once, whatever their bytes",
        arguments: DatabaseKind.available
    ) func accounts(kind: DatabaseKind) async throws {
        let (_, store, _) = try await folder.open(kind)
        let name = UUID().uuidString
        let accounts = ["", "\0", "a", "a\0", "aa", "b", "é"].map { AccountIdentifier(name + $0) }
        let changes = AccountChanges(added: Set(accounts))
        for collaboration in ["x", "y"].map({ CollaborationIdentifier(name + $0) }) {
            // Without a record, which other tests of this database could not read.
            _ = try await store.replaceRecord(of: collaboration, version: nil, with: nil, accounts: changes)
        }
        var (found, last): ([AccountIdentifier], AccountIdentifier?) = ([], nil)
        while let account = try await store.base.account(after: last) {
            if account.rawValue.hasPrefix(name) { found.append(account) }
            last = account
        }
        #expect(found.sorted() == accounts)
        await store.base.close()
    }

    @Test("An operator sees who uses what, removes people, and forgets what has ended, each act with its audit line")
    func commands() async throws {
        let (_, store, collaborations) = try await folder.open()
        for name in ["ended", "other", "running"] as [CollaborationIdentifier] {
            try await Database.$starter.withValue(.to("alice")) {
                _ = try await collaborations[name].start(StartRequest(selectedOptions: ["read"]), as: "alice")
            }
            let identities = [bob, SimulatedPerson("Carol")].map { $0.invitation(to: name).identity }
            _ = try await collaborations[name].apply(ParticipantsUpdate(addedIdentities: identities), by: .server)
            try await collaborations[name].admit(bob)
        }
        try await collaborations["other"].transfer(to: "bob", by: .server)
        _ = try await collaborations["ended"].end(by: .server)
        // Never started, so that it has not ended.
        _ = try await collaborations["early"].remove("mallory", by: .server)

        let names = try await run { try await $0.listCollaborations() }.map(\.collaboration)
        #expect(names == ["early", "ended", "other", "running"])
        let accounts = try await run { try await $0.listAccounts() }
        #expect(accounts.map(\.account) == ["alice", "bob"])
        #expect(accounts.map(\.started) == [3, 0] && accounts.map(\.accessible) == [2, 2])
        #expect(try #require(accounts[0].bytes) > 0)

        let shown = try #require(try await run { try await $0.show("running") }.first)
        #expect(shown.people?.owner == "alice" && shown.startedBy == "alice" && shown.usedChallenges == 1)
        let ended = try await run { try await $0.show("ended") }.first
        #expect(shown.isRunning == true && ended?.isRunning == false && ended?.people == nil)
        let nothing = StartError("Nothing is stored about this collaboration.")
        await #expect(throws: nothing) { try await run { try await $0.show("a") } }

        // Whoever has left could come back.
        _ = try await collaborations["running"].leave(as: "bob")
        let removed = try await run { try await $0.remove("bob" as AccountIdentifier) }
        #expect(removed.map(\.collaboration) == ["other", "running"] && removed.map(\.isOwner) == [true, nil])
        #expect(removed.last?.events?.last?.kind == .accountRemoved)
        #expect(try await collaborations["running"].people()?.removedAccounts == ["bob"])

        let identity = SimulatedPerson("Carol").invitation(to: "other").identity
        #expect(try await run { try await $0.remove(identity) }.map(\.collaboration) == ["other"])
        #expect(try await run { try await $0.remove(identity) }.isEmpty)
        #expect(try await run { try await $0.show("other") }.first?.removedIdentities == 1)

        #expect(try await run { try await $0.purge(before: .distantPast) }.isEmpty)
        #expect(try await run { try await $0.purge(before: .distantFuture) }.map(\.collaboration) == ["ended"])
        #expect(try await run { try await $0.purge(before: .distantFuture) }.isEmpty)
        #expect(try await store.base.startedCount(of: "alice") == 2)
        #expect(try folder.acts.map(\.request) == ["remove-account", "remove-identity", "purge"])
        #expect(try folder.acts.allSatisfy { $0.token == "operator" })
        await store.base.close()
    }

    @Test(
        "A reset ends the access of all but the owners, and each comes back with a new proof",
        arguments: DatabaseKind.available
    ) func reset(kind: DatabaseKind) async throws {
        let (settings, store, collaborations) = try await folder.open(kind)
        let people = ["Bob", "Carol", "Dave"].map { SimulatedPerson($0) }
        let names = (0..<3).map { _ in CollaborationIdentifier(UUID().uuidString) }
        for name in names {
            let request = StartRequest(selectedOptions: ["write"])
            try await collaborations[name].start(request, as: "alice")
            let identities = people.map { $0.invitation(to: name).identity }
            _ = try await collaborations[name].apply(ParticipantsUpdate(addedIdentities: identities), by: .server)
            // The index then has an entry for an account that has no access.
            _ = try await collaborations[name].remove("mallory", by: .server)
        }
        for person in people { for name in names { try await collaborations[name].admit(person) } }
        do {
            let lines = try await Operator.output(settings) { try await $0.resetAccess() }
            #expect(lines.last == "Only owners have access, until others prove anew.")
        } catch {
            // Other tests use the same database at the same time, with records of any bytes.
            #expect("\(error)".contains("whose records are damaged: "))
            #expect(!names.contains { "\(error)".contains($0.rawValue) })
        }
        let lines = try folder.acts.filter { $0.collaboration.map(names.contains) == true }
        #expect(lines.map(\.request) == Array(repeating: "reset-access", count: 9))
        #expect(lines.allSatisfy { $0.events?.map(\.kind) == [.left] })
        for name in names {
            for person in people { #expect(try await collaborations[name].access(of: person.account) == nil) }
            #expect(try await collaborations[name].access(of: "alice")?.isOwner == true)
        }
        try await collaborations[names[0]].admit(people[0])
        #expect(try await collaborations[names[0]].access(of: "bob") != nil)
        await store.base.close()
    }

    @Test(
        "An account is removed wherever a record knows it, also where it has left, and whatever record is damaged",
        arguments: DatabaseKind.available
    ) func removal(kind: DatabaseKind) async throws {
        let (settings, store, collaborations) = try await folder.open(kind)
        let prefix = UUID().uuidString
        let account = AccountIdentifier(prefix + "bob")
        let names = ["ae\u{301}", "aé", "gone", "guest", "left", "owned"].map { CollaborationIdentifier(prefix + $0) }
        for name in names {
            try await collaborations[name].start(StartRequest(selectedOptions: ["read"]), as: "alice")
            try await collaborations[name].admit(guest: account, by: .server)
        }
        try await collaborations[names[4]].select(["write"], for: account, by: .server)
        _ = try await collaborations[names[4]].leave(as: account)
        try await collaborations[names[5]].transfer(to: account, by: .server)
        for name in names[..<3] {
            let version = try await store.record(of: name)?.version
            let record = StoredRecord(bytes: [9])
            _ = try await store.replaceRecord(of: name, version: version, with: record, accounts: AccountChanges())
        }
        _ = try await collaborations[names[2]].forget()
        await #expect {
            try await run(settings) { try await $0.remove(account) }
        } throws: {
            "\($0)".hasSuffix(" whose records are damaged: \(names[0]), \(names[1])")
        }
        for name in names[3..<5] {
            #expect(try await collaborations[name].people()?.removedAccounts == [account])
        }
        #expect(try await collaborations.list(of: account) == [names[0], names[1], names[2], names[5]])
        for name in names[..<2] { _ = try await collaborations[name].forget() }
        #expect(try await run(settings) { try await $0.remove(account) }.map(\.isOwner) == [true, nil, nil])
        await store.base.close()
    }

    @Test("After an error of the database the audit line of a command says that the outcome is unknown")
    func unknown() async throws {
        let rest = Atomic(Int.max)
        let base = StubStore(willCall: { if rest.subtract(1, ordering: .relaxed).newValue < 0 { throw Failure() } })
        let store = Database(base)
        let collaborations = try await folder.settings().collaborations(in: store)
        try await collaborations["a"].start(StartRequest(selectedOptions: ["read"]), as: "alice")
        try await collaborations["a"].admit(guest: "bob", by: .server)
        // Two calls list, the third one reads, and the fourth one changes.
        rest.store(3, ordering: .relaxed)
        let audit = try AuditLog(path: folder.path + "/audit.log")
        let command = Operator(store: store, collaborations: collaborations, audit: audit) { _ in }
        await #expect(throws: CollaborationError.self) { try await command.remove("bob" as AccountIdentifier) }
        let line = try #require(try folder.acts.first)
        #expect(line.outcomeUnknown != nil && line.events == nil && line.collaboration == "a")
    }

    @Test("What was started again since it was looked at is not forgotten")
    func race() async throws {
        let (_, store, collaborations) = try await folder.open()
        let document = collaborations["a"]
        try await document.start(StartRequest(selectedOptions: ["read"]), as: "alice")
        await #expect(throws: CollaborationError.store(Database.OtherVersion())) {
            try await Database.$onlyVersion.withValue(StoredRecord(bytes: [1]).version) { try await document.forget() }
        }
        #expect(try await document.access(of: "alice") != nil)
        await store.base.close()
    }

    @Test(
        "A command with wrong arguments is refused",
        arguments: [
            ["token"], ["token", ""], ["token", "--mode", "a"], ["token", String(repeating: "é", count: 513)],
            ["new-key", "x"], ["backup"], ["restore", "--mode"],
            ["show"], ["show", "--"], ["show", "--", "a", "--help"], ["remove-identity", "AAAA"],
            ["purge"], ["purge", "--ended-before", "yesterday"], ["purge", "--ended-before", "2026-02-31"],
            ["purge", "--ended-before", "2026-11-27T10:00:00Z"],
            ["accounts", "x"],
        ]
    ) func wrongArguments(arguments: [String]) async {
        await #expect {
            try await Command.run(arguments)
        } throws: {
            ($0 as? StartError)?.status == .usage
        }
    }

    /// Carries out a command with the settings of the folder, and returns the lines of its output.
    private func run(
        _ settings: Settings? = nil,
        _ body: (Operator) async throws -> Void
    ) async throws -> [OutputLine] {
        let settings = if let settings { settings } else { try await folder.settings() }
        return try await Operator.output(settings, body).map {
            try JSONDecoder().decode(OutputLine.self, from: Data($0.utf8))
        }
    }
}

extension Operator {
    /// Carries out a command, and returns the lines of its output.
    static func output(_ settings: Settings, _ body: (Operator) async throws -> Void) async throws -> [String] {
        let output = Mutex<[String]>([])
        try await run(settings, print: { line throws(StartError) in output.withLock { $0.append(line) } }, body)
        return output.withLock { $0 }
    }
}
