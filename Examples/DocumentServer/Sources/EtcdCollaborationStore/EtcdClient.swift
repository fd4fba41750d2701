import AsyncHTTPClient
import CollaborationProofs
import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// What etcd could not do.
public enum EtcdError: Error, Hashable, Sendable {
    /// No member could be reached, or the request was refused. Nothing has changed.
    case failed(String)

    /// A member did not answer in time, or without a leader: a change may be made or not made.
    case outcomeUnknown(String)

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

    // Does nothing if `close` was called.
    deinit { client.shutdown { _ in } }

    /// Closes the connections.
    public func close() async { try? await client.shutdown() }

    /// The time by the clock of the member that answers, without fractions of a second.
    public func time() async throws(EtcdError) -> Date {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        guard let text = try await send("range", #"{"key":"AA=="}"#).date, let date = format.date(from: text)
        else { throw .unexpectedAnswer("no date") }
        return date
    }

    /// Reads keys at one time.
    func values(_ keys: [Data]) async throws(EtcdError) -> [Data?] {
        let ranges = keys.map { #"{"requestRange":{"key":"\#($0.base64EncodedString())"}}"# }
        let responses = try await send("txn", EtcdMessage.transaction(ranges)).responses ?? []
        guard responses.count == keys.count else { throw .unexpectedAnswer("not a range for each key") }
        return responses.map { $0["response_range"]?.kvs?.first.map { $0.value ?? Data() } }
    }

    func send(
        _ method: String,
        _ body: String,
        isChange: Bool = false
    ) async throws(EtcdError) -> EtcdAnswer {
        var failure = EtcdError.failed("there is no member")
        for _ in endpoints {
            let index = current.load(ordering: .relaxed)
            do throws(EtcdError) {
                return try await post(body, to: "http://\(endpoints[index])/v3/kv/\(method)")
            } catch {
                failure = error
            }
            let next = (index + 1) % endpoints.count
            _ = current.compareExchange(expected: index, desired: next, ordering: .relaxed)
            if case .failed = failure { continue }
            if isChange || Task.isCancelled { break }
        }
        throw failure
    }

    private func post(_ body: String, to url: String) async throws(EtcdError) -> EtcdAnswer {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.body = .bytes(ByteBuffer(string: body))
        do {
            let response = try await client.execute(request, timeout: timeout)
            let bytes = try await response.body.collect(upTo: JSONLimits.byteCount).readableBytesView
            guard response.status == .ok else {
                let text = String(decoding: bytes.prefix(500), as: UTF8.self)
                let isDefinite = response.status.code < 500 && response.status != .requestTimeout
                throw isDefinite ? EtcdError.failed(text) : .outcomeUnknown(text)
            }
            var answer = try StrictJSONDecoder().decode(EtcdAnswer.self, from: bytes)
            answer.date = response.headers.first(name: "Date")
            return answer
        } catch let error as EtcdError {
            throw error
        } catch {
            let isUnsent =
                error is NIOConnectionError || error as? HTTPClientError == .connectTimeout
                || (error as? IOError)?.errnoCode == ECONNREFUSED
            throw isUnsent ? .failed("\(url): \(error)") : .outcomeUnknown("\(url): \(error)")
        }
    }
}
