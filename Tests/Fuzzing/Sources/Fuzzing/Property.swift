/// Ends the program if a property does not hold, which the fuzzer reports with the input that broke it.
///
/// Unlike `precondition` it names the property in an optimized build too.
public func check(_ holds: Bool, _ property: String, _ detail: @autoclosure () -> String = "") {
    guard holds else {
        let detail = detail()
        fatalError("Broken property: \(property)\(detail.isEmpty ? "" : ": \(detail)")")
    }
}

extension Sequence<UInt8> {
    /// The bytes in lower-case hexadecimal.
    public var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
