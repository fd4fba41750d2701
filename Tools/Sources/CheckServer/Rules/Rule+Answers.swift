import Foundation
import Synchronization
import ToolSupport

/// What the answers to the requests of a run have in common.
extension Rule {
    static let answers: [Rule] = [
        Rule("answer.malformed", "An answer to a malformed message is JSON and says what is wrong with it.") { scene in
            for (sent, answer) in try scene.session.seen(.malformed) {
                let isRight = answer.json("error")?.isEmpty == false && answer.json("message")?.isEmpty == false
                try require(isRight, sent, #"{"error":"...","message":"..."}"#, answer)
            }
        },
        Rule("answer.refusal", "All refusals have the same answer, which is JSON.") { scene in
            let calls = try await scene.refusals()
            for (call, what) in calls { try await scene.expect(.refusal, call, what) }
            let constant = try await scene.constantHeaders(of: calls[0].0)
            let refusals = try scene.session.seen(.refusal)
            let first = refusals[0].answer
            // What is about the connection, a proxy may say in any answer; see below.
            func names(_ answer: Answer) -> [String] { answer.headers.keys.filter { !$0.mayDiffer }.sorted() }
            let expected = names(first)
            for (sent, answer) in refusals {
                let isRight =
                    answer.object as? [String: String] == ["error": "accessDenied"] && answer.body == first.body
                try require(isRight, sent, #"{"error":"accessDenied"}, always in the same bytes"#, answer)
                let own = names(answer)
                try require(own == expected, sent, "the headers \(expected)", own)
                for (name, value) in constant {
                    let came = answer.headers[name] ?? "none"
                    try require(came == value, sent, "\(name): \(value)", "\(name): \(came)")
                }
            }
            guard refusals.contains(where: { $0.answer.connection != first.connection }) else { return }
            // A proxy ends a connection now and then; a reason that always ends it, or never, tells itself.
            var common: Set<String>?
            for (call, what) in calls {
                var own: Set<String> = []
                for _ in 0..<6 { own.insert(try await scene.expect(.refusal, call, what).connection) }
                let before = common ?? own
                let isRight = !before.isDisjoint(with: own)
                try require(isRight, scene.session.describe(call, what), "Connection: \(before.sorted())", own.sorted())
                common = before.intersection(own)
            }
        },
        Rule("answer.phrase", "All refusals have the same phrase behind their status.") { scene in
            var first: Answer?
            for (refused, what) in try await scene.refusals() {
                let call = refused.with(\.asBytes, true)
                let answer = try await scene.expect(.refusal, call, what)
                let phrase = first?.phrase ?? answer.phrase
                let expected = "the phrase '\(phrase)' behind 403, as of the refusal before"
                let isRight = answer.phrase == phrase
                try require(isRight, scene.session.describe(call, what), expected, "the phrase '\(answer.phrase)'")
                first = answer
            }
        },
        Rule("answer.head", "HEAD tells no more than a refusal.") { scene in
            guard scene.settings.lines.read.method == "GET" else {
                throw NotSeen("The method of --read is not GET, so there is no HEAD of it.", isAllowed: false)
            }
            var told: [String] = []
            for scene in [scene, scene.missing] {
                let call = scene.read(.carol).with(\.method, "HEAD")
                let answer = try await scene.expect(.noSuccess, call, "carol asks for the headers alone")
                told.append("status \(answer.status), length \(answer.headers["content-length"] ?? "none")")
            }
            let what = "HEAD of a collaboration, and of one that does not exist"
            try require(told[0] == told[1], what, "one answer", told)
            let lines = scene.settings.lines
            for route in [Route.read, .identities, .list] where lines[route].method == "GET" {
                let (call, what) = (scene.call(route, .alice, target: .alice), "alice's HEAD of --\(route.rawValue)")
                let answer = try await scene.expect(.message, call, "alice's GET of --\(route.rawValue)")
                let head = try await scene.expect(.message, call.with(\.method, "HEAD"), what)
                let types = [answer, head].map { $0.headers["content-type"] ?? "none" }
                try require(types[0] == types[1], what, "the type \(types[0]) of GET", types[1])
                // A list grows meanwhile.
                let lengths = [answer, head].compactMap { route == .list ? nil : $0.headers["content-length"] }
                try require(Set(lengths).count < 2, what, "the length of GET", lengths)
            }
        },
        Rule("answer.type", "Every body is JSON in UTF-8.") { scene in
            for call in scene.samples {
                let answer = try await scene.session.send(call, "an answer")
                guard !answer.body.isEmpty else { continue }
                let type = (answer.headers["content-type"] ?? "none").lowercased()
                let isJSON = type.contains(#/^application\/json *(; *charset="?utf-8"?)?$/#)
                let expected = "the content type application/json; charset=utf-8"
                try require(isJSON, scene.session.describe(call, "an answer"), expected, type)
            }
        },
        Rule("answer.cache", "No answer says that a cache may store it for others.") { scene in
            let dates = DateFormatter()
            (dates.locale, dates.dateFormat) = (Locale(identifier: "en_US_POSIX"), "EEE, dd MMM yyyy HH:mm:ss zzz")
            for call in scene.samples {
                let answer = try await scene.session.send(call, "an answer")
                for name in ["cache-control", "surrogate-control", "cdn-cache-control"] {
                    let value = answer.headers[name]?.lowercased() ?? ""
                    let age = name == "cache-control" ? "s-maxage" : "max-age"
                    let isForOwn = value.contains(#/private|no-store/#)
                    let isStored =
                        value.contains(#/public|immutable|s-maxage *= *"?0*[1-9]/#)
                        || value.contains(#/max-age *= *"?0*[1-9]/#) && !(isForOwn && age == "s-maxage")
                        || value.contains("must-revalidate") && !value.contains(#/private|no-|max-age/#)
                    let isRight = !isStored || value.contains("no-store")
                    try require(isRight, scene.session.describe(call, "an answer"), "no-store", "\(name): \(value)")
                }
                let (control, expires) = (answer.headers["cache-control"] ?? "", answer.headers["expires"] ?? "")
                // What is no date is over, like one that has been.
                let isOver = (dates.date(from: expires) ?? .distantPast) <= .now
                let isRight = isOver || control.contains(#/no-store|private|max-age/#)
                try require(isRight, scene.session.describe(call, "an answer"), "no-store", "Expires: \(expires)")
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
    /// The answers of a kind that have come so far.
    fileprivate func seen(_ expected: Expected) throws -> [(sent: String, answer: Answer)] {
        let seen = seen.withLock { $0[expected] ?? [] }
        if seen.isEmpty { throw NotSeen("No rule before has seen such an answer.") }
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
        return constant.filter { $0.key != "date" && $0.key != "age" && !$0.key.mayDiffer }
    }

    fileprivate var samples: [Call] {
        [
            read(.carol), missing.read(.carol), read(.alice), read(nil), read(.alice).with(\.suffix, "/no-such-route"),
            call(.challenge, .bob), call(.proof, .bob, "{}"), call(.list, .alice), update(), update("{"),
            call(.identities, .alice, target: .bob), startAgain(.alice), update().with(\.method, "PATCH"),
        ].filter { !settings.lines[$0.route].isNone }
    }

    /// A request for each reason of a refusal that a client can bring about.
    fileprivate func refusals() async throws -> [(Call, String)] {
        try await play(.update(add: [.bob, .bobAgain(1)], remove: [.carol]))
        let used = try await proof()
        try await expect(.success, prove(used), "a proof")
        typealias Part<Value> = WritableKeyPath<ProofText, Value>
        func changed<T>(_ what: String, _ part: Part<T>, _ value: T) async throws -> (Call, String) {
            (prove(try await proof().with(part, value)), what)
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
            try await changed("another signature", \.signature, used.signature),
            try await changed("a signature that is not DER", \.signature, Data([1])),
            try await changed("a short path", \.hashes, used.hashes.dropLast()),
            try await changed("a long path", \.hashes, Array(repeating: used.hashes[0], count: 40)),
            try await changed("a hash of one byte", \.hashes[0], Data([1])),
            try await changed("an index out of range", \.index, "77"),
            try await changed("a wrong key", \.publicKey, Data(count: 65)),
            (prove(try await proof().with(\.publicKey, Data()).with(\.hashes, [])), "an empty proof"),
        ] + (session.settings.participantsMayUpdate ? [] : [(update(as: .bob), "an update of a participant")])
    }
}

extension Answer {
    fileprivate var connection: String { headers["connection"]?.lowercased() ?? "none" }
}

extension String {
    /// Whether the header, in lower case, is about the connection, or counts the requests of an account.
    fileprivate var mayDiffer: Bool { contains(#/^(connection|keep-alive|.*rate-?limit.*)$/#) }
}
