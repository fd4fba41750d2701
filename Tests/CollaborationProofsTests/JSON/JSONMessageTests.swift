import Foundation
import Testing

@testable import CollaborationProofs

@Suite("JSON messages")
struct JSONMessageTests {
    static let text = """
        {"name": "doc", "index": 2, "parts": [{"bytes": "AQI="}, {"bytes": ""}]}
        """

    @Test(
        "A JSON message is read with its members in any order, with unknown members and with escaped names",
        arguments: [
            text,
            "{\"parts\":[{\"bytes\":\"AQI=\"},{\"bytes\":\"\"}],\"index\":2,\"name\":\"doc\"}",
            """
            {"x": [{"name": 1}, 1.5], "name": "doc", "y": {"z": null}, "index": 2, "z": true,
             "parts": [{"n": {}, "bytes": "AQI="}, {"bytes": "", "bytess": 1, "byte": 1}]}
            """,
            "{\"\\u006eame\":\"\\u0064oc\",\"inde\\u0078\":2,\"parts\":[{\"bytes\":\"AQI\\u003d\"},{\"bytes\":\"\"}]}",
        ]
    )
    func message(text: String) throws {
        let message = try SampleMessage(json: Data(text.utf8))
        #expect(message.name == "doc")
        #expect(message.index == 2)
        #expect(message.parts == [[1, 2], []])
    }

    @Test(
        "A JSON error names the field, the rule and the offset",
        arguments: [
            ("{}", "name: missing, byte 1"),
            ("{\"name\": \"\", \"parts\": []}", "index: missing, byte 24"),
            ("[]", "not an object, byte 0"),
            ("{\"name\": 1}", "name: not a string, byte 9"),
            ("{\"index\": 2.0}", "index: not an integer, byte 10"),
            ("{\"parts\": {}}", "parts: not an array, byte 10"),
            ("{\"parts\": [{\"bytes\": \"\"}, 1]}", "parts[1]: not an object, byte 26"),
            ("{\"parts\": [{\"bytes\": \"AQ=\"}]}", "parts[0].bytes: not base64, byte 25"),
            ("{\"parts\": [{\"bytes\": \"*Q==\"}]}", "parts[0].bytes: not base64, byte 22"),
            ("{\"parts\": [{\"x\": 1}]}", "parts[0].bytes: missing, byte 18"),
            ("{\"parts\": [{\"x\": 1, \"y\": 2, \"x\": 3}]}", "parts[0]: a name that occurs twice, byte 28"),
            (
                "{\"parts\": [{\"bytes\": \"\", \"bytes\": \"\"}]}",
                "parts[0]: a name that occurs twice, byte 25"
            ),
            ("{\"name\": \"\", \"n\\u0061me\": \"\"}", "a name that occurs twice, byte 13"),
            ("{\"secret\": [{\"secret\": tru}]}", "not JSON, byte 26"),
            ("{\"name\": \"\\ud800\"}", "name: a lone surrogate or a noncharacter, byte 10"),
        ]
    )
    func paths(text: String, description: String) {
        do throws(MalformedJSONError) {
            _ = try SampleMessage(json: Data(text.utf8))
            Issue.record("accepted")
        } catch {
            #expect("\(error)" == description)
        }
    }
}
