import ArgumentParser
import CollaborationCore
import CollaborationTesting
import Dispatch
import Foundation

/// Measures the verification of proofs alone, without a server: what an admission cannot be faster than.
struct VerificationLoad: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verification",
        abstract: "Measures the verification of proofs without a server."
    )

    @Option(parsing: .upToNextOption, help: "Numbers of threads.")
    var threads = Array(1...ProcessInfo.processInfo.activeProcessorCount)

    @Option(help: "How long to measure each number of threads, in seconds.")
    var seconds = 5

    func validate() throws {
        for (name, value, maximum) in [("--seconds", seconds, 600)] + threads.map({ ("--threads", $0, 256) })
        where !(1...maximum).contains(value) {
            throw ValidationError("\(name) must be from 1 to \(maximum).")
        }
    }

    func run() throws {
        let proofs = try (0..<100).map { try SignedChallenge($0) }
        var table = Table(title: "verification", columns: ["threads", "a second", "each, by thread"])
        for count in threads {
            let turns = Turns(count: .max, duration: .seconds(seconds))
            let start = ContinuousClock.now
            let counts = Counts()
            DispatchQueue.concurrentPerform(iterations: count) { _ in
                var verified = 0
                while let turn = turns.next() {
                    if proofs[turn % proofs.count].isValid { verified += 1 }
                }
                counts.add(verified)
            }
            let rate = Double(counts.total) / ((ContinuousClock.now - start) / .seconds(1))
            table.rows.append(
                [
                    "\(count)", String(format: "%.0f", rate),
                    String(format: "%.1f µs", 1e6 * Double(count) / rate),
                ]
            )
        }
        print(table.text)
    }
}

/// A proof of a device, and the challenge that it signed.
private struct SignedChallenge: Sendable {
    let challenge: Data
    let proof: Person.SignedIdentityProof
    let identity: Person.Identity

    init(_ number: Int) throws {
        let person = SimulatedPerson("Person \(number)")
        let derived = try person.identity(in: "document")
        // As long as a challenge of this library.
        challenge = Data((0..<121).map { UInt8(truncatingIfNeeded: $0 + number) })
        proof = try person.devices[0].signedProof(signing: challenge, for: derived)
        identity = derived.identity
    }

    var isValid: Bool { (try? proof.verifiedIdentity(signing: challenge)) == identity }
}
