import CollaborationCore
import Foundation

/// That names are bytes, where the path says which collaboration is started.
extension Rule {
    static let names: [Rule] = [
        Rule("name.bytes", "Two names are the same only if all of their bytes are.") { scene in
            let prefix = try scene.chosenName()
            let long = prefix + String(repeating: "a", count: 990 - prefix.utf8.count)
            let short = prefix + String(repeating: "a", count: 254 - prefix.utf8.count)
            for (what, name, other) in [
                ("normal forms", prefix + "\u{E9}", prefix + "e\u{301}"),
                ("another normal form", prefix + "\u{2126}", prefix + "\u{3A9}"),
                ("the end of 255 bytes", short + "1x", short + "1y"),
                ("the end of 255 bytes and more", short + "22", short + "2"),
                ("the end of 1,000 bytes", long + "0123456789x", long + "0123456789y"),
                (
                    "the last of 1,024 bytes", long + String(repeating: "b", count: 33) + "1",
                    long + String(repeating: "b", count: 33) + "2"
                ),
                ("characters of four bytes", prefix + "\u{1F600}", prefix + "\u{1F601}"),
                ("a character of four bytes and none", prefix + "4\u{1F600}", prefix + "4"),
                ("a plus and a space", prefix + "a+b", prefix + "a b"),
                ("a percent sign and what it encodes", prefix + "a%62", prefix + "ab"),
                ("a slash and its code", prefix + "a/b", prefix + "a%2Fb"),
                ("a question mark", prefix + "a?b", prefix + "a"),
                ("a number sign", prefix + "c#b", prefix + "c"), ("a semicolon", prefix + "d;b", prefix + "d"),
                ("a mark in front", "\u{FEFF}" + prefix + "e", prefix + "e"),
                ("a mark behind", prefix + "f\u{FEFF}", prefix + "f"),
                ("a slash at the end", prefix + "g/", prefix + "g"),
                ("a space at the end", prefix + "h ", prefix + "h"),
                ("a dot at the end", prefix + "i.", prefix + "i"), ("a NUL", prefix + "j\u{0}", prefix + "j"),
                ("capitals", prefix + "k", prefix + "K"), ("a backslash", prefix + "l\\m", prefix + "l/m"),
                ("folders", prefix + "n/../o", prefix + "o"),
                ("an invisible space", prefix + "p\u{200B}", prefix + "p"),
                ("a line feed", prefix + "q\n", prefix + "q"), ("a wide letter", prefix + "\u{FF52}", prefix + "r"),
                ("half of a name", prefix + "s/participants", prefix + "s"),
            ] {
                let started = try await Scene(scene.session, name: name)
                guard started.collaboration.utf8.elementsEqual(name.utf8) else {
                    throw Failure(
                        "alice starts a name with \(what)",
                        "the same name in the response",
                        started.collaboration
                    )
                }
                let unknown = Scene(scene.session, collaboration: other)
                try await unknown.expect(
                    .refusal,
                    unknown.read(.alice),
                    "\(what): alice reads the other name, which nobody has started"
                )
                let own = try await Scene(scene.session, name: other)
                try await started.play(.update(add: [.bob]), .admit(.bob), .reads(.bob))
                try await own.play(.readsNot(.bob), .reads(.alice))
                if !scene.session.settings.lines.list.isNone, try await !started.lists(.bob) {
                    throw Failure("bob's list, with \(what)", "the name in the same bytes", "none with it")
                }
            }
        },
        Rule("name.limits", "A name has 1 to 1,024 bytes of UTF-8 without noncharacters.") { scene in
            let prefix = try scene.chosenName()
            for count in [255, 256, 1_023, 1_024] {
                let name = prefix + String(repeating: "n", count: count - prefix.utf8.count)
                try await Scene(scene.session, name: name).play(.reads(.alice))
            }
            let long = (prefix + String(repeating: "\u{E9}", count: 600)).percentEncoded
            for (what, name) in [
                ("more than 1,024 bytes", long),
                ("1,025 bytes", prefix + String(repeating: "x", count: 1_025 - prefix.utf8.count)),
                ("a byte that is not UTF-8", prefix + "%FF"), ("a surrogate", prefix + "%ED%A0%80"),
                ("a long form", prefix + "%C0%AF"),
                ("a noncharacter", prefix + "%EF%BF%BE"), ("a noncharacter of the middle", prefix + "%EF%B7%90"),
                ("a noncharacter of another plane", prefix + "%F0%9F%BF%BF"),
            ] {
                var start = scene.session.startCall(name: scene.collaboration)
                start.encodedName = name
                try await scene.expect(.malformed, start, "alice starts a name of \(what)")
                var read = scene.read(.alice)
                read.encodedName = name
                try await scene.expect(.malformed, read, "alice reads a name of \(what)")
            }
            for (what, name) in [("an empty name", ""), ("a slash in front", "/" + scene.collaboration.percentEncoded)]
            {
                var read = scene.call(.challenge, .alice)
                read.encodedName = name
                try await scene.expect(.noRoute, read, "\(what), which is a path with an empty part")
            }
        },
    ]
}

extension Scene {
    /// The beginning of names of this rule alone.
    fileprivate func chosenName() throws(NotSeen) -> String {
        guard session.namesCollaborations else {
            throw NotSeen("The server makes the names: see --start.", isAllowed: false)
        }
        return "check-\(UInt64.random(in: 0 ... .max))-"
    }
}
