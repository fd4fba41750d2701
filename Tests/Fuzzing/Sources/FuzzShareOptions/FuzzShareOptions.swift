import CollaborationModels
import CollaborationCore
import Foundation
import Fuzzing

/// The bytes are a line of JSON with share options, followed by selections.
///
/// If they do not begin with a brace, they are choices from which such JSON is made.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var bytes = unsafe FuzzedBytes(start: start, count: count)
    let json: Data
    var draft: OptionsDraft?
    if bytes.rest.first == UInt8(ascii: "{") {
        let lineCount = bytes.rest.prefix { $0 != UInt8(ascii: "\n") }.count
        json = Data(bytes.bytes(atMost: lineCount))
        _ = bytes.byte()
    } else {
        draft = OptionsDraft(from: &bytes)
        json = (try? JSONEncoder().encode(draft)) ?? Data()
    }
    guard var options = decode(json, madeOf: draft) else { return 0 }
    checkRules(of: options)
    checkRoundTrip(options)
    checkSelections(of: &options, by: bytes)
    return 0
}

/// Decodes share options, and compares the result with a simple implementation of the rules.
private func decode(_ json: Data, madeOf draft: OptionsDraft?) -> CollaborationShareOptions? {
    do {
        let options = try StrictJSONDecoder().decode(CollaborationShareOptions.self, from: json)
        check(draft?.keepsTheRules ?? true, "share options that break a rule are refused")
        return options
    } catch {
        let rule = (error as? MalformedJSONError)?.rule
        check(
            rule != nil || error is CollaborationOptionsError,
            "refused share options are malformed or break a rule of options",
            "\(error)"
        )
        check(
            draft?.keepsTheRules != true || rule == .forbiddenCharacter,
            "share options that keep the rules are decoded",
            "\(error)"
        )
        return nil
    }
}

private func checkSelections(of options: inout CollaborationShareOptions, by bytes: FuzzedBytes) {
    var bytes = bytes
    let defaults = options
    while !bytes.isEmpty {
        let names = options.options.map(\.identifier) + ["unknown"]
        switch bytes.number(in: 0...3) {
        case 0: checkSelecting(bytes.element(of: names), in: &options)
        case 1: checkDeselecting(bytes.element(of: names), in: &options)
        case 2:
            let wanted = names.filter { _ in bytes.bool() }
            checkSelecting(only: wanted, in: &options)
        default:
            var group = bytes.element(of: options.optionsGroups + [.empty])
            checkAssignments(to: &group, by: &bytes)
        }
        checkRules(of: options)
        check(defaults.accepts(options), "the defaults accept what was selected from them")
    }
    checkRoundTrip(options)
}

extension CollaborationOptionsGroup {
    fileprivate static let empty = CollaborationOptionsGroup(identifier: "empty", options: [], style: .picker)
}
