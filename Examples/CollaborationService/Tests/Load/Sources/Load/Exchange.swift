import NIOCore
import NIOHTTP1

/// A request, and the status of the answer that is right.
struct Exchange: Sendable {
    var method = HTTPMethod.POST
    let path: String
    let authorization: String
    var body = ByteBuffer()
    let status: Int
}

/// An answer, and how long it took.
struct Answer: Sendable {
    let exchange: Exchange
    let status: Int
    let body: ByteBuffer
    let duration: Duration

    var isExpected: Bool { status == exchange.status }

    /// Returns the body of an answer that must be right.
    func expectedBody() throws(LoadError) -> ByteBuffer {
        guard isExpected else {
            throw .unexpectedAnswer(
                "\(exchange.method) \(exchange.path)",
                status: status,
                body: String(buffer: body)
            )
        }
        return body
    }
}

enum LoadError: Error, CustomStringConvertible {
    case unexpectedAnswer(String, status: Int, body: String)
    case connectionClosed
    case noAnswer(seconds: Int64)

    var description: String {
        switch self {
        case .unexpectedAnswer(let request, let status, let body):
            "The server answered \(request) with status \(status): \(body.prefix(200))"
        case .connectionClosed: "The server closed a connection that was in use."
        case .noAnswer(let seconds): "The server did not answer within \(seconds) seconds."
        }
    }
}
