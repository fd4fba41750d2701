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
            (["token", "bob"], .token(account: "bob", lifetime: .seconds(86_400), settings: [])),
            (
                ["token", "bob", "--lifetime", "3155760000"],
                .token(account: "bob", lifetime: .seconds(3_155_760_000), settings: [])
            ),
            (
                ["token", "bob", "--lifetime", "60", "--mode", "production"],
                .token(account: "bob", lifetime: .seconds(60), settings: ["--mode", "production"])
            ),
        ] as [([String], Command)]
    )
    func command(arguments: [String], command: Command) throws {
        #expect(try Command(arguments: arguments) == command)
    }

    @Test(
        "A command with wrong arguments is refused",
        arguments: [
            ["token"], ["token", ""], ["token", "--lifetime", "1"], ["token", "bob", "--lifetime", "x"],
            ["token", "bob", "--lifetime"], ["token", "bob", "--lifetime", "0"],
            ["token", "bob", "--lifetime", "3155760001"], ["token", "bob", "--lifetime", "-1"],
            ["token", "bob", "--lifetime", "9223372036854775807"],
            ["token", String(repeating: "é", count: 513)], ["new-key", "x"],
        ]
    )
    func wrongArguments(arguments: [String]) {
        #expect { try Command(arguments: arguments) } throws: { ($0 as? StartError)?.status == .usage }
    }
}
