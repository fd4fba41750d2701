/// The first rule that a JSON text breaks, with the field and the place in the text.
///
/// Its description is meant for the answer to whoever sent the text, such as the body of an HTTP response of
/// status 400: "proof.inclusionHashes[0]: not base64, byte 132".
public struct MalformedJSONError: Error, Hashable, Sendable {
    /// A rule that a text breaks.
    ///
    /// The raw value is the rule's text in the description.
    public enum Rule: String, Hashable, Sendable, CaseIterable {
        /// The text does not follow the grammar of JSON (RFC 8259).
        case notJSON = "not JSON"

        /// A string is not well-formed UTF-8.
        case notUTF8 = "not UTF-8"

        /// The text begins with a byte-order mark.
        case byteOrderMark = "a byte-order mark"

        /// A string has half of a surrogate pair, or a noncharacter (RFC 7493, section 2.1).
        case forbiddenCharacter = "a lone surrogate or a noncharacter"

        /// Two members of one object have one name (RFC 7493, section 2.3).
        case duplicateName = "a name that occurs twice"

        /// The text is larger than ``JSONLimits/byteCount``.
        case tooLarge = "too large"

        /// Arrays and objects are nested deeper than ``JSONLimits/depth``.
        case tooDeep = "nested too deep"

        /// An object has more members than ``JSONLimits/memberCount``.
        case tooManyMembers = "too many members"

        /// A member's name is longer than ``JSONLimits/nameByteCount``.
        case nameTooLong = "a name that is too long"

        /// A number is longer than ``JSONLimits/numberByteCount``.
        case numberTooLong = "a number that is too long"

        /// An identifier has no characters.
        case identifierEmpty = "an empty identifier"

        /// An identifier is longer than ``JSONLimits/identifierByteCount``.
        case identifierTooLong = "an identifier of more than 1024 bytes"

        /// A text that is shown is longer than ``JSONLimits/textByteCount``.
        case textTooLong = "a text of more than 4096 bytes"

        /// A member that the object must have is not there. The place is the end of the object.
        case missing = "missing"

        /// The value is not an object.
        case notObject = "not an object"

        /// The value is not an array.
        case notArray = "not an array"

        /// The value is not a string.
        case notString = "not a string"

        /// The value is not a number that is written as an integer: `2.0`, `2e0` and `-0` are not.
        case notInteger = "not an integer"

        /// The string is not base64 in the standard alphabet with padding (RFC 4648, section 4), or has bits set that
        /// no byte holds.
        case notBase64 = "not base64"

        /// The bytes of the base64 are not 32, as those of a root hash are.
        case notRootHash = "not 32 bytes"

        /// The value is of another type than a decoder asked for, or outside the type's range.
        case invalidValue = "not a valid value"
    }

    /// The rule.
    public let rule: Rule

    /// The offset in the text of the first byte that breaks the rule.
    public let offset: Int

    /// The steps from the text as a whole to the value, the innermost first.
    private var steps: [Step] = []

    private enum Step: Hashable {
        case member(String)
        case element(Int)
    }

    init(_ rule: Rule, at offset: Int) {
        self.rule = rule
        self.offset = offset
    }

    /// The same error, seen from the object that the value is a member of.
    ///
    /// The name must have contiguous bytes, as every literal does.
    func inMember(_ name: String) -> Self {
        var error = self
        error.steps.append(.member(name))
        return error
    }

    /// The same error, seen from the array that the value is an element of.
    func inElement(_ index: Int) -> Self {
        var error = self
        error.steps.append(.element(index))
        return error
    }
}

extension MalformedJSONError: CustomStringConvertible {
    /// The field that breaks the rule, as in `proof.inclusionHashes[0]`; empty for the text as a whole.
    ///
    /// It names only members that the message is known to have. A fault within another member is reported for the
    /// object that the member is in.
    public var path: String { String(decoding: pathBytes, as: UTF8.self) }

    /// The field, the rule and the offset, as in "proof.inclusionHashes[0]: not base64, byte 132".
    public var description: String { String(decoding: descriptionBytes, as: UTF8.self) }

    /// The description in UTF-8.
    ///
    /// It is made without strings, whose operations are large where the standard library is part of the program.
    var descriptionBytes: [UInt8] {
        var line = pathBytes
        if !line.isEmpty { line.appendText(": ") }
        line.appendText(rule.rawValue)
        line.appendText(", byte ")
        line.appendDigits(of: offset)
        return line
    }

    private var pathBytes: [UInt8] {
        var path: [UInt8] = []
        for step in steps.reversed() {
            switch step {
            case .member(let name):
                if !path.isEmpty { path.appendText(".") }
                path.appendText(name)
            case .element(let index):
                path.appendText("[")
                path.appendDigits(of: index)
                path.appendText("]")
            }
        }
        return path
    }
}

extension [UInt8] {
    /// Appends the bytes of a string, which must be contiguous.
    mutating func appendText(_ string: String) {
        // Safe: the bytes are copied here.
        _ = unsafe string.utf8.withContiguousStorageIfAvailable { bytes in
            unsafe append(contentsOf: bytes)
        }
    }

    /// Appends the decimal digits of a number that is not negative.
    fileprivate mutating func appendDigits(of number: Int) {
        if number >= 10 { appendDigits(of: number / 10) }
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }
}
