import Foundation
import Fuzzing
import ProofOracle

extension PlainRequest {
    /// Makes one change, as an attacker or a broken client might.
    mutating func change(by bytes: inout FuzzedBytes) {
        switch bytes.number(in: 0...13) {
        case 0: proof.publicKey.change(by: &bytes)
        case 1: proof.signatureData.change(by: &bytes)
        case 2: challenge.change(by: &bytes)
        case 3 where !proof.inclusionHashes.isEmpty:
            proof.inclusionHashes[bytes.number(in: 0...proof.inclusionHashes.count - 1)].change(by: &bytes)
        case 4: proof.publicKeyIndex = bytes.number(in: -1...70)
        case 5: proof.publicKeyIndex = bytes.integer()
        case 6: proof.publicKeyIndex ^= 1 << bytes.number(in: 0...40)
        case 7 where !proof.inclusionHashes.isEmpty: proof.inclusionHashes.removeLast()
        case 8: proof.inclusionHashes.append(Data(repeating: bytes.byte(), count: 32))
        case 9:
            let count = bytes.number(in: 0...40)
            proof.inclusionHashes = Array(repeating: Data(repeating: 1, count: 32), count: count)
        case 10 where !proof.inclusionHashes.isEmpty:
            let last = proof.inclusionHashes.count - 1
            proof.inclusionHashes.swapAt(bytes.number(in: 0...last), bytes.number(in: 0...last))
        case 11: compressKey()
        case 12: makeSignatureRaw()
        default: replacePart(by: &bytes)
        }
    }
}

extension Data {
    /// Flips a bit, or removes or inserts a byte.
    fileprivate mutating func change(by bytes: inout FuzzedBytes) {
        let place = startIndex + bytes.number(in: 0...count)
        switch bytes.number(in: 0...2) {
        case 0 where place < endIndex: self[place] ^= 1 << bytes.number(in: 0...7)
        case 1 where place < endIndex: remove(at: place)
        default: insert(bytes.byte(), at: place)
        }
    }
}
