import CollaborationModels
import Foundation
import Fuzzing

/// A difference that is meant to be.
enum Difference: String, CaseIterable {
    case duplicates = "a name occurs twice: Foundation lets one win"
    case encodings = "not UTF-8 without a byte-order mark, or a character that I-JSON forbids"
    case numbers = "a number that is not written as an integer, or is longer than 128 characters"
    case ignoredNumbers = "a malformed number in a member that is ignored, where Foundation reads no numbers"
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
            if let difference = Self.difference(of: ours, in: text) {
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

    /// The kind of difference that the reader's outcome explains.
    private static func difference(of ours: Outcome, in text: [UInt8]) -> Difference? {
        if case .malformed(let error?) = ours {
            switch error.rule {
            case .duplicateName: return .duplicates
            case .notUTF8, .byteOrderMark, .forbiddenCharacter: return .encodings
            case .notInteger, .numberTooLong: return .numbers
            case .tooDeep, .tooManyMembers, .nameTooLong, .identifierTooLong, .textTooLong, .tooLarge:
                return .limits
            case .notBase64: return .base64
            case .notJSON where text.prefix(4).contains(0): return .encodings
            case .notJSON where isInNumber(error.offset, in: text): return .ignoredNumbers
            case .notJSON where isCommaBeforeBracket(at: error.offset, in: text): return .comma
            default: break
            }
        }
        let known: Set<String> = [
            "collaborationIdentifier", "challenge", "proof", "knownRootHashes", "publicKey", "publicKeyIndex",
            "inclusionHashes", "signatureData", "addedIdentities", "removedIdentities", "rootHash",
        ]
        let value = try? StrictJSONDecoder().decode(PlainJSON.self, from: text)
        return value?.hasNamesEqualAsStrings(known: known) == true ? .names : nil
    }

    private static func isInNumber(_ offset: Int, in text: [UInt8]) -> Bool {
        offset > 0 && offset <= text.count && "0123456789+-.eE".utf8.contains(text[offset - 1])
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
                "| Foundation accepts and the reader refuses, or they read different values | times |",
                "| --- | --- |",
            ] + rows)
            .joined(separator: "\n")
    }
}
