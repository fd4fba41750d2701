import Foundation

/// The parts of a request to etcd's JSON gateway, in which bytes are base64, so that nothing has to be escaped.
enum EtcdMessage {
    static func isAbsent(_ key: Data) -> String {
        #"{"key":"\#(key.base64EncodedString())","target":"VERSION","result":"EQUAL","version":"0"}"#
    }

    static func equals(_ key: Data, _ value: [UInt8]) -> String {
        let value = Data(value).base64EncodedString()
        return
            #"{"key":"\#(key.base64EncodedString())","target":"VALUE","result":"EQUAL","value":"\#(value)"}"#
    }

    static func put(_ key: Data, _ value: [UInt8]) -> String {
        let value = Data(value).base64EncodedString()
        return #"{"requestPut":{"key":"\#(key.base64EncodedString())","value":"\#(value)"}}"#
    }

    static func delete(_ key: Data) -> String {
        #"{"requestDeleteRange":{"key":"\#(key.base64EncodedString())"}}"#
    }

    static func transaction(_ operations: [String], if condition: String = "") -> String {
        #"{"compare":[\#(condition)],"success":[\#(operations.joined(separator: ","))]}"#
    }
}

/// An answer of the gateway, which leaves out what is false or empty.
struct EtcdAnswer: Decodable {
    struct Pair: Decodable {
        let key: Data
        let value: Data?
    }

    struct Range: Decodable {
        let kvs: [Pair]?
    }

    let succeeded: Bool?
    let responses: [[String: Range]]?
    let kvs: [Pair]?
}
