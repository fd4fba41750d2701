import CollaborationServer
import CollaborationTesting
import Testing

@Suite("Serial orders")
struct SerialOrderTests {
    let fixture: StoreFixture
    let add: SerialOrder.Call

    init() throws {
        fixture = try StoreFixture("order")
        add = (.update(fixture.update(adding: [0])), .accounts([]))
    }

    /// A call that pairs the one identity with an account.
    func pair(_ account: Int, _ outcome: PairingOutcome) -> SerialOrder.Call {
        (.pair(fixture.pairing(0, with: account, challenge: account)), .outcome(outcome))
    }

    /// The final state if an account has access.
    func seen(_ account: Int) -> [SerialOrder.Call] {
        [
            (
                .identities(fixture.accounts[account], fixture.collaboration),
                .identities([fixture.identities[0]])
            )
        ]
    }

    @Test("Results that some order of the calls returns are serializable")
    func explained() {
        let histories = [[add, pair(0, .pairedWithAnotherAccount)], [pair(1, .paired(revoked: nil))]]
        #expect(SerialOrder.explains(histories, then: seen(1)))
    }

    @Test("Results that no order of the calls returns are not serializable")
    func results() {
        let histories = [[add, pair(0, .paired(revoked: nil))], [pair(1, .paired(revoked: nil))]]
        #expect(!SerialOrder.explains(histories, then: []))
    }

    @Test("A final state that contradicts the results is not serializable")
    func state() {
        let histories = [[add, pair(0, .pairedWithAnotherAccount)], [pair(1, .paired(revoked: nil))]]
        #expect(!SerialOrder.explains(histories, then: seen(0)))
    }

    @Test("The calls of one caller keep their order")
    func program() {
        #expect(!SerialOrder.explains([[pair(0, .paired(revoked: nil)), add]], then: []))
        #expect(SerialOrder.explains([[pair(0, .paired(revoked: nil))], [add]], then: seen(0)))
    }
}
