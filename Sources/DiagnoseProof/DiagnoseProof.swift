// Diagnoses captured proofs: tells which assumptions about the form of a device's proof fit.
//
//     swift run DiagnoseProof FILE    or    swift run DiagnoseProof - < FILE
//
// FILE has one captured proof a line, as Documentation/WireFormat.md describes. The exit status is 0 if the
// standard policy accepts every proof, 1 if not, 2 if a line is not a captured proof or is too large.

import CollaborationCore
import CollaborationTesting
import Foundation

// A tree has no more levels, since an index has 64 bits, and a hash no more bytes. A diagnosis tries every rule of
// a tree, so that a larger proof would take minutes.
let (maximumHashCount, maximumHashByteCount, maximumKeyByteCount) = (64, 64, 1024)

/// The parts of a captured proof that may be too large.
struct Parts: Decodable {
    struct Proof: Decodable { let publicKey: Data, inclusionHashes: [Data] }
    let proof: Proof

    var isTooLarge: Bool {
        proof.publicKey.count > maximumKeyByteCount || proof.inclusionHashes.count > maximumHashCount
            || proof.inclusionHashes.contains { $0.count > maximumHashByteCount }
    }
}

let help = """
    usage: DiagnoseProof FILE|-

    Reads one captured proof a line: a JSON object with challenge, proof and, if known, knownRootHashes.
    Prints which encodings, signed bytes and rules of the tree fit each proof, and the policy that accepts it.

    exit status: 0 if the standard policy accepts every proof, 1 if not, 2 if a line is not a captured proof
                 or is too large,
                 64 for wrong arguments, 66 if FILE cannot be read
    """

/// Ends the program with a message and a status of `sysexits.h`.
func stop(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("DiagnoseProof: \(message)\n".utf8))
    exit(status)
}

guard CommandLine.arguments.count == 2, let path = CommandLine.arguments.last else {
    stop(help, status: 64)
}
if path == "--help" {
    print(help)
    exit(0)
}
let input: Data
do {
    input =
        try path == "-"
        ? FileHandle.standardInput.readToEnd() ?? Data() : Data(contentsOf: URL(filePath: path))
} catch {
    stop("cannot read \(path)", status: 66)
}

var exitStatus: Int32 = 0
for (number, line) in input.split(separator: UInt8(ascii: "\n")).enumerated() {
    if number > 0 { print() }
    do {
        // What is malformed is left to the diagnosis.
        if (try? StrictJSONDecoder().decode(Parts.self, from: line))?.isTooLarge == true {
            print(
                "Proof \(number + 1) is too large: it may have a key of 1024 bytes, and 64 inclusion hashes of 64 bytes each."
            )
            exitStatus = 2
            continue
        }
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
exit(exitStatus)
