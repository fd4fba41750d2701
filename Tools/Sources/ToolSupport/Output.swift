import Foundation

/// What a program prints.
package enum Output {
    /// Prints a text and a line break on standard output, and ends the program with status 74 if it is lost.
    package static func print(_ text: String) {
        guard write(text + "\n", to: STDOUT_FILENO) else {
            show("cannot write: \(systemError)\n")
            exit(EX_IOERR)
        }
    }

    /// Shows a text on standard error, where nobody has to read it.
    package static func show(_ text: String) { _ = write(text, to: STDERR_FILENO) }

    /// Writes a text, and returns whether all of it was taken; errno says why not.
    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            // Safe: `write` reads as many bytes as the buffer has.
            let count = unsafe rest.withUnsafeBytes { unsafe Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { return false }
            rest = rest.dropFirst(max(count, 0))
        }
        return true
    }
}

/// The system's text for its last error, which ends at a NUL.
package var systemError: String { unsafe String(cString: strerror(errno)) }
