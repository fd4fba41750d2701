import CollaborationCrypto
import CollaborationCore
import Foundation

@testable import CollaborationServer

/// A call on a record, for random histories.
enum RecordOperation: Hashable, Sendable {
    case update(added: [Person.Identity], removed: [Person.Identity])
    case admit(Person.Identity, ValidChallenge, PairingPolicy)
    case remove(AccountIdentifier, keepingIdentities: Bool)
    case removeUnproven(Set<Person.Identity>)
    case end
    case forget(at: Date)
    case identities(of: AccountIdentifier)
    case isListed(AccountIdentifier)
    case participants

    static let identities = (1...4).map { Person.Identity.sample($0) }
    static let accounts = ["bob", "carol", "dave"] as [AccountIdentifier]

    /// The date at which random histories forget.
    static let date = Date(timeIntervalSince1970: 10)

    /// Draws an operation on few identities, accounts and challenges, so that operations often meet.
    static func random(using generator: inout some RandomNumberGenerator) -> RecordOperation {
        let identity = identities[.random(in: 0..<4, using: &generator)]
        let account = accounts[.random(in: 0..<3, using: &generator)]
        let others = identities.filter { _ in Bool.random(using: &generator) }
        switch Int.random(in: 0..<16, using: &generator) {
        case 0..<3: return .update(added: others, removed: [])
        case 3: return .update(added: others, removed: [identity])
        case 4..<10:
            let number = Int.random(in: 1..<10, using: &generator)
            return .admit(
                identity,
                .sample(
                    number,
                    as: accounts[number % 3],
                    at: .random(in: 0...number, using: &generator),
                    until: 2 * number
                ),
                Bool.random(using: &generator) ? .refuse : .replace
            )
        case 10: return .remove(account, keepingIdentities: Bool.random(using: &generator))
        case 11: return .removeUnproven(Set(others.prefix(2)))
        case 12: return Bool.random(using: &generator) ? .end : .forget(at: date)
        case 13: return .identities(of: account)
        case 14: return .isListed(account)
        default: return .participants
        }
    }

    /// Performs the operation on a record.
    func apply(to record: inout CollaborationRecord) -> RecordResult {
        do {
            switch self {
            case .update(let added, let removed):
                return .accounts(try record.update(adding: added, removing: removed))
            case .admit(let identity, let challenge, let policy):
                return .admitted(revoked: try record.admit(identity, answering: challenge, policy: policy))
            case .remove(let account, let keepingIdentities):
                return .identities(record.remove(account, keepingIdentities: keepingIdentities))
            case .removeUnproven(let identities): return .identities(record.removeUnproven(identities))
            case .end: return .accounts(record.end())
            case .forget(let date): return .accounts(record.forget(at: date.milliseconds))
            case .identities(let account): return .identities(record.identities(of: account))
            case .isListed(let account): return .isListed(record.accounts.contains(account))
            case .participants: return .participants(record.participants)
            }
        } catch {
            return .refused(error as? AccessRefusal)
        }
    }

    /// Performs the operation on a server.
    func perform(on collaborations: CollaborationAccess) async throws -> RecordResult {
        let document: CollaborationIdentifier = "doc-42"
        switch self {
        case .update(let added, let removed):
            let update = ParticipantsUpdate(
                collaborationIdentifier: document,
                addedIdentities: added,
                removedIdentities: removed
            )
            return .accounts(try await collaborations.apply(update))
        case .admit(let identity, let challenge, let policy):
            do {
                return .admitted(
                    revoked: try await collaborations.change(document) {
                        try $0.admit(identity, answering: challenge, policy: policy)
                    }
                )
            } catch let refusal as AccessRefusal {
                return .refused(refusal)
            }
        case .remove(let account, keepingIdentities: true):
            return .identities(try await collaborations.leave(document, as: account))
        case .remove(let account, keepingIdentities: false):
            return .identities(try await collaborations.removeAccount(account, from: document))
        case .removeUnproven(let identities):
            return .identities(try await collaborations.removeUnproven(identities, from: document))
        case .end: return .accounts(try await collaborations.end(document))
        case .forget: return .accounts(try await collaborations.forget(document))
        case .identities(let account):
            return .identities(try await collaborations.access(of: account, to: document) ?? [])
        case .isListed(let account):
            return .isListed(try await collaborations.collaborations(of: account).contains(document))
        case .participants: return .participants(try await collaborations.record(of: document).participants)
        }
    }
}

extension CollaborationAccess {
    /// A server whose clock stands at the date of the operations, and which repeats a change without a pause.
    init(operatingOn store: any CollaborationStore) throws {
        let challenges = try ChallengeAuthority(key: ChallengeKey(), clock: { RecordOperation.date })
        self.init(store: store, challenges: challenges)
        writer.backOff = { _ in }
    }
}

/// What an operation returned.
enum RecordResult: Hashable, Sendable {
    case accounts(Set<AccountIdentifier>)
    case identities(Set<Person.Identity>)
    case admitted(revoked: AccountIdentifier?)
    /// A refusal; nil for a limit.
    case refused(AccessRefusal?)
    case isListed(Bool)
    case participants([Participant])
}

extension Person.Identity {
    /// An identity whose root hash begins with a number of two bytes.
    static func sample(_ number: Int) -> Person.Identity {
        let bytes = [UInt8(number >> 8), UInt8(number & 0xFF)] + [UInt8](repeating: 0, count: 30)
        return Person.Identity(.sample(bytes))
    }
}

extension SHA256Digest {
    fileprivate static func sample(_ bytes: [UInt8]) -> SHA256Digest {
        do {
            return try SHA256Digest(rawRepresentation: bytes)
        } catch {
            preconditionFailure("a digest has 32 bytes")
        }
    }
}

extension ValidChallenge {
    /// A challenge of an account, with dates in seconds since 1970.
    static func sample(
        _ number: Int,
        as account: AccountIdentifier = "bob",
        at validated: Int = 0,
        until expiration: Int = 180
    ) -> ValidChallenge {
        ValidChallenge(
            account: account,
            identifier: .sample([UInt8](repeating: UInt8(number), count: 32)),
            validated: Date(timeIntervalSince1970: Double(validated)),
            expiration: Date(timeIntervalSince1970: Double(expiration))
        )
    }
}
