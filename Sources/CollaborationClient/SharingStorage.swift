public import Foundation

/// Where a session keeps what must not be lost.
public struct SharingStorage: Sendable {
    /// Takes the files for one session, which has them until it ends; throws if another session has them.
    package let open: @Sendable () throws -> any SharingFiles

    package init(_ open: @escaping @Sendable () throws -> any SharingFiles) { self.open = open }
}

/// The files of a session, which alone uses them.
package protocol SharingFiles {
    /// The names of all that are there.
    func names() throws -> [String]

    /// Reads a whole file.
    func read(_ name: String) throws -> Data

    /// Writes a whole file: after a crash there is either the former one or this one.
    func write(_ data: Data, to name: String) throws

    /// Deletes a file, if it is there.
    func delete(_ name: String) throws

    /// Moves a damaged file to where it is never overwritten.
    func setAside(_ name: String) throws -> URL
}

#if !os(WASI)
    extension SharingStorage {
        /// Files in a subfolder of the session's own, in the backup and readable after the first unlock of the device.
        ///
        /// Give the folder of the app itself, such as *Application Support*: a session in an extension needs another one. On a
        /// Mac all apps without a sandbox have that folder in common, so give a folder in it.
        public static func files(in folder: URL) -> SharingStorage {
            SharingStorage { try FolderFiles(folder: folder.appending(path: "CollaborationSharing")) }
        }
    }

    private struct FolderFiles: SharingFiles {
        let folder: URL

        /// The open file whose lock shows that a session has the folder.
        let lock: FileHandle

        init(folder: URL) throws {
            self.folder = folder
            let manager = FileManager.default
            try manager.createDirectory(at: folder, withIntermediateDirectories: true)
            #if canImport(Darwin)
                let protection = FileProtectionType.completeUntilFirstUserAuthentication
                try manager.setAttributes([.protectionKey: protection], ofItemAtPath: folder.path)
            #endif
            let lockFile = folder.appending(path: "lock")
            if !manager.fileExists(atPath: lockFile.path) { try Data().write(to: lockFile) }
            lock = try FileHandle(forUpdating: lockFile)
            guard flock(lock.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else { throw CocoaError(.fileLocking) }
        }

        func names() throws -> [String] {
            let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            return names.filter { $0.contains("/") && !$0.hasPrefix("damaged/") }
        }

        func read(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }

        func write(_ data: Data, to name: String) throws {
            let file = try place(of: name)
            let new = folder.appending(path: "new")
            try data.write(to: new)
            try FileHandle(forUpdating: new).synchronize()
            guard unsafe rename(new.path, file.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
            try FileHandle(forReadingFrom: file.deletingLastPathComponent()).synchronize()
        }

        func delete(_ name: String) throws {
            do {
                try FileManager.default.removeItem(at: folder.appending(path: name))
            } catch CocoaError.fileNoSuchFile {}
        }

        func setAside(_ name: String) throws -> URL {
            let damaged = try place(of: "damaged/\(UUID().uuidString)-\(name.replacing("/", with: "-"))")
            try FileManager.default.moveItem(at: folder.appending(path: name), to: damaged)
            return damaged
        }

        /// The place of a file, in a folder that is there, also where somebody has deleted it meanwhile.
        private func place(of name: String) throws -> URL {
            let file = folder.appending(path: name)
            let parent = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            return file
        }
    }
#endif
