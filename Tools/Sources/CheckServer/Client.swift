import AsyncHTTPClient
import CollaborationCore
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import ToolSupport

struct Answer: Sendable, CustomStringConvertible {
    let status: Int

    var phrase = ""

    /// The values, by lowercase names.
    let headers: [String: String]

    /// At most 1 MiB.
    let body: Data

    /// Whether the server said before that it is busy: it may have carried out what it did not answer.
    var wasBusy = false

    /// From the request until the whole answer was there.
    var duration = Duration.zero

    var description: String {
        let text = String(decoding: body.prefix(300), as: UTF8.self).onOneLine
        return "status \(status)" + (text.isEmpty ? " without a body" : " \(text)") + (body.count > 300 ? "…" : "")
    }

    /// The text of a member of the body; nil if the body is no JSON object with it.
    func json(_ member: String) -> String? { object?[member] as? String }

    var object: [String: Any]? {
        // Foundation's reader skips a byte-order mark.
        guard !body.starts(with: "\u{FEFF}".utf8) else { return nil }
        return try? JSONSerialization.jsonObject(with: body) as? [String: Any]
    }

    /// How many seconds to wait before the request is sent again: from 1 to 5, whatever the server says.
    var retryAfter: Int { min(max(Int(headers["retry-after"]?.prefix(4) ?? "") ?? 1, 1), 5) }
}

/// Sends requests over HTTP/1.1.
struct Client: Sendable {
    static let byteLimit = 1 << 20
    static let timeLimit = Duration.seconds(10)

    enum Framing: Hashable, Sendable {
        case whole

        /// In chunks of so many bytes.
        case chunks(of: Int)

        /// The length is announced, and what there is of the body is sent.
        case announced(Int64)
    }

    struct Unanswered: Error, CustomStringConvertible {
        let description: String
    }

    private let client: HTTPClient
    let tls: TLSConfiguration

    /// - Throws: `Stop` with status 66 for certificates that cannot be read.
    init(_ settings: Settings) throws(Stop) {
        var tls = TLSConfiguration.makeClientConfiguration()
        if let file = settings.certificate {
            tls.trustRoots = .certificates(try Settings.read(file, NIOSSLCertificate.fromPEMBytes))
        }
        if let file = settings.clientCertificate {
            tls.certificateChain = try Settings.read(file, NIOSSLCertificate.fromPEMBytes).map { .certificate($0) }
        }
        if let file = settings.clientKey {
            tls.privateKey = .privateKey(try Settings.read(file) { try NIOSSLPrivateKey(bytes: $0, format: .pem) })
        }
        self.tls = tls
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow)
        configuration.timeout = .init(connect: .seconds(10), read: .seconds(10))
        configuration.decompression = .disabled
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        // A server may close an idle connection at any time, also as the next request is sent.
        configuration.connectionPool.idleTimeout = .milliseconds(200)
        configuration.http1_1ConnectionDebugInitializer = InformationalResponses.add
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    func close() async throws { try await client.shutdown() }

    /// Sends a request, and reads the answer within the limits of time and size.
    func answer(
        to call: Call,
        _ method: String,
        _ url: String,
        headers: [(name: String, value: String)]
    ) async throws(Unanswered) -> Answer {
        var request = HTTPClientRequest(url: url)
        request.method = HTTPMethod(rawValue: method)
        request.headers = HTTPHeaders(headers.map { ($0.name, $0.value) })
        if let body = call.body {
            request.body = Self.body(body, call.framing)
            // A server that has not read a whole body may close the connection without a word.
            if body.count > JSONLimits.messageByteCount || call.framing != .whole {
                request.headers.add(name: "Connection", value: "close")
            }
        }
        do {
            return try await withThrowingTaskGroup(of: Answer.self) { [request] group in
                group.addTask {
                    // The library reads no path of a URL that is not UTF-8.
                    guard let server = URL(string: url), call.asBytes || server.path(percentEncoded: false).isEmpty
                    else {
                        return try await exchange(request)
                    }
                    return try await answerToBytes(request, at: server, body: call.body ?? Data())
                }
                group.addTask {
                    try await Task.sleep(for: Self.timeLimit)
                    throw Unanswered(description: "no whole answer within 10 seconds")
                }
                defer { group.cancelAll() }
                return try await group.next() ?? { throw CancellationError() }()
            }
        } catch let unanswered as Unanswered {
            throw unanswered
        } catch let error as HTTPClientError where error == .remoteConnectionClosed {
            throw Unanswered(description: "the server closed the connection")
        } catch let error as HTTPClientError where [.readTimeout, .connectTimeout, .deadlineExceeded].contains(error) {
            throw Unanswered(description: "no whole answer within 10 seconds")
        } catch is NIOTooManyBytesError {
            throw Unanswered(description: "more than 1 MiB")
        } catch {
            throw Unanswered(description: "the connection failed: \("\(error)".onOneLine)")
        }
    }

    private func exchange(_ request: HTTPClientRequest) async throws -> Answer {
        let start = ContinuousClock.now
        let response = try await client.execute(request, timeout: .seconds(10))
        let body = try await response.body.collect(upTo: Self.byteLimit)
        return Answer(
            status: Int(response.status.code),
            phrase: response.status.reasonPhrase,
            headers: Dictionary(response.headers.map { ($0.lowercased(), $1) }, uniquingKeysWith: { "\($0), \($1)" }),
            body: Data(body.readableBytesView),
            duration: ContinuousClock.now - start
        )
    }

    private static func body(_ bytes: Data, _ framing: Framing) -> HTTPClientRequest.Body {
        switch framing {
        case .whole: .bytes(bytes)
        case .chunks(let count):
            .stream(
                AsyncStream { continuation in
                    for start in stride(from: 0, to: bytes.count, by: count) {
                        continuation.yield(ByteBuffer(bytes: bytes.dropFirst(start).prefix(count)))
                    }
                    continuation.finish()
                },
                length: .unknown
            )
        case .announced(let length):
            // Never finished: the answer must come all the same.
            .stream(AsyncStream { $0.yield(ByteBuffer(bytes: bytes)) }, length: .known(length))
        }
    }
}

extension String {
    /// The text with all but printable characters escaped, so that it prints as one line and turns no terminal around.
    var onOneLine: String {
        unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                scalar.escaped(asASCII: true)
            default: String(scalar)
            }
        }.joined()
    }
}
