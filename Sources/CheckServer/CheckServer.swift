import Foundation

/// Plays the sender's app and the recipients' devices against a server, and reports rule by rule what it saw.
@main
struct CheckServer {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.contains("--help") {
            print(Settings.help)
            exit(0)
        }
        do {
            let settings = try Settings(arguments)
            let report = await Report(session: try await Session(settings: settings))
            print(settings.wantsJSON ? try report.json : report.text)
            exit(report.count(.failed) == 0 ? 0 : 1)
        } catch {
            FileHandle.standardError.write(Data("CheckServer: \(error)\n".utf8))
            exit(2)
        }
    }
}
