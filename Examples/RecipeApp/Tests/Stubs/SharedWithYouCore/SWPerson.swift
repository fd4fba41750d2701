// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

// SharedWithYouCore, iOS 16.0 and macOS 13.0; symbol graph of Xcode 26.1 and the public headers.

/// Apple's has no property either; the stub's are internal, for the tests.
open class SWPerson: NSObject {
    let handle: String?
    let identity: SWPerson.Identity?
    let displayName: String
    let thumbnailImageData: Data?

    public init(handle: String?, identity: SWPerson.Identity?, displayName: String, thumbnailImageData: Data?) {
        precondition(handle != nil || identity != nil, "Apple's raises an exception here")
        self.handle = handle
        self.identity = identity
        self.displayName = displayName
        self.thumbnailImageData = thumbnailImageData
    }

    open class Identity: NSObject, NSCopying {
        public let rootHash: Data

        public init(rootHash: Data) { self.rootHash = rootHash }

        public func copy(with zone: NSZone? = nil) -> Any { self }
    }

    open class IdentityProof: NSObject, NSCopying {
        public let inclusionHashes: [Data]
        public let publicKey: Data
        public let publicKeyIndex: Int

        /// Only the system makes a proof.
        init(publicKey: Data, publicKeyIndex: Int, inclusionHashes: [Data]) {
            self.publicKey = publicKey
            self.publicKeyIndex = publicKeyIndex
            self.inclusionHashes = inclusionHashes
        }

        public func copy(with zone: NSZone? = nil) -> Any { self }
    }

    open class SignedIdentityProof: SWPerson.IdentityProof {
        public let signatureData: Data

        public init(personIdentityProof: SWPerson.IdentityProof, signatureData data: Data) {
            signatureData = data
            super.init(
                publicKey: personIdentityProof.publicKey,
                publicKeyIndex: personIdentityProof.publicKeyIndex,
                inclusionHashes: personIdentityProof.inclusionHashes
            )
        }
    }
}
