import CollaborationCore
import CollaborationServer
import Foundation
import Hummingbird

/// A line of the audit log: an act, who has carried it out, and what it has changed.
struct AuditLine: Codable {
    /// The version of the form, which tells these lines from others of the standard output.
    var audit = 1

    /// When the act was carried out.
    var time = ""
    let request: String

    /// Whose token it was: `account` or `backend`; `operator` for a command.
    let token: String

    /// The account that has acted; none if the back end has acted for itself.
    let account: AccountIdentifier?

    /// None for the erasure of an account, in front of which each collaboration that it has changed has a line.
    var collaboration: CollaborationIdentifier?

    /// What has changed; nothing if the act was carried out before, and none if its outcome is unknown.
    var events: [Event]?

    /// What the act has set that was so before; none if that is nothing.
    var repeated: [Event]?

    /// The error of the database after which the outcome is unknown.
    var outcomeUnknown: String?

    static var now: String { text(of: Date()) }

    static func text(of time: Date) -> String {
        time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    struct Event: Codable, Hashable {
        enum Kind: String, Codable {
            case started, selected, selectedFor, invited, identityRemoved, admitted, guestAdmitted, left
            case accountRemoved, readmitted, transferred, ended, forgotten, erased
        }

        let kind: Kind
        var account, former: AccountIdentifier?
        var rootHash: Data?
        var options: [OptionIdentifier]?

        /// What was changed, without what it was before and is now.
        var subject: Event { Event(kind: kind, account: account, rootHash: rootHash) }
    }
}

extension AuditLine {
    /// The line in JSON, with its members in the order of their names.
    ///
    /// Each act waits for it, and the encoder takes several times as long for the whole.
    var json: String {
        get throws {
            func text(_ value: String) throws -> String {
                // Neither a quotation mark nor a backslash.
                let isPlain = value.utf8.allSatisfy { 0x20..<0x7F ~= $0 && $0 != 0x22 && $0 != 0x5C }
                return isPlain ? "\"\(value)\"" : String(decoding: try JSONEncoder.sorted.encode(value), as: UTF8.self)
            }
            func list(_ events: [Event]) throws -> String {
                events.isEmpty ? "[]" : String(decoding: try JSONEncoder.sorted.encode(events), as: UTF8.self)
            }
            let members = [
                try account.map { "\"account\":\(try text($0.rawValue))" }, "\"audit\":\(audit)",
                try collaboration.map { "\"collaboration\":\(try text($0.rawValue))" },
                try events.map { "\"events\":\(try list($0))" },
                try outcomeUnknown.map { "\"outcomeUnknown\":\(try text($0))" },
                try repeated.map { "\"repeated\":\(try list($0))" },
                "\"request\":\(try text(request)),\"time\":\(try text(time)),\"token\":\(try text(token))",
            ]
            return "{\(members.compactMap(\.self).joined(separator: ","))}"
        }
    }

    init(_ request: Request, _ context: AppContext, _ collaboration: CollaborationIdentifier?) {
        self.request = "\(request.method.rawValue) \(request.uri.path)"
        token = context.caller == .server ? "backend" : "account"
        // An erasure is an act of the back end, whichever account the query names.
        account = collaboration == nil ? nil : try? context.account(of: request)
        self.collaboration = collaboration
    }
}

extension AuditLine.Event {
    init(_ event: Change.Event) {
        switch event {
        case .started(let account): self.init(kind: .started, account: account)
        case .selected(let options): self.init(kind: .selected, options: options.sorted())
        case .selectedFor(let account, let options):
            self.init(kind: .selectedFor, account: account, options: options?.sorted())
        case .invited(let identity): self.init(kind: .invited, rootHash: identity.rootHash)
        case .identityRemoved(let identity): self.init(kind: .identityRemoved, rootHash: identity.rootHash)
        case .admitted(let account, let identity):
            self.init(kind: .admitted, account: account, rootHash: identity.rootHash)
        case .guestAdmitted(let account): self.init(kind: .guestAdmitted, account: account)
        case .left(let account): self.init(kind: .left, account: account)
        case .accountRemoved(let account): self.init(kind: .accountRemoved, account: account)
        case .readmitted(let account): self.init(kind: .readmitted, account: account)
        case .transferred(let former, let owner): self.init(kind: .transferred, account: owner, former: former)
        case .ended: self.init(kind: .ended)
        case .forgotten: self.init(kind: .forgotten)
        case .erased(let account): self.init(kind: .erased, account: account)
        }
    }
}
