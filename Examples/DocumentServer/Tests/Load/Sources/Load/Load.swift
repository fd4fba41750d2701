import ArgumentParser

@main
struct Load: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures a document server that runs on this machine, with real proofs.",
        subcommands: [ServerLoad.self, VerificationLoad.self]
    )
}
