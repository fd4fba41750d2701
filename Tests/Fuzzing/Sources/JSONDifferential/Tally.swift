import CollaborationCore
import Foundation

/// A difference that is meant to be.
enum Difference: String, CaseIterable {
    case duplicates = "a name occurs twice: Foundation lets one win"
    case encodings = "not UTF-8 without a byte-order mark, or a character that I-JSON forbids"
    case numbers = "a number that is not written as an integer, is too long, or is beyond an Int"
    case ignored = "a malformed number or string in a member that is ignored, where Foundation reads neither"
    case zeros = "a zero with an exponent, which Foundation refuses"
    case limits = "a limit of depth, members or lengths"
    case base64 = "base64 that is not canonical"
    case comma = "a comma before a closing bracket"
    case names = "names that are equal as strings, which Foundation takes for one"
}

/// What was found in a number of messages.
struct Tally: Sendable {
    private(set) var count = 0
    private(set) var acceptedByBoth = 0
    private(set) var unexplained: [String] = []
    private(set) var unexplainedCount = 0
    private var explained: [Difference: Int] = [:]

    mutating func add(_ other: Tally) {
        count += other.count
        acceptedByBoth += other.acceptedByBoth
        unexplained += other.unexplained
        unexplainedCount += other.unexplainedCount
        explained.merge(other.explained, uniquingKeysWith: +)
    }

    mutating func add(_ text: [UInt8], ours: Outcome, foundations: Outcome) {
        count += 1
        switch (ours, foundations) {
        case (.value(let a), .value(let b)) where a == b: acceptedByBoth += 1
        case (.brokenRule(let a), .brokenRule(let b)) where a == b: acceptedByBoth += 1
        case (.malformed, .malformed): break
        default:
            if let difference = Self.difference(between: ours, and: foundations, in: text) {
                explained[difference, default: 0] += 1
            } else {
                unexplainedCount += 1
                if unexplained.count < 20 {
                    unexplained.append(
                        "ours: \(ours), Foundation's: \(foundations)\n    \(String(reflecting: String(decoding: text, as: UTF8.self)))"
                    )
                }
            }
        }
    }

    /// The kind of difference, if it is a listed one.
    private static func difference(
        between ours: Outcome,
        and foundations: Outcome,
        in text: [UInt8]
    ) -> Difference? {
        if case .malformed(let error?) = ours {
            switch error.rule {
            case .duplicateName: return .duplicates
            case .notUTF8, .byteOrderMark, .forbiddenCharacter: return .encodings
            case .notInteger, .numberTooLong: return .numbers
            case .tooDeep, .tooManyMembers, .nameTooLong, .identifierEmpty, .identifierTooLong, .textTooLong,
                .tooLarge, .tooManyIdentities:
                return .limits
            case .notBase64: return .base64
            case .notJSON where text.prefix(4).contains(0): return .encodings
            case .notJSON where isInNumberOrString(error.offset, in: text): return .ignored
            case .notJSON where isCommaBeforeBracket(at: error.offset, in: text): return .comma
            default: break
            }
        }
        if case .brokenRule(.publicKeyIndexOutOfRange) = ours, case .malformed = foundations {
            return .numbers
        }
        if case .value = ours, case .malformed = foundations, hasZeroWithExponent(text) { return .zeros }
        let known: Set<String> = [
            "collaborationIdentifier", "challenge", "proof", "knownRootHashes", "publicKey", "publicKeyIndex",
            "inclusionHashes", "signatureData", "addedIdentities", "removedIdentities", "rootHash",
        ]
        let names = try? StrictJSONDecoder().decode(MemberNames.self, from: text)
        return names?.areEqualAsStrings(known: known) == true ? .names : nil
    }

    /// Whether a fault is in a number, or is a control character or an escape in a string.
    private static func isInNumberOrString(_ offset: Int, in text: [UInt8]) -> Bool {
        guard offset > 0, offset <= text.count else { return false }
        return "0123456789ABCDEFabcdefu+-.\\".utf8.contains(text[offset - 1])
            || (offset < text.count && text[offset] < 0x20)
    }

    private static func hasZeroWithExponent(_ text: [UInt8]) -> Bool {
        text.indices.contains { index in
            guard text[index] | 0x20 == UInt8(ascii: "e") else { return false }
            let number = text[..<index].reversed().prefix { "0123456789.".utf8.contains($0) }
            return !number.isEmpty && number.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
        }
    }

    private static func isCommaBeforeBracket(at offset: Int, in text: [UInt8]) -> Bool {
        guard offset < text.count, "]}".utf8.contains(text[offset]) else { return false }
        return text.prefix(offset).last { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: ",")
    }

    /// The kinds of differences and how often they occurred, in Markdown.
    var table: String {
        let rows = Difference.allCases.map { "| \($0.rawValue) | \(explained[$0, default: 0]) |" }
        return
            ([
                "| the two differ in | times |",
                "| --- | --- |",
            ] + rows)
            .joined(separator: "\n")
    }
}
