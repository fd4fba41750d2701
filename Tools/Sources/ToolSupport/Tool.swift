package import ArgumentParser
import Foundation

/// A program with arguments, whose output is never lost in silence.
package protocol Tool: AsyncParsableCommand {}

extension Tool {
    /// Reads the arguments and runs the program.
    ///
    /// Wrong arguments have status 64 of `sysexits.h`, and a `Stop` has its own.
    package static func main() async {
        // Without this, the signal would end the program before it can tell that nobody reads its output.
        signal(SIGPIPE, SIG_IGN)
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let stop as Stop {
            Output.show("\(_commandName): \(stop)\n")
            Foundation.exit(stop.status)
        } catch {
            let (text, status) = (fullMessage(for: error), exitCode(for: error).rawValue)
            if !text.isEmpty { status == 0 ? Output.print(text) : Output.show(text + "\n") }
            Foundation.exit(status)
        }
    }
}

/// Why a program ends before it has done all.
package struct Stop: Error, CustomStringConvertible {
    package let description: String
    package let status: Int32

    /// - Parameters:
    ///   - description: A sentence for whoever started the program.
    ///   - status: One of `sysexits.h`.
    package init(_ description: String, status: Int32) {
        (self.description, self.status) = (description, status)
    }
}
