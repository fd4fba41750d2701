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
    /// What the keys of this test begin with.
    let name = UUID().uuidString

    @Test("The etcd store passes the checks with a node for each member")
    func conformance() async throws {
        let clients = endpoints.indices.map { first in
            EtcdClient(endpoints: Array(endpoints[first...] + endpoints[..<first]))
        }
        var nodes: [EtcdCollaborationStore] = []
        for client in clients { nodes.append(try await EtcdCollaborationStore(client, name: name)) }
        #expect(Set(nodes.map(\.identifier)).count == 1)
        try await CollaborationStoreChecks.check(nodes: nodes)
    }

    @Test("A record in etcd is read together with one of another store, whether they are there or not")
    func twoRecords() async throws {
        let client = EtcdClient(endpoints: endpoints)
        let one = try await EtcdCollaborationStore(client, name: name)
        let other = try await EtcdCollaborationStore(client, name: UUID().uuidString)
        let (first, second) = (StoredRecord(bytes: [1]), StoredRecord(bytes: []))
        let none = AccountChanges()
        #expect(try await one.replaceRecord(of: "a", version: nil, with: first, accounts: none))
        #expect(try await other.replaceRecord(of: "b", version: nil, with: second, accounts: none))
        #expect(try await one.records(of: "a", and: "b", in: other) == (first, second))
        #expect(try await one.records(of: "a", and: "a", in: other) == (first, nil))
        #expect(try await one.records(of: "b", and: "b", in: other) == (nil, second))
        #expect(try await one.records(of: "b", and: "a", in: other) == (nil, nil))
    }

    @Test("A collaboration with 10,000 accounts is stored and deleted in etcd by one transaction each")
    func largeCollaboration() async throws {
        try await withStore(endpoints) { store async throws in
            let accounts = Set(
                (0..<10_000).map { AccountIdentifier("account-\($0)-\(String(repeating: "a", count: 50))") }
            )
            let record = StoredRecord(bytes: [UInt8](repeating: 7, count: 1 << 20))
            #expect(
                try await store.replaceRecord(
                    of: "doc-42",
                    version: nil,
                    with: record,
                    accounts: AccountChanges(added: accounts)
                )
            )
            #expect(try await store.record(of: "doc-42") == record)
            #expect(
                try await store.replaceRecord(
                    of: "doc-42",
                    version: record.version,
                    with: nil,
                    accounts: AccountChanges(removed: accounts)
                )
            )
            for account in accounts.prefix(3) {
                #expect(try await store.collaborations(of: account, after: nil, limit: 1) == [])
            }
        }
    }

    @Test("A member of etcd that cannot be reached is passed over, for a change too")
    func unreachableMember() async throws {
        // No program here listens at this port, and none is given it.
        let unused = "127.0.0.1:1"
        try await withStore([unused] + endpoints) { store async throws in
            let record = StoredRecord(bytes: [1])
            #expect(
                try await store.replaceRecord(of: "a", version: nil, with: record, accounts: AccountChanges())
            )
            #expect(try await store.record(of: "a") == record)
        }
        let client = EtcdClient(endpoints: [unused])
        await #expect(throws: EtcdError.self) { try await client.read([]) }
    }

    @Test(
        "A read that a member of etcd does not answer goes to the next one, and a change has an unknown outcome"
    )
    func silentMember() async throws {
        let server = try await SilentServer()
        let client = EtcdClient(endpoints: [server.endpoint] + endpoints, timeout: .milliseconds(300))
        #expect(try await client.read([.requestRange(key: Data(name.utf8))])[0].isEmpty)
        let other = EtcdClient(endpoints: [server.endpoint], timeout: .milliseconds(300))
        let error = await #expect(throws: EtcdError.self) {
            try await other.change([], if: Data(name.utf8), is: nil)
        }
        guard case .outcomeUnknown = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        try await server.close()
    }

    @Test("What etcd refuses is an error with its words")
    func refusal() async throws {
        let client = EtcdClient(endpoints: endpoints)
        let error = await #expect(throws: EtcdError.self) {
            try await client.change([(key: Data(), value: Data())], if: Data(name.utf8), is: nil)
        }
        guard case .failed(let words) = error, words.contains("key is not provided") else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    private func withStore(
        _ endpoints: [String],
        _ body: (EtcdCollaborationStore) async throws -> Void
    ) async throws {
        let client = EtcdClient(endpoints: endpoints, timeout: .seconds(60))
        try await body(EtcdCollaborationStore(client, name: name))
    }
}

private let endpoints =
    ProcessInfo.processInfo.environment["ETCD"]?.split(separator: ",").map(String.init) ?? []

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
