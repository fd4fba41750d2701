/// A signed message whose key has been parsed beforehand.
struct KeyedMessage<Key: Sendable>: Sendable {
    let key: Key
    let signature: [UInt8]
    let message: [UInt8]

    init(_ signed: SignedMessage, parse: ([UInt8]) throws -> Key) rethrows {
        key = try parse(signed.key)
        (signature, message) = (signed.signature, signed.message)
    }
}
