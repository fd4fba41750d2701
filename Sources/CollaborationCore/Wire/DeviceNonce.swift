#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A nonce that a device makes and signs itself, which saves the round trip for a challenge.
///
/// It carries the collaboration, the account and the date at which it was made. A server that accepts such nonces can
/// therefore apply the rules of a challenge: one use, within the lifetime, by one account. With random bytes alone the
/// server would have to remember each nonce forever, and anybody could present a recorded one.
///
/// The date is not trusted: whoever holds an unlocked device can sign nonces that are dated into
/// the near future, as far ahead as the server tolerates.
public struct DeviceNonce: Hashable, Sendable {
    /// The bytes for the device to sign, 89 of them.
    ///
    /// The client sends them in place of a challenge.
    public let message: Data

    /// Makes a nonce.
    ///
    /// - Parameters:
    ///   - collaboration: The collaboration that the account asks to open.
    ///   - account: The account that asks.
    ///   - date: The time on the device.
    ///   - generator: A source of randomness that nobody can predict, except in a test.
    public init(
        for collaboration: CollaborationIdentifier,
        account: AccountIdentifier,
        date: Date,
        using generator: inout some RandomNumberGenerator
    ) {
        message =
            Challenge(
                nonceMade: date,
                collaboration: collaboration,
                account: account,
                random: (generator.next(), generator.next())
            ).data
    }
}
