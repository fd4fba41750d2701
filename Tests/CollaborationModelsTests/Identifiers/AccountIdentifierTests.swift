import CollaborationModels
import Foundation
import Testing

@Suite("An account identifier")
struct AccountIdentifierTests {
    @Test(
        "is another one when a byte of its name is another, whatever the name looks like",
        arguments: [("alice", "Alice"), ("jos\u{e9}", "jose\u{301}"), ("\u{212b}", "\u{c5}"), ("a", "a\0")]
    )
    func bytes(_ name: String, _ likeness: String) {
        let (one, other) = (AccountIdentifier(name), AccountIdentifier(likeness))
        let (isSame, isOther) = (one == other, one != other)
        #expect(!isSame && isOther)
        #expect(Set([one, other]).count == 2)
    }

    @Test(
        "is the same one when every byte of its name is, however it was made",
        arguments: ["bob", "jose\u{301}", ""]
    )
    func equal(_ name: String) throws {
        let made = AccountIdentifier(name)
        let read = try JSONDecoder().decode([AccountIdentifier].self, from: JSONEncoder().encode([made]))[0]
        let (isSame, isOther) = (made == read, made != read)
        #expect(isSame && !isOther)
        #expect(Set([made, read, AccountIdentifier(rawValue: name)]).count == 1)
        #expect(made.hashValue == read.hashValue)
    }
}
