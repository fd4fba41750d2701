import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import Logging
import Metrics
import NIOCore
import Synchronization
import Testing

@testable import CollaborationService

@Suite("Requests and errors")
struct RequestTests {
    private let bob = SimulatedPerson("Bob")

    @Test("A malformed request is answered with 400 and the member that breaks a rule")
    func malformed() async throws {
        try await TestServer().run { client async throws in
            for (method, path, body, message) in [
                (.post, "/collaborations", "{", "not JSON"),
                (.post, "/collaborations", "{}", "localIdentifier: missing"),
                (.post, "/collaborations/a/proof", #"{"challenge":"?"}"#, "challenge: not base64"),
                (.post, "/collaborations/a/participants", "[]", "not an object"),
                (.get, "/collaborations?limit=0", "", "limit: not a whole number from 1 to 100"),
                (.get, "/collaborations?after=%FF", "", "query: not percent-encoded UTF-8"),
                (.get, "/collaborations?after=a&%61fter=b", "", "query: not percent-encoded UTF-8, or a name twice"),
                (.get, "/collaborations/%FF", "", "collaboration: not percent-encoded UTF-8"),
                (.get, "/collaborations/" + String(repeating: "a", count: 1025), "", "collaborationIdentifier: "),
            ] as [(HTTPRequest.Method, String, String, String)] {
                let reply = try await client.send(method, path, as: "bob", Data(body.utf8))
                #expect(reply.status == .badRequest)
                let error = try reply.decoded(as: [String: String].self)
                #expect(error["error"] == "malformed")
                #expect(error["message"]?.hasPrefix(message) == true, "\(error) \(path.prefix(60))")
            }
        }
    }

    @Test("Every refusal has the same answer, also for a collaboration that does not exist")
    func refusals() async throws {
        let server = try await TestServer()
        try await server.run { client async throws in
            let collaboration = try await client.start(admitting: bob)
            var refusals: [TestResponse] = []
            for name in [collaboration.rawValue, "unknown"] {
                let path = "/collaborations/\(name)"
                refusals.append(try await client.send(.get, path, as: "mallory"))
                refusals.append(try await client.send(.delete, path, as: "mallory"))
                refusals.append(try await client.send(.delete, path + "/access", as: "mallory"))
                let update = ParticipantsUpdate()
                refusals.append(try await client.send(.post, path + "/participants", as: "mallory", update.json))
                var answer = try await client.answer(of: bob, in: CollaborationIdentifier(name), as: "mallory")
                refusals.append(try await client.send(.post, path + "/proof", as: "mallory", answer.json))
                // As one from before a restore is, it is of another store.
                var challenge = answer.challenge
                challenge[challenge.endIndex - 1] ^= 1
                answer = IdentityProofAnswer(challenge: challenge, proof: try answer.proof)
                refusals.append(try await client.send(.post, path + "/proof", as: "mallory", answer.json))
            }
            #expect(refusals.allSatisfy { $0.status == .forbidden && $0.text == #"{"error":"accessDenied"}"# })
            #expect(Set(refusals.map { $0.headers.map { "\($0)" }.filter { !$0.hasPrefix("Date") } }).count == 1)
        }
        #expect(server.reasons.count == 12)
        #expect(server.reasons.count { $0 == "challengeOfAnotherStoreOrKey" } == 2)
    }

    @Test("A body of more than 128 KiB is answered with 413, whether its length is announced or not")
    func tooLarge() async throws {
        try await TestServer().run { client async throws in
            for count in [131_072, 131_073] {
                let body = Data(repeating: UInt8(ascii: " "), count: count)
                let reply = try await client.send(.post, "/collaborations", as: "alice", body)
                #expect(reply.status == (count == 131_072 ? .badRequest : .contentTooLarge))
            }
        }
    }

    @Test("A database that fails is answered with 503 and logged, and the next request succeeds")
    func failure() async throws {
        let fails = Atomic(false)
        let store = StubStore(willCall: { if fails.load(ordering: .relaxed) { throw Failure() } })
        let (server, metrics) = (try await TestServer(store: store), PrometheusMetrics())
        try await withMetricsFactory(metrics) {
            try await server.run { client async throws in
                let collaboration = try await client.start()
                fails.store(true, ordering: .relaxed)
                let reply = try await client.send(.get, "/collaborations/\(collaboration)", as: "alice")
                #expect(reply.status == .serviceUnavailable)
                #expect(reply.text == #"{"error":"unavailable"}"#)
                #expect(reply.headers[.retryAfter] == "1")
                fails.store(false, ordering: .relaxed)
                #expect(try await client.status(of: "alice", in: collaboration) == .ok)
            }
        }
        #expect(metrics.text.contains("database_failures_total 1.0\n"))
        #expect(server.log.entries.contains { $0.level == .error && $0.message == "The database failed" })
    }

    @Test(
        "A request that ends because its client has left or the server stops is not logged as an error",
        arguments: [
            (CollaborationError.store(CancellationError()), [.info], .serviceUnavailable),
            (CollaborationError.canceled, [.info], .serviceUnavailable),
            (IOError(errnoCode: 104, reason: "read"), [], .internalServerError),
            (ChannelError.inputClosed, [], .internalServerError),
            (Failure(), [.error], .internalServerError),
        ] as [(any Error, [Logger.Level], HTTPResponse.Status)]
    ) func level(error: any Error, levels: [Logger.Level], status: HTTPResponse.Status) async throws {
        let log = InMemoryLogHandler()
        let router = Router(context: AppContext.self)
        router.add(middleware: RequestMetrics())
        router.add(middleware: ErrorResponses(demo: nil))
        router.get("a") { _, _ -> HTTPResponse.Status in throw error }
        try await Application(router: router, logger: Logger(label: "test") { _ in log }).test(.router) {
            client async throws in #expect(try await client.execute(uri: "/a", method: .get).status == status)
        }
        #expect(log.entries.map(\.level) == levels)
    }

    @Test("Requests of an account beyond its rate are answered with 429 and the time to wait, those of others are not")
    func accountLimit() async throws {
        let clock = Current(ContinuousClock.now)
        let limit = AccountLimit(buckets: TokenBuckets(rate: 1, size: 2, now: { clock.value }))
        try await TestServer(limit: limit).run { client async throws in
            for _ in 0..<2 { #expect(try await client.send(.get, "/collaborations", as: "bob").status == .ok) }
            let limited = try await client.send(.get, "/collaborations", as: "bob")
            #expect(limited.status == .tooManyRequests)
            #expect(limited.headers[.retryAfter] == "1")
            #expect(try await client.send(.get, "/collaborations", as: "carol").status == .ok)
            for _ in 0..<5 {
                #expect(try await client.sendAsBackend(.get, "/collaborations/a/accounts/b").status == .ok)
            }
        }
    }

    @Test("Requests of an address beyond its rate are answered with 429")
    func addressLimit() async throws {
        let clock = Current(ContinuousClock.now)
        let buckets = TokenBuckets(rate: 1, size: 2, now: { clock.value })
        let router = Router(context: AppContext.self)
        router.add(middleware: AddressLimit(buckets: buckets, isBehindProxy: true))
        router.get("a") { _, _ in HTTPResponse.Status.ok }
        let name = try #require(HTTPField.Name("X-Forwarded-For"))
        try await Application(router: router).test(.router) { client async throws in
            func ask(_ address: String) async throws -> HTTPResponse.Status {
                try await client.execute(uri: "/a", method: .get, headers: [name: address]).status
            }
            for _ in 0..<2 { #expect(try await ask("2001:db8::1") == .ok) }
            #expect(try await ask("2001:db8::2") == .tooManyRequests)
            #expect(try await ask("198.51.100.7") == .ok)
        }
    }

    @Test("An account that works in a large record pays for its size, and another one does not")
    func cost() async throws {
        let clock = Current(ContinuousClock.now)
        let limit = AccountLimit(buckets: TokenBuckets(rate: 1, size: 100, now: { clock.value }))
        let record = StoredRecord(bytes: [UInt8](repeating: 255, count: 6_553_600))
        let store = StubStore(record: record)
        try await TestServer(store: store, limit: limit).run { client async throws in
            // Each read of 6.4 MiB costs 1 and 100 tokens.
            #expect(try await client.send(.get, "/collaborations/a", as: "bob").status == .internalServerError)
            #expect(try await client.send(.get, "/collaborations/a", as: "bob").status == .tooManyRequests)
            #expect(try await client.send(.get, "/collaborations/a", as: "carol").status == .internalServerError)
        }
    }

    @Test("An account pays more for what is written than for what is read, and for the line of the audit log too")
    func writtenCost() async throws {
        let clock = Current(ContinuousClock.now)
        let limit = AccountLimit(buckets: TokenBuckets(rate: 1, size: 100, now: { clock.value }))
        try await TestServer(limit: limit).run { client async throws in
            let collaboration = try await client.start()
            let identities = (0..<1000).map { SimulatedPerson("\($0)").invitation(to: collaboration).identity }
            let body = ParticipantsUpdate(addedIdentities: identities).json
            // A record of 33 KB and a line of more than twice as much.
            let path = "/collaborations/\(collaboration)/participants"
            #expect(try await client.send(.post, path, as: "alice", body).status == .noContent)
            let costs = (0..<100).prefix { _ in limit.buckets.take(of: "alice") == nil }.count
            #expect((60...75).contains(costs), "\(costs)")
        }
    }

    @Test("An account sends 32 bodies at once and an address 128, and the back end as many as it wants")
    func unfinishedBodies() async throws {
        let bodies = Bodies(memory: BodyMemory())
        var held: [Task<Data, any Error>] = []
        for _ in 0..<32 { held.append(await bodies.hold(0, .account("bob"))) }
        #expect(await !bodies.send(1, .account("bob")))
        for number in 0..<128 { held.append(await bodies.hold(0, .account("\(number)"), at: "a")) }
        #expect(await !bodies.send(1, .account("carol"), at: "a"))
        #expect(await bodies.send(1, .account("carol"), at: "b"))
        for _ in 0..<200 { held.append(await bodies.hold(0, .server)) }
        bodies.end.finish()
        for task in held { _ = try await task.value }
        #expect(await bodies.send(1, .account("bob"), at: "a"))
    }

    @Test("Beyond their first 4 KiB an account holds two of the largest bodies, and all accounts as much as there is")
    func memory() async throws {
        let bodies = Bodies(memory: BodyMemory(byteCount: 600_000))
        var held: [Task<Data, any Error>] = []
        for _ in 0..<2 { held.append(await bodies.hold(131_072, .account("bob"))) }
        #expect(await !bodies.send(131_072, .account("bob")))
        #expect(await bodies.send(4096, .account("bob")))
        #expect(await bodies.send(131_072, .account("carol")))
        for name in ["carol", "dave"] { held.append(await bodies.hold(131_072, .account(.init(name)))) }
        #expect(await !bodies.send(131_072, .account("erin")))
        #expect(await bodies.send(4096, .account("erin")))
        bodies.end.finish()
        for task in held { _ = try await task.value }
        #expect(await bodies.send(131_072, .account("bob")))
    }
}

/// Sends bodies, some of which do not end until a test says so.
private struct Bodies {
    private let memory: BodyMemory
    private let silence: AsyncStream<Void>
    let end: AsyncStream<Void>.Continuation

    init(memory: BodyMemory) {
        self.memory = memory
        (silence, end) = AsyncStream.makeStream(of: Void.self)
    }

    /// Sends a body of so many bytes, and returns whether it is read.
    func send(_ count: Int, _ caller: Collaboration.Actor, at address: String? = nil) async -> Bool {
        (try? await read(RequestBody(buffer: ByteBuffer(repeating: 32, count: count)), caller, address)) != nil
    }

    /// Sends so many bytes of a body, and returns when they are read.
    func hold(_ count: Int, _ caller: Collaboration.Actor, at address: String? = nil) async -> Task<Data, any Error> {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let hasBegun = Atomic(false)
        let body = AsyncStream<ByteBuffer> {
            if !hasBegun.exchange(true, ordering: .relaxed) { return ByteBuffer(repeating: 32, count: count) }
            begin.yield()
            for await _ in silence {}
            return nil
        }
        let task = Task { try await read(RequestBody(asyncSequence: body), caller, address) }
        await begun.first { _ in true }
        return task
    }

    private func read(
        _ body: RequestBody,
        _ caller: Collaboration.Actor,
        _ address: String?
    ) async throws -> Data {
        let head = HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/")
        return try await memory.body(of: Request(head: head, body: body), from: caller, at: address)
    }
}
