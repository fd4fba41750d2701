import Foundation

/// How bodies come over HTTP, where a client library sends them in one way alone.
extension Rule {
    static let http: [Rule] = [
        Rule("http.chunks", "A chunked body is read like any other.") { scene in
            let update = scene.update(add: [scene.rootHash(.bob)])
            try await scene.expect(.success, update, chunksOf: 17, "an update in chunks")
            try await scene.expect(.success, scene.prove(scene.proof()), chunksOf: 1_000, "a proof in chunks")
            var empty = update
            empty.body = Data()
            try await scene.expect(.malformed, empty, chunksOf: 1, "no chunk")
            try await scene.play(.reads(.bob))
        },
        Rule("http.large-chunks", "A chunked body beyond 128 KiB is refused and changes nothing.") { scene in
            let text = scene.updateText(add: [scene.rootHash(.bob)])
            let large = scene.update(text + String(repeating: " ", count: 300_000))
            try await scene.expect(.tooLarge, large, chunksOf: 10_000, "300 KB in chunks")
            try await scene.play(.refuse(.bob))
            let small = scene.update(text + String(repeating: " ", count: 100_000))
            try await scene.expect(.success, small, chunksOf: 10_000, "100 KB in chunks")
            try await scene.play(.admit(.bob))
        },
        Rule("http.announced", "A body that is announced as too large is refused before it has come.") { scene in
            let update = scene.update(add: [scene.rootHash(.bob)])
            let what = "1,000,000,000 bytes are announced, and few are sent"
            var announced = update
            announced.framing = .announced(1_000_000_000)
            try await scene.expect(.tooLarge, announced, what)
            try await scene.play(.refuse(.bob), .update(add: [.bob]), .admit(.bob))
        },
    ]
}

extension Scene {
    fileprivate func expect(_ expected: Expected, _ call: Call, chunksOf count: Int, _ what: String) async throws {
        var chunked = call
        chunked.framing = .chunks(of: count)
        do {
            try await expect(expected, chunked, what)
        } catch let failure as Failure where expected == .tooLarge && !failure.came.hasPrefix("status") {
            // A server may close the connection when a body is too large.
        }
    }
}
