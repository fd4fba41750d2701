import CollaborationCore
import CollaborationModels
import Foundation
import SharedWithYou
import SharedWithYouBridge
import SharedWithYouCore
import Testing

@Suite("Conversion of persons and events")
struct PersonConversionTests {
    @Test("An identity is the same after a conversion to Apple's and back")
    func identity() throws {
        let identity = try Person.Identity(rootHash: Data(0..<32))
        #expect(SWPerson.Identity(identity).rootHash == identity.rootHash)
        #expect(try Person.Identity(SWPerson.Identity(identity)) == identity)
    }

    @Test("A person without handle and identity, whom Apple's class does not accept, is not converted")
    func nobody() {
        #expect(SWPerson(Person(handle: nil, identity: nil, displayName: "Bob", thumbnailImageData: nil)) == nil)
        #expect(SWPerson(Person(handle: "bob", identity: nil, displayName: "Bob", thumbnailImageData: nil)) != nil)
    }

    @Test("Every trigger of an event has the raw value of Apple's")
    func triggers() {
        #expect(HighlightChangeEventTrigger.allCases.allSatisfy { $0.system.rawValue == $0.rawValue })
        #expect(HighlightMembershipEventTrigger.allCases.allSatisfy { $0.system.rawValue == $0.rawValue })
        #expect(HighlightPersistenceEventTrigger.allCases.allSatisfy { $0.system.rawValue == $0.rawValue })
    }

    @Test("Every error of a highlight center has the code of Apple's")
    func errors() {
        let codes: [SWHighlightCenterErrorCode] = [.internalError, .invalidURL, .accessDenied]
        for code in codes {
            let error = NSError(domain: "SWHighlightErrorDomain", code: code.rawValue)
            #expect(HighlightCenterError(error).rawValue == code.rawValue)
        }
        #expect(HighlightCenterError(NSError(domain: "Other", code: 4_097)) == .internalError)
    }
}
