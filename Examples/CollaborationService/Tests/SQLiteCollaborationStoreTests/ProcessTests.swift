import CollaborationTesting
import Foundation
import Testing

@testable import SQLiteCollaborationStore

/// Each process is this test run again, with the body of the expectation only.
@Suite("Several processes on one SQLite file")
struct ProcessTests {
    private let file: TemporaryFile

    init() throws { file = try TemporaryFile() }

    @Test("The SQLite store conforms in three processes at the same time, which agree on its identifier")
    func conformance() async throws {
        await withTaskGroup { group in
            for number in 0..<3 {
                group.addTask { [path = file.path] in
                    await #expect(processExitsWith: .success) {
                        [path = path as String, number = number as Int] in
                        let nodes = try await [
                            SQLiteCollaborationStore(path: path), SQLiteCollaborationStore(path: path),
                        ]
                        try nodes[0].identifier.rawRepresentation.write(to: URL(filePath: "\(path).\(number)"))
                        try await CollaborationStoreChecks.check(nodes: nodes, timeLimit: .seconds(300))
                    }
                }
            }
        }
        let identifiers = try (0..<3).map { try Data(contentsOf: URL(filePath: "\(file.path).\($0)")) }
        #expect(Set(identifiers) == [try await file.store().identifier.rawRepresentation])
    }

    @Test("A process that is killed has lost no write that has returned")
    func kill() async throws {
        let numbers = try await file.numbers()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = file.path as String] in
            let file = try SQLiteFile(path: path)
            try Data().write(to: URL(filePath: "\(path).returned"))
            let record = try FileHandle(forWritingTo: URL(filePath: "\(path).returned"))
            try await withThrowingTaskGroup { group in
                for task in 0..<20 {
                    group.addTask {
                        for write in 0... {
                            let number = task * 1000 + write
                            try await file.insert(number)
                            try record.write(contentsOf: Data("\(number)\n".utf8))
                            if number == 50 { Foundation.kill(getpid(), SIGKILL) }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        let record = try String(contentsOfFile: "\(file.path).returned", encoding: .utf8)
        let returned = Set(record.split(separator: "\n").compactMap { Int($0) })
        #expect(returned.contains(50))
        #expect(returned.subtracting(try await numbers.all) == [])
    }
}
