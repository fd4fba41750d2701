import CollaborationModels
import CollaborationCore
import CollaborationTesting
import Testing

@Suite("Simulated person")
struct SimulatedPersonTests {
    @Test("A person's keys are the same in every run and differ from everybody else's")
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

    @Test("A person has a handle made from the name, and finds devices by name")
    func names() throws {
        let bob = SimulatedPerson("Bob", devices: ["phone", "laptop"])
        #expect(bob.handle == "bob@example.com")
        #expect(try bob.device("laptop").name == "laptop")
        #expect(throws: SimulationError.unknownDevice) { try bob.device("watch") }
    }
}
