public import CollaborationModels

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A nonce that a device makes itself, where asking the server for a challenge first would cost a round trip.
///
/// It names the collaboration and the account that it is good for and when it was made, so that a server that
/// accepts such nonces can hold them to the rules of a challenge: one use, for a limited time, by one
/// account. Random bytes alone would not do: the server would have to remember them for ever, and anybody
/// could present them as an answer of their own.
///
/// What a nonce lacks is the server's word for the time: whoever holds a device's key for a moment can sign
/// nonces for the near future, as far as ``ChallengeAuthority/clockTolerance`` goes.
public struct DeviceNonce: Hashable, Sendable {
    /// The bytes for the device to sign and to be sent along in place of a challenge, 89 of them.
    public let message: Data

    /// Makes a nonce.
    ///
    /// - Parameters:
    ///   - collaboration: The collaboration that access is asked for.
    ///   - account: The account that asks.
    ///   - date: The time on the device.
    ///   - generator: A source of randomness that nobody can predict, except in a test.
    public init(
        for collaboration: CollaborationIdentifier,
        account: AccountIdentifier,
        date: Date,
        using generator: inout some RandomNumberGenerator
    ) {
        let message = ChallengeMessage(
            kind: .deviceNonce,
            date: date,
            collaboration: collaboration,
            account: account,
            random: { generator.next() }
        )
        self.message = Data(message.bytes)
    }
}
