import Foundation

/// A request that is sent byte by byte, since a client library does not send such requests, or does not show all of the answer.
struct RawRequest: Sendable {
    let host: String
    let port: String

    /// The file of the certificates that are trusted; nil without TLS.
    let certificates: String?

    /// The address of a server without TLS, or with TLS and certificates of its own; nil for another one.
    init?(_ settings: Settings) {
        guard let url = URLComponents(string: settings.server), let host = url.host,
            url.scheme == "http" || settings.certificates != nil
        else { return nil }
        self.host = host.trimmingCharacters(in: ["[", "]"])
        (certificates, port) =
            url.scheme == "http" ? (nil, "\(url.port ?? 80)") : (settings.certificates, "\(url.port ?? 443)")
    }

    /// Sends the bytes, and reads the head of the answer and what comes of its body.
    ///
    /// - Returns: The answer; nil if the connection ends or 10 seconds pass before its head is complete.
    func answer(to bytes: Data) async -> Answer? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: Answer(head: exchange(bytes))) }
        }
    }

    private func exchange(_ bytes: Data) -> Data {
        let (socket, process) = certificates.map { encryptedSocket(trusting: $0) } ?? (connectedSocket(), 0)
        guard socket >= 0 else { return Data() }
        defer {
            close(socket)
            if process > 0 {
                kill(process, SIGTERM)
                waitpid(process, nil, 0)
            }
        }
        // A server may answer and close before it has read everything.
        _ = bytes.written(to: socket)
        var received = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        let end = ContinuousClock.now + .seconds(Client.timeLimit)
        while received.count < Client.byteLimit, ContinuousClock.now < end, !received.isCompleteAnswer {
            // Safe: the call writes at most as many bytes as the buffer has.
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe Foundation.read(socket, $0.baseAddress, $0.count)
            }
            guard count > 0 else { break }
            received += buffer[..<count]
        }
        return received
    }

    #if canImport(Glibc)
        var stream: Int32 { Int32(SOCK_STREAM.rawValue) }
    #else
        var stream: Int32 { SOCK_STREAM }
    #endif

    func limitTime(of socket: Int32) {
        var limit = timeval(tv_sec: Int(Client.timeLimit), tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        // Safe: the calls copy a time of this size.
        unsafe setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        unsafe setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    }

    private func connectedSocket() -> Int32 {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = stream
        var list: UnsafeMutablePointer<addrinfo>?
        // Safe: the list is read before it is freed, and each address with its own length.
        guard unsafe getaddrinfo(host, port, &hints, &list) == 0 else { return -1 }
        defer { unsafe freeaddrinfo(list) }
        var next = unsafe list
        while let address = unsafe next?.pointee {
            let socket = unsafe Foundation.socket(address.ai_family, stream, 0)
            limitTime(of: socket)
            if unsafe connect(socket, address.ai_addr, address.ai_addrlen) == 0 { return socket }
            close(socket)
            unsafe next = address.ai_next
        }
        return -1
    }
}

extension Data {
    /// Writes the bytes to a file or a socket, and returns whether all were written; errno says why not.
    func written(to descriptor: Int32) -> Bool {
        var rest = self[...]
        while !rest.isEmpty {
            // Safe: the call reads as many bytes as the buffer has.
            let count = unsafe rest.withUnsafeBytes { unsafe Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { return false }
            rest = rest.dropFirst(Swift.max(count, 0))
        }
        return true
    }

    /// The content of chunks.
    fileprivate var withoutChunks: Data {
        var (content, rest) = (Data(), self)
        while let end = rest.firstRange(of: Data("\r\n".utf8)),
            let size = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16), size > 0
        {
            content += rest[end.upperBound...].prefix(size)
            rest = Data(rest[end.upperBound...].dropFirst(size + 2))
        }
        return content
    }

    private var headEnd: Int? { firstRange(of: Data("\r\n\r\n".utf8))?.upperBound }

    /// Whether there is a head, and a body of the length that the head says.
    fileprivate var isCompleteAnswer: Bool {
        guard let headEnd, let answer = Answer(head: self) else { return false }
        if answer.status == 204 { return true }
        return answer.headers["content-length"].flatMap { Int($0) }.map { count - headEnd >= $0 } ?? false
    }
}

extension Answer {
    /// Reads an answer of HTTP/1.1; nil if its head is not complete.
    fileprivate init?(head bytes: Data) {
        guard let end = bytes.firstRange(of: Data("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ", maxSplits: 2).map(String.init)
        guard words.count >= 2, words[0].hasPrefix("HTTP/"), let status = Int(words[1]) else { return nil }
        let fields = lines.dropFirst().compactMap { line -> (String, String)? in
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            return parts.count == 2 ? (parts[0].lowercased(), parts[1]) : nil
        }
        let headers = Dictionary(fields, uniquingKeysWith: { first, _ in first })
        let rest = Data(bytes[end.upperBound...])
        let body = headers["transfer-encoding"] == "chunked" ? rest.withoutChunks : rest
        self.init(status: status, phrase: words.count > 2 ? words[2] : "", headers: headers, body: body)
    }
}

extension Session {
    /// Sends a request over a connection of its own.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - framing: The header that says how long the body is; by default Content-Length.
    ///   - body: The body in that framing.
    /// - Returns: The answer; nil if none came.
    /// - Throws: ``NotSeen`` where the server has TLS and a certificate that the system trusts.
    func sendRaw(_ call: Call, framing: String? = nil, body: Data? = nil) async throws(NotSeen) -> Answer? {
        let (method, path) = try line(of: call)
        guard let raw = RawRequest(settings), let url = URLComponents(string: settings.server)
        else { throw NotSeen(reason: "It is looked at without TLS, or with --certificate.") }
        let content = body ?? call.body ?? Data()
        var lines = ["\(method) \(url.percentEncodedPath)\(path) HTTP/1.1", "Host: \(url.host ?? ""):\(raw.port)"]
        lines += [framing ?? "Content-Length: \(content.count)", "Connection: close"]
        lines += headers(of: call).map { "\($0): \($1)" }
        return await raw.answer(to: Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + content)
    }
}
