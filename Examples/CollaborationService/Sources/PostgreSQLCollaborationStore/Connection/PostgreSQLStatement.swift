/// A statement with named parameters such as `:account`, which is prepared once on each connection.
///
/// It must not have a colon in quotes. A parameter has the same type at each use.
public struct PostgreSQLStatement: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The statement as written.
    public let text: String

    /// The statement as PostgreSQL reads it, with `$1` for the first name.
    let sql: String

    /// The names of the parameters, each once.
    let names: [String]

    /// Makes a statement.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// Makes a statement.
    public init(_ text: String) {
        self.text = text
        // Bytes are read faster than characters, and many statements are made anew.
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        var (sql, names): (String, [String]) = (String(Substring(parts[0])), [])
        for part in parts.dropFirst() {
            let name = String(Substring(part.prefix { (97...122).contains($0) || $0 == UInt8(ascii: "_") }))
            if !names.contains(name) { names.append(name) }
            sql += "$\(names.firstIndex(of: name).map { $0 + 1 } ?? 0)"
            sql += Substring(part.dropFirst(name.utf8.count))
        }
        (self.sql, self.names) = (sql, names)
    }
}

/// A statement with the values of its parameters.
public struct PostgreSQLQuery: Hashable, Sendable {
    let statement: PostgreSQLStatement
    let parameters: [PostgreSQLValue]

    /// Makes a query.
    ///
    /// - Parameters:
    ///   - statement: The statement.
    ///   - values: A value for each of its names, and no other. Anything else is a fault of the program, and ends it.
    public init(_ statement: PostgreSQLStatement, _ values: [String: PostgreSQLValue] = [:]) {
        precondition(values.count == statement.names.count, "a value is not used by: \(statement.text)")
        self.statement = statement
        parameters = statement.names.map { name in
            guard let value = values[name] else {
                preconditionFailure("no value for \(name) of: \(statement.text)")
            }
            return value
        }
    }
}
