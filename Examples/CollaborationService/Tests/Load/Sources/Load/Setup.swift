import CollaborationCore
import Foundation
import NIOCore
import NIOFoundationCompat

/// Creates documents, shares them, and invites people.
struct Setup: Sendable {
    let documents: Int

    /// How many people are invited to each document.
    let people: Int

    /// How many documents have a person with a device.
    ///
    /// All other people are root hashes only, and prove nothing.
    let participants: Int

    /// Returns the people with devices, each of whom has access.
    func run(on server: Server) async throws -> [Participant] {
        let turns = Turns(count: documents)
        return try await server.onConnections(16) { connection in
            var result: [Participant] = []
            while let number = turns.next() {
                let document = try await createDocument(number, on: server, through: connection)
                var identities = try (0..<people).map { _ in try Person.Identity(rootHash: Self.randomHash())
                }
                if number < participants {
                    let participant = try Participant(
                        of: document,
                        account: "participant-\(number)",
                        tokens: server.tokens
                    )
                    identities[0] = participant.identity
                    result.append(participant)
                }
                try await invite(identities, to: document, on: server, through: connection)
                if let participant = result.last, number < participants {
                    let answer = try await participant.signedAnswer(through: connection)
                    _ = try await connection.send(answer).expectedBody()
                }
            }
            return result
        }.flatMap(\.self)
    }

    private func createDocument(
        _ number: Int,
        on server: Server,
        through connection: HTTPConnection
    ) async throws -> String {
        struct Document: Decodable { let identifier: String }
        let body = try await connection.send(
            Exchange(
                path: "/documents",
                authorization: server.ownerAuthorization,
                body: ByteBuffer(
                    string: #"{"title":"Document \#(number)","text":"Written for a measurement."}"#
                ),
                status: 201
            )
        ).expectedBody()
        return try StrictJSONDecoder().decode(Document.self, from: Data(buffer: body)).identifier
    }

    private func invite(
        _ identities: [Person.Identity],
        to document: String,
        on server: Server,
        through connection: HTTPConnection
    ) async throws {
        let share = Exchange(
            path: "/documents/\(document)/share",
            authorization: server.ownerAuthorization,
            status: 200
        )
        _ = try await connection.send(share).expectedBody()
        let update = ParticipantsUpdate(
            collaborationIdentifier: CollaborationIdentifier(document),
            addedIdentities: identities
        )
        let updating = Exchange(
            path: "/participants",
            authorization: server.ownerAuthorization,
            body: ByteBuffer(data: try JSONEncoder().encode(update)),
            status: 204
        )
        _ = try await connection.send(updating).expectedBody()
    }

    private static func randomHash() -> Data {
        Data((0..<32).map { _ in .random(in: 0...255) })
    }
}
