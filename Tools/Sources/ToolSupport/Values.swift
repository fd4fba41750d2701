package import Foundation

/// A value of which a changed copy is often needed.
package protocol Changeable {}

extension Changeable {
    /// The same with another value of a property.
    package func with<Value>(_ property: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
        var copy = self
        copy[keyPath: property] = value
        return copy
    }
}

extension Data {
    /// Two digits of hexadecimal for each byte, in lower case.
    package var hexadecimal: String { map { String(format: "%02x", $0) }.joined() }
}
