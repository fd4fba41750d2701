import Foundation
import NIOCore

extension StartError {
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
}
