/// Reads the bytes of one input of a fuzzer, from front to back.
///
/// Past the end every byte is zero, so that inputs of any length are valid and short inputs are simple.
public struct FuzzedBytes {
    /// The bytes that have not been read.
    public private(set) var rest: ArraySlice<UInt8>

    /// Takes the bytes that libFuzzer hands over, which are its own after the call.
    public init(start: UnsafePointer<UInt8>?, count: Int) {
        // The fuzzer is written in C and passes a pointer and a count. The bytes are copied here, so that nothing
        // else in this package uses unsafe memory.
        rest = unsafe Array(UnsafeBufferPointer(start: start, count: count))[...]
    }

    /// Whether all bytes have been read.
    public var isEmpty: Bool { rest.isEmpty }

    /// The next byte.
    public mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// A truth value, one byte's lowest bit.
    public mutating func bool() -> Bool { byte() & 1 == 1 }

    /// The next bytes, as many as there are at most.
    public mutating func bytes(atMost count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// An integer of the type's width, most significant byte first.
    public mutating func integer<Integer: FixedWidthInteger>(_: Integer.Type = Integer.self) -> Integer {
        (0..<Integer.bitWidth / 8).reduce(0) { integer, _ in integer << 8 | Integer(truncatingIfNeeded: byte()) }
    }

    /// A number in a range, made from one byte if the range has at most 256 numbers, and from four otherwise.
    public mutating func number(in range: ClosedRange<Int>) -> Int {
        let drawn = range.count <= 256 ? Int(byte()) : Int(integer(UInt32.self))
        return range.lowerBound + drawn % range.count
    }

    /// Chooses one of some elements, of which there must be at least one.
    public mutating func element<Elements: RandomAccessCollection>(of elements: Elements) -> Elements.Element
    where Elements.Index == Int { elements[elements.startIndex + number(in: 0...elements.count - 1)] }
}
