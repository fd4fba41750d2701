import Foundation

/// An entry of the package, with an input that is meant to be costly.
struct Row {
    let name: String

    /// The smallest size, in the unit that the name gives.
    let size: Int

    /// Makes the input of a size, and returns the work that is counted.
    let prepare: (Int) async throws -> () async throws -> Void

    init(
        _ name: String,
        size: Int,
        prepare: @escaping (Int) async throws -> () async throws -> Void
    ) {
        self.name = name
        self.size = size
        self.prepare = prepare
    }

    static var all: [Row] { messages + decoding + options + identifiers + server + diagnosis }
}

/// Fails if the work has not done what it is counted for.
func expect(_ holds: Bool, _ what: String) {
    precondition(holds, what)
}

/// Combining marks in an order that normalization has to change.
func marks(byteCount: Int) -> String {
    String(repeating: "\u{301}\u{323}", count: byteCount / 4)
}

/// A name of 250 bytes that differs from the others only in its last letters.
func longName(_ number: Int) -> String {
    String(repeating: "n", count: 242) + String(number + 10_000_000)
}

/// The bytes of a root hash for each number, in base64.
func rootHash(_ number: Int) -> String {
    digest(number).base64EncodedString()
}
