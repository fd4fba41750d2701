import CollaborationCore
import Testing

@testable import CollaborationServer

@Suite("What an act does in each state of the collaboration", .timeLimit(.minutes(1)))
struct CollaborationStateTests {
    /// `=`: it changes nothing.
    static let table = ContractTable(
        """
        state is      | start      | start by another | start by a removed one | proof      | leave    | forget
        never started | done       | done             | accountRemoved         | notStarted | noAccess | done
        started       | done       | notOwner         | notOwner               | done       | done     | done
        ended         | done       | done             | accountRemoved         | notStarted | noAccess | done
        forgotten     | nameUsedUp | nameUsedUp       | nameUsedUp             | nameUsedUp | noAccess | =
        """
    )

    /// "carol" was a guest while it was started.
    static let accounts: [String: AccountIdentifier] = [
        "start": "alice", "start by another": "carol", "start by a removed one": "account-b", "leave": "carol",
    ]

    @Test("An act of an account for itself does what the table of states says", arguments: table.cells)
    func cell(_ cell: ContractTable.Cell) async throws {
        let act = cell.act.hasPrefix("start") ? "start" : cell.act
        try await expect(cell.expected, of: act, on: Self.accounts[cell.act] ?? "account-a", in: cell.state)
    }

    static let states = ["never started", "started", "ended", "forgotten"]
    static let acts = ["added", "guest", "select", "transfer", "end", "remove", "readmit"]

    @Test(
        "Only the server can act before a start or after an end, and only remove and readmit accounts",
        arguments: states,
        acts
    )
    func actors(state: String, act: String) async throws {
        let account: AccountIdentifier = ["readmit": "account-b", "guest": "account-a"][act] ?? "carol"
        let isRemoval = ["remove", "readmit"].contains(act)
        for actor in [Collaboration.Actor.account("alice"), .server] {
            let refusal = isRemoval && actor == .server ? "done" : "notStarted"
            let expected = ["started": "done", "forgotten": "nameUsedUp"][state] ?? refusal
            try await expect(expected, of: act, on: account, by: actor, in: state)
        }
    }

    private func expect(
        _ expected: String,
        of act: String,
        on account: AccountIdentifier,
        by actor: Collaboration.Actor = .account("alice"),
        in state: String
    ) async throws {
        let scene = try await Self.scene(state, for: act)
        let (change, refusal) = try await scene.act { try await scene.perform(act, on: account, by: actor) }
        #expect(refusal == (["done", "="].contains(expected) ? nil : expected))
        #expect(change?.isEmpty == (refusal == nil ? expected == "=" : nil))
    }

    /// A scene in a state in which "account-b" is removed by the owner, if there is one.
    private static func scene(_ state: String, for act: String = "proof") async throws -> Scene {
        guard state != "never started" else {
            let scene = try Scene()
            try await scene.act { try await scene.perform("remove", on: "account-b") }
            return scene
        }
        let scene = try await Scene.started()
        if act == "proof" { try await scene.perform("added", on: "alice") }
        for (act, account) in [("guest", "carol"), ("remove", "account-b")] as [(String, AccountIdentifier)] {
            try await scene.perform(act, on: account, by: .account("alice"))
        }
        if state == "ended" { try await scene.act { try await scene.perform("end", on: "alice") } }
        if state == "forgotten" { try await scene.act { try await scene.perform("forget", on: "alice") } }
        return scene
    }

    @Test("Only a started collaboration answers who has access and what is selected", arguments: states)
    func questions(state: String) async throws {
        let (isStarted, document) = (state == "started", try await Self.scene(state).document)
        for account in ["alice", "carol"] as [AccountIdentifier] {
            #expect(try await (document.access(of: account) != nil) == isStarted)
        }
        #expect(try await document.selection() == (isStarted ? ["write"] : nil))
        #expect(try await (document.people() != nil) == isStarted)
        let identities = try? await document.identities(of: "alice", for: "carol")
        #expect(identities == (isStarted ? [] : nil))
        #expect(throws: Never.self) { try document.challenge(as: "account-a") }
    }

    @Test("A start by the owner again tells the accounts whose selection it changes")
    func start() async throws {
        let scene = try Scene()
        func start(_ option: OptionIdentifier) async throws -> Change? {
            let request = StartRequest(selectedOptions: [option])
            return try await scene.act { try await scene.document.start(request, as: "alice") }.change
        }
        let first = try await start("write")
        #expect(first?.events == [.started("alice"), .selected(["write"])])
        for act in ["guest", "select"] { try await scene.perform(act, on: "carol") }
        try await scene.perform("guest", on: "account-a")
        let second = try await start("read")
        #expect(second?.events == [.selected(["read"])])
        #expect(second?.changed == ["account-a"])
        #expect(try await start("read")?.isEmpty == true)
        #expect(try await scene.document.selection() == ["read"])
    }

    @Test("What remains of a forgotten collaboration is a mark of one size that has no challenges", arguments: states)
    func forget(state: String) async throws {
        let scene = try await Self.scene(state)
        if state == "started" { try await scene.perform("proof", on: "account-a") }
        let (change, _) = try await scene.act { try await scene.perform("forget", on: "alice") }
        #expect(change?.events == (state == "forgotten" ? [] : [.forgotten]))
        #expect(change?.lost == (state == "started" ? ["alice", "account-a", "carol"] : []))
        var mark = CollaborationRecord()
        mark.isNameUsedUp = true
        #expect(try await scene.snapshot().record == mark)
    }
}
