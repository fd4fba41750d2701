import CollaborationCrypto

/// An error that gives the broken rule the name that the vector file uses.
protocol RuleNaming: Error {
    var ruleName: String { get }
}

extension DERError: RuleNaming {
    var ruleName: String {
        switch self {
        case .truncated: "truncated"
        case .unexpectedTag: "unexpectedTag"
        case .indefiniteLength: "indefiniteLength"
        case .nonMinimalLength: "nonMinimalLength"
        case .emptyInteger: "emptyInteger"
        case .negativeInteger: "negativeInteger"
        case .nonMinimalInteger: "nonMinimalInteger"
        case .unusedBits: "unusedBits"
        case .trailingBytes: "trailingBytes"
        }
    }
}

extension P256.Signing.PublicKeyError: RuleNaming {
    var ruleName: String {
        switch self {
        case .wrongLength: "wrongLength"
        case .unexpectedForm: "unexpectedForm"
        case .coordinateOutOfRange: "coordinateOutOfRange"
        case .notOnCurve: "notOnCurve"
        case .malformedDER(let error): "malformedDER.\(error.ruleName)"
        case .unsupportedAlgorithm: "unsupportedAlgorithm"
        }
    }
}

extension P256.Signing.SignatureError: RuleNaming {
    var ruleName: String {
        switch self {
        case .wrongLength: "wrongLength"
        case .malformedDER(let error): "malformedDER.\(error.ruleName)"
        case .scalarOutOfRange: "scalarOutOfRange"
        }
    }
}
