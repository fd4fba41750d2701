import CollaborationCore
import Foundation
import Testing

@Suite("Errors of the boundary")
struct CollaborationErrorTests {
    struct Failure: Error {}

    /// Every case, and every limit.
    static let errors: [(CollaborationError, Int, String)] = [
        (.malformed(.init(.notJSON, at: 7)), 400, #"{"error":"malformed","message":"not JSON, byte 7"}"#),
        (.options(.unknownOption("x")), 400, #"{"error":"malformed","message":"no option has the identifier x"}"#),
        (.limit(.pageNotPositive), 400, #"{"error":"limit","message":"a page has at least one entry"}"#),
        (
            .limit(.updateTooLarge(maximum: 1_000, found: 1_001)), 400,
            #"{"error":"limit","message":"the update has 1001 identities, more than 1000"}"#
        ),
        (
            .limit(.identities(maximum: 10_000)), 400,
            #"{"error":"limit","message":"the collaboration would have more than 10000 identities in its life"}"#
        ),
        (
            .limit(.names(maximumByteCount: 9)), 400,
            #"{"error":"limit","message":"the names of the collaboration would have more than 9 bytes"}"#
        ),
        (.refused(.unknownIdentity), 403, #"{"error":"accessDenied"}"#),
        (.refused(.invalidProof(.signatureMismatch)), 403, #"{"error":"accessDenied"}"#),
        (.full, 503, #"{"error":"unavailable"}"#), (.busy, 503, #"{"error":"unavailable"}"#),
        (.canceled, 503, #"{"error":"unavailable"}"#),
        (.store(Failure()), 503, #"{"error":"unavailable"}"#),
        (.damagedRecord("doc-42", problem: "its version is 9"), 500, #"{"error":"damagedRecord"}"#),
    ]

    @Test("Each error has a status and a body", arguments: errors)
    func response(error: CollaborationError, status: Int, body: String) {
        #expect(error.status == status)
        #expect(String(decoding: error.body, as: UTF8.self) == body)
    }

    @Test("The line for the log has the reason of a refusal and is the localized description")
    func description() {
        let error = CollaborationError.refused(.invalidProof(.signatureMismatch))
        #expect("\(error)" == "refused: invalidProof(signatureMismatch)")
        #expect(error.localizedDescription == "\(error)")
    }

    @Test("The line for the log is one line, whatever the store's error prints")
    func oneLine() {
        struct Loud: Error, CustomStringConvertible { let description = "a\nb" }
        #expect("\(CollaborationError.store(Loud()))" == #"the store failed: a\nb"#)
    }
}
