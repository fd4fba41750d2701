import Foundation

/// The parts of a request to etcd's JSON gateway, in which bytes are base64, so that nothing has to be escaped.
enum EtcdMessage {
    static func isAbsent(_ key: Data) -> String {
        #"{"key":"\#(key.base64EncodedString())","target":"VERSION","result":"EQUAL","version":"0"}"#
    }

    static func equals(_ key: Data, _ value: [UInt8]) -> String {
        #"{"target":"VALUE","result":"EQUAL",\#(pair(key, value))}"#
    }

    static func put(_ key: Data, _ value: [UInt8]) -> String { #"{"requestPut":{\#(pair(key, value))}}"# }

    static func delete(_ key: Data) -> String {
        #"{"requestDeleteRange":{"key":"\#(key.base64EncodedString())"}}"#
    }

    static func transaction(_ operations: [String], if condition: String = "") -> String {
        #"{"compare":[\#(condition)],"success":[\#(operations.joined(separator: ","))]}"#
    }

    private static func pair(_ key: Data, _ value: [UInt8]) -> String {
        #""key":"\#(key.base64EncodedString())","value":"\#(Data(value).base64EncodedString())""#
    }
}

/// An answer of the gateway, which leaves out what is false or empty.
struct EtcdAnswer: Decodable {
    struct Pair: Decodable {
        let key: Data
        let value: Data?
    }

    struct Range: Decodable { let kvs: [Pair]? }

    let succeeded: Bool?
    let responses: [[String: Range]]?
    let kvs: [Pair]?

    /// The field `Date` of the answer's head (RFC 9110, section 6.6.1).
    var date: String?
}
