import CollaborationCore
import CollaborationTesting
import Testing

@testable import CollaborationServer

@Suite("What an act does to an account while the collaboration is started", .timeLimit(.minutes(1)))
struct AccountTableTests {
    /// `=`: the account stays what it is.
    static let table = ContractTable(
        """
        account is       | guest          | select         | leave    | remove  | readmit | transfer | end     | erase
        nobody           | guest          | own selection  | noAccess | removed | =       | noAccess | =       | =
        participant      | guest too      | own selection  | left     | removed | =       | owner    | nobody  | nobody
        guest            | =              | own selection  | nobody   | removed | =       | owner    | nobody  | nobody
        guest too        | =              | own selection  | left     | removed | =       | owner    | nobody  | nobody
        one who has left | guest          | own selection  | noAccess | removed | =       | noAccess | nobody  | nobody
        owner            | =              | isOwner        | isOwner  | isOwner | =       | =        | nobody  | nobody
        removed          | accountRemoved | accountRemoved | noAccess | =       | nobody  | noAccess | removed | nobody
        """
    )

    /// A cell, who acts, and whether the account has a selection of its own before.
    struct Case: CustomTestStringConvertible {
        let cell: ContractTable.Cell
        let actor: Collaboration.Actor
        let hasSelection: Bool

        var testDescription: String {
            "\(cell.testDescription) by \(actor)\(hasSelection ? ", with a selection of its own" : "")"
        }
    }

    static let cases: [Case] = table.cells.flatMap { cell in
        [Collaboration.Actor.account("alice"), .server].flatMap { actor in
            [false, true].filter { !$0 || !["owner", "removed"].contains(cell.state) }.map {
                Case(cell: cell, actor: actor, hasSelection: $0)
            }
        }
    }

    @Test("An act on an account does what the table of accounts says", arguments: cases)
    func cell(_ test: Case) async throws {
        let (state, act, expected, actor) = (test.cell.state, test.cell.act, test.cell.expected, test.actor)
        let account: AccountIdentifier = state == "owner" ? "alice" : "account-a"
        let scene = try await Self.scene(with: account, being: state, by: actor)
        if test.hasSelection { try await scene.document.select(["read"], for: account, by: actor) }
        let before = try await scene.standing(of: account)
        #expect(before == (state == "one who has left" ? "left" : state))

        let (change, refusal) = try await scene.act { try await scene.perform(act, on: account, by: actor) }

        let isRefused = ["noAccess", "isOwner", "accountRemoved"].contains(expected)
        #expect(refusal == (isRefused ? expected : nil))
        let stays = isRefused || ["=", "own selection"].contains(expected)
        #expect(try await scene.standing(of: account) == (stays ? before : expected))
        let people = try await scene.document.people()
        #expect((people == nil) == (act == "end" || act == "erase" && state == "owner"))
        let isSelectionKept = test.hasSelection && (isRefused || ["guest", "leave", "readmit"].contains(act))
        let selection: Set<OptionIdentifier>? = isSelectionKept ? ["read"] : nil
        #expect(people?.selections[account] == (expected == "own selection" ? ["anyone"] : selection))
        guard let change else { return }

        let removesIdentity = act == "end" || ["participant", "guest too", "one who has left"].contains(state)
        let events = Scene.events(of: act, on: account, removesIdentity: removesIdentity)
        #expect(change.events == (expected == "=" && act != "end" ? [] : events))
        guard expected == "owner" else { return }
        #expect(try await scene.standing(of: "alice") == "guest")
        #expect(change.changed == [account, "alice"])
    }

    /// A scene in which an account has come into a state, by acts of an actor.
    private static func scene(
        with account: AccountIdentifier,
        being state: String,
        by actor: Collaboration.Actor = .server
    ) async throws -> Scene {
        let acts = [
            "participant": ["proof"], "guest": ["guest"], "guest too": ["proof", "guest"],
            "one who has left": ["proof", "leave"], "removed": ["remove"],
        ]
        let scene = try await Scene.started(adding: [Scene.identity])
        for act in acts[state] ?? [] { try await scene.perform(act, on: account, by: actor) }
        return scene
    }

    // MARK: - Who may act

    @Test(
        "An account that is not the owner can do nothing to another one",
        arguments: ["nobody", "participant", "guest", "one who has left", "removed"],
        ["added", "guest", "select", "remove", "readmit", "transfer", "end"]
    )
    func strangers(state: String, act: String) async throws {
        let scene = try await Self.scene(with: "account-a", being: state)
        try await scene.document.admit(guest: "carol", by: .server)
        let name = ["added": "addIdentities", "guest": "admitGuest"][act] ?? act
        let (_, refusal) = try await scene.act {
            try await scene.perform(act, on: "carol", by: .account("account-a"))
        }
        #expect(refusal == (["participant", "guest"].contains(state) ? "mayNotAct(\(name))" : "noAccess"))
    }

    // MARK: - Removal and selection

    @Test("An account that the server has removed cannot be readmitted by the owner")
    func removalByTheServer() async throws {
        let scene = try await Scene.started()
        func act(_ act: String, by actor: Collaboration.Actor) async throws -> (change: Change?, refusal: String?) {
            try await scene.act { try await scene.perform(act, on: "account-a", by: actor) }
        }
        #expect(try await act("remove", by: .account("alice")).change?.events == [.accountRemoved("account-a")])
        #expect(try await act("remove", by: .server).change?.events == [.accountRemoved("account-a")])
        #expect(try await act("remove", by: .account("alice")).change?.events == [])
        #expect(try await act("readmit", by: .account("alice")).refusal == "mayNotAct(readmit)")
        #expect(try await act("readmit", by: .server).change?.events == [.readmitted("account-a")])
    }

    @Test(
        "A removal outlives the end and a new start, and readmitting lifts that of the account, not of its identities"
    )
    func removalAndEnd() async throws {
        let scene = try await Scene.started(adding: [Scene.identity])
        try await scene.prove(as: "account-a")
        for act in ["remove", "end"] { try await scene.perform(act, on: "account-a") }
        try await scene.perform("start", on: "carol")
        try await scene.update(adding: [Scene.identity, Scene.second.identity])
        let prove = { try await scene.prove(as: "account-a", for: Scene.second) }
        #expect(try await scene.act(prove).refusal == "accountRemoved")
        try await scene.perform("readmit", on: "account-a")
        #expect(try await scene.act { try await scene.prove(as: "account-a") }.refusal == "removedIdentity")
        #expect(try await scene.act(prove).change?.gained == ["account-a"])
    }

    @Test(
        "A guest who has proven an identity keeps access when it is removed, and has not left when another account takes it"
    )
    func lossOfAnIdentity() async throws {
        let scene = try await Scene.started(policy: .replace, adding: [Scene.identity, Scene.second.identity])
        // The account has left with the second identity, and holds the first.
        for invitation in [Scene.second, Scene.invitation] { try await scene.prove(as: "account-a", for: invitation) }
        for act in ["leave", "proof"] { try await scene.perform(act, on: "account-a") }
        let (taken, _) = try await scene.act { try await scene.perform("proof", on: "account-b") }
        #expect(taken?.lost == ["account-a"])
        #expect(taken?.events == [.admitted("account-b", Scene.identity)])

        try await scene.perform("guest", on: "account-b")
        let (removed, _) = try await scene.act { try await scene.perform("removed by an update", on: "account-b") }
        #expect(removed?.changed == ["account-b"])
        #expect(removed?.events == [.identityRemoved(Scene.identity)])
        #expect(try await scene.standing(of: "account-b") == "guest")
    }

    @Test("A selection for one account takes the place of that for everybody until nil is selected for it")
    func selection() async throws {
        let scene = try await Scene.started()
        try await scene.document.admit(guest: "account-a", by: .server)
        for selection in [["read"], [], nil] as [Set<OptionIdentifier>?] {
            let select = { try await scene.document.select(selection, for: "account-a", by: .server) }
            #expect(try await scene.act(select).change?.events == [.selectedFor("account-a", selection)])
            #expect(try await scene.act(select).change?.isEmpty == true)
            let permitted = try await scene.document.access(of: "account-a")?.permittedOptions
            #expect(permitted == selection ?? ["write"])
        }
        await #expect(throws: CollaborationError.self) {
            try await scene.document.select(["unknown"], for: "account-a", by: .server)
        }
    }
}
