import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("Violations of the rules for stores")
struct ViolationTests {
    let date = Date(timeIntervalSince1970: 1_800_000_000)

    func violation(
        _ rule: String,
        of nodes: [any ParticipantStore]
    ) async throws -> ParticipantStoreViolation {
        let rule = try #require(ParticipantStoreRule.all.first { $0.description == rule })
        return try #require(
            await #expect(throws: ParticipantStoreViolation.self) {
                try await rule.check(nodes: nodes, startingAt: date)
            }
        )
    }

    @Test("A violation shows the calls, what they returned and what was expected")
    func calls() async throws {
        let store = InMemoryParticipantStore()
        let faulty = InterceptedStore { operation in
            if case .update(let update) = operation, !update.removedIdentities.isEmpty {
                return .accounts([])
            }
            return try await operation.perform(on: store)
        }
        let violation = try await violation(
            "An account is revoked with its last identity and not before",
            of: [faulty]
        )
        #expect(
            violation.description == """
                An account is revoked with its last identity and not before
                1. update of collaboration 0, adding identities 0, 1, 2, 3 -> no account
                2. pairing of identity 0 with account 0 in collaboration 0 by challenge 0, attempt 0 -> paired
                3. pairing of identity 1 with account 0 in collaboration 0 by challenge 1, attempt 0 -> paired
                4. pairing of identity 2 with account 1 in collaboration 0 by challenge 2, attempt 0 -> paired
                5. update of collaboration 0, removing identities 0, 3 -> no account
                6. identities of account 0 in collaboration 0 -> identities 0, 1
                expected: identity 1
                """
        )
    }

    @Test("A violation of several nodes shows the node of each call")
    func nodes() async throws {
        let nodes = [InMemoryParticipantStore(), InMemoryParticipantStore()]
        let violation = try await violation("An identity that is added again keeps its account", of: nodes)
        #expect(
            violation.details == """
                The calls were sent to 2 nodes in turn.
                1. node 0: update of collaboration 0, adding identity 0 -> no account
                2. node 1: pairing of identity 0 with account 0 in collaboration 0 by challenge 0, attempt 0 \
                -> unknownIdentity
                expected: paired
                """
        )
    }

    @Test("The rules are checked a second time with nodes at random")
    func random() async throws {
        // Calls in turn come to one store each, so that only another order is wrong.
        let calls = Locked(0)
        let store = InMemoryParticipantStore()
        let nodes = (0..<2).map { node in
            InterceptedStore(identifier: store.identifier) { operation in
                let isInTurn = calls.withLock { calls in
                    defer { calls += 1 }
                    return calls % 2 == node
                }
                guard isInTurn else { throw InterceptedStore.Failure() }
                return try await operation.perform(on: store)
            }
        }
        let violation = try await violation("An identity that is added again keeps its account", of: nodes)
        #expect(violation.details.hasPrefix("The calls were sent to 2 nodes at random."))
    }

    @Test("Calls at random reach each node")
    func eachNode() async throws {
        let store = InMemoryParticipantStore()
        let calls = Locked<[Int]>([])
        let nodes = (0..<2).map { node in
            InterceptedStore(identifier: store.identifier) { operation in
                calls.withLock { $0.append(node) }
                return try await operation.perform(on: store)
            }
        }
        let name = "A challenge pairs once, and a refusal does not use it up"
        let rule = try #require(ParticipantStoreRule.all.first { $0.description == name })
        try await rule.check(nodes: nodes, startingAt: date)
        let numbers = calls.withLock { $0 }
        #expect(Set(numbers.suffix(numbers.count / 2)) == [0, 1])
    }

    @Test("Of one challenge, a violation shows which attempts are the same")
    func attempts() async throws {
        let store = InterceptedStore { operation in
            if case .pair = operation { .outcome(.paired(revoked: nil)) } else { .accounts([]) }
        }
        let violation = try await violation("A retry of an attempt is not refused as a replay", of: [store])
        let pairing = "pairing of identity 0 with account 0 in collaboration 0 by challenge 0"
        #expect(
            violation.details == """
                1. update of collaboration 0, adding identity 0 -> no account
                2. \(pairing), attempt 0 -> paired
                3. \(pairing), attempt 0 -> paired
                4. \(pairing), attempt 1 -> paired
                expected: challengeAlreadyUsed
                """
        )
    }

    @Test("A violation shows which pairing may replace another account")
    func replacing() async throws {
        let store = DocumentStore(database: DocumentDatabase())
        let violation = try await violation(
            "Under the policy to replace, a second account takes an identity over",
            of: [FaultyStore(fault: .neverReplaces, store: store)]
        )
        let lines = violation.details.split(separator: "\n")
        #expect(
            lines[3] == """
                4. pairing of identity 0 with account 1 in collaboration 0 by challenge 2, attempt 0, \
                replacing another account -> pairedWithAnotherAccount
                """
        )
    }

    @Test("Random calls that violate the rules are shortened to the fewest that still do")
    func shortened() async throws {
        let store = InMemoryParticipantStore()
        let faulty = InterceptedStore { operation in
            let result = try await operation.perform(on: store)
            if case .removeAll = operation { return .accounts([]) }
            return result
        }
        let violation = try await violation("Random calls return what a plain model returns", of: [faulty])
        let lines = violation.details.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[0].hasPrefix("1. update of collaboration 0, adding"))
        #expect(lines[1].hasPrefix("2. pairing of identity") && lines[1].hasSuffix("-> paired"))
        #expect(lines[2] == "3. removal of all identities of collaboration 0 -> no account")
        #expect(lines[3].hasPrefix("expected: account"))
    }

    @Test("A race that no serial order explains is shown with the calls of each caller")
    func race() async throws {
        let violation = try await violation(
            "Concurrent calls return what they would in some serial order",
            of: PlantedFault.lockedNodes(2)
        )
        let lines = violation.details.split(separator: "\n")
        #expect(lines.first == "No serial order of these calls explains what they returned.")
        let heads = lines.filter { $0.hasSuffix(":") }
        #expect(heads == ["Caller 0:", "Caller 1:", "Caller 2:", "After all of them:"])
        #expect(lines.contains { $0.hasPrefix("  participants of collaboration 1 -> ") })
    }

    @Test("Names that a store takes for the same are reported with how they differ")
    func names() async throws {
        let violation = try await violation(
            "Names of accounts that differ in any byte are different accounts",
            of: [Folding.cutsAtNUL.store(foldingNamesOf: .accounts)]
        )
        #expect(
            violation.details == """
                Names that differ in one of these are an error or are taken for the same: what comes after NUL; \
                NUL in the middle; NUL at the end; nothing beside NUL; nothing beside a space.
                For what comes after NUL:
                1. update of collaboration 0, adding identities 0, 1 -> no account
                2. pairing of identity 0 with account 0 in collaboration 0 by challenge 0, attempt 0 -> paired
                3. identities of account 1 in collaboration 0 -> identity 0
                expected: no identity
                """
        )
    }

    @Test("Of more than 60 calls, a violation shows the first 10 and the last 40")
    func manyCalls() async throws {
        let violation = try await violation(
            "A used challenge stays recorded, however many are used after it",
            of: [EvictingStore { uses, _ in uses = uses.suffix(64) }.store]
        )
        let lines = violation.details.split(separator: "\n")
        #expect(lines.count == 52)
        #expect(lines[10] == "... 982 calls ...")
        #expect(lines.last == "expected: challengeAlreadyUsed")
    }

    @Test("Values that are not of the check are shown as unknown")
    func unknownValues() async throws {
        let store = InMemoryParticipantStore()
        let faulty = InterceptedStore { operation in
            guard case .collaborations = operation else { return try await operation.perform(on: store) }
            return .collaborations(["doc-42"])
        }
        let violation = try await violation("An unknown collaboration has no participants", of: [faulty])
        #expect(
            violation.details.hasSuffix(
                """
                collaborations of account 0 -> collaboration unknown
                expected: no collaboration
                """
            )
        )
    }

    @Test("An error that a store throws violates the rule that was running, and the other rules still run")
    func errors() async throws {
        let violations = try #require(
            await #expect(throws: ParticipantStoreViolations.self) {
                try await ParticipantStoreConformance.check(nodes: [InterceptedStore.unreachable])
            }
        ).violations
        // Only the identifier is read without an error.
        #expect(violations.map(\.rule) == ParticipantStoreRule.all.dropFirst().map(\.description))
        #expect(violations.allSatisfy { $0.details.contains("The store threw Failure()") })
    }
}
