#if canImport(SharedWithYou) && !os(tvOS)
    import CloudKit
    import CollaborationModels

    nonisolated extension CloudKitShare {
        /// Makes a share from Apple's.
        ///
        /// There is no way back: only CloudKit makes a share, and finds one by its record's name.
        public init(_ share: CKShare) {
            self.init(
                recordName: share.recordID.recordName,
                title: share[CKShare.SystemFieldKey.title] as? String,
                url: share.url
            )
        }
    }

    nonisolated extension AllowedSharingOptions {
        /// Makes allowed options from Apple's.
        public init(_ options: CKAllowedSharingOptions) {
            self.init(
                allowedParticipantPermissionOptions: SharingParticipantPermissionOption(
                    rawValue: options.allowedParticipantPermissionOptions.rawValue
                ),
                allowedParticipantAccessOptions: SharingParticipantAccessOption(
                    rawValue: options.allowedParticipantAccessOptions.rawValue
                )
            )
            if #available(iOS 26, macOS 26, macCatalyst 26, visionOS 26, *) {
                allowsParticipantsToInviteOthers = options.allowsParticipantsToInviteOthers
                allowsAccessRequests = options.allowsAccessRequests
            }
        }
    }

    nonisolated extension CKAllowedSharingOptions {
        /// Makes Apple's allowed options; before version 26 nobody can invite others or ask for access.
        public convenience init(_ options: AllowedSharingOptions) {
            self.init(
                allowedParticipantPermissionOptions: CKSharingParticipantPermissionOption(
                    rawValue: options.allowedParticipantPermissionOptions.rawValue
                ),
                allowedParticipantAccessOptions: CKSharingParticipantAccessOption(
                    rawValue: options.allowedParticipantAccessOptions.rawValue
                )
            )
            if #available(iOS 26, macOS 26, macCatalyst 26, visionOS 26, *) {
                allowsParticipantsToInviteOthers = options.allowsParticipantsToInviteOthers
                allowsAccessRequests = options.allowsAccessRequests
            }
        }
    }

    // Apple's pages of the two blocks give no version for visionOS, as for systems that do not have a declaration.
    #if !os(visionOS)
        nonisolated extension CKSystemSharingUIObserver {
            /// Reports what a person does in the system's interface to an observer of this package.
            ///
            /// Keep Apple's observer as long as events are to be reported.
            public func report(to observer: SystemSharingUIObserver) {
                systemSharingUIDidSaveShareBlock = { record, result in
                    observer.report(.didSaveShare(recordName: record.recordName, result.map { CloudKitShare($0) }))
                }
                systemSharingUIDidStopSharingBlock = { record, result in
                    observer.report(.didStopSharing(recordName: record.recordName, result))
                }
            }
        }
    #endif
#endif
