import Testing

/// A multiple k · G of the generator from the published test vectors for NIST P-256 (point-at-infinity.org/ecc/nisttv).
struct PublishedMultiple: CustomTestStringConvertible, Sendable {
    let k: Natural
    let point: ReferencePoint

    var testDescription: String { "\(k) · G" }

    /// All of them.
    ///
    /// The text has k, x and y of each.
    static let all: [PublishedMultiple] = {
        let numbers = text.split(whereSeparator: \.isWhitespace).map { Natural(hex: String($0)) }
        return stride(from: 0, to: numbers.count, by: 3).map { index in
            PublishedMultiple(k: numbers[index], point: .affine(x: numbers[index + 1], y: numbers[index + 2]))
        }
    }()

    private static let text = """
        14
        83a01a9378395bab9bcd6a0ad03cc56d56e6b19250465a94a234dc4c6b28da9a
        76e49b6de2f73234ae6a5eb9d612b75c9f2202bb6923f54ff8240aaa86f640b8

        159d893d4cdd747246cdca43590e13
        1b7e046a076cc25e6d7fa5003f6729f665cc3241b5adab12b498cd32f2803264
        bfea79be2b666b073db69a2a241adab0738fe9d2dd28b5604eb8c8cf097c457b

        41ffc1fffffe01fffc0003fffe0007c001fff00003fff07ffe0007c000000003
        9eace8f4b071e677c5350b02f2bb2b384aae89d58aa72ca97a170572e0fb222f
        1bbdaec2430b09b93f7cb08678636ce12eaafd58390699b5fd2f6e1188fc2a78

        7fffffc03fffc003fffffc007fff00000000070000100000000e00fffffff3ff
        878f22cc6db6048d2b767268f22ffad8e56ab8e2dc615f7bd89f1e350500dd8d
        714a5d7bb901c9c5853400d12341a892ef45d87fc553786756c4f0c9391d763e

        1c000000000001001f803ffffff80000000000007ff0000000000000000
        5e6c8524b6369530b12c62d31ec53e0288173bd662bdf680b53a41ecbcad00cc
        447fe742c2bfef4d0db14b5b83a2682309b5618e0064a94804e9282179fe089f
        """
}
