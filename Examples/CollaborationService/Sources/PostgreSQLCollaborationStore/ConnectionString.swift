import CPostgreSQL

/// A connection string, `postgresql://...` or `host=... user=...`, that libpq can read.
struct ConnectionString: Sendable {
    let text: String

    /// Refuses what libpq cannot read, and what comes of a password with `@`, `/` or `:` that was not encoded.
    ///
    /// libpq takes a part of such a password for a host or a port, and then names it in its messages.
    init(_ text: String) throws(PostgreSQLError) {
        guard !text.utf8.contains(0), let options = Self.options(of: text) else { throw .malformedConnectionString }
        let hosts = [options["host"], options["hostaddr"], options["dbname"]].compactMap(\.self)
        let ports = options["port"] ?? ""
        guard hosts.allSatisfy({ !$0.contains("@") }), ports.allSatisfy({ $0.isNumber || $0 == "," }) else {
            throw .malformedConnectionString
        }
        self.text = text
    }

    /// Returns the options that are set in a connection string, nil if libpq cannot read it.
    private static func options(of text: String) -> [String: String]? {
        // The array is libpq's own until it is freed below, its last entry has no keyword, and each keyword and
        // value is nil or ends with a zero byte. The strings are copied before that.
        guard let first = unsafe PQconninfoParse(text, nil) else { return nil }
        defer { unsafe PQconninfoFree(first) }
        var options: [String: String] = [:]
        var option = unsafe first
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val {
                unsafe options[String(cString: keyword)] = String(cString: value)
            }
            unsafe option += 1
        }
        return options
    }
}
