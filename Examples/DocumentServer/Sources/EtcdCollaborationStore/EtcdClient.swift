import AsyncHTTPClient
import CollaborationProofs
import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// What etcd could not do.
public enum EtcdError: Error, Hashable, Sendable {
    /// No member of the cluster could be reached. Nothing has changed.
    case unreachable(String)

    /// A member did not answer in time, or without a leader: a change may be made or not made.
    case outcomeUnknown(String)

    /// etcd refused the request.
    case refused(String)

    /// The answer, or a value that is stored, does not have the expected form.
    case unexpectedAnswer(String)
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

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - endpoints: The members, such as `127.0.0.1:2379`, at least one.
    ///   - timeout: How long a member may take to answer.
    public init(endpoints: [String], timeout: Duration = .seconds(3)) {
        (self.endpoints, self.timeout) = (endpoints, TimeAmount(timeout))
        var configuration = HTTPClient.Configuration(timeout: .init(connect: .seconds(1)))
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(configuration: configuration)
    }

    deinit {
        // Does nothing if `close` was called.
        client.shutdown { _ in }
    }

    /// Closes the connections.
    public func close() async {
        try? await client.shutdown()
    }

    /// Reads keys at one time.
    public func values(_ keys: [Data]) async throws(EtcdError) -> [Data?] {
        let ranges = keys.map { #"{"requestRange":{"key":"\#($0.base64EncodedString())"}}"# }
        let responses = try await send("txn", EtcdMessage.transaction(ranges)).responses ?? []
        guard responses.count == keys.count else {
            throw EtcdError.unexpectedAnswer("not a range for each key")
        }
        return responses.map { $0["response_range"]?.kvs?.first.map { $0.value ?? Data() } }
    }

    func send(_ method: String, _ body: String, isChange: Bool = false) async throws(EtcdError) -> EtcdAnswer
    {
        var failure = EtcdError.unreachable("there is no member")
        for _ in endpoints {
            let index = current.load(ordering: .relaxed)
            do throws(EtcdError) {
                return try await post(body, to: "http://\(endpoints[index])/v3/kv/\(method)")
            } catch {
                failure = error
                if case .refused = error { throw error }
                let next = (index + 1) % endpoints.count
                _ = current.compareExchange(expected: index, desired: next, ordering: .relaxed)
                if case .unreachable = error { continue }
                if isChange || Task.isCancelled { throw error }
            }
        }
        throw failure
    }

    private func post(_ body: String, to url: String) async throws(EtcdError) -> EtcdAnswer {
        do {
            var request = HTTPClientRequest(url: url)
            request.method = .POST
            request.body = .bytes(ByteBuffer(string: body))
            let response = try await client.execute(request, timeout: timeout)
            let bytes = try await response.body.collect(upTo: JSONLimits.byteCount).readableBytesView
            if response.status == .ok { return try StrictJSONDecoder().decode(EtcdAnswer.self, from: bytes) }
            let text = String(decoding: bytes.prefix(500), as: UTF8.self)
            let isDefinite = (400..<500).contains(response.status.code) && response.status != .requestTimeout
            throw isDefinite ? EtcdError.refused(text) : .outcomeUnknown(text)
        } catch let error as EtcdError {
            throw error
        } catch let error as HTTPClientError where error == .connectTimeout {
            throw .unreachable("\(url): \(error)")
        } catch let error as IOError where error.errnoCode == ECONNREFUSED {
            throw .unreachable(url)
        } catch is NIOConnectionError {
            throw .unreachable(url)
        } catch {
            throw .outcomeUnknown("\(url): \(error)")
        }
    }
}
