import Testing

@testable import CheckServer

@Suite("Plan")
struct PlanTests {
    /// The first steps of a plan for a server that has all routes.
    private let steps: [Plan.Step] = {
        let acts: [Move.Act] = [.start, .add, .drop, .prove, .leave, .guest, .transfer, .remove, .end]
        var plan = Plan(from: Model(isNamed: true, hasBackEnd: false), acts: acts, selections: [["write"], ["read"]])
        return (0..<10).flatMap { _ in plan.walk() }
    }()

    @Test("A plan meets each act, done and refused, and people who are owners, guests and participants in turn")
    func states() {
        let roles = Set(steps.flatMap { step in step.after.people.indices.map(step.after.role) })
        #expect(roles.isSuperset(of: [0, 1, 3, 4, 6, 7, 9]))
        let done = Set(steps.filter(\.expected.isDone).map(\.move.act.rawValue))
        let refused = Set(steps.filter { !$0.expected.isDone }.map(\.move.act.rawValue))
        #expect(done == Set(0...8) && refused.count >= 7)
    }

    @Test("A plan asks little beside what each account has access to")
    func requests() { #expect(steps.reduce(0) { $0 + $1.lists.count + $1.identities.count } < steps.count) }
}
