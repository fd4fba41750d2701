import Foundation

/// Runs a command, and says in a sentence why it cannot be run.
@main
enum Main {
    static func main() async {
        do throws(StartError) {
            try await Command(arguments: Array(CommandLine.arguments.dropFirst())).run()
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(error.status.rawValue)
        }
    }
}
