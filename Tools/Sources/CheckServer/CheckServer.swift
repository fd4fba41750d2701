import Foundation

/// Plays the sender's app and the recipients' devices against a server, and reports rule by rule what it saw.
@main
struct CheckServer {
    static func main() async {
        #if !os(Windows) && !os(WASI)
            // Without this, the signal would end the program before it can tell that nobody reads the report.
            signal(SIGPIPE, SIG_IGN)
        #endif
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.contains("--help") || arguments.contains("-h") { end(0, printing: Settings.help) }
        if arguments.contains("--version") { end(0, printing: "CheckServer \(Settings.version)") }
        let wantsJSON = arguments.contains("--json")
        do {
            let session = try await Session(settings: Settings(arguments))
            let report = await Report(session: session)
            end(report.count(.failed) == 0 ? 0 : 1, printing: wantsJSON ? try report.json : report.text)
        } catch {
            show("CheckServer: \(error)\n")
            guard wantsJSON, let json = try? Report.json(["error": "\(error)", "version": Settings.version])
            else { exit(2) }
            end(2, printing: json)
        }
    }

    /// Shows a line to whoever sits at a terminal.
    static func show(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }

    /// Prints the report, and ends with status 74 if it is lost.
    private static func end(_ status: Int32, printing text: String) -> Never {
        if Data((text + "\n").utf8).written(to: STDOUT_FILENO) { exit(status) }
        show("CheckServer: cannot write: \(unsafe String(cString: strerror(errno)))\n")
        exit(74)
    }
}
