import Foundation

/// The test vectors, of which the texts of requests are posted as answers to challenges.
struct Vectors: Decodable {
    private struct Group: Decodable {
        let tests: [Test]
    }

    private struct Test: Decodable {
        let text: String?
        let spaces: Int?
    }

    private let testGroups: [Group]

    /// The texts that are small enough for a server.
    var texts: [Data] {
        testGroups.flatMap(\.tests).compactMap { test in
            let spaces = test.spaces ?? 0
            guard spaces < 100_000, let text = test.text.flatMap({ Data(base64Encoded: $0) }) else { return nil }
            return text + Data(repeating: 32, count: spaces)
        }
    }
}
