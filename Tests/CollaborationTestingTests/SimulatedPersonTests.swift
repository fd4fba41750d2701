import CollaborationModels
import CollaborationTesting
import Testing

@Suite("A simulated person")
struct SimulatedPersonTests {
    @Test("has the same keys in every run, and others than any other person")
    func keys() throws {
        let bob = SimulatedPerson("Bob", devices: ["phone", "laptop"])
        #expect(
            bob.devices.map(\.publicKey)
                == SimulatedPerson("Bob", devices: ["phone", "laptop"]).devices.map(\.publicKey)
        )
        let others = [
            SimulatedPerson("Bob", handle: "bob@work.example"), SimulatedPerson("Bob", seed: "2"),
            SimulatedPerson("Carol"),
        ]
        let keys = (bob.devices + others.flatMap(\.devices)).map(\.publicKey)
        #expect(Set(keys).count == 5)
        #expect(
            try bob.identity(in: "doc").identity
                == SimulatedPerson("Bob", devices: ["phone", "laptop"]).identity(in: "doc").identity
        )
    }

    @Test("has a handle and devices by name")
    func names() throws {
        let bob = SimulatedPerson("Bob", devices: ["phone", "laptop"])
        #expect(bob.handle == "bob@example.com")
        #expect(try bob.device("laptop").name == "laptop")
        #expect(throws: SimulationError.unknownDevice) { try bob.device("watch") }
    }
}
