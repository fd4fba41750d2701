import CollaborationCrypto
import Foundation
import ProofOracle

extension Work {
    /// Only the cryptography of identity proofs: the key, the signature, and the hashes up to the root.
    static func cryptography(of proofs: [ReceivedProof]) throws -> Work {
        let inputs = try proofs.map { received in
            let proof = received.request.proof
            return (
                key: Array(proof.publicKey),
                signature: Array(proof.signatureData),
                message: Array(received.request.challenge),
                path: try received.path,
                root: try SHA256Digest(rawRepresentation: received.rootHash)
            )
        }
        return try Work(over: inputs) { input in
            let key = try P256.Signing.PublicKey(x963Representation: input.key)
            let signature = try P256.Signing.ECDSASignature(derRepresentation: input.signature)
            return key.isValidSignature(signature, for: input.message)
                && input.path.root(forLeaf: SHA256.hash(data: input.key)) == input.root
        } isRight: {
            $1
        }
    }
}

extension Table {
    /// The share of the time of `VerifyProof` that is not cryptography.
    ///
    /// The program is run on many lines and on one; the difference is the processor time that the lines took. It uses
    /// all cores, which can slow each other, and so does the cryptography that it is compared with.
    static func verifyProof(title: String, effort: Effort) throws -> Table {
        let proofs = try ReceivedProof.several()
        let lines = try proofs.map { try $0.line + Data("\n".utf8) }
        let cryptography = try Work.cryptography(of: proofs)
        let repetitions = try cryptography.repetitions(for: effort)
        let executable = try buildVerifyProof()
        return try withTemporaryFolder { folder in
            let many = folder.appending(path: "many.jsonl")
            let one = folder.appending(path: "one.jsonl")
            let rest = effort.lineCount
            try Data((0..<rest).map { lines[$0 % lines.count] }.joined()).write(to: many)
            try lines[0].write(to: one)
            let threadCount = ProcessInfo.processInfo.activeProcessorCount
            var perLine: [Double] = []
            var crypto: [Double] = []
            for _ in 0..<effort.processCount {
                let start = try time(executable, on: one, lineCount: 1)
                let run = try time(executable, on: many, lineCount: rest)
                perLine.append((run - start) / Double(rest - 1))
                let times = try cryptography.nanoseconds(
                    repetitions: repetitions * 200,
                    threadCount: threadCount
                )
                crypto.append(times.reduce(0, +) / Double(threadCount))
            }
            return Table(
                title: title,
                columns: ["one of \(rest) lines", "time"],
                rows: [
                    [.text("all of it"), .time(Quartiles(of: perLine))],
                    [.text("its cryptography alone"), .time(Quartiles(of: crypto))],
                    [
                        .text("share outside the cryptography"),
                        .ratio(Quartiles(of: zip(crypto, perLine).map { 1 - $0 / $1 })),
                    ],
                ]
            )
        }
    }

    /// Builds the program in the root package, in a folder of its own, since something else may be built beside this.
    private static func buildVerifyProof() throws -> URL {
        let root = (0..<6).reduce(URL(filePath: #filePath)) { path, _ in path.deletingLastPathComponent() }
        let folder = root.appending(path: ".build/beside").path
        let options = ["-c", "release", "--package-path", root.path, "--scratch-path", folder]
        _ = try Program.named("swift", ["build", "--product", "VerifyProof"] + options).output()
        let products = try Program.named("swift", ["build", "--show-bin-path"] + options).output()
        return URL(filePath: String(products.dropLast())).appending(path: "VerifyProof")
    }

    private static func time(_ executable: URL, on file: URL, lineCount: Int) throws -> Double {
        let start = ProcessorTime.ofChildren
        let output = try Program(executable: executable, arguments: [file.path]).output()
        let duration = ProcessorTime.ofChildren - start
        let answers = output.split(separator: "\n")
        guard answers.count == lineCount, answers.allSatisfy({ $0.hasPrefix("granted ") }) else {
            throw MeasurementError.wrongAnswer
        }
        return duration / .nanoseconds(1)
    }
}
