// What the operations return for operands at the edges, and where an Int of 32 bits is the narrower one.

/// Writes the digests of all results.
func writeEdges() {
    writeArithmetic()
    writeLengths()
    writePaths()
}

private let edgeLimbs: [UInt64] = [0, 1, 0xffff_ffff, 0x1_0000_0000, 1 << 63, 0xffff_ffff_0000_0001, .max]

/// Every number each limb of which is at an edge, and p, n and their neighbors.
private func edgeNumbers() -> [UInt256] {
    var numbers: [UInt256] = []
    for high in edgeLimbs {
        for low in edgeLimbs {
            for middle in edgeLimbs { numbers.append(UInt256(low, middle, middle, high)) }
        }
    }
    for modulus in [FieldElement.modulus, Scalar.order] {
        let one = UInt256(1, 0, 0, 0)
        numbers.append(modulus)
        numbers.append(modulus.subtractingReportingBorrow(one).difference)
        numbers.append(modulus.addingReportingCarry(one).sum)
    }
    return numbers
}

private func writeArithmetic() {
    let numbers = edgeNumbers()
    var hash = SHA256()
    for (index, a) in numbers.enumerated() {
        let x = FieldElement(montgomery: a)
        for b in numbers {
            let y = FieldElement(montgomery: b)
            for result in [x * y, x + y, x - y] { hash.update(data: result.montgomery.bigEndianBytes) }
        }
        let unary = [x.squared, x.halved, -x]
        for result in unary { hash.update(data: result.montgomery.bigEndianBytes) }
        hash.update(data: x.inverse.canonical.bigEndianBytes)
        let (divisor, dividend) = (Scalar(reducing: a), Scalar(reducing: numbers[numbers.count - 1 - index]))
        guard !divisor.isZero else { continue }
        hash.update(data: (dividend * divisor.inverse).bigEndianBytes)
    }
    writeLine("arithmetic ", hash.finalize())
}

/// Writes the answers to lengths in DER beyond 2³², and digests of messages whose length exceeds 32 bits.
private func writeLengths() {
    var answers: [UInt8] = []
    for length: UInt64 in [
        0x7f, 0x80, 0xff, 0x100, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x1_0000_0000, 0x7fff_ffff_ffff_ffff,
        .max,
    ] {
        let size = (64 - length.leadingZeroBitCount + 7) / 8
        let lengthBytes = (0..<size).reversed().map { UInt8(truncatingIfNeeded: length >> UInt64(8 * $0)) }
        for content in [0, 2, 127, 128] {
            let element = [0x30, 0x80 + UInt8(size)] + lengthBytes + [UInt8](repeating: 0, count: content)
            var reader = DERReader(0..<element.count)
            do {
                answers.append(UInt8(try reader.readElement(.sequence, of: element.span).count))
            } catch {
                answers.append(code(error))
            }
        }
    }
    writeLine("lengths ", answers)
    for byteCount: UInt64 in [1 << 28, 1 << 29, 1 << 31 - 64, 1 << 31, 1 << 32 - 64, 1 << 32, 1 << 61 - 64] {
        var hash = SHA256()
        hash.byteCount = byteCount
        hash.update(data: [1, 2, 3])
        writeLine("length ", hash.finalize())
    }
}

private func code(_ error: CryptoError) -> UInt8 {
    switch error {
    case .truncated: 0xf0
    case .nonMinimalLength: 0xf1
    default: 0xff
    }
}

/// Writes which leaf indexes are accepted with how many siblings, and roots of paths of up to 32 siblings.
private func writePaths() {
    let indexes: [Int64] = [
        0, 1, 2, 0x3fff_ffff, 0x7fff_fffe, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x1_0000_0000, .max, -1,
        .min,
    ]
    let depths: [Int32] = [0, 1, 2, 29, 30, 31, 32, 33, 63, 64, 65, .max]
    var answers: [UInt8] = []
    for index in indexes {
        for depth in depths {
            do throws(CryptoError) {
                try MerkleInclusionProof.check(leafIndex: index, siblingCount: Int(depth))
                answers.append(1)
            } catch {
                answers.append(error == .pathTooLong ? 2 : 3)
            }
        }
    }
    writeLine("paths ", answers)
    let leaf = SHA256.hash(data: [1])
    for index: Int64 in [0, 1, 0x5555_5555, 0x7fff_ffff, 0xaaaa_aaaa, 0xffff_ffff] {
        for depth in [31, 32] {
            let siblings = (0..<UInt8(depth)).map { SHA256.hash(data: [$0, 2]) }
            guard (try? MerkleInclusionProof.check(leafIndex: index, siblingCount: depth)) != nil else {
                write("refused\n")
                continue
            }
            let path = MerkleInclusionProof(checkedLeafIndex: index, siblings: siblings)
            writeLine("root ", path.root(forLeaf: leaf))
        }
    }
}
