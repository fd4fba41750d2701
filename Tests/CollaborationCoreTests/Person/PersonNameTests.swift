import CollaborationCore
import CollaborationTestSupport
import Testing

@Suite("Person names")
struct PersonNameTests {
    @Test(
        "Parsing accepts plain Western names and returns nil for others",
        arguments: [
            ("Devin", PersonName(givenName: "Devin")),
            ("  Johnny \n Appleseed ", PersonName(givenName: "Johnny", familyName: "Appleseed")),
            (
                "Johnny Chapman Von Appleseed",
                PersonName(givenName: "Johnny", middleName: "Chapman Von", familyName: "Appleseed")
            ),
            (
                "Dr. Johnny Appleseed, Jr.",
                PersonName(namePrefix: "Dr.", givenName: "Johnny", familyName: "Appleseed", nameSuffix: "Jr.")
            ),
            (
                "Johnny Appleseed III",
                PersonName(givenName: "Johnny", familyName: "Appleseed", nameSuffix: "III")
            ),
            ("Md", PersonName(givenName: "Md")),
            ("Johnny Jr.", PersonName(givenName: "Johnny", nameSuffix: "Jr.")),
            ("", nil), (" \t", nil), ("Dr.", nil), (", Jr.", nil), ("Appleseed, Johnny", nil),
        ] as [(String, PersonName?)]
    )
    func parsing(text: String, name: PersonName?) {
        #expect(PersonName(parsing: text) == name)
    }

    static let full = PersonName(
        namePrefix: "Dr.",
        givenName: "Johnny",
        middleName: "C.",
        familyName: "Appleseed",
        nameSuffix: "Jr.",
        nickname: "Jo"
    )

    @Test(
        "A name is formatted in four styles",
        arguments: [
            (.abbreviated, "JA"), (.short, "Jo"), (.medium, "Johnny Appleseed"),
            (.long, "Dr. Johnny C. Appleseed Jr."),
        ] as [(PersonName.Style, String)]
    )
    func formatting(_ style: PersonName.Style, _ text: String) {
        #expect(Self.full.formatted(style) == text)
    }

    @Test(
        "A name without the parts of a style is formatted with the parts it has",
        arguments: PersonName.Style.allCases
    )
    func sparse(_ style: PersonName.Style) {
        #expect(PersonName(middleName: "C.").formatted(style) == "C.")
        #expect(PersonName(nickname: "Jo").formatted(style) == "Jo")
        #expect(PersonName().formatted(style) == "")
        #expect(PersonName(givenName: "", familyName: "").formatted(style) == "")
    }

    @Test("The short style uses the given name when there is no nickname")
    func short() {
        #expect(PersonName(givenName: "Johnny", familyName: "Appleseed").formatted(.short) == "Johnny")
        #expect(PersonName(namePrefix: "Dr.", familyName: "Appleseed").formatted(.short) == "Appleseed")
    }

    @Test("A blank part of a name counts as absent", arguments: ["", " ", "\n\t"])
    func blankParts(_ blank: String) {
        let name = PersonName(
            namePrefix: blank,
            givenName: "Johnny",
            middleName: blank,
            familyName: " Appleseed ",
            nameSuffix: blank,
            nickname: blank
        )
        #expect(name.formatted(.abbreviated) == "JA")
        #expect(name.formatted(.short) == "Johnny")
        #expect(name.formatted(.medium) == "Johnny Appleseed")
        #expect(name.formatted(.long) == "Johnny Appleseed")
        #expect(PersonName(givenName: blank, familyName: "Appleseed").formatted(.short) == "Appleseed")
        #expect(PersonName(givenName: blank, nickname: "Jo").formatted(.medium) == "Jo")
    }

    @Test("Parsing the long style of a name gives the same name")
    func roundTrips() throws {
        var name = Self.full
        name.nickname = nil
        #expect(PersonName(parsing: "\(name)") == name)
        #expect(try roundTrip(Self.full) == Self.full)
    }
}
