import CollaborationTestSupport
import Foundation
import Testing

@testable import CollaborationCore

@Suite("JSONTestSuite")
struct JSONTestSuiteTests {
    private struct File: Decodable {
        var cases: [Case]
    }

    private struct Case: Decodable {
        var name: String
        var verdict: String
        var base64: Data
        var times: Int?
        var tailBase64: Data?

        var text: Data { Data(repeatElement(base64, count: times ?? 1).joined()) + (tailBase64 ?? Data()) }
    }

    /// Texts that RFC 8259 accepts and RFC 7493 does not.
    static let notInteroperable: [String: MalformedMessage.Rule] = [
        "y_object_duplicated_key": .duplicateName,
        "y_object_duplicated_key_and_value": .duplicateName,
        "y_string_escaped_noncharacter": .forbiddenCharacter,
        "y_string_last_surrogates_1_and_2": .forbiddenCharacter,
        "y_string_nonCharacterInUTF-8_U+10FFFF": .forbiddenCharacter,
        "y_string_nonCharacterInUTF-8_U+FFFF": .forbiddenCharacter,
        "y_string_unicode_U+10FFFE_nonchar": .forbiddenCharacter,
        "y_string_unicode_U+1FFFE_nonchar": .forbiddenCharacter,
        "y_string_unicode_U+FDD0_nonchar": .forbiddenCharacter,
        "y_string_unicode_U+FFFE_nonchar": .forbiddenCharacter,
    ]

    @Test(
        "Every verdict of JSONTestSuite is reproduced, except for texts that only I-JSON forbids",
        .enabled(if: VectorFile.jsonTestSuite.isAvailableOrRequired, "\(VectorFile.jsonTestSuite.absence)")
    ) func verdicts() throws {
        let file = try JSONDecoder().decode(File.self, from: VectorFile.jsonTestSuite.contents())
        #expect(file.cases.count == 318)
        for text in file.cases {
            let error = malformation(of: text.text)
            switch text.verdict {
            case "accept": #expect(error?.rule == Self.notInteroperable[text.name], "\(text.name)")
            case "refuse": #expect(error != nil, "\(text.name)")
            default:
                // Numbers that a `Double` cannot hold are well-formed. One of them is longer than the limit.
                let isAccepted = text.name.hasPrefix("i_number") && text.name != "i_number_huge_exp"
                #expect((error == nil) == isAccepted, "\(text.name)")
            }
        }
    }
}
