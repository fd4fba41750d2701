import Foundation
import ToolSupport

/// That names are bytes, which a path has percent-encoded.
extension Rule {
    static let names: [Rule] = [
        Rule("name.encoded", "The identifier in a path is percent-encoded, and decoded once.") { scene in
            let (id, call) = (scene.collaboration, scene.read(.alice))
            let encoded = id.utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
            for (name, what) in [
                (encoded.replacing("%", with: "%25"), "that is encoded twice"), (id + "%20", "and a space"),
                ("0" + id, "behind a zero"), ("%20" + id, "behind a space"), (id + "%00", "and a NUL"),
                (id + "%0A", "and a line feed"),
                (id + "%2F", "and a slash"), (id + "%2E", "and a dot"), (id.swappedCase, "in the other case"),
                (id.fullWidth.percentEncoded, "in full width"), (id.dropLast() + "%25", "with a wildcard"),
                (id.percentEncoded + ";x", "and a semicolon"), (id.percentEncoded + ".json", "and a format"),
                (id + "%E2%80%8B", "and a space of no width"), (id + "%CC%81", "and an accent"),
            ] where name != id {
                try await scene.expect(.noSuccess, call.with(\.encodedName, name), "alice reads the identifier \(what)")
            }
            for (what, name) in [
                ("an empty name", ""), ("a slash in front", "/" + id.percentEncoded),
                ("a slash behind", id.percentEncoded + "/"),
            ] {
                for call in [scene.call(.challenge, .alice), call] where name != "" || call.route == .challenge {
                    let call = call.with(\.encodedName, name)
                    try await scene.expect(.noRoute, call, "\(what), which is a path with an empty part")
                }
            }
            for name in [encoded, encoded.lowercased()] {
                let what = "alice reads the identifier, each byte encoded"
                try await scene.expect(.success, call.with(\.encodedName, name), what)
            }
            let long = [256, 1_024].map { String(repeating: "n", count: $0) }
            for name in long + ["__proto__", "constructor"] {
                try await Scene(scene.session, collaboration: name).play(.readsNot(.alice))
            }
        },
        Rule("name.bytes", "Two names are the same only if all of their bytes are.") { scene in
            let prefix = try scene.session.chosen(Session.newName + "-")
            let long = String(repeating: "a", count: 990 - prefix.utf8.count)
            let short = String(repeating: "a", count: 254 - prefix.utf8.count)
            let longest = long + String(repeating: "b", count: 33)
            let digits = "\(UInt64.random(in: 1 << 40 ..< 1 << 50))"
            for (what, name, other) in [
                ("normal forms", "\u{E9}", "e\u{301}"), ("another normal form", "\u{2126}", "\u{3A9}"),
                ("the end of 255 bytes", short + "1x", short + "1y"),
                ("the end of 255 bytes and more", short + "22", short + "2"),
                ("the end of 1,000 bytes", long + "0123456789x", long + "0123456789y"),
                ("the last of 1,024 bytes", longest + "1", longest + "2"),
                ("characters of four bytes", "\u{1F600}", "\u{1F601}"),
                ("a character of four bytes and none", "4\u{1F600}", "4"), ("a plus and a space", "a+b", "a b"),
                ("a percent sign and what it encodes", "a%62", "ab"), ("a slash and its code", "a/b", "a%2Fb"),
                ("a question mark", "a?b", "a"), ("a number sign", "c#b", "c"), ("a semicolon", "d;b", "d"),
                ("a mark in front", "\u{FEFF}e", "e"), ("a mark behind", "f\u{FEFF}", "f"),
                ("a slash at the end", "g/", "g"), ("a space at the end", "h ", "h"), ("a dot at the end", "i.", "i"),
                ("capitals", "k", "K"), ("a backslash", "l\\m", "l/m"),
                ("folders", "n/../o", "o"), ("an invisible space", "p\u{200B}", "p"), ("a line feed", "q\n", "q"),
                ("a wide letter", "\u{FF52}", "r"), ("marks", "t!$&'()*+,;=:@-._~", "t"),
                ("half of a name", "s/participants", "s"), ("a number", digits, "0" + digits),
            ] {
                // The mark stands in front of the whole name, which may be a number.
                let isMark = name.unicodeScalars.first == "\u{FEFF}"
                let prefix = name == digits ? "" : prefix
                let name = isMark ? "\u{FEFF}\(prefix)e" : prefix + name
                let started = try await Scene(scene.session, name: name)
                let isSame = started.collaboration.utf8.elementsEqual(name.utf8)
                try require(isSame, "alice starts a name with \(what)", "the same name", started.collaboration)
                let plain = name.addingPercentEncoding(withAllowedCharacters: .plainInPath) ?? ""
                let read = started.read(.alice).with(\.encodedName, plain)
                try await started.expect(.success, read, "\(what): alice reads the name as a path may have it")
                let unknown = Scene(scene.session, collaboration: prefix + other)
                let reads = "\(what): alice reads the other name, which nobody has started"
                try await unknown.expect(.refusal, unknown.read(.alice), reads)
                let own = try await Scene(scene.session, name: prefix + other)
                try await started.play(.update(add: [.bob]), .admit(.bob), .reads(.bob))
                try await own.play(.readsNot(.bob), .reads(.alice))
                guard !scene.settings.lines.list.isNone else { continue }
                try await started.expectListed(true, .bob)
            }
        },
        Rule("name.limits", "A name has 1 to 1,024 bytes of UTF-8 without noncharacters.") { scene in
            let (isChosen, prefix) = (scene.session.namesCollaborations, Session.newName + "-")
            for count in [255, 256, 1_023, 1_024] where isChosen {
                let name = prefix + String(repeating: "n", count: count - prefix.utf8.count)
                try await Scene(scene.session, name: name).play(.reads(.alice))
            }
            for (what, rest) in [
                ("more than 1,024 bytes", String(repeating: "\u{E9}", count: 600).percentEncoded),
                ("1,025 bytes", String(repeating: "x", count: 1_025 - prefix.utf8.count)),
                ("a byte that is not UTF-8", "%FF"), ("a surrogate", "%ED%A0%80"), ("a long form", "%C0%AF"),
                ("a noncharacter", "%EF%BF%BE"), ("a noncharacter of the middle", "%EF%B7%90"),
                ("a noncharacter of another plane", "%F0%9F%BF%BF"),
            ] {
                for call in [scene.read(.alice)] + (isChosen ? [scene.session.startCall()] : []) {
                    let what = "alice, a name of \(what)"
                    try await scene.expect(.malformed, call.with(\.encodedName, prefix + rest), what)
                }
            }
        },
        Rule("name.account", "Two accounts that a path names are the same only if all of their bytes are.") { scene in
            let (session, lines) = (scene.session, scene.settings.lines)
            func call(_ route: Route, _ name: String) -> Call { scene.call(route, .alice).with(\.encodedTarget, name) }
            let named = [
                ("caf%C3%A9", "cafe%CC%81"), ("kim", "KIM"), ("lee%20", "lee"), ("o%2Fp", "o%252Fp"), ("7", "07"),
            ]
            for (name, other) in [("carol", "CAROL")] + (session.asksForTokens ? named : []) {
                let account = name.removingPercentEncoding ?? name
                let token =
                    name == "carol" ? session.token(of: .carol) : try await session.newToken(of: account).json("token")
                let read = scene.read(.carol).with(\.token, token)
                try await scene.expect(.success, call(.guest, other), "alice lets \(other) in")
                try await scene.expect(.refusal, read, "\(name) reads, who is another one than \(other)")
                try await scene.expect(.success, call(.guest, name), "alice lets \(name) in")
                if !lines.remove.isNone {
                    try await scene.expect(.success, call(.remove, other), "alice removes \(other)")
                }
                if !lines.remove.isNone, !lines.transfer.isNone {
                    try await scene.expect(.refusal, call(.transfer, other), "\(other), who was removed, as the owner")
                }
                try await scene.expect(.message, read, "\(name) reads, a guest")
            }
            for route in [Route.guest, .transfer, .remove] where !lines[route].isNone {
                for name in ["%FF", "%EF%BF%BE", String(repeating: "x", count: 1_025)] {
                    try await scene.expect(.malformed, call(route, name), "an account that is no name")
                }
            }
        },
    ]
}

extension CharacterSet {
    /// What may stand in a part of a path as it is (RFC 3986, 3.3).
    fileprivate static let plainInPath = Self.alphanumerics.union(Self(charactersIn: "-._~!$&'()*+,;=:@"))
}

extension String {
    var swappedCase: String {
        map { $0.isUppercase ? $0.lowercased() : $0.uppercased() }.joined()
    }

    /// Other letters, which NFKC takes for the same.
    fileprivate var fullWidth: String {
        let letters = unicodeScalars.map { 0x21...0x7E ~= $0.value ? UnicodeScalar($0.value + 0xFEE0) ?? $0 : $0 }
        return String(String.UnicodeScalarView(letters))
    }
}
