import CollaborationTesting
import Foundation
import Testing

@testable import SQLiteCollaborationStore

/// Each process is this test run again, with the body of the expectation only.
@Suite("Several processes on one SQLite file")
struct ProcessTests {
    let file: TemporaryFile

    init() throws { file = try TemporaryFile() }

    @Test("The SQLite store conforms in three processes at the same time")
    func conformance() async throws {
        await withTaskGroup { group in
            for _ in 0..<3 {
                group.addTask { [path = file.path] in
                    await #expect(processExitsWith: .success) { [path = path as String] in
                        let nodes = try await [
                            SQLiteCollaborationStore(SQLiteDatabase(path: path)),
                            SQLiteCollaborationStore(SQLiteDatabase(path: path)),
                        ]
                        try await CollaborationStoreChecks.check(nodes: nodes)
                    }
                }
            }
        }
    }

    @Test("Processes that open a new file at the same time agree on the identifier of its store")
    func firstStart() async throws {
        await withTaskGroup { group in
            for number in 0..<6 {
                group.addTask { [path = file.path] in
                    await #expect(processExitsWith: .success) {
                        [path = path as String, number = number as Int] in
                        let store = try await SQLiteCollaborationStore(SQLiteDatabase(path: path))
                        let identifier = store.identifier.rawRepresentation
                        try identifier.write(to: URL(filePath: "\(path).\(number)"))
                    }
                }
            }
        }
        let identifiers = try (0..<6).map { try Data(contentsOf: URL(filePath: "\(file.path).\($0)")) }
        #expect(Set(identifiers) == [try await file.store().identifier.rawRepresentation])
    }

    @Test("Processes that write without a pause all get their turn")
    func fairness() async throws {
        try await file.database().makeNumbers()
        await withTaskGroup { group in
            for number in 0..<3 {
                group.addTask { [path = file.path] in
                    await #expect(processExitsWith: .success) {
                        [path = path as String, number = number as Int] in
                        let database = try SQLiteDatabase(path: path)
                        try await withThrowingTaskGroup { group in
                            for task in 0..<20 {
                                group.addTask {
                                    for write in 0..<50 {
                                        try await database.insert(number * 1000 + task * 50 + write)
                                    }
                                }
                            }
                            try await group.waitForAll()
                        }
                    }
                }
            }
        }
        #expect(try await file.database().numbers() == Array(0..<3000))
    }

    @Test("A process that is killed has lost no write that has returned")
    func kill() async throws {
        try await file.database().makeNumbers()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = file.path as String] in
            try await writeUntilKilled(path)
        }
        let record = try String(contentsOfFile: "\(file.path).returned", encoding: .utf8)
        let returned = Set(record.split(separator: "\n").compactMap { Int($0) })
        let found = try await Set(file.database().numbers())
        #expect(returned.contains(50))
        #expect(returned.subtracting(found) == [])
    }
}

/// Writes with several tasks, appends each number whose write has returned to another file, and ends without warning.
private func writeUntilKilled(_ path: String) async throws {
    let database = try SQLiteDatabase(path: path)
    try Data().write(to: URL(filePath: "\(path).returned"))
    let record = try FileHandle(forWritingTo: URL(filePath: "\(path).returned"))
    try await withThrowingTaskGroup { group in
        for task in 0..<20 {
            group.addTask {
                for write in 0... {
                    let number = task * 1000 + write
                    try await database.insert(number)
                    try record.write(contentsOf: Data("\(number)\n".utf8))
                    if number == 50 { kill(getpid(), SIGKILL) }
                }
            }
        }
        try await group.waitForAll()
    }
}
