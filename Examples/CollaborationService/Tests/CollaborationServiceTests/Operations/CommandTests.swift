import Testing

@testable import CollaborationService

@Suite("Commands")
struct CommandTests {
    @Test(
        "The first argument names the command, and without a command the server serves",
        arguments: [
            ([], .serve(settings: [])),
            (["--http-port", "1"], .serve(settings: ["--http-port", "1"])),
            (["serve", "--http-port", "1"], .serve(settings: ["--http-port", "1"])),
            (["new-key"], .newKey),
            (["serve", "--help"], .help),
            (["token", "bob", "--mode", "a"], .token(account: "bob", settings: ["--mode", "a"])),
            (["backup", "a", "--mode", "b"], .backup(file: "a", settings: ["--mode", "b"])),
            (["restore", "a"], .restore(file: "a", settings: [])),
            (["reset-access", "--mode", "a"], .resetAccess(settings: ["--mode", "a"])),
        ] as [([String], Command)]
    ) func command(arguments: [String], command: Command) throws {
        #expect(try Command(arguments: arguments) == command)
    }

    @Test(
        "A command with wrong arguments is refused",
        arguments: [
            ["token"], ["token", ""], ["token", "--mode", "a"],
            ["token", String(repeating: "é", count: 513)],
            ["new-key", "x"], ["backup"], ["restore", "--mode"],
        ]
    ) func wrongArguments(arguments: [String]) {
        #expect { try Command(arguments: arguments) } throws: { ($0 as? StartError)?.status == .usage }
    }
}
