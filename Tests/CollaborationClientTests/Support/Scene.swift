import CollaborationClient
import CollaborationCore
import CollaborationModels
import CollaborationServer
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Synchronization

extension SimulatedPerson {
    static let alice = SimulatedPerson("Alice")
    static let bob = SimulatedPerson("Bob", devices: ["phone", "laptop"])
    static let carol = SimulatedPerson("Carol")
}

func isOpen(_ opening: Opening) -> Bool {
    if case .open = opening { true } else { false }
}

/// People, their devices, Messages and a server, with a clock that the test moves.
final class Scene: Sendable {
    let messages = SimulatedMessages()
    let collaborations: Collaborations
    let network: Network

    init() throws {
        let clock = messages.clock
        let options = [
            CollaborationOption(title: "Can make changes", identifier: "write"),
            CollaborationOption(title: "Read only", identifier: "read"),
        ]
        let offered = try CollaborationShareOptions(optionsGroups: [.picker(identifier: "permission", options: options)]
        )
        collaborations = Collaborations(
            store: InMemoryCollaborationStore(),
            key: ChallengeKey(),
            offering: offered,
            configuration: try .init(clock: { clock.date })
        )
        network = Network(LocalSharingServer(collaborations))
    }

    /// The app on a device, started: it is the handler of the person's actions; with an account, that is signed in.
    func app(
        of person: SimulatedPerson,
        as account: AccountIdentifier? = nil,
        on device: Int = 0,
        signing: SimulatedSigning = .normal,
        disk: SimulatedDisk = SimulatedDisk(),
        notifications: NotificationCenter = NotificationCenter()
    ) -> SharingSession {
        let center = messages.highlightCenter(of: person, on: person.devices[device], signing: signing)
        let session = SharingSession(
            center: center,
            storage: disk.storage,
            clock: messages.clock,
            date: messages.clock.date,
            notifications: notifications
        )
        messages.coordinator(of: person).actionHandler = session
        if let account { session.signIn(as: account, to: network) }
        return session
    }

    /// What a person puts into the share sheet.
    func draft() throws -> TransferItem { try Self.metadata("recipe-7").transferItem }

    static func metadata(_ document: LocalCollaborationIdentifier) throws -> CollaborationMetadata {
        let options = try CollaborationShareOptions(
            optionsGroups: [.picker(identifier: "permission", options: [.init(title: "Read only", identifier: "read")])]
        )
        return CollaborationMetadata(localIdentifier: document, title: "Bread", defaultShareOptions: options)
    }

    /// Moves the clock while something is awaited, so that what waits for the time goes on.
    func passingTime<Value: Sendable>(
        by step: Duration = .seconds(1),
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let clock = messages.clock
        let mover = Task {
            while !Task.isCancelled {
                for _ in 0..<200 { await Task.yield() }
                if clock.sleeperCount > 0 { clock.advance(by: step) }
            }
        }
        defer { mover.cancel() }
        return try await body()
    }

    func access(of account: AccountIdentifier, to started: StartedCollaboration) async throws -> Access? {
        try await collaborations[started.collaborationIdentifier].access(of: account)
    }
}

/// A server behind a network that a test can interrupt.
struct Network: SharingServer {
    /// What becomes of the requests.
    enum Condition: Hashable, Sendable {
        case works, isDown, losesAnswers
        case fails(SharingServerError)
    }

    private struct State {
        var condition = Condition.works
        var only: Set<String>?
        var requests: [String] = []
        var held: [CheckedContinuation<Void, Never>]?
    }

    let server: LocalSharingServer

    /// The account whose token it has, whoever it was asked for.
    var token: AccountIdentifier?

    private let state: SharedValue<State>

    var identifier: SharingServerIdentifier { server.identifier }

    init(_ server: LocalSharingServer) {
        (self.server, state) = (server, SharedValue(State()))
    }

    /// The names of the requests that have been made, such as `admit`.
    var requests: [String] { state.value.withLock { $0.requests } }

    /// What becomes of the requests from now on, of all or of some kinds.
    func set(_ condition: Condition, for requests: Set<String>? = nil) {
        state.value.withLock { ($0.condition, $0.only) = (condition, requests) }
    }

    /// Keeps the requests from now on until `release` is called.
    func hold() { state.value.withLock { $0.held = [] } }

    /// Lets the requests go that were held.
    func release() {
        let held = state.value.withLock { state in
            defer { state.held = nil }
            return state.held ?? []
        }
        for continuation in held { continuation.resume() }
    }

    /// The number of requests that are held.
    var heldCount: Int { state.value.withLock { $0.held?.count ?? 0 } }

    func collaboration(of link: URL) -> CollaborationIdentifier? { server.collaboration(of: link) }

    func respond(
        to request: SharingRequest,
        as account: AccountIdentifier
    ) async throws(SharingServerError) -> SharingResponse {
        let name = String("\(request)".prefix { $0 != "(" })
        let condition = state.value.withLock { state in
            state.requests.append(name)
            return state.only?.contains(name) == false ? .works : state.condition
        }
        await withCheckedContinuation { continuation in
            let isHeld = state.value.withLock { state in
                state.held?.append(continuation)
                return state.held != nil
            }
            if !isHeld { continuation.resume() }
        }
        switch condition {
        case .works: return try await server.respond(to: request, as: token ?? account)
        case .isDown: throw .noNetwork
        case .fails(let error): throw error
        case .losesAnswers:
            _ = try await server.respond(to: request, as: token ?? account)
            throw .noNetwork
        }
    }
}
