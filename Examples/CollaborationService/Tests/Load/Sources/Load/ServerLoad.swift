import ArgumentParser
import Foundation

/// Measures admissions and reads.
struct ServerLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "server",
        abstract: "Creates documents, invites people to them, and measures admissions and reads."
    )

    enum Kind: String, CaseIterable, ExpressibleByArgument {
        /// Asks for a challenge, signs it, and sends the proof, whose answer is measured.
        case admissions

        /// Sends proofs that were signed before, so that the server does not share its cores with a signer.
        case proofs

        /// Reads a document as a participant.
        case reads
    }

    @Argument(
        help: "Addresses of the server's nodes, such as http://127.0.0.1:8080. They must be on this machine."
    )
    var nodes: [LoopbackURL]

    @Option(help: "The secret that the server verifies tokens with (HS256), in base64.")
    var secret: String

    @Option(parsing: .upToNextOption, help: "What to measure.")
    var kinds: [Kind] = Kind.allCases

    @Option(parsing: .upToNextOption, help: "Numbers of connections, each with one request at a time.")
    var connections = [1, 10, 100]

    @Option(help: "How long to measure each number of connections, in seconds.")
    var seconds = 10

    @Option(help: "How many answers end a measurement before its time.")
    var maximumCount = 1_000_000

    @Option(help: "How many documents to create.")
    var documents = 1000

    @Option(help: "How many people to invite to each document.")
    var people = 10

    @Option(help: "How many documents have a person who proves an identity and reads.")
    var participants = 1000

    @Option(help: "How many proofs to sign before a measurement of proofs. Their challenges soon expire.")
    var signedProofs = 20_000

    func validate() throws {
        guard Data(base64Encoded: secret) != nil else { throw ValidationError("The secret is not base64.") }
        let bounds =
            [
                ("--seconds", seconds, 3600), ("--maximum-count", maximumCount, 10_000_000),
                ("--documents", documents, 200_000), ("--people", people, 1000),
                ("--participants", participants, 20_000), ("--signed-proofs", signedProofs, 200_000),
            ] + connections.map { ("--connections", $0, 1000) }
        for (name, value, maximum) in bounds where !(1...maximum).contains(value) {
            throw ValidationError("\(name) must be from 1 to \(maximum).")
        }
    }

    func run() async throws {
        let tokens = Tokens(secret: Array(Data(base64Encoded: secret) ?? Data()))
        let server = Server(nodes: nodes, tokens: tokens)
        let setup = Setup(documents: documents, people: people, participants: min(participants, documents))
        let participants = try await setup.run(on: server)
        print("\(documents) documents with \(people) people each, of whom \(participants.count) take part.\n")
        var failures: [Int: Int] = [:]
        for kind in kinds {
            var table = Table(latenciesOf: kind.rawValue)
            for count in connections {
                let samples = try await measure(kind, on: server, participants, connectionCount: count)
                failures.merge(samples.failures, uniquingKeysWith: +)
                table.add(connectionCount: count, samples)
            }
            print(table.text)
        }
        guard failures.isEmpty else {
            let statuses = failures.sorted { $0.key < $1.key }.map { "\($0.value) with status \($0.key)" }
            print("Answers that are not right: \(statuses.joined(separator: ", ")).")
            throw ExitCode.failure
        }
    }

    private func measure(
        _ kind: Kind,
        on server: Server,
        _ participants: [Participant],
        connectionCount: Int
    ) async throws -> Samples {
        switch kind {
        case .admissions:
            let turns = Turns(count: maximumCount, duration: .seconds(seconds))
            return try await server.measure(participants, connectionCount: connectionCount, turns: turns) {
                try await $0.send($1.signedAnswer(through: $0))
            }
        case .proofs:
            let answers = try await server.signedAnswers(of: participants, count: signedProofs)
            let turns = Turns(count: min(maximumCount, answers.count), duration: .seconds(seconds))
            return try await server.measure(answers, connectionCount: connectionCount, turns: turns) {
                try await $0.send($1)
            }
        case .reads:
            let turns = Turns(count: maximumCount, duration: .seconds(seconds))
            return try await server.measure(participants, connectionCount: connectionCount, turns: turns) {
                try await $0.send($1.read)
            }
        }
    }
}
