// The life cycle of a collaboration, with real cryptography and a simulated Messages, from the draft to the
// last banner.
//
//     swift run Lifecycle
//
// All random values come from seeds, so the output is the same in every run.

import CollaborationCore
import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Synchronization

// MARK: The app's server

/// A server that stores a recipe's text and asks `Collaborations` who may do what with it.
final class RecipeServer: Sendable {
    let document: Collaboration
    let offered: CollaborationShareOptions
    private let text = Mutex("Bread")

    init(clock: SimulatedClock, offering offered: CollaborationShareOptions) throws {
        // A real server loads its key as a secret and uses the default clock and randomness.
        let generator = Mutex(SeededGenerator("server"))
        let random: @Sendable () -> UInt64 = { generator.withLock { $0.next() } }
        let key = ChallengeKey(random: random)
        let store = InMemoryCollaborationStore(identifier: StoreIdentifier(random: random))
        let configuration = try Collaborations.Configuration(clock: { clock.date }, random: random)
        let collaborations = Collaborations(
            store: store,
            key: key,
            offering: offered,
            configuration: configuration
        )
        document = collaborations["doc-42"]
        self.offered = offered
    }

    /// Makes the link of a document for the account that shares it.
    func start(_ body: Data, as account: AccountIdentifier) async throws -> Data {
        let request = try StartRequest(json: body)
        try await document.start(request, as: account)
        let selected = try await offered.selecting(only: document.selection() ?? [])
        tell("server", "stores the owner \(account) and the selection \(selected.summary)")
        guard let url = URL(string: "https://recipes.example/d/42") else { throw URLError(.badURL) }
        return StartResponse(collaborationIdentifier: "doc-42", url: url).json
    }

    /// Writes the text for an account that may write; returns the status.
    func write(_ newText: String, as account: AccountIdentifier) async throws -> Int {
        guard try await document.access(of: account).permits("write") else { return 403 }
        text.withLock { $0 = newText }
        return 204
    }
}

// MARK: The app on Alice's phone

final class RecipeApp: CollaborationActionHandler {
    let server: RecipeServer

    init(server: RecipeServer) { self.server = server }

    func collaborationCoordinator(_: CollaborationCoordinator, handle action: StartCollaborationAction) {
        Task {
            do {
                let request = StartRequest(action)
                tell("Messages → Alice's app", "start action for \(request.localIdentifier)")
                tell(
                    "Alice's app → server",
                    "selected: \(request.selectedOptions.map(\.rawValue).joined(separator: ", "))"
                )
                let response = try StartResponse(json: try await server.start(request.json, as: "alice"))
                tell("server → Alice's app", "\(response.url.absoluteString) is \(response.collaborationIdentifier)")
                try action.fulfill(with: response)
            } catch {
                action.fail()  // Cancels the message.
            }
        }
    }

    func collaborationCoordinator(_: CollaborationCoordinator, handle action: UpdateCollaborationParticipantsAction) {
        Task {
            do {
                let change = try await server.document.apply(ParticipantsUpdate(action), by: .account("alice"))
                let (added, removed) = (action.addedIdentities, action.removedIdentities)
                tell("Messages → Alice's app", "update action, \(added.count) added, \(removed.count) removed")
                for identity in added { tell("Alice's app → server", "store \(short(identity.rootHash))") }
                for identity in removed { tell("Alice's app → server", "delete \(short(identity.rootHash))") }
                for account in change.lost.sorted() { tell("server", "revokes \(account)") }
                action.fulfill()  // The first time, this sends the link.
            } catch {
                action.fail()
            }
        }
    }
}

// MARK: The app on a recipient's device

/// The outcome of one request for access.
struct Verdict {
    var who: String
    var outcome: String
    var reason: String
}

func post(_ answer: IdentityProofAnswer, from who: String, as account: AccountIdentifier) async throws -> Verdict {
    do {
        try await server.document.admit(answer, as: account)
        let identities = try await server.document.access(of: account)?.identities ?? []
        let hash = identities.map { short($0.rootHash) }.joined()
        tell("server", "grants \(account) access, by the root hash \(hash)")
        return Verdict(who: who, outcome: "granted", reason: "a device of \(hash)")
    } catch {
        guard case .refused(let refusal) = error else { throw error }
        tell("server → client", "\(error.status) \(String(decoding: error.body, as: UTF8.self))")
        tell("server's log", "\(error)")
        return Verdict(who: who, outcome: "refused", reason: inPlainWords(refusal))
    }
}

func inPlainWords(_ refusal: Refusal) -> String {
    switch refusal {
    case .challengeAlreadyUsed: "the challenge was answered before"
    case .challengeForAnotherAccount: "the challenge was for another account"
    case .invalidProof(.signatureMismatch): "the signature is over another challenge"
    case .unknownIdentity: "the root hash is not stored"
    case .removedIdentity: "the root hash was removed"
    default: "\(refusal)"
    }
}

/// Opens the link on a device: asks for a challenge, and has the device sign it if it is for this account.
func prove(_ person: SimulatedPerson, on device: String) async throws -> IdentityProofAnswer {
    let center = messages.highlightCenter(of: person, on: try person.device(device))
    let highlight = try await center.collaborationHighlight(for: link)
    let account = account(of: person)
    let challenge = try server.document.challenge(as: account)
    let answer = try await center.answer(challenge, for: highlight, account: account)
    show(try answer.proof, over: challenge.bytes, of: "\(person.name)'s \(device)")
    return answer
}

func show(_ proof: Person.SignedIdentityProof, over challenge: Data, of device: String) {
    tell("server → \(device)", "challenge \(short(challenge.suffix(32))), \(challenge.count) bytes")
    tell("\(device) → server", "key \(short(proof.publicKey.dropFirst())) at leaf \(proof.publicKeyIndex) of 32")
    tell(
        "",
        "\(proof.inclusionHashes.count) inclusion hashes: \(proof.inclusionHashes.map(short).joined(separator: " "))"
    )
    tell("", "signature \(short(proof.signatureData.suffix(8))) over the challenge")
}

func account(of person: SimulatedPerson) -> AccountIdentifier { AccountIdentifier(person.name.lowercased()) }

// MARK: Printing

/// The first four bytes in hexadecimal: enough to compare values by eye.
nonisolated func short(_ bytes: some Sequence<UInt8>) -> String {
    bytes.prefix(4).map { String(format: "%02x", $0) }.joined() + "…"
}

nonisolated func padded(_ text: String, to width: Int) -> String {
    text.padding(toLength: max(width, text.count), withPad: " ", startingAt: 0)
}

nonisolated func tell(_ label: String, _ value: String) { print("   " + padded(label, to: 26) + value) }

let heading = Mutex(0)
func chapter(_ title: String) {
    let number = heading.withLock {
        $0 += 1
        return $0
    }
    print("\n\(number). \(title)")
}

// MARK: The story

let messages = SimulatedMessages(seed: "lifecycle")
let alice = SimulatedPerson("Alice")
let bob = SimulatedPerson("Bob", devices: ["phone", "laptop"])
let carol = SimulatedPerson("Carol")
let charlie = SimulatedPerson("Charlie")
let mallory = SimulatedPerson("Mallory")

var permission = CollaborationOptionsGroup.picker(
    identifier: "permission",
    options: [
        CollaborationOption(title: "Can make changes", identifier: "write"),
        CollaborationOption(title: "Read only", identifier: "read"),
    ]
)
permission.title = "Permission"
var additional = CollaborationOptionsGroup(
    identifier: "additional",
    options: [
        CollaborationOption(title: "Allow mentions", identifier: "mentions"),
        CollaborationOption(title: "Allow comments", identifier: "comments"),
    ]
)
additional.title = "Additional settings"
let options = try CollaborationShareOptions(optionsGroups: [permission, additional])
let server = try RecipeServer(clock: messages.clock, offering: options)
let app = RecipeApp(server: server)
messages.coordinator(of: alice).actionHandler = app
var verdicts: [Verdict] = []

print("Alice shares Baking Recipes with Bob and Carol. Bob has a phone and a laptop.")

chapter("Alice drafts a message")
let bakers = messages.conversation(among: [alice, bob, carol])
let metadata = CollaborationMetadata(
    localIdentifier: "recipes-7",
    title: "Baking Recipes",
    defaultShareOptions: options,
    initiatorHandle: alice.handle,
    initiatorNameComponents: PersonName(givenName: "Alice")
)
tell("Alice's app → Messages", "\(metadata)")
for group in options.optionsGroups {
    let titles = group.options.map { $0.title + ($0.isSelected ? "*" : "") }
    tell("", "\(group.title): \(titles.joined(separator: ", "))")
}
var selected = options
try selected.select("read")
try selected.select("mentions")
tell("Alice picks", selected.summary)

chapter("She taps Send: Messages asks her app for a link and gives it everybody's identities, hers too")
let collaboration = try await bakers.send(metadata.transferItem, from: alice, selecting: selected)
let link = collaboration.url
tell("Messages → Bob, Carol", link.absoluteString)

chapter("Bob opens the link on his phone")
let fromPhone = try await prove(bob, on: "phone")
verdicts.append(try await post(fromPhone, from: "Bob, phone", as: "bob"))
tell("Bob's app → server", "writes Cake")
tell("server → Bob's app", "\(try await server.write("Cake", as: "bob")), since Alice picked Read only")

chapter("Bob opens it on his laptop, which has another key and the same identity")
verdicts.append(try await post(prove(bob, on: "laptop"), from: "Bob, laptop", as: "bob"))

chapter("Carol opens the link")
verdicts.append(try await post(prove(carol, on: "phone"), from: "Carol", as: "carol"))

chapter("Mallory, a stranger, has obtained the link")
do {
    _ = try await prove(mallory, on: "phone")
    preconditionFailure("Mallory's phone must not know a link that was not sent to her.")
} catch HighlightCenterError.invalidURL {
    tell("Mallory's phone", "was not sent the link, so she makes a tree and a proof of her own")
}
let forged = mallory.invitation(to: "doc-42")
let mallorysChallenge = try server.document.challenge(as: "mallory")
let mallorysAnswer = try mallory.devices[0].answer(mallorysChallenge, for: forged)
show(try mallorysAnswer.proof, over: mallorysAnswer.challenge, of: "Mallory's phone")
verdicts.append(try await post(mallorysAnswer, from: "Mallory, own proof", as: "mallory"))

chapter("Mallory replays what Bob's phone sent")
tell("Mallory → server", "as Bob: the same challenge, the same signature")
verdicts.append(try await post(fromPhone, from: "Mallory, Bob's proof, as Bob", as: "bob"))
tell("Mallory → server", "as herself: the same challenge, the same signature")
verdicts.append(try await post(fromPhone, from: "Mallory, Bob's proof, as herself", as: "mallory"))
tell("Mallory → server", "as herself: a challenge of her own, Bob's signature")
let second = try server.document.challenge(as: "mallory")
let swapped = IdentityProofAnswer(challenge: second.bytes, proof: try fromPhone.proof)
verdicts.append(try await post(swapped, from: "Mallory, Bob's proof, own challenge", as: "mallory"))

chapter("Charlie joins the group")
let additionFailures = await bakers.add(charlie)
precondition(additionFailures.isEmpty, "The update action must be fulfilled.")
verdicts.append(try await post(prove(charlie, on: "phone"), from: "Charlie", as: "charlie"))

chapter("Carol is removed from the group")
let removalFailures = await bakers.remove(carol)
precondition(removalFailures.isEmpty, "The update action must be fulfilled.")
tell("Carol", "tries again with the link and the key that she still has")
verdicts.append(try await post(prove(carol, on: "phone"), from: "Carol, after her removal", as: "carol"))

chapter("The recipes change, and the conversation shows it")
let charliesCenter = messages.highlightCenter(of: charlie, on: charlie.devices[0])
let bobsCenter = messages.highlightCenter(of: bob, on: try bob.device("laptop"))
let highlight = try await bobsCenter.collaborationHighlight(for: link)
charliesCenter.postNotice(for: HighlightChangeEvent(highlight: highlight, trigger: .edit))
guard let bobsIdentity = try await server.document.identities(of: "bob", for: "charlie").first
else { preconditionFailure("Bob must have proven an identity.") }
tell("Charlie's app", "mentions Bob, whom the server knows by \(short(bobsIdentity.rootHash))")
charliesCenter.postNotice(for: HighlightMentionEvent(highlight: highlight, mentionedPersonIdentity: bobsIdentity))
bobsCenter.postNotice(for: HighlightPersistenceEvent(highlight: highlight, trigger: .renamed))
for person in [alice, bob, carol, charlie] {
    let banners = bakers.thread(of: person).compactMap { entry -> String? in
        guard case .notice(let notice) = entry else { return nil }
        return notice.sentence
    }
    tell("\(person.name) sees", banners.isEmpty ? "nothing" : banners.joined(separator: "; "))
}

chapter("All requests, with their outcomes and reasons")
for verdict in verdicts {
    print("   " + padded(verdict.who, to: 37) + padded(verdict.outcome, to: 9) + verdict.reason)
}
let accounts = try await server.document.people()?.participants.keys.sorted() ?? []
print()
tell("have proven an identity", accounts.map(\.rawValue).joined(separator: ", "))
precondition(accounts == ["bob", "charlie"], "Bob and Charlie must have access, and nobody else.")
