import ArgumentParser
import Foundation
import ToolSupport

/// Plays the sender's app and the recipients' devices against a server, and reports rule by rule what it saw.
@main
struct CheckServer: Tool {
    static let configuration = CommandConfiguration(
        commandName: "CheckServer",
        abstract: "Checks whether a server keeps the rules of signed identity proofs.",
        discussion: """
            Plays a sender's app and the devices of recipients against a server, and tells of each rule whether the server \
            keeps it. Each run makes collaborations and identities of its own, so use a test system. The messages are those of \
            Documentation/WireFormat.md. A server must have:

            - three accounts, alice, bob and carol, each with a token; without a valid one the answer is status 401;
            - a route on which alice starts a collaboration, and routes for an update of participants, a challenge and a proof;
            - a route on which an account reads what it has access to: status 200 with access, and 403 without.

            The default routes are those of the example service in its development mode. In a path {collaboration} stands for \
            the identifier: if that of --start has it, each collaboration gets one from here, otherwise the server makes it. \
            {account} is the account that acts, on --start, or that is meant. A route may be none, but for the five above, and \
            may have the address of another port in front of its path.

            An answer may take 10 seconds and have 1 MiB. A redirect is an answer like any other, and is not followed. After \
            429 and 503 a request is sent again.

            exit status: 0 if every rule that the options allow was seen and kept, 1 if not, 2 for a server that cannot be \
            reached, 64 for wrong arguments, 66 for a file that cannot be read, 74 if the report cannot be written
            """,
        version: "CheckServer \(Report.version)"
    )

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, json, github
    }

    @OptionGroup var settings: Settings

    @Flag(help: "The same as --format json.") var json = false
    @Option(help: "What is printed: text, json, or github for annotations of its workflows.") var format = Format.text
    @Option(help: "A file for the report in JUnit's XML.") var junit: String?
    @Flag(help: "Fail also for rules that the options do not allow to see.") var strict = false
    @Flag(help: "Print the rules with their identifiers and sections, and check nothing.") var listRules = false

    func validate() throws {
        guard listRules || settings.server != nil else { throw ValidationError("Missing the address of a server.") }
    }

    func run() async throws {
        if listRules {
            return Output.print(Rule.all.map { "\($0.id)  \($0.sentence)  \($0.section)" }.joined(separator: "\n"))
        }
        let format = json ? .json : format
        let client = try Client(settings)
        let report: Report
        do {
            report = await Report(session: try await Session(settings: settings, client: client))
            try await client.close()
        } catch {
            try await client.close()
            if format == .json { Output.print(try Report.json(["error": "\(error)", "version": Report.version])) }
            throw error as? Stop ?? Stop("\(error)", status: 2)
        }
        if let junit {
            do { try Data(report.junit.utf8).write(to: URL(filePath: junit)) } catch {
                throw Stop("cannot write \(junit): \(error.localizedDescription)", status: EX_IOERR)
            }
        }
        switch format {
        case .text: Output.print(report.text)
        case .json: Output.print(try Report.json(report))
        case .github: Output.print(report.annotations)
        }
        let wrong = report.count(.failed) + report.count(.notSeen) + (strict ? report.count(.notAllowed) : 0)
        throw ExitCode(wrong == 0 ? 0 : 1)
    }
}
