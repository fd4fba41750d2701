public import CollaborationServer

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The checks that every `ParticipantStore` must pass.
///
/// Call them from one test:
///
///     @Test func storeConforms() async throws {
///         try await ParticipantStoreConformance.check { try await MyStore(database: .forTests) }
///     }
///
/// Each check uses names that no other check uses, so that all may share one database and run concurrently.
public enum ParticipantStoreConformance {
    /// Checks every rule and reports all that are broken.
    ///
    /// - Parameter makeStore: Makes the store of a check, or returns the same one each time.
    /// - Throws: ``ParticipantStoreViolations`` with the rules broken, or what the store throws.
    public static func check(_ makeStore: () async throws -> any ParticipantStore) async throws {
        var broken: [String] = []
        for rule in ParticipantStoreRule.all {
            do {
                try await rule.check(try await makeStore())
            } catch let violation as ParticipantStoreViolation {
                broken.append(violation.description)
            }
        }
        guard broken.isEmpty else { throw ParticipantStoreViolations(rules: broken) }
    }
}

/// The rules that a store breaks.
public struct ParticipantStoreViolations: Error, Hashable, Sendable, CustomStringConvertible {
    /// Each rule that was broken, with what was expected.
    public let rules: [String]

    /// The broken rules, one on each line.
    public var description: String { rules.joined(separator: "\n") }
}

/// One rule of `ParticipantStore` that can be checked by itself, for example as an argument of a
/// parameterized test.
public struct ParticipantStoreRule: Sendable, CustomStringConvertible {
    /// The rule as a statement.
    public let description: String

    private let body: @Sendable (_ store: any ParticipantStore, _ check: StoreCheck) async throws -> Void

    init(
        _ description: String,
        body: @escaping @Sendable (_ store: any ParticipantStore, _ check: StoreCheck) async throws -> Void
    ) {
        self.description = description
        self.body = body
    }

    /// Checks the rule.
    ///
    /// - Parameter store: A store, which need not be empty.
    /// - Throws: ``ParticipantStoreViolation``, or what the store throws.
    public func check(_ store: any ParticipantStore) async throws {
        try await body(store, StoreCheck(rule: description, run: UUID().uuidString))
    }

    /// All rules.
    public static let all = participants + names + pairings + challenges + races
}

/// A rule that a store breaks.
public struct ParticipantStoreViolation: Error, Hashable, Sendable, CustomStringConvertible {
    /// The rule, what was expected, and what the store returned.
    public let description: String
}

/// The check of one rule.
struct StoreCheck: Sendable {
    let rule: String
    let run: String

    func fixture(_ number: Int = 0) throws -> StoreFixture { try StoreFixture(name(number)) }

    func name(_ number: Int) -> String { "\(run) \(number)" }

    func expect<Value: Equatable>(_ found: Value, _ expected: Value, _ what: String) throws {
        guard found == expected else {
            throw ParticipantStoreViolation(
                description: "\(rule): \(what): expected \(expected), found \(found)"
            )
        }
    }
}
