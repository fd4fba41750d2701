public import CollaborationModels

extension SimulatedConversation {
    /// Takes a person into the conversation, and with it into what was shared there.
    ///
    /// For each collaboration the app of who shared it gets an update action; when it has fulfilled that, the
    /// person gets the link. An action that fails leaves the person in the conversation without that
    /// collaboration. An identity that the person was once invited by and that could not be removed is
    /// removed by the same action.
    ///
    /// - Parameter person: Who is taken in; someone who is in already is not taken in again.
    /// - Returns: The collaborations whose action failed, each with the reason.
    /// - Throws: ``IdentityProofError`` when no identity can be derived, which is not known to happen.
    @discardableResult
    public func add(_ person: SimulatedPerson) async throws -> [CollaborationIdentifier: ActionFailure] {
        guard thread.join(person) else { return [:] }
        var failures: [CollaborationIdentifier: ActionFailure] = [:]
        for (place, shared) in thread.shared.enumerated() where shared.sender.handle != person.handle {
            let identifier = shared.collaboration.collaborationIdentifier
            let identity = try invite(person, to: identifier)
            let stale = shared.identities[person.handle]?.identity
            thread.setIdentity(identity, of: person.handle, at: place)
            do throws(ActionFailure) {
                try await messages.coordinator(of: shared.sender).perform(
                    UpdateCollaborationParticipantsAction(
                        collaboration: shared.collaboration,
                        addedIdentities: [identity.identity],
                        removedIdentities: stale.map { [$0] } ?? []
                    )
                )
                thread.show(to: person.handle, at: place)
                deliver(shared.highlight, identity, to: person)
            } catch {
                failures[identifier] = error
            }
        }
        return failures
    }

    /// Takes a person out of the conversation, and with it out of what was shared there.
    ///
    /// For each collaboration that the person was invited to, the app of who shared it gets an update action.
    /// The person keeps the links, and sees nothing new.
    ///
    /// - Parameter person: Who is taken out; someone who is not in is not taken out.
    /// - Returns: The collaborations whose action failed, each with the reason.
    @discardableResult
    public func remove(_ person: SimulatedPerson) async -> [CollaborationIdentifier: ActionFailure] {
        guard thread.leave(person) else { return [:] }
        var failures: [CollaborationIdentifier: ActionFailure] = [:]
        for (place, shared) in thread.shared.enumerated() {
            guard let identity = shared.identities[person.handle]?.identity else { continue }
            do throws(ActionFailure) {
                try await messages.coordinator(of: shared.sender).perform(
                    UpdateCollaborationParticipantsAction(
                        collaboration: shared.collaboration,
                        addedIdentities: [],
                        removedIdentities: [identity]
                    )
                )
                thread.setIdentity(nil, of: person.handle, at: place)
            } catch {
                failures[shared.collaboration.collaborationIdentifier] = error
            }
        }
        return failures
    }
}
