#if canImport(SharedWithYou) && !os(tvOS)
    import CollaborationModels
    import CollaborationCore
    import Foundation
    import SharedWithYou
    import SharedWithYouCore

    nonisolated extension SystemHighlightCenter {
        /// Finds the highlight that has a link; Apple's was seen not to wait for the first list.
        public func highlight(for url: URL) async throws(HighlightCenterError) -> Highlight {
            try await answer { center, answer in
                center.getHighlightFor(url) { highlight, error in
                    answer(Result(highlight, error).map { Highlight($0) })
                }
            }
        }

        /// Finds the collaboration that has a link.
        public func collaborationHighlight(for url: URL) async throws(HighlightCenterError) -> CollaborationHighlight {
            let highlight = try await answer { center, answer in
                center.getCollaborationHighlight(for: url) { highlight, error in
                    answer(Result(highlight, error).map { CollaborationHighlight($0) })
                }
            }
            remember(highlight)
            return highlight
        }

        /// Signs data with this device's key, and proves that the key belongs to the user's identity.
        ///
        /// - Throws: `HighlightCenterError` when the device cannot sign; `internalError` also for a proof that breaks a
        ///   rule, which `ProofRecord` can show.
        public func signedIdentityProof(
            for highlight: CollaborationHighlight,
            using data: Data
        ) async throws(HighlightCenterError) -> Person.SignedIdentityProof {
            try await systemProof(for: highlight, using: data) { try Person.SignedIdentityProof($0) }
        }

        /// Signs data, and makes a value of Apple's proof as it is.
        func systemProof<Value: Sendable>(
            for highlight: CollaborationHighlight,
            using data: Data,
            _ convert: @escaping @Sendable (SWPerson.SignedIdentityProof) throws -> Value
        ) async throws(HighlightCenterError) -> Value {
            try await answer { center, answer in
                let highlight = try center.highlight(of: highlight.collaborationIdentifier)
                center.getSignedIdentityProof(for: highlight, using: data) { proof, error in
                    answer(
                        Result(proof, error).flatMap { proof in
                            Result { try convert(proof) }.mapError { _ in .internalError }
                        }
                    )
                }
            }
        }

        /// Asks Apple's center a question that it answers in a completion handler.
        private func answer<Value: Sendable>(
            _ ask:
                @Sendable (
                    SWHighlightCenter,
                    @escaping @Sendable (Result<Value, HighlightCenterError>) -> Void
                ) throws -> Void
        ) async throws(HighlightCenterError) -> Value {
            let result = await withCheckedContinuation { continuation in
                do throws(HighlightCenterError) {
                    try use { try ask($0) { continuation.resume(returning: $0) } }
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
            return try result.get()
        }
    }

    nonisolated extension Result where Failure == HighlightCenterError {
        /// What a completion handler of Apple's was given.
        fileprivate init(_ value: Success?, _ error: (any Error)?) {
            if let value {
                self = .success(value)
            } else {
                self = .failure(error.map { HighlightCenterError($0) } ?? .internalError)
            }
        }
    }

    nonisolated extension HighlightCenterError {
        /// Makes an error from one of Apple's, by its code.
        ///
        /// Apple declares no constant for the domain, so it is not compared. An unknown code is an internal error.
        public init(_ error: any Error) {
            self = HighlightCenterError(rawValue: (error as NSError).code) ?? .internalError
        }
    }
#endif
