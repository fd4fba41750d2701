import CollaborationCore
import CollaborationServer
import Foundation

extension Operator {
    /// Takes away again what the acts of an audit log have taken away, in a database that was restored from a backup.
    ///
    /// - Parameters:
    ///   - files: The audit logs of all servers, whose lines are taken in the order of their times.
    ///   - time: The beginning of the times of the lines that count, such as `2026-11-27T09:30`; nil for all lines.
    func replayRemovals(_ files: [String], since time: String?) async throws {
        var (lines, otherCount) = ([AuditLine](), 0)
        var (count, unknown, impossible) = (0, [String](), [String]())
        for file in files {
            guard let data = try? Data(contentsOf: URL(filePath: file), options: .mappedIfSafe) else {
                throw StartError.usage("\"\(file)\" is not a file that can be read.")
            }
            for (number, text) in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                .enumerated()
            {
                if let line = try? JSONDecoder().decode(AuditLine.self, from: text) {
                    if line.time >= time ?? "" { lines.append(line) }
                } else if text.first == UInt8(ascii: "{") && text.last != UInt8(ascii: "}")
                    || [#"audit""#, #"audit\""#].contains(where: { text.firstRange(of: Data($0.utf8)) != nil })
                    || String(validating: text, as: UTF8.self) == nil  // Such as a compressed log.
                {
                    impossible.append("Line \(number + 1) of \(file) cannot be read.")
                } else if !text.isEmpty {
                    otherCount += 1
                }
            }
        }
        // Lines of one time stay in the order of their file.
        let ordered = lines.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        for line in ordered.map(\.element) {
            let name = "\(line.time) \(line.request)"
            if line.outcomeUnknown != nil { unknown.append(name) }
            do {
                if try await replay(line) { count += 1 }
            } catch let error as CollaborationError {
                if case .damagedRecord = error {} else if error.status >= 500 { throw error }
                impossible.append("\(name): \(error)")
            }
        }
        let other = otherCount == 0 ? "" : " \(otherCount) lines are none of an audit log."
        let done = "The removals of \(count) lines were given again.\(other)"
        guard unknown.isEmpty, impossible.isEmpty else {
            let list = unknown.map { "Look at it, since its outcome is unknown: \($0)" } + impossible
            throw StartError("\(done) Not these:\n\(list.joined(separator: "\n"))")
        }
        try print(done)
    }

    /// Applies what a line has taken away, and returns whether that was anything.
    ///
    /// It is done by the account of the line, so that an owner can take it back, or by the server where the account may not.
    private func replay(_ line: AuditLine) async throws -> Bool {
        var isAny = false
        // It has not begun in the backup, or the account is already out.
        func attempt(
            sets events: [AuditLine.Event],
            harmless: [Refusal] = [.notStarted, .noAccess, .nameUsedUp],
            _ body: (Collaboration, Collaboration.Actor) async throws -> Change?
        ) async throws {
            isAny = true
            func act(by account: AccountIdentifier?) async throws {
                try await self.act("replay-removals", by: account, in: line.collaboration, sets: events) {
                    try await body($0, account.map { .account($0) } ?? .server)
                }
            }
            if let account = line.account {
                do { return try await act(by: account) } catch CollaborationError.refused {}
            }
            do {
                try await act(by: nil)
            } catch CollaborationError.refused(let refusal) where harmless.contains(refusal) {}
        }
        let events = (line.events ?? []) + (line.repeated ?? [])
        let removals = events.filter { $0.kind == .identityRemoved }
        for start in stride(from: 0, to: removals.count, by: ParticipantsUpdate.maximumIdentityCount) {
            let part = Array(removals[start...].prefix(ParticipantsUpdate.maximumIdentityCount))
            let identities = part.compactMap { $0.rootHash.flatMap { try? Person.Identity(rootHash: $0) } }
            let update = ParticipantsUpdate(removedIdentities: identities)
            try await attempt(sets: part) { try await $0.apply(update, by: $1) }
        }
        let taking: Set<AuditLine.Event.Kind> = [
            .selected, .selectedFor, .accountRemoved, .readmitted, .left, .transferred, .ended, .forgotten, .erased,
        ]
        for event in events where taking.contains(event.kind) {
            // To somebody without access in the backup it cannot be transferred again: the former owner would own it.
            let harmless: [Refusal] =
                [.notStarted, .nameUsedUp] + (event.kind == .transferred ? [] : [.noAccess, .accountRemoved])
                + (event.kind == .erased ? [.isOwner] : [])
            try await attempt(sets: [event], harmless: harmless) { collaboration, actor in
                switch (event.kind, event.account) {
                case (.selected, _):
                    guard let owner = try await collaboration.people()?.owner else {
                        throw CollaborationError.refused(.notStarted)
                    }
                    return try await collaboration.start(StartRequest(selectedOptions: event.options ?? []), as: owner)
                case (.ended, _): return try await collaboration.end(by: actor)
                case (.forgotten, _):
                    return try await Database.$starter.withValue(.to(nil)) { try await collaboration.forget() }
                case (.erased, let account?) where line.collaboration != nil:
                    // The line of the whole erasure follows those of its collaborations, which must find what they remove.
                    return try await collaboration.leave(as: account)
                case (.erased, let account?):
                    try await collaborations.erase(account) { _ in }
                    try await store.base.eraseStarter(account)
                    return nil
                default: return try await collaboration.decide(event, by: actor)
                }
            }
        }
        return isAny
    }
}
