import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation

/// How a database treats different names as the same: by its collation, or by the type of the column.
enum Folding: String, CaseIterable, Sendable {
    case ignoresCase
    case composesCharacters
    case dropsSpacesAtTheEnd
    case dropsTabsAtTheEnd
    case dropsNoBreakSpacesAtTheEnd
    case dropsLineFeedsAtTheEnd
    case dropsSpacesAtTheStart
    case dropsZeroWidthCharacters
    case ignoresWidth
    case cutsAtNUL
    case dropsNUL
    case cutsAt255Bytes
    case cutsAt1000Bytes
    case replacesFourByteCharacters
    case cutsAtFourByteCharacters
    case decodesPercentSigns
    case ignoresAccents
    case undoublesQuotationMarks
    case undoublesBackslashes

    enum Names: String, CaseIterable, Sendable {
        case accounts
        case collaborations

        /// The rule that a store breaks if it takes two of these names for the same.
        var rule: String { "Names of \(rawValue) that differ in any byte are different \(rawValue)" }
    }

    /// Makes a store that takes each name for the first one that it treats as the same.
    func store(foldingNamesOf names: Names) -> InterceptedStore {
        let store = InMemoryParticipantStore()
        let first = FirstSeen { Array(fold($0).utf8) }
        return InterceptedStore { operation in
            let folded =
                switch names {
                case .accounts: operation.map(account: { .init(rawValue: first($0.rawValue)) })
                case .collaborations: operation.map(collaboration: { .init(rawValue: first($0.rawValue)) })
                }
            return try await folded.perform(on: store)
        }
    }

    private func fold(_ name: String) -> String {
        let scalars = name.unicodeScalars
        func made(of scalars: some Sequence<Unicode.Scalar>) -> String {
            var name = String.UnicodeScalarView()
            name.append(contentsOf: scalars)
            return String(name)
        }
        func dropping(_ character: Unicode.Scalar) -> String {
            made(of: Array(scalars).reversed().drop { $0 == character }.reversed())
        }
        switch self {
        case .ignoresCase: return name.lowercased()
        case .composesCharacters: return name.precomposedStringWithCanonicalMapping
        case .dropsSpacesAtTheEnd: return dropping(" ")
        case .dropsTabsAtTheEnd: return dropping("\t")
        case .dropsNoBreakSpacesAtTheEnd: return dropping("\u{a0}")
        case .dropsLineFeedsAtTheEnd: return dropping("\n")
        case .dropsSpacesAtTheStart: return made(of: scalars.drop { $0 == " " })
        case .dropsZeroWidthCharacters:
            return made(of: scalars.filter { !$0.properties.isDefaultIgnorableCodePoint })
        case .ignoresWidth: return name.precomposedStringWithCompatibilityMapping
        case .cutsAtNUL: return made(of: scalars.prefix { $0 != "\0" })
        case .dropsNUL: return made(of: scalars.filter { $0 != "\0" })
        case .cutsAt255Bytes: return String(decoding: name.utf8.prefix(255), as: UTF8.self)
        case .cutsAt1000Bytes: return String(decoding: name.utf8.prefix(1000), as: UTF8.self)
        case .replacesFourByteCharacters: return made(of: scalars.map { $0.value > 0xFFFF ? "?" : $0 })
        case .cutsAtFourByteCharacters: return made(of: scalars.prefix { $0.value <= 0xFFFF })
        case .decodesPercentSigns: return name.removingPercentEncoding ?? name
        case .ignoresAccents:
            let parts = name.decomposedStringWithCanonicalMapping.unicodeScalars
            return made(of: parts.filter { $0.properties.canonicalCombiningClass == .notReordered })
        case .undoublesQuotationMarks: return name.replacingOccurrences(of: "''", with: "'")
        case .undoublesBackslashes: return name.replacingOccurrences(of: #"\\"#, with: #"\"#)
        }
    }
}
