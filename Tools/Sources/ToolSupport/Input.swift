import Foundation

/// The bytes of a file, a FIFO or standard input, as they come.
package struct Input {
    private let descriptor: Int32

    /// Opens a file.
    ///
    /// - Parameter path: The path; a hyphen for standard input.
    /// - Throws: ``Stop`` with status 66.
    package init(path: String) throws(Stop) {
        descriptor = unsafe path == "-" ? STDIN_FILENO : open(path, O_RDONLY)
        guard descriptor >= 0 else { throw Stop("cannot open \(path): \(systemError)", status: EX_NOINPUT) }
    }

    /// Reads the bytes that are there; none at the end.
    ///
    /// - Throws: ``Stop`` with status 74.
    package func nextChunk() throws(Stop) -> [UInt8] {
        var failed = false
        // Safe: `read` writes at most as many bytes as the buffer has, and returns their number.
        let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, count in
            var result = unsafe read(descriptor, buffer.baseAddress, buffer.count)
            while result < 0, errno == EINTR {
                result = unsafe read(descriptor, buffer.baseAddress, buffer.count)
            }
            (failed, count) = (result < 0, max(result, 0))
        }
        guard !failed else { throw Stop("cannot read: \(systemError)", status: EX_IOERR) }
        return chunk
    }

    /// Reads everything.
    package func rest() throws(Stop) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let chunk = try nextChunk()
            guard !chunk.isEmpty else { return bytes }
            bytes += chunk
        }
    }
}

/// Splits an input into lines, so that memory holds one chunk and one unfinished line.
///
/// A line that is too long is cut one byte beyond the limit.
package struct Lines {
    private let input: Input
    private let byteLimit: Int
    private var unfinished: [UInt8] = []

    package init(_ input: Input, byteLimit: Int) { (self.input, self.byteLimit) = (input, byteLimit) }

    /// Reads the next chunk, and returns the lines that it completes, without their ends; nil after the last line.
    ///
    /// A line may end in CR LF, and the last one without either.
    package mutating func next() throws(Stop) -> [ArraySlice<UInt8>]? {
        let chunk = try input.nextChunk()
        guard !chunk.isEmpty else {
            defer { unfinished = [] }
            return unfinished.isEmpty ? nil : [Self.withoutReturn(unfinished[...])]
        }
        var lines: [ArraySlice<UInt8>] = []
        var rest = chunk[...]
        while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
            if unfinished.isEmpty, newline - rest.startIndex <= byteLimit {
                lines.append(Self.withoutReturn(rest[..<newline]))
            } else {
                append(rest[..<newline])
                lines.append(Self.withoutReturn(unfinished[...]))
                unfinished = []
            }
            rest = rest[(newline + 1)...]
        }
        append(rest)
        return lines
    }

    private static func withoutReturn(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) {
        unfinished += bytes.prefix(byteLimit + 1 - unfinished.count)
    }
}
