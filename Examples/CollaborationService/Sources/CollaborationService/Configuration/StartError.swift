import Foundation
import NIOCore

/// The reason why a command fails, as a sentence for the person who gave it.
struct StartError: Error, Equatable, CustomStringConvertible {
    /// The exit statuses, those of sysexits.h where it has one.
    enum Status: Int32, CaseIterable {
        /// Something outside the settings is wrong, such as a port that is in use or a database that does not answer.
        case failure = 1

        /// The command line is wrong.
        case usage = 64

        /// The output could not be written.
        case output = 74

        /// A setting is wrong.
        case configuration = 78
    }

    let description: String
    let status: Status

    init(_ description: String, status: Status = .failure) {
        (self.description, self.status) = (description, status)
    }

    /// Says why the server does not listen.
    init(listening error: any Error, on settings: HTTPSettings) {
        switch (error as? IOError)?.errnoCode {
        case EADDRINUSE:
            self.init("Port \(settings.port) is in use. Stop the other program, or set http.port.")
        case EACCES: self.init("Port \(settings.port) needs permission. Set http.port to 1024 or more.")
        case EADDRNOTAVAIL:
            self.init("http.host is \"\(settings.host)\": it is not an address of this machine.")
        case nil where error is SocketAddressError:
            self.init("http.host is \"\(settings.host)\": it is neither an address nor a known name.")
        default: self.init("The server stopped: \(error).")
        }
    }

    static func usage(_ description: String) -> Self { Self(description, status: .usage) }
    static func configuration(_ description: String) -> Self { Self(description, status: .configuration) }
}
