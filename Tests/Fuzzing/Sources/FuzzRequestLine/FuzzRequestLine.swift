import CollaborationCore
import Foundation
import Fuzzing
import ProofOracle

/// A valid request line.
private let goodLine = Tokens(.goodLine)

/// Reads the bytes as an input line of `VerifyProof`.
///
/// If the first byte is below a space, the bytes are changes to a valid line.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var bytes = unsafe FuzzedBytes(start: start, count: count)
    if let first = bytes.rest.first, first < 0x20 {
        _ = bytes.byte()
        var line = goodLine
        while !bytes.isEmpty { line.change(by: &bytes) }
        checkLine(Data(line.text.utf8))
    } else {
        checkLine(Data(bytes.rest))
    }
    return 0
}

private func checkLine(_ line: Data) {
    let found: Result<Data, IdentityProofError>
    do {
        let request = try VerificationRequest(json: line)
        found = verdict(on: request)
        checkRoundTrip(request, verdict: found)
    } catch let error as IdentityProofError {
        found = .failure(error)
    } catch {
        checkMalformed(line, error)
        return
    }
    // An index that does not fit an Int is decoded as out of range, but `PlainRequest` cannot hold it.
    guard let plain = try? JSONDecoder().decode(PlainRequest.self, from: line) else {
        check(
            found == .failure(.publicKeyIndexOutOfRange) || found == .failure(.emptyProof),
            "a request that gets a verdict is well-formed",
            String(decoding: line, as: UTF8.self)
        )
        return
    }
    let expected = plain.verdictAmongKnownRootHashes
    check(
        found == expected,
        "a request is accepted if and only if swift-crypto accepts it",
        "\(found), \(expected)"
    )
}

/// Checks that a line without the shape of a request has none for Foundation's decoder.
private func checkMalformed(_ line: Data, _ error: any Error) {
    guard let error = error as? MalformedJSONError else {
        return check(false, "what is no request is malformed JSON", "\(error)")
    }
    check(error.offset <= line.count, "an error is at a place in the line", "\(error)")
    // Foundation's decoder ends the process at 513 nested arrays.
    let openings = line.lazy.filter { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }.count
    let isOfShape = [.missing, .notObject, .notArray, .notString].contains(error.rule)
    guard openings < 512, isOfShape else { return }
    check(
        (try? JSONDecoder().decode(PlainRequest.self, from: line)) == nil,
        "what has the shape of a request is judged",
        String(decoding: line, as: UTF8.self)
    )
}

private func verdict(on request: VerificationRequest) -> Result<Data, IdentityProofError> {
    do throws(IdentityProofError) {
        return .success(try request.verifiedIdentity().rootHash)
    } catch {
        return .failure(error)
    }
}

private func checkRoundTrip(
    _ request: VerificationRequest,
    verdict expected: Result<Data, IdentityProofError>
) {
    guard let encoded = try? JSONEncoder().encode(request),
        let decoded = try? VerificationRequest(json: encoded)
    else { return check(false, "a decoded request can be encoded and read again") }
    check(decoded == request, "a decoded request is the same after encoding and reading")
    check(verdict(on: decoded) == expected, "a request has the same verdict after encoding and reading")
}
