import Testing

/// A multiple k · G of the generator from the published test vectors for NIST P-256
/// (point-at-infinity.org/ecc/nisttv).
struct PublishedMultiple: CustomTestStringConvertible, Sendable {
    let k: Natural
    let point: ReferencePoint

    var isSmall: Bool { k.bitCount <= 8 }
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
        1
        6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296
        4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5

        2
        7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978
        07775510db8ed040293d9ac69f7430dbba7dade63ce982299e04b79d227873d1

        3
        5ecbe4d1a6330a44c8f7ef951d4bf165e6c6b721efada985fb41661bc6e7fd6c
        8734640c4998ff7e374b06ce1a64a2ecd82ab036384fb83d9a79b127a27d5032

        4
        e2534a3532d08fbba02dde659ee62bd0031fe2db785596ef509302446b030852
        e0f1575a4c633cc719dfee5fda862d764efc96c3f30ee0055c42c23f184ed8c6

        5
        51590b7a515140d2d784c85608668fdfef8c82fd1f5be52421554a0dc3d033ed
        e0c17da8904a727d8ae1bf36bf8a79260d012f00d4d80888d1d0bb44fda16da4

        6
        b01a172a76a4602c92d3242cb897dde3024c740debb215b4c6b0aae93c2291a9
        e85c10743237dad56fec0e2dfba703791c00f7701c7e16bdfd7c48538fc77fe2

        7
        8e533b6fa0bf7b4625bb30667c01fb607ef9f8b8a80fef5b300628703187b2a3
        73eb1dbde03318366d069f83a6f5900053c73633cb041b21c55e1a86c1f400b4

        8
        62d9779dbee9b0534042742d3ab54cadc1d238980fce97dbb4dd9dc1db6fb393
        ad5accbd91e9d8244ff15d771167cee0a2ed51f6bbe76a78da540a6a0f09957e

        9
        ea68d7b6fedf0b71878938d51d71f8729e0acb8c2c6df8b3d79e8a4b90949ee0
        2a2744c972c9fce787014a964a8ea0c84d714feaa4de823fe85a224a4dd048fa

        a
        cef66d6b2a3a993e591214d1ea223fb545ca6c471c48306e4c36069404c5723f
        878662a229aaae906e123cdd9d3b4c10590ded29fe751eeeca34bbaa44af0773

        b
        3ed113b7883b4c590638379db0c21cda16742ed0255048bf433391d374bc21d1
        9099209accc4c8a224c843afa4f4c68a090d04da5e9889dae2f8eefce82a3740

        c
        741dd5bda817d95e4626537320e5d55179983028b2f82c99d500c5ee8624e3c4
        0770b46a9c385fdc567383554887b1548eeb912c35ba5ca71995ff22cd4481d3

        d
        177c837ae0ac495a61805df2d85ee2fc792e284b65ead58a98e15d9d46072c01
        63bb58cd4ebea558a24091adb40f4e7226ee14c3a1fb4df39c43bbe2efc7bfd8

        e
        54e77a001c3862b97a76647f4336df3cf126acbe7a069c5e5709277324d2920b
        f599f1bb29f4317542121f8c05a2e7c37171ea77735090081ba7c82f60d0b375

        f
        f0454dc6971abae7adfb378999888265ae03af92de3a0ef163668c63e59b9d5f
        b5b93ee3592e2d1f4e6594e51f9643e62a3b21ce75b5fa3f47e59cde0d034f36

        10
        76a94d138a6b41858b821c629836315fcd28392eff6ca038a5eb4787e1277c6e
        a985fe61341f260e6cb0a1b5e11e87208599a0040fc78baa0e9ddd724b8c5110

        11
        47776904c0f1cc3a9c0984b66f75301a5fa68678f0d64af8ba1abce34738a73e
        aa005ee6b5b957286231856577648e8381b2804428d5733f32f787ff71f1fcdc

        12
        1057e0ab5780f470defc9378d1c7c87437bb4c6f9ea55c63d936266dbd781fda
        f6f1645a15cbe5dc9fa9b7dfd96ee5a7dcc11b5c5ef4f1f78d83b3393c6a45a2

        13
        cb6d2861102c0c25ce39b7c17108c507782c452257884895c1fc7b74ab03ed83
        58d7614b24d9ef515c35e7100d6d6ce4a496716e30fa3e03e39150752bcecdaa

        14
        83a01a9378395bab9bcd6a0ad03cc56d56e6b19250465a94a234dc4c6b28da9a
        76e49b6de2f73234ae6a5eb9d612b75c9f2202bb6923f54ff8240aaa86f640b8

        18ebbb95eed0e13
        339150844ec15234807fe862a86be77977dbfb3ae3d96f4c22795513aeaab82f
        b1c14ddfdc8ec1b2583f51e85a5eb3a155840f2034730e9b5ada38b674336a21

        159d893d4cdd747246cdca43590e13
        1b7e046a076cc25e6d7fa5003f6729f665cc3241b5adab12b498cd32f2803264
        bfea79be2b666b073db69a2a241adab0738fe9d2dd28b5604eb8c8cf097c457b

        41ffc1fffffe01fffc0003fffe0007c001fff00003fff07ffe0007c000000003
        9eace8f4b071e677c5350b02f2bb2b384aae89d58aa72ca97a170572e0fb222f
        1bbdaec2430b09b93f7cb08678636ce12eaafd58390699b5fd2f6e1188fc2a78

        7fffffc03fffc003fffffc007fff00000000070000100000000e00fffffff3ff
        878f22cc6db6048d2b767268f22ffad8e56ab8e2dc615f7bd89f1e350500dd8d
        714a5d7bb901c9c5853400d12341a892ef45d87fc553786756c4f0c9391d763e

        fffff01ffff8ffffc00fffffffffc000000fffffc007fffffc000fffe3ff
        659a379625ab122f2512b8dada02c6348d53b54452dff67ac7ace4e8856295ca
        49d81ab97b648464d0b4a288bd7818fab41a16426e943527c4fed8736c53d0f6

        4000008000fffffc000003f00000ffffffff800003800f8000e0000e000000ff
        cbceaaa8a4dd44bbce58e8db7740a5510ec2cb7ea8da8d8f036b3fb04cda4de4
        4bd7aa301a80d7f59fd983fedbe59bb7b2863fe46494935e3745b360e32332fa

        3ffffff0001f80000003f80003ffffc0000000000ffe0000007ff818000f80
        f0c4a0576154ff3a33a3460d42eaed806e854dfa37125221d37935124ba462a4
        5b392fa964434d29eec6c9dbc261cf116796864aa2faadb984a2df38d1aef7a3

        1c000000000001001f803ffffff80000000000007ff0000000000000000
        5e6c8524b6369530b12c62d31ec53e0288173bd662bdf680b53a41ecbcad00cc
        447fe742c2bfef4d0db14b5b83a2682309b5618e0064a94804e9282179fe089f
        """
}
