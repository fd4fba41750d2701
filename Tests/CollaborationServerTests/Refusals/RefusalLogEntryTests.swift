import CollaborationModels
import CollaborationServer
import Testing

@Suite("Log entries of refusals")
struct RefusalLogEntryTests {
    @Test("A log entry has account, collaboration and reason under stable keys and on one line")
    func plain() {
        let entry = RefusalLogEntry(
            .invalidProof(.signatureMismatch),
            account: "bob",
            collaborationIdentifier: "doc-42"
        )
        #expect(
            entry.metadata == [
                "account": "bob", "collaboration": "doc-42", "reason": "invalidProof(signatureMismatch)",
            ]
        )
        #expect(
            entry.description == #"invalidProof(signatureMismatch) account="bob" collaboration="doc-42""#
        )
    }

    @Test("A name in a log entry can neither begin a line nor pass for another field")
    func hostileNames() {
        let entry = RefusalLogEntry(
            .unknownIdentity,
            account: AccountIdentifier(#"bob" collaboration="doc-1"# + "\n\u{85}\u{2028}\u{202E}\u{0}end\\"),
            collaborationIdentifier: ""
        )
        #expect(
            entry.description
                == #"unknownIdentity account="bob\" collaboration=\"doc-1\n\u{0085}\u{2028}\u{202E}\0end\\" collaboration="""#
        )
        #expect(
            entry.metadata["account"] == #"bob" collaboration="doc-1\n\u{0085}\u{2028}\u{202E}\0end\"#
        )
    }
}
