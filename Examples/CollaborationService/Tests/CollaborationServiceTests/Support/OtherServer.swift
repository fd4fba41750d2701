import CollaborationCore
import CollaborationServer
import Synchronization

@testable import CollaborationService

/// Another server of a database, which acts there just before one of the calls that a server makes.
final class OtherServer: Sendable {
    private let database = InMemoryCollaborationStore()
    private let rest = Atomic(Int.max)
    private let name = Current("" as CollaborationIdentifier)
    private let act: @Sendable (Collaboration) async throws -> Void

    init(_ act: @escaping @Sendable (Collaboration) async throws -> Void) {
        self.act = act
    }

    var store: StubStore {
        StubStore(
            base: database,
            willCall: { [self] in
                guard rest.subtract(1, ordering: .relaxed).newValue == 0 else { return }
                let options = try CollaborationShareOptions(optionsGroups: [])
                try await act(Collaborations(store: database, key: ChallengeKey(), offering: options)[name.value])
            }
        )
    }

    /// Acts before the call with a number, 1 for the next one.
    func act(in collaboration: CollaborationIdentifier, beforeCall number: Int) {
        name.value = collaboration
        rest.store(number, ordering: .relaxed)
    }
}
