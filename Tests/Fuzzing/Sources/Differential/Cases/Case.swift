import BigInt
import Fuzzing

/// A signature to verify, with its key and its digest.
struct Case: Sendable {
    var kind: Kind
    var key: KnownKey

    /// 32 bytes.
    var digest: [UInt8]

    /// r and s, 32 bytes each.
    var signature: [UInt8]

    init(kind: Kind, key: KnownKey, digest: BigUInt, r: BigUInt, s: BigUInt) {
        self.kind = kind
        self.key = key
        self.digest = digest.bytes
        signature = r.bytes + s.bytes
    }

    var r: BigUInt {
        get { BigUInt(bytes: signature.prefix(32)) }
        set { signature.replaceSubrange(..<32, with: newValue.bytes) }
    }

    var s: BigUInt {
        get { BigUInt(bytes: signature.suffix(32)) }
        set { signature.replaceSubrange(32..., with: newValue.bytes) }
    }
}

extension Case: CustomStringConvertible {
    /// All inputs of the verification in hexadecimal, to repeat it.
    var description: String {
        """
        kind:   \(kind.rawValue)
        key:    \(key.x963.hexadecimal)
        digest: \(digest.hexadecimal)
        r:      \(signature.prefix(32).hexadecimal)
        s:      \(signature.suffix(32).hexadecimal)
        """
    }
}
