import Foundation

/// A program that is run until it ends.
struct Program {
    let executable: URL
    var arguments: [String] = []
    var environment: [String: String] = [:]

    /// The running program, with other arguments.
    static func again(_ arguments: [String]) -> Program {
        let path = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
        return Program(executable: path, arguments: arguments)
    }

    /// A program that is found by its name, as by a shell.
    static func named(_ name: String, _ arguments: [String]) -> Program {
        Program(executable: URL(filePath: "/usr/bin/env"), arguments: [name] + arguments)
    }

    /// Runs the program and returns its standard output.
    func output() throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw MeasurementError.programFailed(
                ([executable.lastPathComponent] + arguments.prefix(2)).joined(separator: " ")
            )
        }
        return String(decoding: data, as: UTF8.self)
    }
}

/// Calls a block with a temporary folder, which is deleted afterwards.
func withTemporaryFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(path: "collaboration-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
}
