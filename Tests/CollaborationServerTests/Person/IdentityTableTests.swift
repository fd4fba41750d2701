import CollaborationCore
import CollaborationTestSupport
import Testing

@testable import CollaborationServer

@Suite("What an act does to an identity while the collaboration is started", .timeLimit(.minutes(1)))
struct IdentityTableTests {
    /// `=`: the identity stays what it is; `/`: what the policies `refuse` and `replace` do; `other`: identityOfAnotherAccount.
    static let table = ContractTable(
        """
        identity is         | added    | removed by an update | proof by a                  | proof by b
        unknown             | unproven | removed              | unknownIdentity             | unknownIdentity
        unproven            | =        | removed              | held by a                   | held by b
        held by a           | =        | removed              | =                           | other / held by b, had by a
        left by a           | =        | removed              | held by a                   | held by b, had by a
        held by b, had by a | =        | removed              | other / held by a, had by b | =
        left by b, had by a | =        | removed              | held by a, had by b         | held by b, had by a
        unproven, had by a  | =        | removed              | held by a                   | held by b, had by a
        removed             | =        | =                    | removedIdentity             | removedIdentity
        """
    )

    static let secondTable = ContractTable(
        """
        identity is         | a leaves  | a is removed | end     | a is erased
        unknown             | =         | =            | =       | =
        unproven            | =         | =            | removed | =
        held by a           | left by a | removed      | removed | unproven
        left by a           | =         | removed      | removed | unproven
        held by b, had by a | =         | removed      | removed | held by b
        left by b, had by a | =         | removed      | removed | left by b
        unproven, had by a  | =         | removed      | removed | unproven
        removed             | =         | =            | =       | =
        """
    )

    static let (a, b): (AccountIdentifier, AccountIdentifier) = ("account-a", "account-b")

    @Test(
        "An act on an identity does what the table of identities says",
        arguments: table.cells + secondTable.cells,
        PairingPolicy.allCases
    )
    func cell(_ cell: ContractTable.Cell, policy: PairingPolicy) async throws {
        let scene = try await Self.scene(with: cell.state, policy: policy)
        let before = try await scene.identity()
        // A record remembers in one way that an account has left, and that whoever proved the identity after it was erased.
        #expect(before == (cell.state == "unproven, had by a" ? "left by a" : cell.state))
        let hadAccess = try await scene.document.access(of: Self.a) != nil
        let acts = ["a leaves": "leave", "a is removed": "remove", "a is erased": "erase"]
        let act = cell.act.hasPrefix("proof") ? "proof" : acts[cell.act] ?? cell.act
        let account = cell.act == "proof by b" ? Self.b : Self.a

        let (change, refusal) = try await scene.act { try await scene.perform(act, on: account) }

        let parts = cell.expected.split(separator: " / ").map { String($0) }
        var expected = (policy == .refuse ? parts.first : parts.last) ?? ""
        if expected == "other" { expected = "identityOfAnotherAccount" }
        let isRefused = expected.hasSuffix("Identity") || expected == "identityOfAnotherAccount"
        #expect(refusal == (isRefused ? expected : act == "leave" && !hadAccess ? "noAccess" : nil))
        let after = isRefused || expected == "=" ? before : expected
        #expect(try await scene.identity() == after)
        guard let change else { return }
        let isEmpty = before == after && ["added", "removed by an update", "proof"].contains(act)
        let removesIdentity = before != after && after == "removed"
        let events = Scene.events(of: act, on: account, removesIdentity: removesIdentity)
        #expect(change.events == (isEmpty ? [] : events))
        if removesIdentity { #expect(try await scene.document.people()?.participants.isEmpty != false) }
    }

    private static func scene(with state: String, policy: PairingPolicy) async throws -> Scene {
        let scene = try await Scene.started(
            policy: policy,
            verifies: BuildConfiguration.isRelease,
            adding: state == "unknown" ? [] : [Scene.identity]
        )
        if state == "removed" { try await scene.perform("removed by an update", on: a) }
        guard state.contains("by") else { return scene }
        let isTaken = state.contains("had by a")
        try await scene.act { try await scene.prove(as: a) }
        // Under the policy that refuses, an account must have left before another one can prove.
        if state == "left by a" || isTaken && policy == .refuse { try await scene.perform("leave", on: a) }
        if isTaken { try await scene.act { try await scene.prove(as: b) } }
        if state.hasPrefix("left by b") { try await scene.perform("leave", on: b) }
        if state.hasPrefix("unproven") { try await scene.perform("erase", on: b) }
        return scene
    }

    @Test("A challenge is used up by an admission that changes nothing, and not by one that is refused")
    func challenges() async throws {
        let scene = try await Scene.started(adding: [Scene.identity])
        try await scene.prove(as: Self.a)
        let (answer, later) = try (scene.answer(as: Self.a), scene.answer(as: Self.b))
        let admit = { try await scene.document.admit(answer, as: Self.a) }
        #expect(try await scene.act(admit).change?.isEmpty == true)
        #expect(try await scene.act(admit).refusal == "challengeAlreadyUsed")

        let admitLater = { try await scene.document.admit(later, as: Self.b) }
        #expect(try await scene.act(admitLater).refusal == "identityOfAnotherAccount")
        try await scene.perform("remove", on: Self.b)
        #expect(try await scene.act(admitLater).refusal == "accountRemoved")
        try await scene.perform("readmit", on: Self.b)
        try await scene.perform("leave", on: Self.a)
        #expect(try await scene.act(admitLater).change?.gained == [Self.b])
    }

    @Test(
        "An identity remembers eight accounts, refuses a ninth, and is removed with the first",
        arguments: PairingPolicy.allCases
    )
    func nineAccounts(policy: PairingPolicy) async throws {
        let scene = try await Scene.started(policy: policy, adding: [Scene.identity])
        let accounts = (1...8).map { AccountIdentifier("holder-\($0)") }
        /// Proves, and leaves again where another account could not prove otherwise.
        func prove(as account: AccountIdentifier) async throws -> String? {
            let (_, refusal) = try await scene.act { try await scene.prove(as: account) }
            if policy == .refuse, refusal == nil { try await scene.perform("leave", on: account) }
            return refusal
        }
        for account in accounts + [accounts[1]] { #expect(try await prove(as: account) == nil) }
        #expect(try await prove(as: "holder-9") == "identityOfAnotherAccount")
        try await scene.perform("erase", on: accounts[2])
        try await scene.prove(as: "holder-9")
        let change = try await scene.document.remove(accounts[0], by: .server)
        #expect(change.lost == ["holder-9"])
        #expect(change.events == [.identityRemoved(Scene.identity), .accountRemoved(accounts[0])])
        #expect(try await prove(as: accounts[1]) == "removedIdentity")
    }

    @Test(
        "An account inherits the selection of the last holder of an identity unless it has its own",
        arguments: [true, false]
    )
    func inheritance(hasOwn: Bool) async throws {
        let scene = try await Scene.started(policy: .replace, adding: [Scene.identity])
        for (account, option) in [("carol", "anyone"), (Self.a, "read")] as [(AccountIdentifier, OptionIdentifier)] {
            try await scene.prove(as: account)
            try await scene.document.select([option], for: account, by: .server)
        }
        if hasOwn { try await scene.document.select(["write"], for: Self.b, by: .server) }
        let (change, _) = try await scene.act { try await scene.prove(as: Self.b) }
        #expect(try await scene.document.access(of: Self.b)?.permittedOptions == (hasOwn ? ["write"] : ["read"]))
        let inherited: Set<Change.Event> = hasOwn ? [] : [.selectedFor(Self.b, ["read"])]
        #expect(Set(change?.events ?? []) == inherited.union([.admitted(Self.b, Scene.identity)]))
        #expect(change?.lost == [Self.a])
        #expect(try await scene.document.people()?.selections[Self.a] == ["read"])
    }
}
