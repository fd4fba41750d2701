import CollaborationCore
import CollaborationModels
import Foundation

/// Values that several suites use.
enum Samples {
    static func url(_ text: String = "https://example.com/baking") throws -> URL {
        guard let url = URL(string: text) else { throw URLError(.badURL) }
        return url
    }

    /// An identity whose root hash repeats one byte 32 times.
    static func identity(_ byte: UInt8) throws -> Person.Identity {
        try Person.Identity(rootHash: Data(repeating: byte, count: 32))
    }

    static func highlight(title: String? = nil, identifier: String? = nil) throws -> CollaborationHighlight {
        CollaborationHighlight(
            collaborationIdentifier: "doc-42",
            url: try url(),
            title: title,
            creationDate: Date(timeIntervalSince1970: 0),
            identifier: identifier
        )
    }

    static func start(_ name: String = "local") -> StartCollaborationAction {
        StartCollaborationAction(collaborationMetadata: CollaborationMetadata(localIdentifier: .init(rawValue: name)))
    }

    static func update(
        _ name: String = "doc",
        adding identities: [Person.Identity] = []
    ) throws -> UpdateCollaborationParticipantsAction {
        try UpdateCollaborationParticipantsAction(
            collaborationMetadata: CollaborationMetadata(collaborationIdentifier: .init(rawValue: name)),
            addedIdentities: identities
        )
    }
}
