import Fuzzing
import ProofOracle

/// Reads the bytes as a key in each encoding.
///
/// The first 33 bytes are also read as a form and an x coordinate. If such a point exists, the bytes after them
/// change one of its encodings.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var bytes = unsafe FuzzedBytes(start: start, count: count)
    for encoding in KeyEncoding.allCases { encoding.check(Array(bytes.rest)) }

    let form: UInt8 = bytes.bool() ? 0x03 : 0x02
    guard let key = KeyEncoding.compressed.check([form] + bytes.bytes(atMost: 32)) else { return 0 }
    var encoded = bytes.element(of: KeyEncoding.allCases).encode(key)
    repeat {
        change(&encoded, by: &bytes)
        for encoding in KeyEncoding.allCases { encoding.check(encoded) }
    } while !bytes.isEmpty
    return 0
}

/// Changes a byte, or removes or adds bytes at one place.
private func change(_ encoded: inout [UInt8], by bytes: inout FuzzedBytes) {
    let place = bytes.number(in: 0...encoded.count)
    switch bytes.number(in: 0...3) {
    case 0 where place < encoded.count: encoded[place] = bytes.byte()
    case 1 where place < encoded.count: encoded[place] ^= 1 << bytes.number(in: 0...7)
    case 2: encoded.removeSubrange(place..<min(encoded.count, place + bytes.number(in: 1...4)))
    default: encoded.insert(contentsOf: bytes.bytes(atMost: bytes.number(in: 1...4)), at: place)
    }
}
