#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The text of a JSON value, written without white space and with the members in a fixed order.
package struct JSONText {
    private var text: String

    /// A string.
    package init(_ string: String) {
        text = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case "\0"..<" ":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    /// Bytes, as base64.
    package init(_ bytes: Data) {
        text = "\"\(bytes.base64EncodedString())\""
    }

    /// True or false.
    package init(_ boolean: Bool) {
        text = boolean ? "true" : "false"
    }

    /// An integer.
    package init(_ integer: Int) {
        text = "\(integer)"
    }

    /// An array.
    package init(_ elements: [JSONText]) {
        text = "[" + elements.map(\.text).joined(separator: ",") + "]"
    }

    /// An object.
    package init(_ members: KeyValuePairs<String, JSONText>) {
        self.init(members: Array(members))
    }

    /// An object, some of whose members are there only at times.
    init(members: [(key: String, value: JSONText)]) {
        text = "{" + members.map { "\(JSONText($0).text):\($1.text)" }.joined(separator: ",") + "}"
    }

    /// The bytes of the text.
    package var data: Data { Data(text.utf8) }
}
