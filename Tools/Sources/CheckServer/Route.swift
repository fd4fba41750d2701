import ArgumentParser
import Foundation

/// What a server is asked for.
///
/// The name of a case is the option that sets its method and path.
enum Route: String, CaseIterable {
    case tokens, start, participants, challenge, proof, read, identities, list, leave, end, guest, transfer, remove

    /// Whether a server may do without it.
    var isOptional: Bool { ![.tokens, .start, .participants, .challenge, .proof, .read].contains(self) }
}

/// The method and the path of a route, which may have a query, and an address in front of it if another port has the route.
///
/// Without both, the server has no such route.
struct Line: ExpressibleByArgument, ExpressibleByStringLiteral, Sendable {
    let method: String
    let path: String

    var isNone: Bool { path.isEmpty }

    init(stringLiteral value: String) {
        let words = value.split(separator: " ").map(String.init)
        (method, path) = words.count == 2 ? (words[0], words[1]) : ("", "")
    }

    init?(argument: String) {
        self.init(stringLiteral: argument)
        let rest = path.replacing("{collaboration}", with: "").replacing("{account}", with: "")
        let isRight = path.contains(#/^(https?://[^/?]+)?//#) && !rest.contains("{") && !rest.contains("}")
        guard argument == "none" || isRight && method.allSatisfy(\.isLetter),
            0...65_535 ~= URL(string: rest)?.port ?? 0
        else { return nil }
    }

    var defaultValueDescription: String { isNone ? "none" : "\(method) \(path)" }
}

struct Lines: ParsableArguments {
    @Option(help: "Asked with {\"account\":\"alice\"} for a token that is not given, and answers {\"token\":\"...\"}.")
    var tokens: Line = "POST /development/tokens"

    @Option(help: "Alice starts a collaboration; with ?account={account} the back end does, with its --token.")
    var start: Line = "POST /collaborations"

    @Option(help: "An update of participants.")
    var participants: Line = "POST /collaborations/{collaboration}/participants"

    @Option(help: "A challenge.") var challenge: Line = "POST /collaborations/{collaboration}/challenge"
    @Option(help: "A proof.") var proof: Line = "POST /collaborations/{collaboration}/proof"

    @Option(help: "An account reads what it may do: an AccessAnswer.")
    var read: Line = "GET /collaborations/{collaboration}"

    @Option(help: "The identities that {account} has proven.")
    var identities: Line = "GET /collaborations/{collaboration}/identities?account={account}"

    @Option(help: "The collaborations of an account.") var list: Line = "GET /collaborations"
    @Option(help: "An account leaves.") var leave: Line = "DELETE /collaborations/{collaboration}/access"
    @Option(help: "The owner ends a collaboration.") var end: Line = "DELETE /collaborations/{collaboration}"
    @Option(help: "The owner lets {account} in without a proof.") var guest: Line = "none"
    @Option(help: "The owner makes {account} the owner.") var transfer: Line = "none"
    @Option(help: "The owner or a back end removes {account} for good.") var remove: Line = "none"

    subscript(route: Route) -> Line {
        switch route {
        case .tokens: tokens
        case .start: start
        case .participants: participants
        case .challenge: challenge
        case .proof: proof
        case .read: read
        case .identities: identities
        case .list: list
        case .leave: leave
        case .end: end
        case .guest: guest
        case .transfer: transfer
        case .remove: remove
        }
    }

    func validate() throws {
        for route in Route.allCases {
            guard route.isOptional || !self[route].isNone else {
                throw ValidationError("--\(route.rawValue): the server must have this route")
            }
            let mayLackName: [Route] = [.tokens, .start, .participants, .list]
            guard mayLackName.contains(route) || self[route].isNone || self[route].path.contains("{collaboration}")
            else { throw ValidationError("--\(route.rawValue): the path must have {collaboration}") }
        }
    }
}
