import Foundation

@testable import CollaborationCrypto

/// Returns the other valid form of a signature: with n - s in place of s.
func withNegatedS(_ signature: Data) throws -> Data {
    let signature = try P256.Signing.ECDSASignature(derRepresentation: signature)
    let s = Scalar.order.subtractingReportingBorrow(signature.s.integer).difference
    return Data(try P256.Signing.ECDSASignature(r: signature.r.integer, s: s).derRepresentation)
}
