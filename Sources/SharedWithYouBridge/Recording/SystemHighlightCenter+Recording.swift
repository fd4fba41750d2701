#if canImport(SharedWithYou) && !os(tvOS)
    import CollaborationCore
    import CollaborationModels
    import Foundation

    nonisolated extension SystemHighlightCenter {
        /// Has the device sign a challenge of its own, and appends the record to a file as one line.
        ///
        /// Do not record a server's challenge: it is bound to an account. This signs random bytes, which no server has
        /// issued, so the record lets nobody in.
        ///
        /// - Parameters:
        ///   - highlight: The collaboration.
        ///   - file: The file to append to; it is made if it does not exist.
        ///   - challenge: The bytes to sign; 32 random ones by default.
        ///   - knownRootHashes: The root hashes that the sender's app got for the collaboration, if they are known.
        /// - Throws: `HighlightCenterError` when the device cannot sign, or what writing the file throws.
        public func recordProof(
            for highlight: CollaborationHighlight,
            appendingTo file: URL,
            challenge: Data? = nil,
            knownRootHashes: [Data]? = nil
        ) async throws {
            let challenge = challenge ?? Data([UInt8].random(32))
            let record = try await systemProof(for: highlight, using: challenge) {
                try ProofRecord($0, challenge: challenge, knownRootHashes: knownRootHashes)
            }
            if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
            let handle = try FileHandle(forWritingTo: file)
            defer { try? handle.close() }
            try handle.seekToEnd()
            try handle.write(contentsOf: record.line + Data("\n".utf8))
        }
    }
#endif
