// Plays the sender's app and a recipient's device on the command line, to walk a server through the life cycle with
// curl. Documentation/WireFormat.md shows the walk.
//
//     swift run --package-path Tools SimulateDevice --help

import CollaborationCore
import CollaborationTesting
import Foundation

let help = """
    usage: SimulateDevice update DOCUMENT [--add PERSON]... [--remove PERSON]... [--seed SEED]
           SimulateDevice answer DOCUMENT PERSON CHALLENGE [--device DEVICE] [--seed SEED]

    update  prints the update of participants that the sender's app posts
    answer  prints the signed proof with which PERSON's device answers CHALLENGE: base64, or - for the server's
            answer on standard input, a JSON object with the member challenge

    Every person has two devices, phone and laptop; phone signs unless DEVICE says otherwise. Keys depend on nothing
    but the names and SEED: who is added with one seed proves the identity with the same seed.

    exit status: 0, 64 for wrong arguments, 65 for a challenge that is not base64, 74 if writing fails
    """

/// Ends the program with a message and a status of `sysexits.h`.
func stop(_ message: String, status: Int32) -> Never {
    try? FileHandle.standardError.write(contentsOf: Data("SimulateDevice: \(message)\n".utf8))
    exit(status)
}

/// The arguments: words, and options that begin with two hyphens and have a value.
struct Arguments {
    var words: [String] = []
    private var options: [(name: String, value: String)] = []

    init(_ arguments: some Sequence<String>, options known: [String]) {
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            if argument.hasPrefix("--") {
                let name = String(argument.dropFirst(2))
                guard known.contains(name), let value = rest.next() else { stop(help, status: 64) }
                options.append((name, value))
            } else {
                words.append(argument)
            }
        }
    }

    func values(of name: String) -> [String] {
        options.filter { $0.name == name }.map(\.value)
    }

    /// The value that an option has last.
    func value(of name: String) -> String? { values(of: name).last }
}

/// Reads a challenge from an argument, or from standard input for a hyphen.
func challenge(_ argument: String) -> ChallengeMessage {
    guard argument == "-" else {
        guard let bytes = Data(base64Encoded: argument) else {
            stop("the challenge is not base64", status: 65)
        }
        return ChallengeMessage(bytes: bytes)
    }
    do {
        let text = try FileHandle.standardInput.readToEnd() ?? Data()
        return try ChallengeMessage(json: text)
    } catch {
        stop("standard input has no challenge: \(error)", status: 65)
    }
}

func person(_ name: String, seed: String) -> SimulatedPerson {
    SimulatedPerson(name, devices: ["phone", "laptop"], seed: seed)
}

func printLine(_ text: Data) {
    do {
        try FileHandle.standardOutput.write(contentsOf: text + Data("\n".utf8))
    } catch {
        stop("cannot write: \(error)", status: 74)
    }
}

#if !os(Windows) && !os(WASI)
    // Without this, the signal would end the program before it can tell that nobody reads its output.
    signal(SIGPIPE, SIG_IGN)
#endif
if CommandLine.arguments.contains("--help") {
    printLine(Data(help.utf8))
    exit(0)
}
let arguments = Arguments(CommandLine.arguments.dropFirst(), options: ["add", "remove", "device", "seed"])
let seed = arguments.value(of: "seed") ?? ""
let words = arguments.words
switch (words.first, words.count) {
case ("update", 2):
    let document = CollaborationIdentifier(words[1])
    let identities = ["add", "remove"].map { option in
        arguments.values(of: option).map { person($0, seed: seed).invitation(to: document).identity }
    }
    printLine(ParticipantsUpdate(addedIdentities: identities[0], removedIdentities: identities[1]).json)
case ("answer", 4):
    let signer = person(words[2], seed: seed)
    guard let device = try? signer.device(arguments.value(of: "device") ?? "phone") else {
        stop("the devices are phone and laptop", status: 64)
    }
    let invitation = signer.invitation(to: CollaborationIdentifier(words[1]))
    printLine(try device.answer(challenge(words[3]), for: invitation).json)
default:
    stop(help, status: 64)
}
