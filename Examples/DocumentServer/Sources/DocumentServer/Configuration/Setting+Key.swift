import Foundation

extension Setting {
    /// The smallest number of bytes of a key, the length of the codes made with it (RFC 2104, RFC 7518).
    private static let minimumKeyByteCount = 32

    /// Reads a key from base64.
    ///
    /// White space at the ends is ignored. Refuses a key that is too short, and one that repeats the same bytes, as zeros or
    /// a repeated word do.
    func keyBytes(_ text: String) throws(StartError) -> [UInt8] {
        guard
            let bytes = Data(base64Encoded: text.trimmingCharacters(in: .whitespacesAndNewlines)).map(
                Array.init
            )
        else {
            throw .configuration("\(name) is not base64. DocumentServer new-key makes a key.")
        }
        guard bytes.count >= Self.minimumKeyByteCount else {
            throw .configuration(
                "\(name) has \(bytes.count) bytes, and at least \(Self.minimumKeyByteCount) are needed."
            )
        }
        // Of 32 random bytes about one key in 2 to the power of 128 does so.
        guard
            !(1...bytes.count / 2).contains(where: { bytes.dropFirst($0).elementsEqual(bytes.dropLast($0)) })
        else {
            throw .configuration("\(name) repeats the same bytes. DocumentServer new-key makes a key.")
        }
        return bytes
    }
}
