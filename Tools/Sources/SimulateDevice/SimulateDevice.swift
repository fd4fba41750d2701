import ArgumentParser
import CollaborationCore
import CollaborationTesting
import Foundation
import ToolSupport

/// Plays the sender's app and a recipient's device, to walk a server through the life cycle with curl.
///
/// Documentation/WireFormat.md shows the walk.
@main
struct SimulateDevice: Tool {
    static let configuration = CommandConfiguration(
        commandName: "SimulateDevice",
        abstract: "Plays the sender's app and a recipient's device.",
        discussion: """
            Every person has two devices, phone and laptop. Keys depend on nothing but the names and the seed: who is added \
            with one seed proves the identity with the same seed. A name that begins with a hyphen stands behind --.

            exit status: 0, 64 for wrong arguments, 65 for a challenge that is not base64, 74 if reading or writing fails
            """,
        version: "Signed identity proofs, version 2",
        subcommands: [Update.self, Answer.self]
    )
}

/// What both commands take.
struct Scene: ParsableArguments {
    @Argument(help: "The collaboration's identifier, 1 to 1,024 bytes.", transform: identifier)
    var collaboration: CollaborationIdentifier

    @Option(help: "Other keys for each seed.") var seed = ""

    func person(_ name: String) -> SimulatedPerson {
        SimulatedPerson(name, devices: Device.allCases.map(\.rawValue), seed: seed)
    }
}

enum Device: String, CaseIterable, ExpressibleByArgument {
    case phone
    case laptop
}

/// Takes what a message can carry.
private func identifier(_ argument: String) throws -> CollaborationIdentifier {
    do {
        return try JSONDecoder().decode(CollaborationIdentifier.self, from: JSONEncoder().encode(argument))
    } catch DecodingError.dataCorrupted(let context) {
        throw ValidationError(context.debugDescription)
    }
}

struct Update: Tool {
    static let configuration = CommandConfiguration(
        abstract: "Prints the update of participants that the sender's app posts."
    )

    @OptionGroup var scene: Scene

    @Option(help: "A person whose identity is added; may be repeated.") var add: [String] = []
    @Option(help: "A person whose identity is removed; may be repeated.") var remove: [String] = []

    func run() throws {
        func identities(_ names: [String]) -> [Person.Identity] {
            names.map { scene.person($0).invitation(to: scene.collaboration).identity }
        }
        let update = ParticipantsUpdate(addedIdentities: identities(add), removedIdentities: identities(remove))
        Output.print(String(decoding: update.json, as: UTF8.self))
    }
}

struct Answer: Tool {
    static let configuration = CommandConfiguration(
        abstract: "Prints the signed proof with which a person's device answers a challenge."
    )

    @OptionGroup var scene: Scene

    @Argument(help: "The person's name.") var person: String
    @Argument(help: "The challenge in base64; without it the server's message on standard input.") var challenge = "-"
    @Option(help: "The device that signs.") var device = Device.phone

    func run() throws {
        let signer = scene.person(person)
        let invitation = signer.invitation(to: scene.collaboration)
        let answer = try signer.device(device.rawValue).answer(message(), for: invitation)
        Output.print(String(decoding: answer.json, as: UTF8.self))
    }

    private func message() throws(Stop) -> ChallengeMessage {
        if challenge == "-" {
            let text = try Input(path: "-").rest()
            do {
                return try ChallengeMessage(json: text)
            } catch {
                throw Stop("standard input has no challenge: \(error)", status: EX_DATAERR)
            }
        }
        guard let bytes = Data(base64Encoded: challenge) else {
            throw Stop("the challenge is not base64", status: EX_DATAERR)
        }
        return ChallengeMessage(bytes: bytes)
    }
}
