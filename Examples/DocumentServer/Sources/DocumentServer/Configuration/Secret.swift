/// A value that no description and no dump shows.
struct Secret<Value: Sendable>: Sendable, CustomStringConvertible, CustomReflectable {
    let value: Value

    init(_ value: Value) { self.value = value }

    var description: String { "Secret" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
