import CollaborationCore
import Foundation
import Synchronization

/// What the answers to the requests of a run have in common.
extension Rule {
    static let answers: [Rule] = [
        Rule("answer.malformed", "An answer to a malformed message is JSON and says what is wrong with it.") { scene in
            for (sent, answer) in try scene.session.seen(.malformed) {
                guard answer.json("error")?.isEmpty == false, answer.json("message")?.isEmpty == false
                else { throw Failure(sent, #"{"error":"...","message":"..."}"#, answer) }
            }
        },
        Rule("answer.refusal", "All refusals have the same answer, which is JSON.") { scene in
            let calls = try await scene.refusals()
            for (call, what) in calls { try await scene.expect(.refusal, call, what) }
            let constant = try await scene.constantHeaders(of: calls[0].0)
            let refusals = try scene.session.seen(.refusal)
            let first = refusals[0].answer
            for (sent, answer) in refusals {
                guard answer.json("error") == "accessDenied", answer.body == first.body else {
                    throw Failure(sent, #"{"error":"accessDenied"}, always in the same bytes"#, answer)
                }
                let names = [answer, first].map { $0.headers.keys.sorted() }
                guard names[0] == names[1] else { throw Failure(sent, "the headers \(names[1])", names[0]) }
                for (name, value) in constant where answer.headers[name] != value {
                    throw Failure(sent, "\(name): \(value)", answer.headers[name] ?? "")
                }
            }
        },
        Rule("answer.phrase", "All refusals have the same phrase behind their status.") { scene in
            var first: Answer?
            for (refused, what) in try await scene.refusals() {
                var call = refused
                call.asBytes = true
                let answer = try await scene.expect(.refusal, call, what)
                let phrase = first?.phrase ?? answer.phrase
                guard answer.phrase == phrase else {
                    let expected = "the phrase '\(phrase)' behind 403, as of the refusal before"
                    throw Failure(scene.session.describe(call, what), expected, "the phrase '\(answer.phrase)'")
                }
                first = answer
            }
        },
        Rule("answer.head", "HEAD tells no more than a refusal.") { scene in
            var answers: [Answer] = []
            guard scene.session.settings.lines.read.method == "GET" else {
                throw NotSeen("The method of --read is not GET, so there is no HEAD of it.", isAllowed: false)
            }
            for scene in [scene, scene.missing] {
                var call = scene.read(.carol)
                call.method = "HEAD"
                answers.append(try await scene.expect(.noSuccess, call, "carol asks for the headers alone"))
            }
            let told = answers.map { "status \($0.status), length \($0.headers["content-length"] ?? "none")" }
            guard told[0] == told[1] else {
                let what = "HEAD of a collaboration, and of one that does not exist"
                throw Failure(what, "one answer", told.joined(separator: "; "))
            }
            try await scene.play(.reads(.alice))
        },
        Rule("answer.cache", "No answer says that a cache may store it for others.") { scene in
            for call in [
                scene.read(.carol), scene.missing.read(.carol), scene.call(.challenge, .bob), scene.read(.alice),
                scene.update(), scene.call(.list, .alice), scene.update("{"), scene.read(nil),
            ] where !scene.session.settings.lines[call.route].isNone {
                let answer = try await scene.session.send(call, "an answer")
                for name in ["cache-control", "surrogate-control", "cdn-cache-control"] {
                    let value = answer.headers[name]?.lowercased() ?? ""
                    let age = name == "cache-control" ? "s-maxage" : "max-age"
                    let isForOwn = value.contains("private") || value.contains("no-store")
                    let isStored =
                        value.contains(#/public|immutable|s-maxage *= *"?0*[1-9]/#)
                        || value.contains(#/max-age *= *"?0*[1-9]/#) && !(isForOwn && age == "s-maxage")
                    guard !isStored || value.contains("no-store") else {
                        throw Failure(scene.session.describe(call, "an answer"), "no-store", "\(name): \(value)")
                    }
                }
                let control = answer.headers["cache-control"] ?? ""
                let expires = answer.headers["expires"] ?? "0"
                guard ["0", "-1"].contains(expires) || control.contains(#/no-store|private|max-age/#) else {
                    throw Failure(scene.session.describe(call, "an answer"), "no-store", "Expires: \(expires)")
                }
            }
        },
        Rule("answer.time", "The time of a refusal does not tell whether a collaboration exists.") { scene in
            try await scene.play(.update(add: [.bob]), .admit(.bob))
            for calls in [
                [scene.read(.carol), scene.missing.read(.carol)],
                [scene.update(as: .carol), scene.missing.update(as: .carol)],
            ] {
                // A busy machine slows both, and for a while: what a second look does not confirm was noise.
                for look in 1...3 {
                    var times = Timing()
                    for _ in 0..<Timing.count * look {
                        for number in times.order() {
                            let answer = try await scene.expect(.refusal, calls[number], "one of many requests in turn")
                            times.append(answer.duration, to: number)
                        }
                    }
                    guard let difference = times.difference else { break }
                    guard look < 3 else {
                        let what = "requests where there is a collaboration, and where there is none, in turn"
                        throw Failure(scene.session.describe(calls[0], what), "about the same time", difference)
                    }
                }
            }
        },
    ]
}

extension Session {
    /// The answers of a kind that have come so far, which must be JSON.
    fileprivate func seen(_ expected: Expected) throws -> [(sent: String, answer: Answer)] {
        let seen = seen.withLock { $0[expected] ?? [] }
        if seen.isEmpty { throw NotSeen("No rule before has seen such an answer.") }
        for (sent, answer) in seen {
            let type = answer.headers["content-type"] ?? "no type"
            guard type.lowercased().hasPrefix("application/json") else {
                throw Failure(sent, "the content type application/json", type)
            }
        }
        return seen
    }
}

extension Scene {
    /// The headers that have one value each time that a request is refused, unlike a date or a number of the request.
    fileprivate func constantHeaders(of call: Call) async throws -> [String: String] {
        var constant = try await expect(.refusal, call, "a refusal").headers
        for _ in 0..<2 {
            let other = try await expect(.refusal, call, "a refusal").headers
            constant = constant.filter { other[$0.key] == $0.value }
        }
        return constant.filter { $0.key != "date" && $0.key != "age" }
    }

    /// A request for each reason of a refusal that a client can bring about.
    fileprivate func refusals() async throws -> [(Call, String)] {
        try await play(.update(add: [.bob, .bobAgain(1)], remove: [.carol]))
        let used = try await proof()
        try await expect(.success, prove(used), "a proof")
        func changed(_ what: String, _ change: (inout ProofText) -> Void) async throws -> (Call, String) {
            var proof = try await proof()
            change(&proof)
            return (prove(proof), what)
        }
        let foreign = try await proof(signing: Scene(session).challenge())
        let removed = try await proof(of: .carol)
        let absent = try await missing.proof()
        return [
            (read(.carol), "a stranger reads"), (missing.read(.carol), "nobody has started it"),
            (missing.update(), "an update of nothing"),
            (update(as: .carol), "an update of a stranger"),
            (prove(used), "a used challenge"), (prove(foreign), "a challenge of another collaboration"),
            (prove(try await proof(signing: challenge(.carol))), "a challenge of another account"),
            (prove(try await proof(signing: MadeProof.random(121))), "a challenge that was not issued"),
            (prove(try await proof(of: .bobAgain(2))), "an identity that is not invited"),
            (prove(removed, as: .carol), "a removed identity"), (missing.prove(absent), "a proof of nothing"),
            try await changed("another signature") {
                $0.signature = MadeProof(depth: 0).signed($0.challenge).signature
            },
            try await changed("a signature that is not DER") { $0.signature = Data([1]) },
            try await changed("a short path") { $0.hashes.removeLast() },
            try await changed("a long path") { $0.hashes = Array(repeating: $0.hashes[0], count: 40) },
            try await changed("a hash of one byte") { $0.hashes[0] = Data([1]) },
            try await changed("an index out of range") { $0.index = "77" },
            try await changed("a wrong key") { $0.publicKey = Data(count: 65) },
            try await changed("an empty proof") { ($0.publicKey, $0.hashes) = (Data(), []) },
        ] + (session.settings.participantsMayUpdate ? [] : [(update(as: .bob), "an update of a participant")])
    }
}
