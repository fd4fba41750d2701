import Foundation

/// An entry of the package, with an input that is meant to be costly.
struct Row {
    let name: String

    /// The smallest size, in the unit that the name gives.
    let size: Int

    /// Makes the input of a size, and returns the work that is counted.
    let prepare: (Int) async throws -> () async throws -> Void

    init(_ name: String, size: Int, prepare: @escaping (Int) async throws -> () async throws -> Void) {
        (self.name, self.size, self.prepare) = (name, size, prepare)
    }

    static var all: [Row] { messages + decoding + options + identifiers + server + diagnosis }
}

/// Fails if the work has not done what it is counted for.
func expect(_ holds: Bool, _ what: String) {
    precondition(holds, what)
}

/// Fails unless the work ends with an error.
func expectRefusal(_ work: () throws -> some Any) {
    precondition((try? work()) == nil, "it is refused")
}

/// Combining marks in an order that normalization has to change.
func marks(byteCount: Int) -> String {
    String(repeating: "\u{301}\u{323}", count: byteCount / 4)
}

/// The texts for the numbers from 0, as the elements of an array or the members of an object.
func list(_ count: Int, of element: (Int) -> String) -> String {
    (0..<count).map(element).joined(separator: ",")
}

/// A member with a name of 250 bytes that differs from the others only in its last letters.
func longMember(_ number: Int) -> String {
    "\"" + String(repeating: "n", count: 242) + String(number + 10_000_000) + "\":0"
}

/// A root hash for each number.
func rootHash(_ number: Int) -> Data {
    Data((0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }) + Data(repeating: 0x5a, count: 24)
}

/// A root hash for each number, as JSON.
func rootHashText(_ number: Int) -> String { "\"\(rootHash(number).base64EncodedString())\"" }
