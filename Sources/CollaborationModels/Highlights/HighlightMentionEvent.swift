#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A person was mentioned in a collaboration; the notice is for that person alone.
///
/// Apple's name is `SWHighlightMentionEvent`.
public struct HighlightMentionEvent: HighlightEvent {
    /// The link of the collaboration in which it happened.
    public let highlightURL: URL

    /// Who was mentioned.
    public let mentionedPerson: MentionedPerson

    /// Makes an event for a participant of a custom collaboration.
    ///
    /// - Parameters:
    ///   - highlight: The collaboration in which it happened.
    ///   - mentionedPersonIdentity: The identity by which the participant was let in.
    public init(highlight: some HighlightProtocol, mentionedPersonIdentity: Person.Identity) {
        highlightURL = highlight.url
        mentionedPerson = .identity(mentionedPersonIdentity)
    }

    /// Makes an event for a participant of a CloudKit share.
    ///
    /// - Parameters:
    ///   - highlight: The share in which it happened.
    ///   - mentionedPersonCloudKitShareHandle: The participant's address or phone number.
    public init(highlight: some HighlightProtocol, mentionedPersonCloudKitShareHandle: String) {
        highlightURL = highlight.url
        mentionedPerson = .cloudKitShareHandle(mentionedPersonCloudKitShareHandle)
    }

    /// What happened.
    public var kind: HighlightEventKind { .mention(mentionedPerson) }
}
