import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension Client {
    /// Sends a request whose path is not UTF-8, or whose answer is looked at with its phrase: the library does neither.
    func answerToBytes(_ request: HTTPClientRequest, at server: URL, body: Data) async throws -> Answer {
        let host = server.host() ?? ""
        let tls = server.scheme == "https" ? try NIOSSLContext(configuration: tls) : nil
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connectTimeout(.seconds(10))
            .connect(host: host.trimmingCharacters(in: ["[", "]"]), port: server.port ?? (tls == nil ? 80 : 443)) {
                channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls {
                        let isAddress = host.contains(":") || host.allSatisfy { $0 == "." || $0.isNumber }
                        let handler = try NIOSSLClientHandler(context: tls, serverHostname: isAddress ? nil : host)
                        try channel.pipeline.syncOperations.addHandler(handler)
                    }
                    return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        let path = request.url.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }
        let fields = [("Host", host), ("Content-Length", "\(body.count)"), ("Connection", "close")] + request.headers
        let lines = ["\(request.method.rawValue) \(path) HTTP/1.1"] + fields.map { "\($0): \($1)" }
        let head = lines.joined(separator: "\r\n") + "\r\n\r\n"
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
            let blank = received.firstRange(of: Data("\r\n\r\n".utf8)) ?? received.endIndex..<received.endIndex
            let lines = String(decoding: received[..<blank.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
            let words = lines[0].split(separator: " ", maxSplits: 2)
            guard !blank.isEmpty, words.count > 1, let status = Int(words[1].prefix(3)) else {
                throw Unanswered(description: "no answer of HTTP")
            }
            let headers = lines.dropFirst().map { $0.split(separator: ":", maxSplits: 1) }.filter { $0.count == 2 }
                .map { ($0[0].lowercased(), $0[1].trimmingCharacters(in: .whitespaces)) }
            let fields = Dictionary(headers) { "\($0), \($1)" }
            var (body, rest) = (received[blank.upperBound...], Data())
            if fields["transfer-encoding"]?.lowercased() == "chunked" { (body, rest) = (rest, body) }
            while let line = rest.firstRange(of: Data("\r\n".utf8)) {
                let size = String(decoding: rest[..<line.lowerBound], as: UTF8.self).prefix { $0.isHexDigit }
                let chunk = rest[line.upperBound...].prefix(Int(size, radix: 16) ?? 0)
                body += chunk
                rest = rest[chunk.endIndex...].dropFirst(2)
            }
            return Answer(status: status, phrase: words.dropFirst(2).joined(), headers: fields, body: body)
        }
    }
}
