import CollaborationCore
import CollaborationTesting
import Foundation
import Hummingbird
import HummingbirdTesting
import Testing

@testable import CollaborationService

/// Sends requests of accounts.
struct TestClient: Sendable {
    let client: any TestClientProtocol
    let accounts: AccountTokens

    /// Sends a request with the token of an account, and checks that a refusal has no reason.
    @discardableResult
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        as account: AccountIdentifier,
        _ body: String? = nil
    ) async throws -> TestResponse {
        let token = try accounts.issue(for: account, lifetime: .seconds(3600))
        let reply = try await client.executeRequest(
            uri: path,
            method: method,
            headers: [.authorization: "Bearer \(token)"],
            body: body.map { ByteBuffer(string: $0) }
        )
        if reply.status == .forbidden { #expect(reply.text == #"{"error":"accessDenied"}"#) }
        return reply
    }

    /// Sends a message as JSON.
    @discardableResult
    func post(
        _ message: some Encodable,
        to path: String,
        as account: AccountIdentifier
    ) async throws -> TestResponse {
        let json = String(decoding: try JSONEncoder().encode(message), as: UTF8.self)
        return try await send(.post, path, as: account, json)
    }

    /// Sends a request without a token.
    func sendAnonymously(
        _ method: HTTPRequest.Method,
        _ path: String,
        authorization: String? = nil
    ) async throws -> TestResponse {
        let headers: HTTPFields = authorization.map { [.authorization: $0] } ?? [:]
        return try await client.executeRequest(uri: path, method: method, headers: headers, body: nil)
    }
}

extension TestClient {
    /// Creates a document and returns its identifier.
    func createDocument(
        as owner: AccountIdentifier = "alice",
        title: String = "Recipes",
        isShared: Bool = true
    ) async throws -> CollaborationIdentifier {
        let reply = try await send(.post, "/documents", as: owner, #"{"title":"\#(title)","text":"Baking"}"#)
        #expect(reply.status == .created)
        let identifier = try reply.decoded(as: Reply.self).identifier
        if isShared {
            #expect(try await send(.post, "/documents/\(identifier)/share", as: owner).status == .ok)
        }
        return identifier
    }

    /// Reports identities that the owner's app has been told of.
    @discardableResult
    func update(
        _ document: CollaborationIdentifier,
        adding added: [SimulatedPerson] = [],
        removing removed: [SimulatedPerson] = [],
        as owner: AccountIdentifier = "alice"
    ) async throws -> HTTPResponse.Status {
        let update = ParticipantsUpdate(
            collaborationIdentifier: document,
            addedIdentities: try added.map { try $0.identity(in: document).identity },
            removedIdentities: try removed.map { try $0.identity(in: document).identity }
        )
        return try await post(update, to: "/participants", as: owner).status
    }

    /// Asks for a challenge and has the person's device sign it.
    func answer(
        of person: SimulatedPerson,
        in document: CollaborationIdentifier,
        as account: AccountIdentifier? = nil
    ) async throws -> IdentityProofAnswer {
        let account = account ?? person.account
        let reply = try await send(.post, "/documents/\(document)/challenge", as: account)
        let challenge = try reply.decoded(as: ChallengeReply.self).challenge
        let proof = try person.devices[0].signedProof(signing: challenge, for: person.identity(in: document))
        return IdentityProofAnswer(challenge: challenge, proof: proof)
    }

    /// Posts an answer and returns the status.
    func prove(
        _ answer: IdentityProofAnswer,
        in document: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws -> HTTPResponse.Status {
        try await post(answer, to: "/documents/\(document)/proof", as: account).status
    }

    /// Invites a person and has a device of the person prove it.
    func admit(_ person: SimulatedPerson, to document: CollaborationIdentifier) async throws {
        #expect(try await update(document, adding: [person]) == .noContent)
        let answer = try await answer(of: person, in: document)
        #expect(try await prove(answer, in: document, as: person.account) == .noContent)
        #expect(try await read(document, as: person.account) == .ok)
    }

    func read(
        _ document: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws -> HTTPResponse.Status {
        try await send(.get, "/documents/\(document)", as: account).status
    }
}

/// A document as a client reads it.
struct Reply: Decodable, Equatable {
    let identifier: CollaborationIdentifier
    let owner: AccountIdentifier
    let title: String
    var text: String?
    let revision: Int
    let isShared: Bool
}

struct ChallengeReply: Decodable {
    let challenge: Data
}

extension SimulatedPerson {
    /// The account of the person.
    var account: AccountIdentifier { AccountIdentifier(name.lowercased()) }
}

extension TestResponse {
    var text: String { String(buffer: body) }

    func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
        try StrictJSONDecoder().decode(type, from: text.utf8)
    }
}
