/// What became of a share in the system's own interface.
public enum SharingEvent: Sendable {
    /// The share of a record was saved, or could not be.
    case didSaveShare(recordName: String, Result<CloudKitShare, any Error>)

    /// The record is no longer shared, or sharing could not be stopped.
    case didStopSharing(recordName: String, Result<Void, any Error>)
}

extension SharingEvent: CustomStringConvertible {
    /// What happened to which record, and why it failed if it did.
    public var description: String {
        switch self {
        case .didSaveShare(let record, .success(let share)): "Saved \(share) of \(record)"
        case .didSaveShare(let record, .failure(let error)): "Could not save the share of \(record): \(error)"
        case .didStopSharing(let record, .success): "Stopped sharing \(record)"
        case .didStopSharing(let record, .failure(let error)): "Could not stop sharing \(record): \(error)"
        }
    }
}
