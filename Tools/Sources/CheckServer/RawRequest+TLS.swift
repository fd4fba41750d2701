import Foundation
import Synchronization

/// No process inherits the socket of another one.
private let launch = Mutex(())

extension RawRequest {
    /// A socket to the program openssl, which encrypts: URLSession trusts no certificate of a file where it has curl, and
    /// Foundation's `Process` crashes there now and then.
    func encryptedSocket(trusting certificates: String) -> (socket: Int32, process: pid_t) {
        let isAddress = host.contains(":") || host.allSatisfy { $0 == "." || $0.isNumber }
        let arguments = [
            "openssl", "s_client", "-quiet", "-verify_return_error", "-CAfile", certificates,
            isAddress ? "-verify_ip" : "-verify_hostname", host,
            "-connect", host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)",
        ]
        return launch.withLock { _ in
            var (ends, process): ([Int32], pid_t) = ([-1, -1], 0)
            // Safe: the array has room for two numbers; the C strings are freed after they were used; all else is on the stack.
            guard unsafe socketpair(AF_UNIX, stream, 0, &ends) == 0 else { return (-1, 0) }
            defer { close(ends[1]) }
            limitTime(of: ends[0])
            _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
            #if canImport(Darwin)
                var actions: posix_spawn_file_actions_t?
            #else
                var actions = unsafe posix_spawn_file_actions_t()
            #endif
            unsafe posix_spawn_file_actions_init(&actions)
            for end in 0...1 as ClosedRange<Int32> { unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], end) }
            unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
            var pointers = unsafe arguments.map { unsafe strdup($0) } + [nil]
            unsafe posix_spawnp(&process, "openssl", &actions, nil, &pointers, nil)
            while let pointer = unsafe pointers.popLast() { unsafe free(pointer) }
            unsafe posix_spawn_file_actions_destroy(&actions)
            return (ends[0], process)
        }
    }
}
