import Foundation

/// Runs a command, and says in a sentence why it cannot be run.
@main
enum Main {
    static func main() async {
        // Only the server's own account may read the files that it makes.
        umask(0o077)
        do throws(StartError) {
            try await Command(arguments: Array(CommandLine.arguments.dropFirst())).run()
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(error.status.rawValue)
        }
    }
}
