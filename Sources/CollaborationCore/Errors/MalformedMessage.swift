/// The first rule that a message breaks, with the member and the place in the text.
///
/// Its description is meant for whoever sent the message: "proof.inclusionHashes[0]: not base64, byte 132".
public struct MalformedMessage: Hashable, Sendable {
    /// A rule that a message breaks.
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

        /// The text is larger than its kind of message may be.
        case tooLarge = "too large"

        /// Arrays and objects are nested more than 32 levels deep.
        case tooDeep = "nested too deep"

        /// An object has more than 1,024 members.
        case tooManyMembers = "too many members"

        /// A member's name is longer than 256 bytes.
        case nameTooLong = "a name that is too long"

        /// A number is longer than 128 characters.
        case numberTooLong = "a number that is too long"

        /// An identifier has no characters.
        case identifierEmpty = "an empty identifier"

        /// An identifier is longer than ``JSONLimits/identifierByteCount``.
        case identifierTooLong = "an identifier of more than 1024 bytes"

        /// A member that the object must have is not there. The offset is that of the object.
        case missing = "missing"

        /// The value is not an object.
        case notObject = "not an object"

        /// The value is not an array.
        case notArray = "not an array"

        /// The value is not a string.
        case notString = "not a string"

        /// The value is not a number that is written as an integer: `2.0`, `2e0` and `-0` are not.
        case notInteger = "not an integer"

        /// The value is neither true nor false.
        case notBoolean = "not true or false"

        /// The string is not base64 in the standard alphabet with padding (RFC 4648, section 4), or has bits set that
        /// no byte holds.
        case notBase64 = "not base64"

        /// The string is not a URL.
        case notURL = "not a URL"

        /// The bytes of the base64 are not 32, as those of a root hash are.
        case notRootHash = "not 32 bytes"

        /// The bytes of the base64 are not 16, as those of an idempotency key are.
        case notIdempotencyKey = "not 16 bytes"

        /// An update has more identities than ``ParticipantsUpdate/maximumIdentityCount``, added and removed together.
        case tooManyIdentities = "more than 1000 identities in the update"

        /// A message has more than 100 options.
        case tooManyOptions = "more than 100 options"
    }

    /// The rule.
    public let rule: Rule

    /// The offset in the text of the first byte that breaks the rule, or of the value or object that breaks it; nil for a
    /// value that came from no text.
    public let offset: Int?

    /// The member that breaks the rule, as in `proof.inclusionHashes[0]`.
    ///
    /// It is empty for the text as a whole, and for a rule that every JSON text must keep, whatever message it is.
    public let path: String

    package init(_ rule: Rule, at offset: Int? = nil, path: String = "") {
        self.rule = rule
        self.offset = offset
        self.path = path
    }
}

extension MalformedMessage: CustomStringConvertible {
    /// The member, the rule and the offset, as in "proof.inclusionHashes[0]: not base64, byte 132".
    public var description: String {
        (path.isEmpty ? "" : path + ": ") + rule.rawValue + (offset.map { ", byte \($0)" } ?? "")
    }
}
