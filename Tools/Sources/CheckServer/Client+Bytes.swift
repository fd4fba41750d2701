import Foundation
import NIOCore
import NIOPosix
import NIOSSL

extension Client {
    /// Sends a request whose path is not UTF-8, or whose answer is looked at with its phrase, which a client library does not do.
    ///
    /// It is one of HTTP/1.0, so that the answer ends with the connection.
    func answerToBytes(
        _ method: String,
        _ path: String,
        at server: URL,
        headers: [(name: String, value: String)],
        body: Data
    ) async throws -> Answer {
        let host = server.host() ?? ""
        let tls = server.scheme == "https" ? try NIOSSLContext(configuration: tls) : nil
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connectTimeout(.seconds(10))
            .connect(host: host.trimmingCharacters(in: ["[", "]"]), port: server.port ?? (tls == nil ? 80 : 443)) {
                channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls {
                        let isAddress = host.contains(":") || host.allSatisfy { $0 == "." || $0.isNumber }
                        let name = isAddress ? nil : host
                        try channel.pipeline.syncOperations.addHandler(
                            NIOSSLClientHandler(context: tls, serverHostname: name)
                        )
                    }
                    return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        let lines = [
            "\(method) \(path) HTTP/1.0", "Host: \(host)", "Content-Length: \(body.count)", "Connection: close",
        ]
        let head = (lines + headers.map { "\($0.name): \($0.value)" }).joined(separator: "\r\n") + "\r\n\r\n"
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(bytes: Data(head.utf8) + body))
            var received = Data()
            do {
                for try await part in inbound {
                    guard received.count + part.readableBytes <= Self.byteLimit else {
                        throw Unanswered(description: "more than 1 MiB")
                    }
                    received += part.readableBytesView
                }
            } catch NIOSSLError.uncleanShutdown {}  // Many servers close a connection so.
            let parts = received.firstRange(of: Data("\r\n\r\n".utf8)).map {
                (received[..<$0.lowerBound], received[$0.upperBound...])
            }
            guard let (head, body) = parts else { throw Unanswered(description: "no answer of HTTP") }
            let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
            guard let status = lines[0].split(separator: " ").dropFirst().first.flatMap({ Int($0.prefix(3)) }) else {
                throw Unanswered(description: "no answer of HTTP")
            }
            let fields = lines.dropFirst().map {
                $0.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            }
            let headers = fields.filter { $0.count == 2 }.map { ($0[0].lowercased(), $0[1]) }
            let phrase = lines[0].split(separator: " ", maxSplits: 2).dropFirst(2).joined()
            return Answer(
                status: status,
                phrase: phrase,
                headers: Dictionary(headers) { "\($0), \($1)" },
                body: Data(body)
            )
        }
    }
}
