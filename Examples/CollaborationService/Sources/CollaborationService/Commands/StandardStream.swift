import Foundation

/// The standard output or the standard error, to which a write may fail without ending the process.
enum StandardStream: Int32 {
    case output = 1
    case error = 2

    /// Writes a text; false if a part of it is lost, such as on a full disk or when nobody reads a pipe any more.
    ///
    /// - Parameter waits: Whether to wait for a reader who is slow; otherwise the text is lost.
    func write(_ text: String, waits: Bool = true) -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            var request = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
            // One descriptor is passed and one is announced.
            let isReady = unsafe poll(&request, 1, waits ? -1 : 0) == 1
            guard isReady || errno == EINTR && waits else { return false }
            // A pipe that is ready takes so many without waiting. The pointer has the announced number of bytes.
            let count = unsafe bytes.prefix(4096).withUnsafeBytes { buffer in
                unsafe Foundation.write(rawValue, buffer.baseAddress, buffer.count)
            }
            guard count > 0 || errno == EINTR else { return false }
            bytes.removeFirst(max(0, count))
        }
        return true
    }
}
