import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation
import Hummingbird
import HummingbirdTesting
import Testing

@testable import CollaborationService

/// Sends requests of accounts and of the back end.
struct TestClient: Sendable {
    let client: any TestClientProtocol

    /// On the port of the back end.
    let operations: any TestClientProtocol
    let accounts: AccountTokens

    /// Sends a request with a token, and checks that a refusal has no reason.
    @discardableResult
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        token: String?,
        _ body: Data? = nil,
        on port: (any TestClientProtocol)? = nil
    ) async throws -> TestResponse {
        var headers: HTTPFields = [:]
        headers[.authorization] = token.map { "Bearer \($0)" }
        let buffer = body.map { ByteBuffer(data: $0) }
        let reply = try await (port ?? client).execute(uri: path, method: method, headers: headers, body: buffer)
        if reply.status == .forbidden { #expect(reply.text == #"{"error":"accessDenied"}"#) }
        return reply
    }

    /// Sends a request of an account.
    @discardableResult
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        as account: AccountIdentifier,
        _ body: Data? = nil
    ) async throws -> TestResponse {
        try await send(method, path, token: accounts.issue(for: account), body)
    }

    /// Sends a request of the back end.
    @discardableResult
    func sendAsBackend(_ method: HTTPRequest.Method, _ path: String, _ body: Data? = nil) async throws -> TestResponse {
        try await send(method, path, token: TestServer.backendToken, body, on: operations)
    }

    /// Starts a collaboration, admits a person to it, and returns its identifier.
    func start(
        as owner: AccountIdentifier = "alice",
        selecting option: OptionIdentifier = "write",
        admitting person: SimulatedPerson? = nil
    ) async throws -> CollaborationIdentifier {
        let reply = try await send(.post, "/collaborations", as: owner, StartRequest(selectedOptions: [option]).json)
        #expect(reply.status == .created)
        let collaboration = try StartResponse(json: reply.text.utf8).collaborationIdentifier
        if let person { try await admit(person, to: collaboration) }
        return collaboration
    }

    /// Reports identities that the owner's app has been told of.
    @discardableResult
    func update(
        _ collaboration: CollaborationIdentifier,
        adding added: [SimulatedPerson] = [],
        removing removed: [SimulatedPerson] = [],
        as owner: AccountIdentifier = "alice"
    ) async throws -> HTTPResponse.Status {
        let update = ParticipantsUpdate(
            addedIdentities: added.map { $0.invitation(to: collaboration).identity },
            removedIdentities: removed.map { $0.invitation(to: collaboration).identity }
        )
        return try await send(.post, "/collaborations/\(collaboration)/participants", as: owner, update.json).status
    }

    /// Asks for a challenge and has the person's device sign it.
    func answer(
        of person: SimulatedPerson,
        in collaboration: CollaborationIdentifier,
        as account: AccountIdentifier? = nil
    ) async throws -> IdentityProofAnswer {
        let path = "/collaborations/\(collaboration)/challenge"
        let reply = try await send(.post, path, as: account ?? person.account)
        let challenge = try ChallengeMessage(json: reply.text.utf8)
        return try person.devices[0].answer(challenge, for: person.invitation(to: collaboration))
    }

    /// Posts an answer and returns the status.
    func prove(
        _ answer: IdentityProofAnswer,
        in collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws -> HTTPResponse.Status {
        try await send(.post, "/collaborations/\(collaboration)/proof", as: account, answer.json).status
    }

    /// Invites a person and has a device of the person prove it.
    func admit(_ person: SimulatedPerson, to collaboration: CollaborationIdentifier) async throws {
        #expect(try await update(collaboration, adding: [person]) == .noContent)
        let answer = try await answer(of: person, in: collaboration)
        #expect(try await prove(answer, in: collaboration, as: person.account) == .noContent)
        #expect(try await status(of: person.account, in: collaboration) == .ok)
    }

    /// Returns the status of the question what the account may do.
    func status(
        of account: AccountIdentifier,
        in collaboration: CollaborationIdentifier
    ) async throws -> HTTPResponse.Status {
        try await send(.get, "/collaborations/\(collaboration)", as: account).status
    }
}

extension SimulatedPerson {
    /// The account of the person.
    var account: AccountIdentifier { AccountIdentifier(name.lowercased()) }
}

extension Collaboration {
    /// Has a device of an invited person prove it.
    func admit(_ person: SimulatedPerson) async throws {
        let challenge = try challenge(as: person.account)
        let answer = try person.devices[0].answer(challenge, for: person.invitation(to: identifier))
        try await admit(answer, as: person.account)
    }
}

extension TestResponse {
    var text: String { String(buffer: body) }

    func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
