import AsyncHTTPClient
import CollaborationCore
import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// What etcd could not do, in a sentence.
public struct EtcdError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String

    /// Whether a change may be made or not made, since a member did not answer in time, or without a leader.
    public var isOutcomeUnknown = false
}

/// Sends requests to the members of a cluster of etcd, through their JSON gateway: to one until it fails, then to the next one.
///
/// A request that fails is sent to the other members too, unless it may have made a change.
final class EtcdClient: Sendable {
    private let cluster: EtcdCluster
    private let timeout: TimeAmount
    private let client: HTTPClient
    private let current = Atomic(0)

    /// With which the cluster knows the user, until it refuses something.
    let token = Mutex(String?.none)

    init(_ cluster: EtcdCluster, timeout: Duration) {
        (self.cluster, self.timeout) = (cluster, TimeAmount(timeout))
        var configuration = HTTPClient.Configuration(timeout: .init(connect: .seconds(1)))
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.tlsConfiguration = cluster.tls
        // With HTTP/2 the gateway cancels a request from time to time.
        configuration.httpVersion = .http1Only
        client = HTTPClient(configuration: configuration)
    }

    deinit { client.shutdown { _ in } }

    /// Throws if nothing can be written, and returns the time of the answer's head, which tells it in seconds.
    ///
    /// The question passes through the log of the cluster, as a write does.
    func check() async throws -> ClosedRange<Date> {
        let answer = try await send(["action": "GET"], to: "maintenance/alarm", isRead: true)
        if let alarm = answer.alarms?.first?["alarm"] {
            throw EtcdError(description: "etcd has the alarm \(alarm).")
        }
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        guard let date = answer.date.flatMap({ format.date(from: $0) }) else {
            throw EtcdError(description: "etcd answers without a date.")
        }
        return date...date + 1
    }

    /// Reads ranges of keys at one time.
    func read(_ ranges: [EtcdTransaction.Operation]) async throws -> [[EtcdAnswer.Pair]] {
        let responses = try await send(EtcdTransaction(success: ranges), isRead: true).responses ?? []
        guard responses.count == ranges.count else { throw EtcdError(description: "etcd has not answered all ranges.") }
        return responses.map { $0["response_range"]?.kvs ?? [] }
    }

    /// Counts keys without reading them.
    func count(from start: Data, to end: Data) async throws -> Int {
        let range = EtcdTransaction.Operation.requestRange(key: start, rangeEnd: end, countOnly: true)
        let answer = try await send(EtcdTransaction(success: [range]), isRead: true)
        return answer.responses?.first?["response_range"]?.count.flatMap { Int($0) } ?? 0
    }

    /// Puts values, or deletes keys for nil, in one step if a key has a value, or is absent for nil; returns whether it is so.
    func change(_ changes: [(key: Data, value: Data?)], if key: Data, is value: Data?) async throws -> Bool {
        // The version of an absent key is 0, the default in a comparison.
        var comparison = ["target": value == nil ? "VERSION" : "VALUE", "key": key.base64EncodedString()]
        comparison["value"] = value?.base64EncodedString()
        let operations: [EtcdTransaction.Operation] = changes.map { key, value in
            value.map { .requestPut(key: key, value: $0) } ?? .requestDeleteRange(key: key)
        }
        return try await send(EtcdTransaction(compare: [comparison], success: operations)).succeeded ?? false
    }

    func send(_ body: some Encodable, to path: String = "kv/txn", isRead: Bool = false) async throws
        -> EtcdAnswer
    {
        let content = try JSONEncoder().encode(body)
        let endpoints = cluster.endpoints
        var failure = EtcdError(description: "etcd has no member.")
        for _ in endpoints {
            let index = current.load(ordering: .relaxed)
            do {
                return try await post(content, to: path, at: endpoints[index])
            } catch let error as EtcdError {
                failure = error
            } catch {
                failure = EtcdError(description: "etcd at \(endpoints[index]) cannot be reached: \(error)")
                failure.isOutcomeUnknown =
                    !(error is NIOConnectionError || error as? HTTPClientError == .connectTimeout
                    || (error as? IOError)?.errnoCode == ECONNREFUSED)
            }
            _ = current.compareExchange(expected: index, desired: (index + 1) % endpoints.count, ordering: .relaxed)
            if failure.isOutcomeUnknown && !isRead || Task.isCancelled { break }
        }
        throw failure
    }

    /// Posts to a member; as the user if there is one, with a new token if the last one was refused.
    private func post(
        _ content: Data,
        to path: String,
        at endpoint: String,
        isRepeated: Bool = false
    ) async throws -> EtcdAnswer {
        var request = HTTPClientRequest(url: "\(cluster.tls == nil ? "http" : "https")://\(endpoint)/v3/\(path)")
        (request.method, request.body) = (.POST, .bytes(content))
        var known = token.withLock(\.self)
        if let user = cluster.user, known == nil, path != Self.authentication {
            let credentials = try JSONEncoder().encode(["name": user.name, "password": user.password])
            known = try await post(credentials, to: Self.authentication, at: endpoint).token
            token.withLock { [known] in $0 = known }
        }
        if let known { request.headers.add(name: "Authorization", value: known) }
        let response = try await client.execute(request, timeout: timeout)
        let bytes = try await response.body.collect(upTo: 8 << 20).readableBytesView
        guard response.status == .ok else {
            token.withLock { $0 = nil }
            // A token ends when it was not used for some minutes. Nothing was done.
            if response.status == .unauthorized, known != nil, !isRepeated {
                return try await post(content, to: path, at: endpoint, isRepeated: true)
            }
            let text = String(decoding: bytes.prefix(500), as: UTF8.self)
            let isOutcomeUnknown = response.status.code >= 500 || response.status == .requestTimeout
            throw EtcdError(description: "etcd has refused: \(text)", isOutcomeUnknown: isOutcomeUnknown)
        }
        var answer = try JSONDecoder().decode(EtcdAnswer.self, from: Data(bytes))
        answer.date = response.headers.first(name: "Date")
        return answer
    }

    private static let authentication = "auth/authenticate"
}

/// A transaction as etcd's JSON gateway reads it, in which bytes are base64.
struct EtcdTransaction: Encodable {
    enum Operation: Encodable {
        case requestRange(key: Data, rangeEnd: Data? = nil, limit: String? = nil, countOnly: Bool? = nil)
        case requestPut(key: Data, value: Data)
        case requestDeleteRange(key: Data)
    }

    var compare: [[String: String]] = []
    let success: [Operation]
}

/// An answer of the gateway, which leaves out what is false or empty.
struct EtcdAnswer: Decodable {
    struct Pair: Decodable { let key: Data, value: Data? }
    struct Range: Decodable { let kvs: [Pair]?, count: String? }

    let succeeded: Bool?
    let responses: [[String: Range]]?
    let alarms: [[String: String]]?
    let token: String?
    var date: String?
}
