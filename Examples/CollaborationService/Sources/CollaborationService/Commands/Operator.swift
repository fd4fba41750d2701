import CollaborationCore
import CollaborationCrypto
import CollaborationServer
import Foundation
import Hummingbird
import OperatedStore

/// What those who run the service ask the database and decide in it, on any machine that reaches it.
///
/// Each command goes through the records page by page, which is no snapshot, and writes a line of JSON for each thing.
struct Operator {
    let store: Database
    let collaborations: Collaborations
    let audit: AuditLog
    let print: (String) throws(StartError) -> Void

    /// The collaborations whose records could not be read, after which a command goes on.
    private let damaged = Current<Set<CollaborationIdentifier>>([])

    /// Opens what the settings name, carries out a command, and says why it fails.
    static func run(
        _ settings: Settings,
        print: @escaping (String) throws(StartError) -> Void,
        _ body: (Operator) async throws -> Void
    ) async throws(StartError) {
        if let file = settings.database.file, !FileManager.default.fileExists(atPath: file) {
            throw StartError("There is no database \"\(file)\". The command needs the settings of the server.")
        }
        let store = try await Database.open(settings.database)
        let audit = try AuditLog(path: settings.auditFile, mayLose: settings.auditMayLose)
        do {
            let collaborations = settings.collaborations(in: store)
            let command = Operator(store: store, collaborations: collaborations, audit: audit, print: print)
            try await body(command)
            let names = command.damaged.value.sorted().map(\.rawValue).joined(separator: ", ")
            guard names.isEmpty else {
                throw StartError("All is done but for these, whose records are damaged: \(names)")
            }
            await store.base.close()
        } catch let error as StartError {
            throw error
        } catch is HTTPError {
            throw StartError("Repeat the command, and add to the audit log, which cannot be written:\n\(audit.kept)")
        } catch {
            throw StartError("Not everything was done: repeat the command. \(error)")
        }
    }

    func listCollaborations() async throws {
        try await forEachRecord { try write(OutputLine($0)) }
    }

    /// Lists who uses what: the records that each account has started with their bytes, and those that it has access to.
    func listAccounts() async throws {
        var shares: [AccountIdentifier: (bytes: Int, started: Int, accessible: Int?)] = [:]
        try await forEachRecord { record in
            guard let account = record.starter, account != "" else { return }
            shares[account, default: (0, 0, nil)].bytes += record.byteCount
            shares[account, default: (0, 0, nil)].started += 1
        }
        try await forEachAccount {
            shares[$0, default: (0, 0, nil)].accessible = try await store.base.collaborationCount(of: $0)
        }
        for (account, (bytes, started, accessible)) in shares.sorted(by: {
            ($1.value.bytes, $0.key) < ($0.value.bytes, $1.key)
        }) { try write(OutputLine(account: account, bytes: bytes, started: started, accessible: accessible)) }
    }

    func show(_ name: CollaborationIdentifier) async throws {
        guard let record = try await store.base.summaries(from: name, limit: 1).first, record.name == name else {
            throw StartError("Nothing is stored about this collaboration.")
        }
        var line = OutputLine(record)
        do throws(CollaborationError) {
            let people = try await collaborations[name].people()
            line.people = people.map { PeopleBody($0) }
            (line.removedIdentities, line.usedChallenges) = (people?.removedIdentityCount, people?.usedChallengeCount)
            line.isRunning = people != nil
        } catch {
            guard case .damagedRecord(_, let problem) = error else { throw error }
            line.damage = problem
        }
        try write(line)
    }

    /// Removes an account for good from all collaborations that know it and that it does not own.
    ///
    /// Those that it has left, or that have ended, are in the index under a key of their own: it could come back there.
    func remove(_ account: AccountIdentifier) async throws {
        let former = AccountIdentifier("\u{FFFF}\(SHA256.hash(data: account.rawValue.utf8))")
        let names = try await collaborations.list(of: account)
        for name in names + (try await store.collaborations(of: former, after: nil, limit: .max)) {
            do {
                try await goOnAfterDamage {
                    try await act("remove-account", in: name, sets: [.init(.accountRemoved(account))]) {
                        try await $0.remove(account, by: .server)
                    }
                }
            } catch CollaborationError.refused(.isOwner) {
                try write(OutputLine(collaboration: name, account: account, isOwner: true))
            } catch CollaborationError.refused(.nameUsedUp) {
                // The index has still what a record had that was damaged when it was forgotten.
            }
        }
    }

    /// Removes an identity for good where it is known, for which every record is read.
    func remove(_ identity: Person.Identity) async throws {
        try await forEachRecord { record in
            guard let people = try await collaborations[record.name].people(),
                people.participants.values.contains(where: { $0.contains(identity) })
                    || people.unprovenIdentities.contains(identity)
            else { return }
            let update = ParticipantsUpdate(removedIdentities: [identity])
            try await act("remove-identity", in: record.name) { try await $0.apply(update, by: .server) }
        }
    }

    /// Forgets the collaborations that have ended and were not changed since a date, for which each such record is read.
    func purge(before date: Date) async throws {
        try await forEachRecord { record in
            guard record.starter != nil, record.changed < date,
                let version = try await store.record(of: record.name)?.version,
                try await collaborations[record.name].people() == nil
            else { return }
            do {
                try await Database.$onlyVersion.withValue(version) {
                    try await Database.$starter.withValue(.to(nil)) {
                        try await act("purge", in: record.name) { try await $0.forget() }
                    }
                }
            } catch CollaborationError.store(is Database.OtherVersion) {
                // It was started again meanwhile.
            }
        }
    }

    /// Ends the access of all but the owners: each account leaves every collaboration, and may come back with a new proof.
    ///
    /// It is for a database that was restored from a backup, or keys of accounts that were stolen.
    func resetAccess() async throws {
        try await forEachAccount { account in
            for name in try await collaborations.list(of: account) {
                do {
                    try await goOnAfterDamage {
                        try await act("reset-access", in: name) { try await $0.leave(as: account) }
                    }
                } catch CollaborationError.refused(let refusal) where [.isOwner, .noAccess].contains(refusal) {}
            }
        }
        try print("Only owners have access, until others prove anew.")
    }

    private func forEachAccount(_ body: (AccountIdentifier) async throws -> Void) async throws {
        var last: AccountIdentifier?
        while let account = try await store.base.account(after: last) {
            last = account
            // The keys of accounts that records only name, which have no access: no account begins like them.
            if account.rawValue.unicodeScalars.first != "\u{FFFF}" { try await body(account) }
        }
    }

    private func forEachRecord(_ body: (RecordSummary) async throws -> Void) async throws {
        var first: CollaborationIdentifier = ""
        while case let page = try await store.base.summaries(from: first, limit: 1000), let last = page.last {
            for record in page { try await goOnAfterDamage { try await body(record) } }
            first = CollaborationIdentifier(last.name.rawValue + "\0")
        }
    }

    private func goOnAfterDamage(_ body: () async throws -> Void) async throws {
        do { try await body() } catch CollaborationError.damagedRecord(let name, _) {
            damaged.value.insert(name)
        }
    }

    /// Carries out an act, and writes its line into the audit log and as output.
    ///
    /// - Parameters:
    ///   - account: Whose act it is; nil for one of the server.
    ///   - body: What changes the collaboration, or several.
    func act(
        _ command: String,
        by account: AccountIdentifier? = nil,
        in name: CollaborationIdentifier?,
        sets: [AuditLine.Event] = [],
        _ body: (Collaboration) async throws -> Change?
    ) async throws {
        let line = AuditLine(request: command, token: "operator", account: account, collaboration: name)
        let events = try await audit.record(line, sets: sets) {
            try await body(collaborations[name ?? ""])?.events.map { AuditLine.Event($0) } ?? []
        }
        try write(OutputLine(collaboration: name, events: events))
    }

    private func write(_ line: OutputLine) throws {
        try print(LineLogHandler.escaped(String(decoding: JSONEncoder.sorted.encode(line), as: UTF8.self)))
    }
}

/// A line of the output, with what the command knows.
struct OutputLine: Codable {
    var collaboration: CollaborationIdentifier?
    var account, startedBy: AccountIdentifier?
    var bytes, started, accessible, removedIdentities, usedChallenges: Int?
    var changed, damage: String?
    var isOwner, isRunning: Bool?
    var people: PeopleBody?
    var events: [AuditLine.Event]?
}

extension OutputLine {
    init(_ record: RecordSummary) {
        (collaboration, bytes, startedBy) = (record.name, record.byteCount, record.starter)
        changed = record.changed.formatted(.iso8601)
    }
}
