import Foundation

/// The databases that the tests run with: PostgreSQL and etcd only if there is one for tests.
enum DatabaseKind: CaseIterable {
    case sqlite, etcd, postgreSQL

    static var available: [DatabaseKind] {
        let environment = ProcessInfo.processInfo.environment
        var kinds = [sqlite]
        if environment["ETCD"] != nil { kinds.append(etcd) }
        #if PostgreSQL
            if environment["DATABASE_URL"]?.hasPrefix("postgres") == true { kinds.append(postgreSQL) }
        #endif
        return kinds
    }

    /// The settings of a server with this database; the default is SQLite.
    var settings: [String: String] {
        let environment = ProcessInfo.processInfo.environment
        switch self {
        case .sqlite: return [:]
        case .etcd: return ["DATABASE_URL": environment["ETCD"] ?? ""]
        case .postgreSQL: return ["DATABASE_URL": environment["DATABASE_URL"] ?? ""]
        }
    }
}
