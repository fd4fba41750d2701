#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A value of a scanned JSON text, from which a message takes its members.
package struct JSONValue {
    private let document: JSONDocument
    private let index: Int

    private init(_ document: JSONDocument, index: Int) {
        self.document = document
        self.index = index
    }

    /// Scans a text.
    ///
    /// - Throws: ``CollaborationError/malformed(_:)`` for the first rule of JSON that the text breaks.
    package init(
        _ text: some Collection<UInt8>,
        byteCountLimit: Int = JSONLimits.messageByteCount
    ) throws(CollaborationError) {
        self.init(try JSONScanner.document(text, byteCountLimit: byteCountLimit), index: 0)
    }

    /// The error for a rule that this value breaks.
    package func error(_ rule: MalformedMessage.Rule) -> CollaborationError {
        .malformed(MalformedMessage(rule, at: offset, path: document.path(to: index)))
    }

    private var offset: Int { document.values[index].start }

    private func require(_ kind: JSONDocument.Kind, or rule: MalformedMessage.Rule) throws(CollaborationError) {
        guard document.kind(of: index) == kind else { throw error(rule) }
    }

    /// The member of an object, or nil if it is absent.
    package func optionalMember(_ name: String) throws(CollaborationError) -> JSONValue? {
        try require(.object, or: .notObject)
        return document.member(named: name.utf8, of: index).map { JSONValue(document, index: $0) }
    }

    /// The member that an object must have.
    package func member(_ name: String) throws(CollaborationError) -> JSONValue {
        guard let member = try optionalMember(name) else {
            let path = document.path(to: index)
            throw .malformed(
                MalformedMessage(.missing, at: offset, path: path + JSONDocument.step(to: name, after: path))
            )
        }
        return member
    }

    /// What a closure makes of each element of an array.
    package func elements<Element>(
        _ make: (JSONValue) throws(CollaborationError) -> Element
    ) throws(CollaborationError) -> [Element] {
        try require(.array, or: .notArray)
        var elements: [Element] = []
        var next = index + 1
        while next < document.values[index].end {
            elements.append(try make(JSONValue(document, index: next)))
            next = document.index(after: next)
        }
        return elements
    }

    /// The characters of a string.
    package func string() throws(CollaborationError) -> String {
        try require(.string, or: .notString)
        return document.string(at: index)
    }

    /// True or false.
    package func boolean() throws(CollaborationError) -> Bool {
        switch document.text[offset] {
        case UInt8(ascii: "t"): return true
        case UInt8(ascii: "f"): return false
        default: throw error(.notBoolean)
        }
    }

    /// The bytes of a string of base64 (RFC 4648, section 4) in its one canonical form: what encoding the bytes gives.
    package func bytes() throws(CollaborationError) -> Data {
        try require(.string, or: .notString)
        guard let bytes = document.bytes(at: index) else { throw error(.notBase64) }
        return Data(bytes)
    }

    /// An integer; nil for one that the type does not hold.
    package func integer<Integer: FixedWidthInteger>(
        _: Integer.Type = Integer.self
    ) throws(CollaborationError) -> Integer? {
        guard document.kind(of: index) == .number, document.isInteger(at: index) else { throw error(.notInteger) }
        return document.integer(at: index)
    }

    /// An identifier that keeps the rules of its type.
    package func identifier<Identifier: StringIdentifier>(
        _: Identifier.Type = Identifier.self
    ) throws(CollaborationError) -> Identifier {
        let identifier = Identifier(rawValue: try string())
        if let rule = identifier.brokenRule { throw error(rule) }
        return identifier
    }
}
