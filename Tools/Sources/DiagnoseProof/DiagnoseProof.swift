import ArgumentParser
import CollaborationCore
import Foundation
import ToolSupport

/// Diagnoses captured proofs: tells which assumptions about the form of a device's proof fit.
@main
struct DiagnoseProof: Tool {
    static let configuration = CommandConfiguration(
        commandName: "DiagnoseProof",
        abstract: "Tells what captured proofs show about the form of such proofs.",
        discussion: """
            Reads one captured proof a line, as Documentation/WireFormat.md describes: a JSON object with challenge, proof \
            and, if known, knownRootHashes. Prints which encodings, signed bytes and rules of the tree fit each proof, \
            and the policy that accepts it.

            exit status: 0 if the standard policy accepts every proof, 1 if not, 2 if a line is not a captured proof \
            or is too large, 64 for wrong arguments, 65 if there is no line, 66 if the file cannot be opened, \
            74 if reading or writing fails
            """,
        version: "Signed identity proofs, version 2"
    )

    @Argument(help: "A file or a FIFO; a hyphen is standard input.")
    var file = "-"

    func run() async throws {
        var lines = Lines(try Input(path: file), byteLimit: CapturedProof.byteLimit)
        var (number, status): (Int, Int32) = (0, 0)
        while let next = try lines.next() {
            for line in next where !line.isEmpty {
                number += 1
                if number > 1 { Output.print("") }
                do {
                    let diagnosis = ProofDiagnosis(of: try CapturedProof(json: Data(line)))
                    Output.print("Proof \(number)\n\n" + "\(diagnosis)".trimmingCharacters(in: .newlines))
                    if diagnosis.verdict != .understood || diagnosis.policy != .standard { status = max(status, 1) }
                } catch {
                    Output.print("Proof \(number) is not a captured proof: \(error)")
                    status = 2
                }
            }
        }
        guard number > 0 else { throw Stop("there is no captured proof", status: EX_DATAERR) }
        throw ExitCode(status)
    }
}
