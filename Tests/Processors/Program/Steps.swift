import CLibrary

// The steps whose instructions are counted: those between two calls of `mark`.

/// Runs a step some times between two marks.
///
/// Each time depends on the time before, so that the compiler omits none.
func run(_ step: [UInt8], times: Int) {
    let generator = AffinePoint.generator
    var element = generator.x
    var point = JacobianPoint(generator)
    var state = SHA256State.initial
    point.double()
    mark()
    if step.spells("multiplication") {
        for _ in 0..<times { element = element * generator.y }
    } else if step.spells("squaring") {
        for _ in 0..<times { element = element.squared }
    } else if step.spells("inversion") {
        for _ in 0..<times { element = element.inverse }
    } else if step.spells("doubling") {
        for _ in 0..<times { point.double() }
    } else if step.spells("addition") {
        for _ in 0..<times { point.add(generator) }
    } else if step.spells("block") {
        for _ in 0..<times { state.compress(SHA256Words(state, state)) }
    }
    mark()
    writeLine("", (element + point.x + point.y + point.z).montgomery.bigEndianBytes + SHA256Digest(words: state))
}

/// Verifies a signature some times between two marks, from bytes each time: `key` in x9.63 form, `signature` in DER.
///
/// One verification before the first mark makes the table of the generator.
func verify(_ signature: [UInt8], over message: [UInt8], by key: [UInt8], times: Int) {
    var validCount = 0
    for index in 0...times {
        if index == 1 { mark() }
        guard let key = try? P256.Signing.PublicKey(x963Representation: key),
            let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
        else { continue }
        validCount += key.isValidSignature(signature, for: message) ? 1 : 0
    }
    mark()
    write(validCount == times + 1 ? "valid\n" : "mismatched\n")
}
