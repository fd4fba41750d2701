import CollaborationModels
import CollaborationProofs
import CollaborationTesting
import Foundation
import Testing

@Suite("Descriptions")
struct PrintingTests {
    private static func carol() throws -> Person {
        Person(
            handle: "carol@example.com",
            identity: try Samples.identity(7),
            displayName: "Carol",
            thumbnailImageData: Data(count: 1_000)
        )
    }

    /// Values of the public types with a description, each with a word that the description must contain.
    private static func values() async throws -> [(value: any Sendable, word: String)] {
        let url = try Samples.url()
        let metadata = CollaborationMetadata(localIdentifier: "recipes-7", title: "Baking Recipes")
        let start = StartCollaborationAction(collaborationMetadata: metadata)
        let fulfilled = Samples.start()
        try fulfilled.fulfill(using: url, collaborationIdentifier: "doc-42")
        let update = try Samples.update("doc-42")
        let highlight = try Samples.highlight(title: "Baking Recipes")
        let mention = HighlightMentionEvent(
            highlight: highlight,
            mentionedPersonIdentity: try Samples.identity(7)
        )
        let share = CloudKitShare(recordName: "share-1", title: "Baking Recipes", url: url)
        let linkless = CloudKitShare(recordName: "share-2", title: nil, url: nil)
        let untitled = try Samples.highlight()
        let wide = AllowedSharingOptions(
            allowedParticipantPermissionOptions: .readOnly,
            allowedParticipantAccessOptions: .anyoneWithLink,
            allowsParticipantsToInviteOthers: true,
            allowsAccessRequests: true
        )
        let exported = ExportedShare.existing(share, container: "iCloud.com.example")
        return [
            (metadata, "Baking Recipes"), (start, "pending"), (update, "doc-42"), (highlight, "doc-42"),
            (highlight.highlight, "example.com"), (mention, "0707"), (mention.mentionedPerson, "0707"),
            (try #require(Notice(of: mention, in: highlight, by: "Carol")), "Carol"), (share, "share-1"),
            (exported, "iCloud.com.example"), (CollaborationObject.cloudKit(exported), "CloudKit"),
            (CollaborationViewModel(collaborationObject: .custom(metadata)), "no manage button"),
            (metadata.transferItem, "collaboration"), (try SampleOptions.make(), "Can make changes*"),
            (SampleOptions.permission(), "Read only"), (CollaborationOption.option("mentions"), "mentions"),
            (AllowedSharingOptions.standard, "access"),
            (SharingParticipantAccessOption.any, "anyoneWithLink"),
            (SharingParticipantPermissionOption.any, "readOnly"), (PersonName(givenName: "Carol"), "Carol"),
            (try carol(), "Carol"), (TypeIdentifier.url, "public.url"),
            (CollaborationCoordinator(), "no handler"),
            (SystemSharingUIObserver(container: "iCloud.com.example"), "iCloud.com.example"),
            (linkless, "not saved"), (untitled, "Untitled"), (wide, "access requests"),
            (wide, "invitations by participants"), (SharingParticipantAccessOption([]), "[]"),
            (SharingParticipantAccessOption.specifiedRecipientsOnly, "specifiedRecipientsOnly"),
            (SharingParticipantPermissionOption.readOnly, "readOnly"),
            (SharingParticipantPermissionOption.readWrite, "readWrite"),
            (TransferItem(), "no representations"),
            (TransferPreview(title: "Baking Recipes", iconData: Data(count: 7)), "7 bytes"),
            (try await fulfilled.outcome(), "example.com/baking"),
            (LocalCollaborationIdentifier(rawValue: "recipes-7"), "recipes-7"),
            (TransferPreview(title: "Baking Recipes", imageData: Data(count: 7)), "7 bytes"),
            (HighlightCenterError.invalidURL, "highlight"),
            (HighlightCenterError.accessDenied, "not allowed"),
            (ActionFailure.timedOut, "in time"),
            (ActionError.linkIsNotHTTPS, "https"), (CollaborationOptionsError.emptyGroup("x"), "x"),
        ]
    }

    @Test("The description of every value is one line that says what it is")
    func oneLine() async throws {
        for (value, word) in try await Self.values() {
            let line = "\(value)"
            #expect(line.contains(word), "\(type(of: value))")
            #expect(!line.contains("\n"), "\(type(of: value))")
        }
    }

    /// A text with line breaks of every kind, marks of direction, invisible spaces and a tag character.
    private static let unprintable =
        "a\nb\rc\r\nd\u{2028}e\u{2029}f\u{85}g\u{B}h\u{C}i\u{0}j\u{202A}k\u{202E}l\u{2066}m\u{2069}n\u{200B}"
        + "o\u{200E}p\u{200F}q\u{FEFF}r\u{E0041}s\u{61C}t"

    /// Values whose texts are ``unprintable``.
    private static func valuesWithLineBreaks() async throws -> [any Sendable] {
        let text = Self.unprintable
        let url = try Samples.url()
        let metadata = CollaborationMetadata(localIdentifier: .init(rawValue: text), title: text)
        let start = StartCollaborationAction(collaborationMetadata: metadata)
        try start.fulfill(using: url, collaborationIdentifier: .init(rawValue: text))
        let started = try await start.outcome()
        let highlight = CollaborationHighlight(started, creationDate: Date(timeIntervalSince1970: 0))
        let mention = HighlightMentionEvent(highlight: highlight, mentionedPersonCloudKitShareHandle: text)
        let share = CloudKitShare(recordName: text, title: text)
        let exported = ExportedShare.existing(share, container: text)
        let error = TextError(description: text)
        var model = CollaborationViewModel(collaborationObject: .cloudKit(exported))
        model.manageButtonTitle = text
        let option = CollaborationOption(title: text, identifier: text, subtitle: text)
        var group = CollaborationOptionsGroup(identifier: text, options: [option])
        let unnamed = group
        group.title = text
        var item = metadata.transferItem
        item.register(
            TransferRepresentation(typeIdentifier: .init(rawValue: text), role: .copy) { Data() }
        )
        let copy = ThreadEntry.collaboration(highlight, from: text)
        let breaches: [CollaborationOptionsError] = [
            .tooManyRequirements(option: text, found: 1), .duplicateGroup(text), .duplicateOption(text),
            .emptyGroup(text), .unknownOption(text), .unknownRequirement(option: text, required: text),
            .siblingRequirement(option: text, required: text), .requirementCycle([text]),
            .unmetRequirement(option: text, required: [text]), .selectionRequired(group: text),
            .wrongSelectionCount(group: text, found: 2),
        ]
        let values: [any Sendable] = [
            metadata, option, group, unnamed, try CollaborationShareOptions(optionsGroups: [group]),
            PersonName(givenName: text), CollaborationIdentifier(text), AccountIdentifier(text),
            LocalCollaborationIdentifier(text), TypeIdentifier(text), item, item.representations[1],
            TransferPreview(title: text), copy, ThreadEntry.joined(text), ThreadEntry.left(text),
            Person(handle: text, identity: nil, displayName: text, thumbnailImageData: nil),
            ParticipantsUpdate(collaborationIdentifier: .init(rawValue: text)),
        ]
        return values + breaches + [
            start, UpdateCollaborationParticipantsAction(collaboration: started, addedIdentities: []),
            RemoveParticipantAlert(
                participant: Person(
                    handle: nil,
                    identity: nil,
                    displayName: text,
                    thumbnailImageData: nil
                ),
                highlight: highlight
            ),
            started, highlight, highlight.highlight, mention, mention.kind, mention.mentionedPerson,
            try #require(Notice(of: mention, in: highlight, by: text)), share, exported,
            CollaborationObject.custom(metadata), model,
            CollaborationObject.iCloudDrive(URL(fileURLWithPath: "/a\nb")),
            SystemSharingUIObserver(container: text),
            SharingEvent.didSaveShare(recordName: text, .success(share)),
            SharingEvent.didSaveShare(recordName: text, .failure(error)),
            SharingEvent.didStopSharing(recordName: text, .success(())),
            SharingEvent.didStopSharing(recordName: text, .failure(error)),
        ]
    }

    private struct TextError: Error, CustomStringConvertible {
        var description: String
    }

    @Test("A description escapes line breaks, marks of direction and invisible characters of every text")
    func lineBreaks() async throws {
        for value in try await Self.valuesWithLineBreaks() {
            let line = "\(value)"
            #expect(line.contains(#"a\nb"#), "\(type(of: value))")
            let hidden = Set(Self.unprintable.unicodeScalars.filter { !("a"..."t").contains($0) })
            #expect(line.unicodeScalars.allSatisfy { !hidden.contains($0) }, "\(type(of: value)): \(line)")
        }
    }

    @Test("A person prints with the handle and a short root hash, and a nameless one as Unnamed")
    func person() throws {
        var person = try Self.carol()
        #expect("\(person)" == "Carol (carol@example.com, identity 07070707…)")
        person.handle = nil
        #expect("\(person)" == "Carol (identity 07070707…)")
        person = Person(handle: nil, identity: nil, displayName: " ", thumbnailImageData: nil)
        #expect("\(person)" == "Unnamed")
    }

    @Test("A proof and a request print with a short root hash, index and depth, not with every sibling")
    func proof() throws {
        let bob = SimulatedPerson("Bob", devices: ["phone", "laptop"])
        let identity = try bob.identity(in: "doc-42")
        let proof = try bob.devices[1].signedProof(signing: Data("challenge".utf8), for: identity)
        let root = "\(identity.identity)".prefix(8)
        let line = "Proof of \(root)… at index 1, depth 5"
        #expect("\(proof.personIdentityProof)" == line)
        #expect("\(proof)" == "\(line), signature of \(proof.signatureData.count) bytes")
        let empty = try Person.IdentityProof(publicKey: Data(), publicKeyIndex: 0, inclusionHashes: [])
        #expect("\(empty)" == "Empty proof")
        let request = VerificationRequest(
            collaborationIdentifier: "doc\n42",
            challenge: Data("challenge".utf8),
            proof: proof,
            knownRootHashes: [identity.identity.rootHash]
        )
        #expect(
            "\(request)" == #"Request for doc\n42: "# + "\(proof), challenge of 9 bytes, 1 known identities"
        )
    }

    @Test("A blank title prints as Untitled")
    func blankTitle() throws {
        #expect(
            "\(CloudKitShare(recordName: "share-1", title: " "))" == "Untitled (share share-1, not saved)"
        )
        let highlight = try Samples.highlight(title: "\t")
        #expect("\(highlight)".hasPrefix("Untitled (collaboration doc-42)"))
        #expect("\(CollaborationMetadata(localIdentifier: "7", title: " "))" == "Untitled (local 7)")
        #expect("\(TransferPreview(title: "\n"))".hasPrefix("Untitled ("))
        #expect("\(TransferItem(preview: TransferPreview(title: " ")))".hasPrefix("Item: "))
        #expect("\(ThreadEntry.collaboration(highlight, from: "Ann"))" == "Ann shared a document")
    }

    @Test("The localized description of every error equals its description")
    func localizedDescription() throws {
        var errors: [any Error] = [
            ActionError.linkIsNotHTTPS, ActionError.linkHasNoHost,
            ActionError.invalidCollaborationIdentifier(.empty),
            ActionError.invalidCollaborationIdentifier(.tooLong),
            CollaborationOptionsError.emptyGroup("x"), CollaborationOptionsError.unknownOption("x"),
        ]
        errors +=
            (ShareOptionsRulesTests.breaches + ShareOptionsLimitTests.breaches).map(\.error) as [any Error]
        errors += ActionFailure.allCases as [any Error]
        errors += HighlightCenterError.allCases as [any Error]
        errors += IdentityProofError.allCases as [any Error]
        let malformed: [() throws -> Void] = [
            { _ = try Person.Identity(rootHash: Data()) },
            { _ = try ParticipantsUpdate(json: Data()) },
            { _ = try Challenge(data: Data()) },
        ]
        for make in malformed {
            errors.append(try #require(throws: (any Error).self, performing: make))
        }
        for error in errors {
            #expect(error.localizedDescription == "\(error)")
        }
    }
}
