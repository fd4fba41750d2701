import CollaborationModels
import CollaborationCore
import CollaborationServer
import Foundation
import Fuzzing

/// One of the servers that share a store of used challenges.
struct Server {
    /// The number of the key that it issues under.
    let key: Int

    /// The numbers of the keys whose challenges it accepts.
    let recognized: Set<Int>

    let acceptsDeviceNonces: Bool
    let lifetime: Int
    let clockTolerance: Int

    /// By how many quarters of a second its clock is ahead.
    let offset: Int

    /// The store of the servers.
    ///
    /// It is made anew each time from the same numbers. The leak sanitizer does not follow the pointer in a `Data`, and
    /// would report a stored one.
    static var store: StoreIdentifier { StoreIdentifier(random: { 0 }) }

    private static let keys = (0..<3).compactMap { number in
        try? ChallengeKey(bytes: Array(repeating: UInt8(1 + number), count: 32))
    }

    /// Chooses two servers, which may differ in their keys and, within the tolerance, in their clocks.
    static func pair(from bytes: inout FuzzedBytes) -> [Server] {
        let lifetime = bytes.number(in: 1...255)
        let clockTolerance = bytes.number(in: 0...127)
        let acceptsDeviceNonces = bytes.bool()
        let offset = bytes.number(in: -4 * clockTolerance...4 * clockTolerance)
        return [0, offset].map { offset in
            let key = bytes.number(in: 0...keys.count - 1)
            return Server(
                key: key,
                recognized: [key, bytes.number(in: 0...keys.count - 1)],
                acceptsDeviceNonces: acceptsDeviceNonces,
                lifetime: lifetime,
                clockTolerance: clockTolerance,
                offset: offset
            )
        }
    }

    /// The date that its clock shows after a number of quarters of a second.
    ///
    /// Quarters are exact in binary, so comparisons at the bounds are exact.
    func date(at quarters: Int) -> Date {
        Date(timeIntervalSince1970: 1_700_000_000 + Double(quarters + offset) / 4)
    }

    /// The authority of the server at a time; the settings are always in range.
    func authority(at quarters: Int, random: UInt64 = 0) -> ChallengeAuthority? {
        let date = date(at: quarters)
        return try? ChallengeAuthority(
            key: Self.keys[key],
            formerKeys: recognized.sorted().map { Self.keys[$0] },
            lifetime: .seconds(lifetime),
            clockTolerance: .seconds(clockTolerance),
            acceptsDeviceNonces: acceptsDeviceNonces,
            clock: { date },
            random: { random }
        )
    }
}
