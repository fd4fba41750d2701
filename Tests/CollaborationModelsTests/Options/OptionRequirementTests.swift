import CollaborationModels
import Testing

@Suite("Requirements of an option")
struct OptionRequirementTests {
    @Test("The requirements of an option can be replaced")
    func replacing() {
        var option = CollaborationOption(title: "Comment", identifier: "comment")
        #expect(option.requiredOptionsIdentifiers == [])
        option.requiredOptionsIdentifiers = ["read", "sign in"]
        #expect(option.requiredOptionsIdentifiers == ["read", "sign in"])
    }
}
