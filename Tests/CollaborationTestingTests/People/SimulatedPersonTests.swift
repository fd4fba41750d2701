import CollaborationCore
import CollaborationTesting
import Testing

@Suite("Simulated person")
struct SimulatedPersonTests {
    @Test("A person's keys are the same in every run")
    func keys() {
        let people = (0..<2).map { _ in SimulatedPerson("Bob", devices: ["phone", "laptop"]) }
        #expect(
            people[0].devices.map { $0.key(for: "doc-42").publicKey }
                == people[1].devices.map { $0.key(for: "doc-42").publicKey }
        )
    }

    @Test("Devices of different people, handles, names and seeds have different keys")
    func differentKeys() {
        let people = [
            SimulatedPerson("Bob", devices: ["phone", "laptop"]), SimulatedPerson("Carol"),
            SimulatedPerson("Bob", handle: "bob@work.example"), SimulatedPerson("Bob", seed: "2"),
        ]
        #expect(Set(people.flatMap(\.devices).map { $0.key(for: "doc-42").publicKey }).count == 5)
    }

    @Test("The handle of a person is made from the name")
    func handle() { #expect(SimulatedPerson("Bob").handle == "bob@example.com") }

    @Test("Asking for a device that a person does not have throws")
    func unknownDevice() throws {
        let bob = SimulatedPerson("Bob", devices: ["phone", "laptop"])
        #expect(try bob.device("laptop").name == "laptop")
        #expect(throws: SimulationError.unknownDevice) { try bob.device("watch") }
    }
}
