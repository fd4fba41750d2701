import Foundation
import GRDB

/// What SQLite could not do, in a sentence.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String

    static func damaged(_ reason: String) -> Self { Self(description: "The database is damaged: \(reason).") }

    init(description: String) { self.description = description }

    init(_ error: DatabaseError) {
        let message = error.message ?? "\(error.resultCode)"
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            description = "Another process has kept the database locked for too long."
        case .SQLITE_FULL: description = "The disk of the database is full."
        case .SQLITE_READONLY, .SQLITE_PERM: description = "The database cannot be written to."
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(message)
        default: description = "The database has failed: \(message)."
        }
    }

    init(opening path: String, _ error: any Error) {
        var isFolder: ObjCBool = false
        let message = (error as? DatabaseError)?.message ?? "\(error)"
        let exists = unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        let reason = exists && isFolder.boolValue ? "it is a directory" : message
        description = "The database \(path) cannot be opened: \(reason)."
    }
}
