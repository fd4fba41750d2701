import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import EtcdCollaborationStore

@Suite("etcd store", .enabled(if: url != nil, "ETCD is not set to the URL of a cluster"))
struct EtcdCollaborationStoreTests {
    /// A name that no other test has.
    private let name = UUID().uuidString

    @Test("The etcd store passes the checks with a node for each member")
    func conformance() async throws {
        var nodes: [EtcdCollaborationStore] = []
        let endpoints = try members().endpoints
        for first in endpoints.indices {
            let order = try members(Array(endpoints[first...] + endpoints[..<first]))
            nodes.append(try await EtcdCollaborationStore(order, timeout: longTimeout))
        }
        #expect(Set(nodes.map(\.identifier)).count == 1)
        try await CollaborationStoreChecks.check(nodes: nodes)
    }

    @Test("A cluster of etcd that has an alarm fails the check, since nothing can be written")
    func alarm() async throws {
        let store = try await EtcdCollaborationStore(members(), timeout: longTimeout)
        let before = Date()
        let time = try await store.check()
        #expect(time.lowerBound <= Date() && before <= time.upperBound)
        let answer = try JSONDecoder().decode(EtcdAnswer.self, from: Data(#"{"alarms":[{"alarm":"NOSPACE"}]}"#.utf8))
        #expect(answer.alarms == [["alarm": "NOSPACE"]])
    }

    @Test("A collaboration with 10,000 accounts is stored and deleted in etcd by one transaction each")
    func largeCollaboration() async throws {
        try await withStore(try members()) { store, name async throws in
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
        try await withStore(try members([unused] + members().endpoints)) { store, name async throws in
            let record = StoredRecord(bytes: [1])
            #expect(try await store.replaceRecord(of: name, version: nil, with: record, accounts: AccountChanges()))
            #expect(try await store.record(of: name) == record)
        }
        let client = EtcdClient(try members([unused]), timeout: longTimeout)
        await #expect(throws: EtcdError.self) { try await client.read([]) }
    }

    @Test("A read that a member of etcd does not answer goes to the next one, and a change has an unknown outcome")
    func silentMember() async throws {
        let server = try await SilentServer()
        let client = EtcdClient(try members([server.endpoint] + members().endpoints), timeout: .seconds(5))
        #expect(try await client.read([.requestRange(key: Data(name.utf8))])[0].isEmpty)
        let other = EtcdClient(try EtcdCluster(url: "etcd://\(server.endpoint)"), timeout: .seconds(5))
        let error = await #expect(throws: EtcdError.self) { try await other.change([], if: Data(name.utf8), is: nil) }
        #expect(error?.isOutcomeUnknown == true)
        try await server.close()
    }

    @Test("What etcd refuses is an error with its words")
    func refusal() async throws {
        let client = EtcdClient(try members(), timeout: longTimeout)
        let error = await #expect(throws: EtcdError.self) {
            try await client.change([(key: Data(), value: Data())], if: Data(name.utf8), is: nil)
        }
        #expect(error?.isOutcomeUnknown == false)
        #expect(error?.description.contains("key is not provided") == true)
    }

    @Test("A client of etcd needs its certificate and its password, and replaces a token that has ended")
    func credentials() async throws {
        let url = try #require(url)
        let client = EtcdClient(try members(), timeout: longTimeout)
        for token in [nil, "ended.1"] {
            client.token.withLock { $0 = token }
            #expect(try await client.read([.requestRange(key: Data(name.utf8))])[0].isEmpty)
        }
        let certificates = try #require(url.firstRange(of: "&sslcert"))
        for (wrong, words) in [
            (url.replacing("root:", with: "root:x"), "authentication failed"),
            (url.replacing(#/[^/]*@/#, with: ""), "permission denied"),
            (String(url[..<certificates.lowerBound]), "cannot be reached"),
        ] {
            let client = EtcdClient(try EtcdCluster(url: wrong), timeout: .seconds(30))
            let error = await #expect(throws: EtcdError.self) {
                try await client.read([.requestRange(key: Data(name.utf8))])
            }
            #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
            #expect(error?.description.contains("a:b@c") == false)
        }
    }

    @Test("A store of etcd that has an identifier opens without a change, as while etcd is full")
    func opening() async throws {
        let url = try #require(url)
        let (key, end) = (Data("collaboration/".utf8), Data("collaboration0".utf8))
        let permission = ["permType": "READ", "key": key.base64EncodedString(), "range_end": end.base64EncodedString()]
        try await withStore(try members()) { store, _ async throws in
            let client = EtcdClient(try members(), timeout: longTimeout)
            _ = try await client.send(["name": name], to: "auth/role/add")
            _ = try await client.send(Grant(name: name, perm: permission), to: "auth/role/grant")
            _ = try await client.send(["name": name, "password": "c"], to: "auth/user/add")
            _ = try await client.send(["user": name, "role": name], to: "auth/user/grant")
            let cluster = try EtcdCluster(url: url.replacing(#/root:.*@/#, with: "\(name):c@"))
            let other = try await EtcdCollaborationStore(cluster, timeout: longTimeout)
            #expect(other.identifier == store.identifier)
        }
    }

    private struct Grant: Encodable { let name: String, perm: [String: String] }

    private func withStore(
        _ cluster: EtcdCluster,
        _ body: (EtcdCollaborationStore, CollaborationIdentifier) async throws -> Void
    ) async throws {
        let store = try await EtcdCollaborationStore(cluster, timeout: longTimeout)
        try await body(store, CollaborationIdentifier(name))
    }
}

@Suite("etcd URL")
struct EtcdClusterTests {
    @Test("A URL has members, and a user with a password")
    func form() throws {
        let cluster = try EtcdCluster(url: "etcd://a%40b:%25c@one:1,[::1]:2")
        #expect(cluster.endpoints == ["one:1", "[::1]:2"] && cluster.tls == nil)
        #expect(cluster.user?.name == "a@b" && cluster.user?.password == "%c")
        let secure = try EtcdCluster(url: "etcds://127.0.0.1:2379")
        #expect(secure.tls != nil && secure.user == nil)
    }

    @Test(
        "A URL of another form, or with files that are absent or without TLS, is refused",
        arguments: [
            "etcd://", "etcd:a:1", "etcd://a", "etcd://a:1,", "etcd://a:1/b", "etcd://a@b:1", "etcd://:@b:1",
            "etcd://::1:2", "etcd://[::1]",
            "https://a:1",
            "etcd://a:1?sslcert=a", "etcds://a:1?b=c", "etcds://a:1?sslcert", "etcds://a:1?sslrootcert=/nowhere",
            "etcds://a:1?sslcert=/nowhere", "etcds://a:1?sslrootcert=/dev/null",
            "etcd://a%:b@c:1", "etcd://a:%FF@b:1",
        ]
    ) func otherForm(url: String) { #expect(throws: EtcdError.self) { try EtcdCluster(url: url) } }
}

private let url = ProcessInfo.processInfo.environment["ETCD"]

/// The cluster, or other members as if they were of it.
private func members(_ endpoints: [String]? = nil) throws -> EtcdCluster {
    var cluster = try EtcdCluster(url: #require(url))
    if let endpoints { cluster.endpoints = endpoints }
    return cluster
}

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
