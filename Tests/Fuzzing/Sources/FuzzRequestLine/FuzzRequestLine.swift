import CollaborationCore
import Foundation
import Fuzzing
import ProofOracle

/// Reads the bytes as an input line of `VerifyProof`.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let line = Data(unsafe FuzzedBytes(start: start, count: count).rest)
    let text = String(validating: line, as: UTF8.self)
    let found = Answer(to: line)
    if case .malformed(let offset, let hasWrongShape) = found {
        check(offset <= line.count, "an error is at a place in the line", "\(offset)")
        // Foundation's decoder ends the process at 513 nested arrays.
        let openings = line.lazy.filter { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }.count
        guard hasWrongShape, openings < 512 else { return 0 }
        let plain = try? JSONDecoder().decode(PlainRequest.self, from: line)
        check(plain == nil, "what has the shape of a request is judged", text ?? "")
        return 0
    }
    check(text != nil, "a request is UTF-8")
    if let written = Answer.request(in: line) {
        check(Answer(to: written) == found, "a request has the same answer after writing and reading", text ?? "")
        check(Answer.request(in: written) == written, "a request is the same after writing and reading")
    }
    // An index that does not fit an Int is decoded as out of range, but `PlainRequest` cannot hold it.
    guard let plain = try? JSONDecoder().decode(PlainRequest.self, from: line) else {
        check(
            found == .denied(.publicKeyIndexOutOfRange) || found == .denied(.emptyProof),
            "a request that gets an answer is well-formed",
            text ?? ""
        )
        return 0
    }
    let expected = plain.answerAmongKnown
    check(found == expected, "a request is accepted if and only if swift-crypto accepts it", "\(found), \(expected)")
    return 0
}
