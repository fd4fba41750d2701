import CollaborationServer
import CollaborationTesting
import Testing

@Suite("A serial order of racing calls")
struct SerialOrderTests {
    let scene: StoreScene
    let add: SerialOrder.Call

    init() throws {
        scene = try StoreScene("order")
        add = (.update(scene.update(adding: [0])), .accounts([]))
    }

    /// A call that pairs the one identity with an account.
    func pair(_ account: Int, _ outcome: PairingOutcome) -> SerialOrder.Call {
        (.pair(scene.pairing(0, with: account, challenge: account)), .outcome(outcome))
    }

    /// What is seen in the end, if an account has access.
    func seen(_ account: Int) -> [SerialOrder.Call] {
        [(.accounts(scene.collaboration), .accounts([scene.accounts[account]]))]
    }

    @Test("explains what some order of the calls brings about")
    func explained() {
        let histories = [[add, pair(0, .pairedWithAnotherAccount)], [pair(1, .paired(revoked: nil))]]
        #expect(SerialOrder.explains(histories, then: seen(1)))
    }

    @Test("explains no results that no order brings about")
    func results() {
        let histories = [[add, pair(0, .paired(revoked: nil))], [pair(1, .paired(revoked: nil))]]
        #expect(!SerialOrder.explains(histories, then: []))
    }

    @Test("explains no state that the results do not lead to")
    func state() {
        let histories = [[add, pair(0, .pairedWithAnotherAccount)], [pair(1, .paired(revoked: nil))]]
        #expect(!SerialOrder.explains(histories, then: seen(0)))
    }

    @Test("leaves the calls of one caller in their order")
    func program() {
        #expect(!SerialOrder.explains([[pair(0, .paired(revoked: nil)), add]], then: []))
        #expect(SerialOrder.explains([[pair(0, .paired(revoked: nil))], [add]], then: seen(0)))
    }
}
