import Testing

@testable import CollaborationService

@Test(
    "A command with wrong arguments is refused",
    arguments: [
        ["token"], ["token", ""], ["token", "--mode", "a"], ["token", String(repeating: "é", count: 513)],
        ["new-key", "x"], ["backup"], ["restore", "--mode"],
    ]
)
func wrongArguments(arguments: [String]) async {
    await #expect {
        try await Command.run(arguments)
    } throws: {
        ($0 as? StartError)?.status == .usage
    }
}
