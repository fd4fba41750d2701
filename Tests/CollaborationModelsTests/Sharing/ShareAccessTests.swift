import CollaborationModels
import CollaborationProofs
import CollaborationTestSupport
import Foundation
import Testing

@Suite("Share access")
struct ShareAccessTests {
    let alice = UserIdentity(handle: "alice@example.com", nameComponents: PersonName(givenName: "Alice"))
    let bob = UserIdentity(handle: "bob@example.com")
    let carol = UserIdentity(handle: "carol@example.com")
    let mallory = UserIdentity(handle: "mallory@example.com")
    var access: ShareAccess

    init() throws {
        access = ShareAccess(owner: alice, allowsAccessRequests: true)
        try access.addParticipant(bob, by: alice)
        access.requestAccess(by: carol)
    }

    @Test("Roles have Apple's raw values")
    func rawValues() {
        #expect(ParticipantRole.allCases.map(\.rawValue) == [1, 2, 3, 4])
        #expect(ParticipantRole.allCases == [.owner, .administrator, .privateUser, .publicUser])
        #expect(ParticipantRole.allCases.filter(\.isManager) == [.owner, .administrator])
    }

    @Test("Requests for access are not allowed by default, and a person who asks then is not listed")
    func notAllowed() throws {
        var access = ShareAccess(owner: alice)
        #expect(!access.allowsAccessRequests)
        let isRecorded = access.requestAccess(by: carol)
        #expect(!isRecorded)
        #expect(access.requesters.isEmpty)
        try access.setAllowsAccessRequests(true, by: alice)
        let isRecordedThen = access.requestAccess(by: carol)
        #expect(isRecordedThen)
        #expect(access.requesters == [carol])
    }

    @Test("A participant, a person who asks already and a blocked person make no new request")
    mutating func noNewRequest() throws {
        try access.blockRequesters([mallory], by: alice)
        for person in [alice, bob, carol, mallory] {
            let isNew = access.requestAccess(by: person)
            #expect(!isNew, "\(person)")
        }
        #expect(access.requesters == [carol])
    }

    @Test("A person who asks and is added takes part as an approved requester")
    mutating func approval() throws {
        try access.addParticipant(UserIdentity(handle: carol.handle), by: alice)
        let participant = try #require(access.participant(carol))
        #expect(participant.isApprovedRequester)
        #expect(participant.role == .privateUser)
        #expect(access.requesters.isEmpty)
        #expect(access.participant(bob)?.isApprovedRequester == false)
        #expect(access.participants.map(\.userIdentity) == [alice, bob, carol])
    }

    @Test("A person whose request is denied is no longer listed and may ask again")
    mutating func denial() throws {
        try access.denyRequesters([carol, bob, mallory], by: alice)
        #expect(access.requesters.isEmpty)
        #expect(access.participant(bob) != nil)
        access.requestAccess(by: carol)
        #expect(access.requesters == [carol])
    }

    @Test("A blocked person, participant or not, loses access and may not ask until unblocked")
    mutating func blocking() throws {
        try access.blockRequesters([bob, carol], by: alice)
        #expect(access.blockedIdentities == [bob, carol])
        #expect(access.participants.map(\.userIdentity) == [alice])
        #expect(access.requesters.isEmpty)
        #expect(throws: ShareAccessError.blocked) { try access.addParticipant(carol, by: alice) }
        try access.unblockIdentities([carol, mallory], by: alice)
        #expect(access.blockedIdentities == [bob])
        access.requestAccess(by: carol)
        #expect(access.requesters == [carol])
    }

    @Test("A removed participant may ask for access")
    mutating func removal() throws {
        try access.removeParticipant(bob, by: alice)
        try access.removeParticipant(carol, by: alice)
        #expect(access.participant(bob) == nil)
        access.requestAccess(by: bob)
        #expect(access.requesters == [bob, carol])
    }

    @Test("An administrator manages access like the owner, and loses this with the role")
    mutating func administrator() throws {
        #expect(access.managers.map(\.userIdentity) == [alice])
        try access.addParticipant(bob, role: .administrator, by: alice)
        #expect(access.managers.map(\.userIdentity) == [alice, bob])
        try access.denyRequesters([carol], by: bob)
        #expect(access.requesters.isEmpty)
        try access.addParticipant(bob, role: .publicUser, by: alice)
        #expect(throws: ShareAccessError.notManager) { try access.setAllowsAccessRequests(false, by: bob) }
    }

    @Test(
        "Whoever is neither owner nor administrator changes nothing",
        arguments: ["bob", "carol", "nobody"]
    )
    mutating func notManager(name: String) {
        let person = UserIdentity(handle: "\(name)@example.com")
        let before = access
        let changes: [(inout ShareAccess) throws -> Void] = [
            { [mallory] in try $0.addParticipant(mallory, by: person) },
            { [bob] in try $0.removeParticipant(bob, by: person) },
            { [carol] in try $0.denyRequesters([carol], by: person) },
            { [carol] in try $0.blockRequesters([carol], by: person) },
            { [carol] in try $0.unblockIdentities([carol], by: person) },
            { try $0.setAllowsAccessRequests(false, by: person) },
        ]
        for change in changes {
            #expect(throws: ShareAccessError.notManager) { try change(&access) }
        }
        #expect(access == before)
    }

    @Test("The owner is not removed, blocked or given another role, and nobody else becomes the owner")
    mutating func owner() throws {
        try access.addParticipant(bob, role: .administrator, by: alice)
        let before = access
        let changes: [(inout ShareAccess) throws -> Void] = [
            { [alice, bob] in try $0.removeParticipant(alice, by: bob) },
            { [alice, bob, carol] in try $0.blockRequesters([carol, alice], by: bob) },
            { [alice, bob] in try $0.addParticipant(alice, role: .privateUser, by: bob) },
            { [alice, bob] in try $0.addParticipant(bob, role: .owner, by: alice) },
        ]
        for change in changes {
            #expect(throws: ShareAccessError.ownerIsFixed) { try change(&access) }
        }
        #expect(access == before)
    }

    @Test("Strangers cannot make more than 1,000 pending requests")
    mutating func maximum() throws {
        #expect(ShareAccess.maximumRequesterCount == 1000)
        try access.denyRequesters([carol], by: alice)
        for number in 0..<ShareAccess.maximumRequesterCount {
            access.requestAccess(by: UserIdentity(handle: "\(number)"))
        }
        access.requestAccess(by: carol)
        #expect(!access.requesters.contains(carol))
        try access.denyRequesters([UserIdentity(handle: "7")], by: alice)
        access.requestAccess(by: carol)
        #expect(access.requesters.contains(carol))
        #expect(access.requesters.count == ShareAccess.maximumRequesterCount)
        #expect(try roundTrip(access) == access)
        let tooMany = try encode(access).replacingOccurrences(
            of: #""requesters":["#,
            with: #""requesters":[{"handle":"one more"},"#
        )
        #expect(throws: DecodingError.self) { try decode(ShareAccess.self, from: tooMany) }
    }

    @Test("Handles are compared by bytes, not as Unicode text")
    mutating func bytes() {
        let (composed, decomposed) = (UserIdentity(handle: "jos\u{e9}"), UserIdentity(handle: "jose\u{301}"))
        #expect(composed != decomposed)
        access.requestAccess(by: composed)
        access.requestAccess(by: decomposed)
        #expect(access.requesters.count == 3)
    }

    @Test("Share access that is encoded and decoded is equal to the original")
    mutating func coding() throws {
        try access.blockRequesters([mallory], by: alice)
        #expect(try roundTrip(access) == access)
        #expect(
            try encode(ShareAccess(owner: bob)) == """
                {"allowsAccessRequests":false,"blockedIdentities":[],"participants":[\
                {"isApprovedRequester":false,"role":1,"userIdentity":{"handle":"bob@example.com"}}],\
                "requesters":[]}
                """
        )
        #expect("\(access)" == "Share of Alice (alice@example.com): 2 take part, 1 ask, 1 blocked")
        #expect("\(access.participants[1])" == "bob@example.com: privateUser")
        #expect("\(ShareAccess(owner: bob))".hasSuffix("1 take part, no requests allowed, 0 blocked"))
    }

    @Test(
        "Decoding share access throws unless there is one owner and nobody is listed twice",
        arguments: [
            ("[]", "[]", "[]"), (#"[{"role":1}, {"role":1}]"#, "[]", "[]"),
            (#"[{"role":1}, {"role":3}]"#, "[]", "[]"), (#"[{"role":1}]"#, #"["a0"]"#, "[]"),
            (#"[{"role":1}]"#, #"["b"]"#, #"["b"]"#), (#"[{"role":7}]"#, "[]", "[]"),
        ]
    )
    func malformed(participants: String, requesters: String, blocked: String) throws {
        let handle = #""userIdentity":{"handle":"a0"},"isApprovedRequester":false,"#
        let participants = participants.replacingOccurrences(of: "{", with: "{" + handle)
        func identities(_ list: String) -> String {
            list.replacingOccurrences(of: #"[""#, with: #"[{"handle":""#)
                .replacingOccurrences(of: #""]"#, with: #""}]"#)
        }
        let json = """
            {"allowsAccessRequests":true,"participants":\(participants),\
            "requesters":\(identities(requesters)),"blockedIdentities":\(identities(blocked))}
            """
        #expect(throws: DecodingError.self) { try decode(ShareAccess.self, from: json) }
    }
}
