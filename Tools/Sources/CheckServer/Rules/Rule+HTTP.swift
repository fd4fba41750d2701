import Foundation

/// How bodies come over HTTP, where a client library sends them in one way alone.
extension Rule {
    static let http: [Rule] = [
        Rule("A chunked body is read like any other.", admits: true) { scene in
            let update = scene.update(add: [scene.rootHash(.bob)])
            try await scene.expect(.success, update, chunksOf: 17, "an update in chunks")
            try await scene.expect(.success, scene.prove(scene.proof()), chunksOf: 1_000, "a proof in chunks")
            var empty = update
            empty.body = Data()
            try await scene.expect(.malformed, empty, chunksOf: 1, "no chunk")
            try await scene.play(.reads(.bob))
        },
        Rule("A chunked body beyond 128 KiB is refused and changes nothing.") { scene in
            let text = scene.updateText(add: [scene.rootHash(.bob)])
            let large = scene.update(text + String(repeating: " ", count: 300_000))
            try await scene.expect(.tooLarge, large, chunksOf: 10_000, "300 KB in chunks")
            try await scene.play(.refuse(.bob))
            let small = scene.update(text + String(repeating: " ", count: 100_000))
            try await scene.expect(.success, small, chunksOf: 10_000, "100 KB in chunks")
            try await scene.play(.admit(.bob))
        },
        Rule("A body that is announced as too large is refused before it has come.") { scene in
            let update = scene.update(add: [scene.rootHash(.bob)])
            let what = "1,000,000,000 bytes are announced, and few are sent"
            let answer = try await scene.session.sendRaw(update, framing: "Content-Length: 1000000000")
            guard let answer else {
                throw Failure(scene.session.describe(update, what), "status 413 or 400", "none within 10 seconds")
            }
            try scene.session.check(answer, .tooLarge, update, what)
            try await scene.play(.refuse(.bob), .update(add: [.bob]), .admit(.bob))
        },
    ]
}

extension Scene {
    fileprivate func expect(_ expected: Expected, _ call: Call, chunksOf count: Int, _ what: String) async throws {
        var (rest, body) = (call.body ?? Data(), Data())
        while !rest.isEmpty {
            let chunk = rest.prefix(count)
            body += Data("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Data("\r\n".utf8)
            rest = Data(rest.dropFirst(count))
        }
        let framing = "Transfer-Encoding: chunked"
        let answer = try await session.sendRaw(call, framing: framing, body: body + Data("0\r\n\r\n".utf8))
        // A server may close the connection when a body is too large.
        if answer == nil, expected == .tooLarge { return }
        guard let answer else { throw Failure(session.describe(call, what), expected.rawValue, "no answer") }
        try session.check(answer, expected, call, what)
    }
}
