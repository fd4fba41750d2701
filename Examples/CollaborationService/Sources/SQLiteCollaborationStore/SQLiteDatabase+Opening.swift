import Foundation
import GRDB

extension SQLiteDatabase {
    /// Opens the connections.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - lockTimeout: About how long to wait for a lock that another process holds.
    /// - Returns: The connections: one that writes, and others that read.
    /// - Throws: `DatabaseError`.
    static func pool(path: String, lockTimeout: Duration) throws -> DatabasePool {
        var configuration = Configuration()
        let maximumTries = Int(lockTimeout / .milliseconds(1))
        configuration.busyMode = .callback { tries in
            // SQLite's own time-out soon looks only ten times a second. A process that has much to write leaves the
            // lock free for much shorter moments, between two commits.
            Thread.sleep(forTimeInterval: 0.001)
            return tries < maximumTries
        }
        let end = ContinuousClock.now + lockTimeout
        while true {
            do {
                return try DatabasePool(path: path, configuration: configuration)
            } catch DatabaseError.SQLITE_BUSY where ContinuousClock.now < end {
                // SQLite does not always wait when several processes make a new file at the same time.
                Thread.sleep(forTimeInterval: 0.001)
            }
        }
    }
}
