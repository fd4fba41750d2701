import ArgumentParser

@main
struct Load: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures a collaboration service that runs on this machine, with real proofs.",
        subcommands: [ServerLoad.self, VerificationLoad.self]
    )
}
