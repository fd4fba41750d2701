public import CollaborationClient
import Synchronization

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The disk of a simulated device, on which a `SharingSession` keeps what must not be lost.
///
/// A test ends the app by making another session with ``storage``: to the former one the disk then refuses every change, so
/// that it completes no action by what is not on the disk.
public final class SimulatedDisk: Sendable {
    fileprivate struct Contents {
        var files: [String: Data] = [:]
        var session = 0
        var isFull = false
        var writesLeft: Int?
    }

    private let contents = Mutex(Contents())

    /// Makes an empty disk.
    public init() {}

    /// The storage of the next session.
    public var storage: SharingStorage {
        let files = Files(disk: self, session: contents.withLock { $0.nextSession() })
        return SharingStorage { files }
    }

    /// Whether it refuses to write.
    public var isFull: Bool {
        get { contents.withLock { $0.isFull } }
        set { contents.withLock { $0.isFull = newValue } }
    }

    /// The files, each with its name.
    package var files: [String: Data] {
        get { contents.withLock { $0.files } }
        set { contents.withLock { $0.files = newValue } }
    }

    /// Ends the app after a number of writes and deletions: until the next session nothing more changes.
    public func end(after count: Int) { contents.withLock { $0.writesLeft = count } }

    /// Whether the app was ended.
    public var isEnded: Bool { contents.withLock { $0.writesLeft == 0 } }

    private struct Files: SharingFiles {
        let disk: SimulatedDisk
        let session: Int

        func names() throws -> [String] { Array(disk.files.keys) }

        func read(_ name: String) throws -> Data { disk.files[name] ?? Data() }

        func write(_ data: Data, to name: String) throws {
            try disk.contents.withLock { contents in
                if contents.isFull { throw CocoaError(.fileWriteOutOfSpace) }
                try contents.change(session) { $0[name] = data }
            }
        }

        func delete(_ name: String) throws {
            try disk.contents.withLock { contents in try contents.change(session) { $0[name] = nil } }
        }

        func setAside(_ name: String) throws -> URL {
            try disk.contents.withLock { contents in
                try contents.change(session) { files in
                    files["damaged/" + name] = files[name]
                    files[name] = nil
                }
            }
            return URL(filePath: "/damaged/" + name)
        }
    }
}

extension SimulatedDisk.Contents {
    fileprivate mutating func nextSession() -> Int {
        session += 1
        writesLeft = nil
        return session
    }

    fileprivate mutating func change(_ writer: Int, _ change: (inout [String: Data]) -> Void) throws {
        guard writer == session, writesLeft != 0 else { throw CocoaError(.fileLocking) }
        change(&files)
        writesLeft = writesLeft.map { $0 - 1 }
    }
}
