// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import UniformTypeIdentifiers

// CloudKit, iOS 16.0 and macOS 13.0, the last two options 26.0; the public headers and Apple's pages. Only what is used here.

open class CKContainer: NSObject, @unchecked Sendable {
    public let containerIdentifier: String?

    public init(identifier: String) { containerIdentifier = identifier }
}

open class CKRecord: NSObject, @unchecked Sendable {
    public typealias FieldKey = String

    open class ID: NSObject, @unchecked Sendable {
        public let recordName: String

        public init(recordName: String) { self.recordName = recordName }
    }

    public let recordID: ID
    private var fields: [FieldKey: any CKRecordValueProtocol] = [:]

    public init(recordID: ID) { self.recordID = recordID }

    public subscript(key: FieldKey) -> (any CKRecordValueProtocol)? {
        get { fields[key] }
        set { fields[key] = newValue }
    }
}

public protocol CKRecordValueProtocol {}
extension String: CKRecordValueProtocol {}

open class CKShare: CKRecord, @unchecked Sendable {
    public enum SystemFieldKey {
        public static let title: FieldKey = "cloudkit.title"
    }

    /// Only CloudKit sets it.
    open internal(set) var url: URL?
}

public struct CKSharingParticipantAccessOption: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }
}

public struct CKSharingParticipantPermissionOption: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }
}

open class CKAllowedSharingOptions: NSObject, @unchecked Sendable {
    open var allowedParticipantPermissionOptions: CKSharingParticipantPermissionOption
    open var allowedParticipantAccessOptions: CKSharingParticipantAccessOption
    open var allowsParticipantsToInviteOthers = false
    open var allowsAccessRequests = false

    public init(
        allowedParticipantPermissionOptions: CKSharingParticipantPermissionOption,
        allowedParticipantAccessOptions: CKSharingParticipantAccessOption
    ) {
        self.allowedParticipantPermissionOptions = allowedParticipantPermissionOptions
        self.allowedParticipantAccessOptions = allowedParticipantAccessOptions
    }
}

open class CKSystemSharingUIObserver: NSObject {
    open var systemSharingUIDidSaveShareBlock: (@Sendable (CKRecord.ID, Result<CKShare, any Error>) -> Void)?
    open var systemSharingUIDidStopSharingBlock: (@Sendable (CKRecord.ID, Result<Void, any Error>) -> Void)?

    public init(container: CKContainer) {}
}

/// What was registered of a share, for the tests.
struct RegisteredShare: Sendable {
    let container: CKContainer
    let options: CKAllowedSharingOptions
    let share: @Sendable () async throws -> CKShare
}

extension NSItemProvider {
    public func registerCKShare(
        _ share: CKShare,
        container: CKContainer,
        allowedSharingOptions: CKAllowedSharingOptions
    ) {
        registerCKShare(container: container, allowedSharingOptions: allowedSharingOptions) { share }
    }

    public func registerCKShare(
        container: CKContainer,
        allowedSharingOptions: CKAllowedSharingOptions,
        preparationHandler: @escaping @Sendable () async throws -> CKShare
    ) {
        let share = RegisteredShare(container: container, options: allowedSharingOptions, share: preparationHandler)
        registered.append(("CKShare", .all, .other(share)))
    }
}
