import CollaborationServer

extension ParticipantStoreRule {
    static let names = [
        ParticipantStoreRule("Names of accounts that differ in any byte are different accounts") { check in
            try await forEach(AlikeNames.all + AlikeNames.common) { alike in
                let scene = try check.scene(accounts: alike.names(check.uniqueName()))
                try await scene.update(adding: [0, 1])
                try await scene.pair(0, with: 0, challenge: 0)
                try await scene.expectIdentities([], of: 1)
                try await scene.pair(0, with: 1, challenge: 1, returning: .pairedWithAnotherAccount)
                try await scene.pair(1, with: 1, challenge: 2)
                try await scene.expectParticipants([0: 0, 1: 1])
                try await scene.remove(0, keepingIdentities: true, returning: [0])
                try await scene.expectParticipants([0: nil, 1: 1])
            }
        },
        ParticipantStoreRule("Names of collaborations that differ in any byte are different collaborations") {
            check in
            try await forEach(AlikeNames.all) { alike in
                let scene = try check.scene(collaborations: alike.names(check.uniqueName()))
                try await scene.update(adding: [0])
                try await scene.pair(0, with: 1, challenge: 0, in: 1, returning: .unknownIdentity)
                try await scene.update(adding: [0], in: 1)
                try await scene.pair(0, with: 0, challenge: 1)
                try await scene.expectParticipants([0: nil], in: 1)
                try await scene.pair(0, with: 1, challenge: 2, in: 1)
                try await scene.expectCollaborations([1], of: 1)
                try await scene.removeAll(revoking: [0])
                try await scene.expectParticipants([0: 1], in: 1)
            }
        },
        ParticipantStoreRule("The names of a collaboration and of an account are not joined to one name") {
            check in
            for separator in ["", " ", ":", "/", "|", ",", ";", ".", "-", "_", "#", "\t", "\0", "\u{1f}"] {
                let name = check.uniqueName()
                let scene = try check.scene(
                    collaborations: [name, name + separator + "x"],
                    accounts: ["x" + separator + "bob", "bob"]
                )
                for collaboration in 0...1 { try await scene.update(adding: [0], in: collaboration) }
                try await scene.pair(0, with: 0, challenge: 0)
                try await scene.expectIdentities([], of: 1, in: 1)
                try await scene.pair(0, with: 1, challenge: 0, in: 1)
                try await scene.update(removing: [0], revoking: [0])
                try await scene.expectIdentities([0], of: 1, in: 1)
            }
        },
    ]

    /// Makes a check with all pairs of names and reports all that fail, with the calls of the first.
    private static func forEach(
        _ names: [AlikeNames],
        _ body: (AlikeNames) async throws -> Void
    ) async throws {
        var (differences, mismatch) = ([String](), StoreMismatch?.none)
        for alike in names {
            do {
                try await body(alike)
            } catch let found as StoreMismatch {
                differences.append(alike.difference)
                mismatch = mismatch ?? found
            }
        }
        guard let mismatch else { return }
        throw StoreMismatch(
            description: """
                Names that differ in one of these are an error or are taken for the same: \
                \(differences.joined(separator: "; ")).
                For \(differences[0]):
                \(mismatch.description)
                """
        )
    }
}
