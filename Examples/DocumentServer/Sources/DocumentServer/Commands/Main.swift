import Foundation

/// Runs a command, and says in a sentence why it cannot be run.
@main
enum Main {
    static func main() async {
        // Only the server's own account may read the files that it makes.
        umask(0o077)
        _ = ProcessMetrics.start
        let arguments = Array(CommandLine.arguments.dropFirst())
        do throws(StartError) {
            try await Command(arguments: arguments).run()
        } catch {
            LogSettings.Format(arguments: arguments).print("\(error)", .critical, to: .standardError)
            exit(error.status.rawValue)
        }
    }
}
