import Foundation
import GRDB

/// What SQLite could not do.
public enum SQLiteDatabaseError: Error, Hashable, Sendable {
    /// The file cannot be opened or is no database.
    case cannotOpen(path: String, reason: String)

    /// A server of another version has made the tables.
    case otherSchema(version: Int, knownVersion: Int)

    /// Another process has held the lock for too long. A retry may succeed.
    case locked

    /// The disk is full. Nothing was written.
    case diskFull

    /// The file or the disk cannot be written to.
    case notWritable

    /// The file contains something that was never written to it.
    case damaged(String)

    /// Any other failure, in SQLite's words.
    case failed(String)
}

extension SQLiteDatabaseError: CustomStringConvertible, LocalizedError {
    /// What has happened, in a sentence.
    public var description: String {
        switch self {
        case .cannotOpen(let path, let reason): "The database \(path) cannot be opened: \(reason)."
        case .otherSchema(let version, let knownVersion):
            "The tables of the database have version \(version), and this server knows version \(knownVersion). "
                + "Start the version of the server that made them, or use another database."
        case .locked: "Another process has kept the database locked for too long."
        case .diskFull: "The disk of the database is full."
        case .notWritable: "The database cannot be written to."
        case .damaged(let reason): "The database is damaged: \(reason)."
        case .failed(let reason): "The database has failed: \(reason)."
        }
    }

    /// The same sentence.
    public var errorDescription: String? { description }
}

extension SQLiteDatabaseError {
    init(_ error: DatabaseError) {
        let message = error.message ?? "\(error.resultCode)"
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked
        case .SQLITE_FULL: self = .diskFull
        case .SQLITE_READONLY, .SQLITE_PERM: self = .notWritable
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(message)
        default: self = .failed(message)
        }
    }

    init(opening path: String, _ error: DatabaseError) {
        let values = try? URL(filePath: path).resourceValues(forKeys: [.isDirectoryKey])
        let reason =
            if values?.isDirectory == true {
                "it is a directory"
            } else if error.resultCode == .SQLITE_READONLY {
                "it cannot be written to"
            } else {
                error.message ?? "\(error.resultCode)"
            }
        self = .cannotOpen(path: path, reason: reason)
    }

    /// Returns other errors unchanged.
    static func translating(_ error: any Error) -> any Error {
        (error as? DatabaseError).map(SQLiteDatabaseError.init) ?? error
    }
}
