import Foundation

extension LineMaker {
    /// A line that is no request, of which some look like one.
    mutating func garbage(_ request: Request) -> Data {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: return Data()
        case 1: return bytes(Int.random(in: 1...300, using: &generator)).filter { $0 != UInt8(ascii: "\n") }
        case 2:
            let text = text(of: request)
            return Data(text.utf8.prefix(Int.random(in: 0..<text.utf8.count, using: &generator)))
        case 3: return Data(text(of: request, replacing: "publicKeyIndex", with: "publicKeyPlace").utf8)
        case 4: return Data(text(of: request, replacing: "\"challenge\":\"", with: "\"challenge\":\"?").utf8)
        case 5:
            return Data(
                text(of: request, replacing: "\"knownRootHashes\":[", with: "\"knownRootHashes\":[7,").utf8
            )
        case 6:
            // 512 is as deep as Foundation decodes.
            let depths = [1, 511, 512, 513, 514, 20_000]
            return Data(String(repeating: "[", count: depths.randomElement(using: &generator) ?? 1).utf8)
        default:
            let values = ["null", "[]", "{}", "\"\"", "0", "1e999", "true", "{\"proof\":{}}", "\u{feff}{}"]
            return Data((values.randomElement(using: &generator) ?? "").utf8)
        }
    }

    private func text(of request: Request, replacing old: String = "", with new: String = "") -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let text = String(decoding: (try? encoder.encode(request)) ?? Data(), as: UTF8.self)
        return old.isEmpty ? text : text.replacing(old, with: new)
    }
}
