import CollaborationCore
import CollaborationServer
import Foundation

extension Operator {
    /// Takes away again what the acts of an audit log have taken away, in a database that was restored from a backup.
    ///
    /// - Parameters:
    ///   - file: The audit log. Other lines in it are skipped.
    ///   - time: The beginning of the times of the lines that count, such as `2026-11-27T09`; nil for all lines.
    func replayRemovals(_ file: String, since time: String?) async throws {
        guard let data = try? Data(contentsOf: URL(filePath: file), options: .mappedIfSafe) else {
            throw StartError.usage("\"\(file)\" is not a file that can be read.")
        }
        var (count, unknown, impossible) = (0, [String](), [String]())
        for text in data.split(separator: UInt8(ascii: "\n")) {
            guard let line = try? JSONDecoder().decode(AuditLine.self, from: text), line.time >= time ?? "" else {
                continue
            }
            let name = "\(line.time) \(line.request)"
            if line.outcomeUnknown != nil { unknown.append(name) }
            do {
                if try await replay(line) { count += 1 }
            } catch let error as CollaborationError {
                switch error {
                case .refused, .limit, .damagedRecord: impossible.append("\(name): \(error)")
                default: throw error
                }
            }
        }
        let done = "The removals of \(count) lines were given again."
        guard unknown.isEmpty, impossible.isEmpty else {
            let list = unknown.map { "Look at it, since its outcome is unknown: \($0)" } + impossible
            throw StartError("\(done) Not these:\n\(list.joined(separator: "\n"))")
        }
        try print(done)
    }

    /// Applies what a line has taken away, and returns whether that was anything.
    private func replay(_ line: AuditLine) async throws -> Bool {
        var isAny = false
        // It has not begun in the backup, or the account is already out.
        func attempt(
            harmless: [Refusal] = [.notStarted, .noAccess, .nameUsedUp],
            _ body: (Collaboration) async throws -> Void
        ) async throws {
            isAny = true
            do {
                try await body(collaborations[line.collaboration ?? ""])
            } catch CollaborationError.refused(let refusal) where harmless.contains(refusal) {}
        }
        let events = line.events ?? []
        let hashes = events.filter { $0.kind == .identityRemoved }.compactMap(\.rootHash)
        var identities = hashes.compactMap { try? Person.Identity(rootHash: $0) }[...]
        while !identities.isEmpty {
            let part = identities.prefix(ParticipantsUpdate.maximumIdentityCount)
            identities = identities.dropFirst(part.count)
            let update = ParticipantsUpdate(removedIdentities: Array(part))
            try await attempt { try await $0.apply(update, by: .server) }
        }
        let taking: Set<AuditLine.Event.Kind> = [
            .accountRemoved, .readmitted, .left, .transferred, .ended, .forgotten, .erased,
        ]
        for event in events where taking.contains(event.kind) {
            // To somebody without access in the backup it cannot be transferred again: the former owner would own it.
            let isTransfer = event.kind == .transferred
            try await attempt(harmless: [.notStarted, .nameUsedUp] + (isTransfer ? [] : [.noAccess])) { collaboration in
                switch (event.kind, event.account) {
                case (.accountRemoved, let account?): try await collaboration.remove(account, by: .server)
                case (.readmitted, let account?): try await collaboration.readmit(account, by: .server)
                case (.left, let account?): try await collaboration.leave(as: account)
                case (.transferred, let account?): try await collaboration.transfer(to: account, by: .server)
                case (.ended, _): try await collaboration.end(by: .server)
                case (.forgotten, _):
                    try await Database.$starter.withValue(.to(nil)) { try await collaboration.forget() }
                case (.erased, let account?):
                    try await collaborations.erase(account)
                    try await store.base.eraseStarter(account)
                default: break
                }
            }
        }
        return isAny
    }
}
