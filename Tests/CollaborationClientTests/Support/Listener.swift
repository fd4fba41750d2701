import Foundation
import Synchronization

/// A server on a free port of this machine that answers every connection with one head of a response.
final class Listener: Sendable {
    let port: UInt16

    private let descriptor: Int32
    private let count = Mutex(0)

    /// The number of connections that have been made.
    var connectionCount: Int { count.withLock(\.self) }

    init(answer: @escaping @Sendable (String) -> String) throws {
        #if canImport(Darwin)
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(descriptor, address, length) == 0 && listen(descriptor, 4) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isBound else { throw CocoaError(.fileReadUnknown) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else { break }
                count.withLock { $0 += 1 }
                let handle = FileHandle(fileDescriptor: connection, closeOnDealloc: true)
                let request = String(decoding: handle.availableData, as: UTF8.self)
                handle.write(Data("\(answer(request))\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8))
            }
            close(descriptor)
        }
    }

    /// Ends the thread.
    func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
