import CollaborationCore
import CollaborationServer
import Foundation
import Fuzzing

/// The events so far, and the behavior that they lead to.
struct History {
    private let servers: [Server]
    private var quarters = 0
    private var messages: [Message] = []
    private var nonceCount: UInt64 = 0

    init(from bytes: inout FuzzedBytes) {
        servers = Server.pair(from: &bytes)
    }

    mutating func letTimePass(by bytes: inout FuzzedBytes) {
        quarters += bytes.number(in: 0...1023)
    }

    mutating func issue(by bytes: inout FuzzedBytes) {
        let server = bytes.element(of: servers)
        let names = Names(from: &bytes)
        nonceCount += 1
        guard
            let challenge = server.authority(at: quarters, random: nonceCount)?
                .issue(for: names.collaboration, account: names.account, store: Server.store)
        else { return check(false, "an authority can be made") }
        messages.append(
            Message(
                bytes: challenge,
                names: names,
                origin: .issued(
                    key: server.key,
                    expiry: server.date(at: quarters) + Double(server.lifetime)
                )
            )
        )
    }

    mutating func makeNonce(by bytes: inout FuzzedBytes) {
        let names = Names(from: &bytes)
        let date = servers[0].date(at: quarters + bytes.number(in: -1024...1023))
        nonceCount += 1
        var generator = Constant(number: nonceCount)
        let nonce = DeviceNonce(
            for: names.collaboration,
            account: names.account,
            date: date,
            using: &generator
        )
        messages.append(Message(bytes: nonce.message, names: names, origin: .made(date)))
    }

    /// Presents a message, an altered message or arbitrary bytes to a server.
    mutating func present(by bytes: inout FuzzedBytes) {
        let server = bytes.element(of: servers)
        let names = Names(from: &bytes)
        var presented = messages.isEmpty ? Data(bytes.bytes(atMost: 128)) : bytes.element(of: messages).bytes
        presented.alter(by: &bytes)
        let date = server.date(at: quarters)
        let authority = server.authority(at: quarters)
        let isValid: Bool
        do throws(AccessRefusal) {
            try authority?.validate(
                presented,
                for: names.collaboration,
                account: names.account,
                store: Server.store
            )
            isValid = authority != nil
        } catch {
            isValid = false
        }
        if let message = messages.first(where: { $0.bytes == presented }) {
            check(
                isValid == message.isValid(for: names, on: server, at: date),
                "a challenge is valid exactly for its collaboration, its account and its time",
                "\(message) for \(names) on \(server) at \(date)"
            )
        } else {
            check(
                !isValid || messages.contains { $0.isBound(like: presented) && $0.names == names },
                "a message that no server or device made is not valid",
                presented.hexadecimal
            )
        }
    }
}

/// Returns one number repeatedly, a different one for each nonce.
struct Constant: RandomNumberGenerator {
    let number: UInt64

    mutating func next() -> UInt64 { number }
}
