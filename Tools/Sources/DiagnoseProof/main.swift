// Diagnoses captured proofs: tells which assumptions about the form of a device's proof fit.
//
//     swift run --package-path Tools DiagnoseProof FILE    or    swift run --package-path Tools DiagnoseProof - < FILE
//
// FILE has one captured proof a line, as Documentation/WireFormat.md describes.

import CollaborationCore
import Foundation

let help = """
    usage: DiagnoseProof FILE|-

    Reads one captured proof a line: a JSON object with challenge, proof and, if known, knownRootHashes.
    Prints which encodings, signed bytes and rules of the tree fit each proof, and the policy that accepts it.

    exit status: 0 if the standard policy accepts every proof, 1 if not, 2 if a line is not a captured proof
                 or is too large,
                 64 for wrong arguments, 65 if there is no line, 66 if FILE cannot be read,
                 74 if writing fails
    """

/// Ends the program with a message and a status of `sysexits.h`.
func stop(_ message: String, status: Int32) -> Never {
    try? FileHandle.standardError.write(contentsOf: Data("DiagnoseProof: \(message)\n".utf8))
    exit(status)
}

/// Ends the program, with status 74 if some of its output is lost.
func end(status: Int32) -> Never {
    exit(fflush(nil) == 0 ? status : 74)
}

#if !os(Windows) && !os(WASI)
    // Without this, the signal would end the program before it can tell that nobody reads the diagnosis.
    signal(SIGPIPE, SIG_IGN)
#endif
guard CommandLine.arguments.count == 2, let path = CommandLine.arguments.last else {
    stop(help, status: 64)
}
if path == "--help" {
    print(help)
    end(status: 0)
}
let input: Data
do {
    input =
        try path == "-"
        ? FileHandle.standardInput.readToEnd() ?? Data() : Data(contentsOf: URL(filePath: path))
} catch {
    stop("cannot read \(path)", status: 66)
}

let lines = input.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
guard !lines.isEmpty else { stop("there is no captured proof", status: 65) }
var exitStatus: Int32 = 0
for (number, line) in lines.enumerated() {
    if number > 0 { print() }
    do {
        let diagnosis = try ProofDiagnosis(json: line)
        print("Proof \(number + 1)\n\n\(diagnosis)", terminator: "")
        if diagnosis.verdict != .understood || diagnosis.policy != .standard {
            exitStatus = max(exitStatus, 1)
        }
    } catch {
        print("Proof \(number + 1) is not a captured proof: \(error)")
        exitStatus = 2
    }
}
end(status: exitStatus)
