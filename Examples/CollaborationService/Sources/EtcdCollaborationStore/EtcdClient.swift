import AsyncHTTPClient
import CollaborationCore
import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// What etcd could not do.
public enum EtcdError: Error, Hashable, Sendable {
    /// No member could be reached, the request was refused, or what was read is malformed. Nothing has changed.
    case failed(String)

    /// A member did not answer in time, or without a leader: a change may be made or not made.
    case outcomeUnknown(String)
}

/// Sends requests to the members of a cluster of etcd, through their JSON gateway.
///
/// Requests go to one member until it fails, and then to the next one. A request that fails is sent to the other members
/// too, unless it may have made a change.
public final class EtcdClient: Sendable {
    private let endpoints: [String]
    private let timeout: TimeAmount
    private let client: HTTPClient
    private let current = Atomic(0)

    /// Makes a client for members such as `127.0.0.1:2379`, at least one, which may take some time to answer.
    public init(endpoints: [String], timeout: Duration = .seconds(3)) {
        (self.endpoints, self.timeout) = (endpoints, TimeAmount(timeout))
        var configuration = HTTPClient.Configuration(timeout: .init(connect: .seconds(1)))
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(configuration: configuration)
    }

    deinit { client.shutdown { _ in } }

    /// The time in the head of an answer (RFC 9110, section 6.6.1), which tells it in seconds.
    public func time() async throws -> ClosedRange<Date> {
        let text = try await send(EtcdTransaction(success: [.requestRange(key: Data([0]))])).date
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        guard let date = text.flatMap({ format.date(from: $0) }) else { throw EtcdError.failed("no date") }
        return date...date + 1
    }

    /// Reads ranges of keys at one time.
    func read(_ ranges: [EtcdTransaction.Operation]) async throws -> [[EtcdAnswer.Pair]] {
        let responses = try await send(EtcdTransaction(success: ranges)).answer.responses ?? []
        guard responses.count == ranges.count else { throw EtcdError.failed("not all ranges") }
        return responses.map { $0["response_range"]?.kvs ?? [] }
    }

    /// Puts values, or deletes keys for nil, in one step if a key has a value, or is absent for nil; returns whether it is so.
    func change(_ changes: [(key: Data, value: Data?)], if key: Data, is value: Data?) async throws -> Bool {
        // The version of an absent key is 0, the default in a comparison.
        var comparison = ["target": value == nil ? "VERSION" : "VALUE", "key": key.base64EncodedString()]
        comparison["value"] = value?.base64EncodedString()
        let operations: [EtcdTransaction.Operation] = changes.map { key, value in
            value.map { .requestPut(key: key, value: $0) } ?? .requestDeleteRange(key: key)
        }
        return try await send(.init(compare: [comparison], success: operations)).answer.succeeded ?? false
    }

    private func send(_ transaction: EtcdTransaction) async throws -> (answer: EtcdAnswer, date: String?) {
        let body = HTTPClientRequest.Body.bytes(try JSONEncoder().encode(transaction))
        var failure = EtcdError.failed("there is no member")
        for _ in endpoints {
            let index = current.load(ordering: .relaxed)
            var request = HTTPClientRequest(url: "http://\(endpoints[index])/v3/kv/txn")
            (request.method, request.body) = (.POST, body)
            do {
                let response = try await client.execute(request, timeout: timeout)
                let bytes = try await response.body.collect(upTo: JSONLimits.byteCount).readableBytesView
                if response.status == .ok {
                    let answer = try StrictJSONDecoder().decode(EtcdAnswer.self, from: bytes)
                    return (answer, response.headers.first(name: "Date"))
                }
                let text = String(decoding: bytes.prefix(500), as: UTF8.self)
                let isDefinite = response.status.code < 500 && response.status != .requestTimeout
                failure = isDefinite ? .failed(text) : .outcomeUnknown(text)
            } catch {
                let isUnsent =
                    error is NIOConnectionError || error as? HTTPClientError == .connectTimeout
                    || (error as? IOError)?.errnoCode == ECONNREFUSED
                let text = "\(request.url): \(error)"
                failure = isUnsent ? .failed(text) : .outcomeUnknown(text)
            }
            let next = (index + 1) % endpoints.count
            _ = current.compareExchange(expected: index, desired: next, ordering: .relaxed)
            if case .failed = failure { continue }
            if !transaction.compare.isEmpty || Task.isCancelled { break }
        }
        throw failure
    }
}

/// A transaction as etcd's JSON gateway reads it, in which bytes are base64.
struct EtcdTransaction: Encodable {
    enum Operation: Encodable {
        case requestRange(key: Data, rangeEnd: Data? = nil, limit: String? = nil)
        case requestPut(key: Data, value: Data)
        case requestDeleteRange(key: Data)
    }

    var compare: [[String: String]] = []
    let success: [Operation]
}

/// An answer of the gateway, which leaves out what is false or empty.
struct EtcdAnswer: Decodable {
    struct Pair: Decodable {
        let key: Data
        let value: Data?
    }
    struct Range: Decodable { let kvs: [Pair]? }

    let succeeded: Bool?
    let responses: [[String: Range]]?
}
