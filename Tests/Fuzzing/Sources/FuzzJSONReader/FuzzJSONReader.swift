import CProfileCounters
import CollaborationModels
import CollaborationCore
import Foundation
import Fuzzing

/// Reads the bytes as every kind of JSON that comes from outside: in any encoding, and well-formed or not.
///
/// The work is counted in blocks of code that are run, so that an input that costs more than its size is a finding.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(unsafe FuzzedBytes(start: start, count: count).rest)
    let before = blocks_run()
    for entry in Entry.all {
        check(!entry.accepts(bytes) || isUTF8(bytes), "only UTF-8 is accepted")
    }
    let blocks = blocks_run() - before
    check(
        blocks <= blocksAtLeast + blocksPerByte * UInt64(count),
        "reading takes work in proportion to the size of the input",
        "\(blocks) blocks for \(count) bytes"
    )
    return 0
}

private func isUTF8(_ bytes: [UInt8]) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil && !bytes.starts(with: [0xef, 0xbb, 0xbf])
}

/// The work that all entries together may take.
///
/// The fuzzer found texts that take 115 blocks a byte, and none that takes more.
private let blocksPerByte: UInt64 = 1_000
private let blocksAtLeast: UInt64 = 100_000

/// An initializer or a type that reads JSON.
private struct Entry: Sendable {
    let read: @Sendable ([UInt8]) throws -> Void

    func accepts(_ bytes: [UInt8]) -> Bool {
        do {
            try read(bytes)
            return true
        } catch let error as MalformedJSONError {
            check(error.offset <= bytes.count, "an error is at a place in the text", "\(error)")
            check(error.description.utf8.count < 2_048, "the description of an error is short")
            return false
        } catch {
            return false
        }
    }

    static let all = [
        Entry { _ = try VerificationRequest(json: $0) },
        Entry { _ = try IdentityProofAnswer(json: $0) },
        Entry { _ = try Person.SignedIdentityProof(json: $0) },
        Entry { _ = try ParticipantsUpdate(json: $0) },
        Entry { _ = try StrictJSONDecoder().decode(CollaborationMetadata.self, from: $0) },
        Entry { _ = try StrictJSONDecoder().decode(Notice.self, from: $0) },
        Entry { _ = try StrictJSONDecoder().decode(PlainJSON.self, from: $0) },
    ]
}
