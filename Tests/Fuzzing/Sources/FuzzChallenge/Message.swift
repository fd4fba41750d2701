import CollaborationCore
import CollaborationServer
import Foundation
import Fuzzing

/// A challenge that was issued or a nonce that a device made, with its collaboration and account.
struct Message {
    enum Origin {
        case issued(key: Int, expiry: Date)
        case made(Date)
    }

    let bytes: Data
    let names: Names
    let origin: Origin

    /// Whether a server must accept it, by the documented rules of `ChallengeAuthority`.
    func isValid(for names: Names, on server: Server, at date: Date) -> Bool {
        guard names == self.names else { return false }
        switch origin {
        case .issued(let key, let expiry): return server.recognized.contains(key) && date < expiry
        case .made(let made):
            return server.acceptsDeviceNonces && made <= date + Double(server.clockTolerance)
                && date < made + Double(server.lifetime)
        }
    }

    /// Whether other bytes name the same random bytes, collaboration and account.
    ///
    /// In a nonce everything after the first nine bytes, its kind and its date, is bound together. Only the device's
    /// signature protects the date.
    func isBound(like other: Data) -> Bool {
        guard case .made = origin else { return false }
        return bytes.count == other.count && bytes.first == other.first
            && bytes.dropFirst(9).elementsEqual(other.dropFirst(9))
    }
}

/// A collaboration and an account, chosen from a few similar names.
struct Names: Hashable {
    let collaboration: CollaborationIdentifier
    let account: AccountIdentifier

    init(from bytes: inout FuzzedBytes) {
        collaboration = CollaborationIdentifier(bytes.element(of: ["doc", "Doc", "doc ", "", "bob"]))
        account = AccountIdentifier(bytes.element(of: ["bob", "Bob", "bob ", "", "doc"]))
    }
}

extension Data {
    /// Alters the bytes in three cases of four.
    mutating func alter(by bytes: inout FuzzedBytes) {
        guard bytes.number(in: 0...3) > 0 else { return }
        let place = startIndex + bytes.number(in: 0...count)
        switch bytes.number(in: 0...3) {
        case 0 where place < endIndex: self[place] ^= 1 << bytes.number(in: 0...7)
        case 1 where place < endIndex: remove(at: place)
        case 2: insert(bytes.byte(), at: place)
        default:
            let others = bytes.bytes(atMost: bytes.number(in: 0...count))
            let end = Swift.min(endIndex, place + others.count)
            replaceSubrange(place..<end, with: others)
        }
    }
}
