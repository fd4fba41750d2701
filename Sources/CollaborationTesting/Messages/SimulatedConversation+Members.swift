public import Collaboration

extension SimulatedConversation {
    /// Takes a person into the conversation, and with it into what was shared there.
    ///
    /// For each collaboration the app of who shared it gets an update action; when it has fulfilled that, the person gets
    /// the link. An action that fails leaves the person in the conversation without that collaboration. An identity that
    /// the person was once invited by and that could not be removed is removed by the same action.
    ///
    /// - Parameter person: Who is taken in; someone who is in already is not taken in again.
    /// - Returns: The collaborations whose action failed, each with the reason.
    /// - Throws: ``IdentityProofError`` when no identity can be derived, which is not known to happen.
    @discardableResult
    public func add(_ person: SimulatedPerson) async throws -> [CollaborationIdentifier: ActionFailure] {
        guard thread.join(person) else { return [:] }
        var failures: [CollaborationIdentifier: ActionFailure] = [:]
        for (highlight, collaboration, sender, stale) in thread.collaborations(with: person.handle) {
            let identifier = collaboration.collaborationIdentifier
            guard sender.handle != person.handle else { continue }
            let identity = try invite(person, to: identifier)
            // Kept whatever comes of the action: if it timed out, the server may know the identity all the same.
            thread.setIdentity(identity, of: person.handle, in: identifier)
            do throws(ActionFailure) {
                try await messages.coordinator(of: sender).perform(
                    UpdateCollaborationParticipantsAction(
                        collaboration: collaboration,
                        addedIdentities: [identity.identity],
                        removedIdentities: stale.map { [$0.identity] } ?? []
                    )
                )
                thread.show(highlight, from: sender, to: person.handle)
                deliver(highlight, identity, to: person)
            } catch {
                failures[identifier] = error
            }
        }
        return failures
    }

    /// Takes a person out of the conversation, and with it out of what was shared there.
    ///
    /// For each collaboration that the person was invited to, the app of who shared it gets an update action. The person
    /// keeps the links, and sees nothing new.
    ///
    /// - Parameter person: Who is taken out; someone who is not in is not taken out.
    /// - Returns: The collaborations whose action failed, each with the reason.
    @discardableResult
    public func remove(_ person: SimulatedPerson) async -> [CollaborationIdentifier: ActionFailure] {
        guard thread.leave(person) else { return [:] }
        var failures: [CollaborationIdentifier: ActionFailure] = [:]
        for (_, collaboration, sender, identity) in thread.collaborations(with: person.handle) {
            guard let identity else { continue }
            let identifier = collaboration.collaborationIdentifier
            do throws(ActionFailure) {
                try await messages.coordinator(of: sender).perform(
                    UpdateCollaborationParticipantsAction(
                        collaboration: collaboration,
                        addedIdentities: [],
                        removedIdentities: [identity.identity]
                    )
                )
                thread.setIdentity(nil, of: person.handle, in: identifier)
            } catch {
                failures[identifier] = error
            }
        }
        return failures
    }
}
