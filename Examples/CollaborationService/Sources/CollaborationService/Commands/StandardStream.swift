import Foundation

/// The standard output or the standard error, to which a write may fail without ending the process.
enum StandardStream: Int32 {
    case output = 1
    case error = 2

    /// Has a write to a standard stream that is closed fail, in place of writing to the file that is opened next.
    static func replaceClosed() {
        // A descriptor that only reads. The path is a literal.
        for descriptor in 0...2 as ClosedRange<Int32> where fcntl(descriptor, F_GETFD) == -1 {
            _ = unsafe open("/dev/null", O_RDONLY)
        }
    }

    /// Writes a text; false if a part of it is lost, such as on a full disk or when nobody reads a pipe any more.
    ///
    /// - Parameter waits: Whether to wait for a reader who is slow; otherwise the text is lost.
    func write(_ text: String, waits: Bool = true) -> Bool {
        Self.write(Array(text.utf8), to: rawValue, waits: waits).isEmpty
    }

    /// Writes bytes to an open file, and returns those that could not be written.
    static func write(_ bytes: [UInt8], to descriptor: Int32, waits: Bool) -> ArraySlice<UInt8> {
        var (bytes, file) = (bytes[...], stat())
        // A pipe that is ready takes so many without waiting. A file takes all at once, so that no other process writes in between.
        let isFile = unsafe fstat(descriptor, &file) == 0 && file.st_mode & S_IFMT == S_IFREG
        let maximum = isFile ? bytes.count : 4096
        while !bytes.isEmpty {
            var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            // One descriptor is passed and one is announced.
            let isReady = unsafe poll(&request, 1, waits ? -1 : 0) == 1
            guard isReady || errno == EINTR && waits else { break }
            // The pointer has the announced number of bytes.
            let count = unsafe bytes.prefix(maximum).withUnsafeBytes { buffer in
                unsafe Foundation.write(descriptor, buffer.baseAddress, buffer.count)
            }
            guard count > 0 || errno == EINTR else { break }
            bytes.removeFirst(max(0, count))
        }
        return bytes
    }
}
