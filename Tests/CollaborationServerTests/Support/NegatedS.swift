import CollaborationCrypto
import Foundation

/// Returns the other valid form of a signature: with n - s in place of s.
func withNegatedS(_ signature: Data) throws -> Data {
    let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]
    var raw = try P256.Signing.ECDSASignature(derRepresentation: signature).rawRepresentation
    var borrow = 0
    for index in (0..<32).reversed() {
        let difference = Int(order[index]) - Int(raw[32 + index]) - borrow
        borrow = difference < 0 ? 1 : 0
        raw[32 + index] = UInt8(difference + borrow * 256)
    }
    return Data(try P256.Signing.ECDSASignature(rawRepresentation: raw).derRepresentation)
}
