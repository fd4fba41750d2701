import CollaborationCore
import CollaborationModels
import CollaborationTesting
import Foundation
import Testing

@testable import CollaborationClient

@Suite("Files of a session", .timeLimit(.minutes(1)))
struct FilesTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let notice = StoredFile.notice(
        .init(account: alice, collaboration: "doc-42", kind: .mention(.identity(bob)), date: Date())
    )

    private var session: URL { folder.appending(path: "CollaborationSharing") }

    private func clean() { try? FileManager.default.removeItem(at: folder) }

    /// Writes a file without a session.
    private func write(_ data: Data, to name: String) throws {
        let file = session.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
    }

    @Test("Every kind of file is read as it was written, by the next session, whatever the account is called")
    func roundTrip() throws {
        defer { clean() }
        let link = URL(string: "https://recipes.example/d/doc-42?a=b") ?? folder
        let refusal = UndeliveredRemoval.Refusal(status: 403, date: Date())
        let unusual = ServerAccount(server: "", name: "\u{ffff}")
        let files: [StoredFile] = [
            owner(alice), .removal(storedRemoval(of: nil)), .removal(storedRemoval(of: alice, refusal: refusal)),
            .removal(storedRemoval(of: unusual)), .link(.init(url: link, account: eve, date: Date())), notice,
        ]
        var first: (any SharingFiles)? = try SharingStorage.files(in: folder).open()
        #expect(try first?.names().isEmpty == true)
        for file in files { try first?.write(file.data(), to: file.name) }
        first = nil
        let second = try SharingStorage.files(in: folder).open()
        let read = try second.names().map { try StoredFile(name: $0, data: second.read($0)) }
        #expect(Set(read) == Set(files))
    }

    @Test("The committed files of version 1 are read under their names, since an app that is updated has them")
    func committed() throws {
        let id = try #require(UUID(uuidString: "4B390663-0D09-4A91-A0BB-6C46E8CCC0B9"))
        let url = try #require(URL(string: "https://recipes.example/d/doc-42"))
        let refusal = UndeliveredRemoval.Refusal(status: 403, date: StateFixture.start)
        let (account, date) = (#""account":{"name":"alice","server":"production"}"#, #""date":721692800"#)
        let hash = #"{"rootHash":"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="}"#
        let mention = HighlightEventKind.mention(.identity(bob))
        let committed: [(name: String, members: String, file: StoredFile)] = [
            (
                "owner/5e951b63c183b43e0ce7e6517ef070692ccc3aa439b0b4d16297d93c52931a70",
                #""collaboration":"doc-42""#, owner(alice)
            ),
            (
                "removal/\(id)",
                #""collaboration":"doc-42","id":"\#(id)","identities":[\#(hash)],"refusal":{"status":403,\#(date)}"#,
                .removal(storedRemoval(of: alice, id: id, refusal: refusal))
            ),
            (
                "kept-link/6f913277bddd6967116e3d87d315a033069c86709d891f36ec3773a9d7aa1126", #""url":"\#(url)""#,
                .link(.init(url: url, account: alice, date: StateFixture.start))
            ),
            (
                "notice/5ed01ed907cf39496aa67ba071661efdb8d4c50f4d5f0edd07032f30226eb39b",
                #""collaboration":"doc-42","kind":{"mention":{"_0":{"identity":{"_0":\#(hash)}}}}"#,
                .notice(.init(account: alice, collaboration: "doc-42", kind: mention, date: StateFixture.start))
            ),
        ]
        for ((name, members, file), kind) in zip(committed, ["owner", "removal", "link", "notice"]) {
            let json = #"{"content":{"\#(kind)":{"_0":{\#(members),\#(account),\#(date)}}},"version":1}"#
            #expect(try file.name == name && StoredFile(name: name, data: Data(json.utf8)) == file, "\(file.name)")
        }
    }

    @Test("A second session cannot take the folder")
    func locked() throws {
        defer { clean() }
        let storage = SharingStorage.files(in: folder)
        let first = try storage.open()
        #expect(throws: CocoaError.self) { try storage.open() }
        withExtendedLifetime(first) {}
    }

    @Test("Files that were half written are not read, and leave at most one behind")
    func halfWritten() throws {
        defer { clean() }
        var files: (any SharingFiles)? = try SharingStorage.files(in: folder).open()
        for name in ["owner/x", "owner/y"] {
            // A folder with this name keeps the new file from being renamed, as an end of the app before that does.
            let file = session.appending(path: name)
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
            #expect(throws: (any Error).self) { try files?.write(Data("{".utf8), to: name) }
            try FileManager.default.removeItem(at: file)
        }
        files = nil
        let left = try FileManager.default.subpathsOfDirectory(atPath: session.path)
        #expect(left.count { $0.contains("new") } == 1)
        #expect(try SharingStorage.files(in: folder).open().names().isEmpty)
    }

    @Test("A file that is written again is replaced as a whole: whoever has it open still reads the former one")
    func replaced() throws {
        defer { clean() }
        let files = try SharingStorage.files(in: folder).open()
        try files.write(Data([1]), to: notice.name)
        let former = try FileHandle(forReadingFrom: session.appending(path: notice.name))
        try files.write(Data([2]), to: notice.name)
        #expect(try former.readToEnd() == Data([1]))
        #expect(try files.read(notice.name) == Data([2]))
    }

    @Test("A folder that is deleted while a session has it is made again")
    func deletedFolder() throws {
        defer { clean() }
        let files = try SharingStorage.files(in: folder).open()
        clean()
        try files.write(Data([1]), to: notice.name)
        #expect(try files.read(notice.name) == Data([1]))
    }

    @Test("Deleting a file that is not there is no error")
    func deleteNothing() throws {
        defer { clean() }
        let files = try SharingStorage.files(in: folder).open()
        #expect(throws: Never.self) { try files.delete(notice.name) }
    }

    @Test("A damaged file, one of a newer version and one under another file's name are set aside, and the rest stays")
    func damaged() async throws {
        defer { clean() }
        let files = try SharingStorage.files(in: folder).open()
        try files.write(notice.data(), to: notice.name)
        let removal = StoredFile.removal(storedRemoval(of: nil))
        let text = try String(decoding: removal.data(), as: UTF8.self)
        let newer = Data(text.replacing("\"version\":1", with: "\"version\":2").utf8)
        let damaged = [("owner/x", Data("{".utf8)), (removal.name, newer), ("kept-link/x", try notice.data())]
        for (name, data) in damaged { try write(data, to: name) }
        try FileManager.default.removeItem(at: session.appending(path: "lock"))
        let app = app()
        var places: [URL] = []
        for await case .damagedFile(let url) in app.events {
            places.append(url)
            if places.count == damaged.count { break }
        }
        #expect(Set(try places.map { try Data(contentsOf: $0) }) == Set(damaged.map(\.1)))
        #expect(FileManager.default.fileExists(atPath: session.appending(path: notice.name).path))
        withExtendedLifetime(files) {}
    }

    private func app() -> SharingSession {
        let center = SimulatedMessages().highlightCenter(of: .alice, on: SimulatedPerson.alice.devices[0])
        return SharingSession(center: center, storage: .files(in: folder))
    }

    @Test("A file that cannot be read is reported and stays, and the removals beside it are there")
    func unreadable() async throws {
        defer { clean() }
        try {
            let files = try SharingStorage.files(in: folder).open()
            let removal = StoredFile.removal(storedRemoval(of: nil))
            try files.write(removal.data(), to: removal.name)
        }()
        let foreign = session.appending(path: "owner/folder")
        try FileManager.default.createDirectory(at: foreign, withIntermediateDirectories: true)
        let app = app()
        for await event in app.events where event == .storageUnavailable { break }
        #expect(await app.removals.count == 1)
        #expect(FileManager.default.fileExists(atPath: foreign.path))
    }

    @Test("A notice is posted also while another session has the files")
    func noticeWithoutFiles() async throws {
        defer { clean() }
        let files = try SharingStorage.files(in: folder).open()
        let scene = try Scene()
        let conversation = scene.messages.conversation(among: [.alice, .bob])
        let sender = scene.app(of: .alice, as: "alice")
        let sent = try await conversation.send(scene.draft(), from: .alice)
        let center = scene.messages.highlightCenter(of: .alice, on: SimulatedPerson.alice.devices[0])
        let app = SharingSession(center: center, storage: .files(in: folder))
        app.signIn(as: "alice", to: scene.network)
        let before = conversation.thread(of: .bob).count
        app.post(.change(.edit), in: sent.collaborationIdentifier)
        #expect(await app.removals.isEmpty)
        #expect(conversation.thread(of: .bob).count == before + 1)
        withExtendedLifetime((files, sender)) {}
    }

    @Test("Forgetting an account throws while another session has the files")
    func forgetLater() async throws {
        defer { clean() }
        var files: (any SharingFiles)? = try SharingStorage.files(in: folder).open()
        let file = owner(alice)
        try files?.write(file.data(), to: file.name)
        let app = app()
        await #expect(throws: CocoaError.self) { try await app.forget(alice.name, at: alice.server) }
        files = nil
        try await app.forget(alice.name, at: alice.server)
        #expect(!FileManager.default.fileExists(atPath: session.appending(path: file.name).path))
    }

    @Test("A folder that another session has is unavailable, and read when the app becomes active after that session")
    func availableLater() async throws {
        defer { clean() }
        var files: (any SharingFiles)? = try SharingStorage.files(in: folder).open()
        let removal = StoredFile.removal(storedRemoval(of: nil))
        try files?.write(removal.data(), to: removal.name)
        let app = app()
        for await event in app.events where event == .storageUnavailable { break }
        files = nil
        await app.deliver()
        #expect(await app.removals.count == 1)
    }
}
