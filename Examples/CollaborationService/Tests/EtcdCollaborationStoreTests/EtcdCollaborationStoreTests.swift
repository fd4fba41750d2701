import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import EtcdCollaborationStore

@Suite("etcd store", .enabled(if: endpoints != [], "ETCD does not name the members of a cluster"))
struct EtcdCollaborationStoreTests {
    /// A name that no other test has.
    private let name = UUID().uuidString

    @Test("The etcd store passes the checks with a node for each member")
    func conformance() async throws {
        var nodes: [EtcdCollaborationStore] = []
        for first in endpoints.indices {
            let order = Array(endpoints[first...] + endpoints[..<first])
            nodes.append(try await EtcdCollaborationStore(endpoints: order, timeout: longTimeout))
        }
        #expect(Set(nodes.map(\.identifier)).count == 1)
        try await CollaborationStoreChecks.check(nodes: nodes)
    }

    @Test("The accounts of etcd's index are listed one after the other, each once")
    func accounts() async throws {
        let store = try await EtcdCollaborationStore(endpoints: endpoints, timeout: longTimeout)
        let accounts = ["", "\0", "a", "é"].map { AccountIdentifier(name + $0) }
        let changes = AccountChanges(added: Set(accounts))
        for collaboration in ["x", "y"].map({ CollaborationIdentifier(name + $0) }) {
            // Without a record, which other tests of this cluster could not read.
            _ = try await store.replaceRecord(of: collaboration, version: nil, with: nil, accounts: changes)
        }
        var found: [AccountIdentifier] = []
        var last: AccountIdentifier?
        while let account = try await store.account(after: last) {
            if account.rawValue.hasPrefix(name) { found.append(account) }
            last = account
        }
        #expect(found.sorted() == accounts)
    }

    @Test("A cluster of etcd that has an alarm fails the check, since nothing can be written")
    func alarm() async throws {
        let store = try await EtcdCollaborationStore(endpoints: endpoints, timeout: longTimeout)
        let before = Date()
        let time = try await store.check()
        #expect(time.lowerBound <= Date() && before <= time.upperBound)
        let answer = try JSONDecoder().decode(EtcdAnswer.self, from: Data(#"{"alarms":[{"alarm":"NOSPACE"}]}"#.utf8))
        #expect(answer.alarms == [["alarm": "NOSPACE"]])
    }

    @Test("A collaboration with 10,000 accounts is stored and deleted in etcd by one transaction each")
    func largeCollaboration() async throws {
        try await withStore(endpoints) { store, name async throws in
            let end = String(repeating: "a", count: 50)
            let accounts = Set((0..<10_000).map { AccountIdentifier("\(name)-\($0)-\(end)") })
            let (added, removed) = (AccountChanges(added: accounts), AccountChanges(removed: accounts))
            let record = StoredRecord(bytes: [UInt8](repeating: 7, count: 1 << 20))
            #expect(try await store.replaceRecord(of: name, version: nil, with: record, accounts: added))
            #expect(try await store.record(of: name) == record)
            #expect(try await store.replaceRecord(of: name, version: record.version, with: nil, accounts: removed))
            for account in accounts.prefix(3) {
                #expect(try await store.collaborations(of: account, after: nil, limit: 1) == [])
            }
        }
    }

    @Test("A member of etcd that cannot be reached is passed over, for a change too")
    func unreachableMember() async throws {
        // No program here listens at this port, and none is given it.
        let unused = "127.0.0.1:1"
        try await withStore([unused] + endpoints) { store, name async throws in
            let record = StoredRecord(bytes: [1])
            #expect(try await store.replaceRecord(of: name, version: nil, with: record, accounts: AccountChanges()))
            #expect(try await store.record(of: name) == record)
        }
        let client = EtcdClient(endpoints: [unused], timeout: longTimeout)
        await #expect(throws: EtcdError.self) { try await client.read([]) }
    }

    @Test("A read that a member of etcd does not answer goes to the next one, and a change has an unknown outcome")
    func silentMember() async throws {
        let server = try await SilentServer()
        let client = EtcdClient(endpoints: [server.endpoint] + endpoints, timeout: .seconds(5))
        #expect(try await client.read([.requestRange(key: Data(name.utf8))])[0].isEmpty)
        let other = EtcdClient(endpoints: [server.endpoint], timeout: .seconds(5))
        let error = await #expect(throws: EtcdError.self) { try await other.change([], if: Data(name.utf8), is: nil) }
        #expect(error?.isOutcomeUnknown == true)
        try await server.close()
    }

    @Test("What etcd refuses is an error with its words")
    func refusal() async throws {
        let client = EtcdClient(endpoints: endpoints, timeout: longTimeout)
        let error = await #expect(throws: EtcdError.self) {
            try await client.change([(key: Data(), value: Data())], if: Data(name.utf8), is: nil)
        }
        #expect(error?.isOutcomeUnknown == false)
        #expect(error?.description.contains("key is not provided") == true)
    }

    private func withStore(
        _ endpoints: [String],
        _ body: (EtcdCollaborationStore, CollaborationIdentifier) async throws -> Void
    ) async throws {
        let store = try await EtcdCollaborationStore(endpoints: endpoints, timeout: longTimeout)
        try await body(store, CollaborationIdentifier(name))
    }
}

private let endpoints = ProcessInfo.processInfo.environment["ETCD"]?.split(separator: ",").map(String.init) ?? []

/// So long that nobody runs into it on a busy machine.
private let longTimeout = Duration.seconds(600)

/// A server that accepts connections and answers nothing.
private struct SilentServer {
    let channel: any Channel

    var endpoint: String { "127.0.0.1:\(channel.localAddress?.port ?? 0)" }

    init() async throws {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        channel = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
    }

    func close() async throws { try await channel.close() }
}
