import CollaborationModels
import CollaborationTesting
import Testing

@Suite("Share options property tests")
struct ShareOptionsPropertyTests {
    /// Makes random share options.
    ///
    /// The first option of a picker has no requirements, and options require only options that were made before.
    private func randomOptions(
        using generator: inout SeededGenerator
    ) throws -> CollaborationShareOptions {
        var made: [String] = []
        var groups: [CollaborationOptionsGroup] = []
        for group in 0..<Int.random(in: 1...5, using: &generator) {
            let style = CollaborationOptionsGroup.Style.allCases.randomElement(using: &generator) ?? .switches
            var options: [CollaborationOption] = []
            for index in 0..<Int.random(in: 1...4, using: &generator) {
                let isFree = style == .picker && index == 0
                let required =
                    isFree ? [] : made.filter { _ in Int.random(in: 0..<5, using: &generator) == 0 }
                let identifier = "\(group).\(index)"
                options.append(SampleOptions.option(identifier, requires: required))
                made.append(identifier)
            }
            groups.append(CollaborationOptionsGroup(identifier: "\(group)", options: options, style: style))
        }
        groups.shuffle(using: &generator)
        return try CollaborationShareOptions(optionsGroups: groups)
    }

    /// The rules of a selection, implemented in a simple way and independently of the code under test.
    private func keepsRules(_ options: CollaborationShareOptions) -> Bool {
        let selected = Set(
            options.optionsGroups.flatMap { $0.options.filter(\.isSelected).map(\.identifier) }
        )
        return options.optionsGroups.allSatisfy { group in
            (group.style == .switches || group.options.filter(\.isSelected).count == 1)
                && group.options.allSatisfy {
                    !$0.isSelected || selected.isSuperset(of: $0.requiredOptionsIdentifiers)
                }
        }
    }

    /// One random step, and what must be true of it.
    private func step(_ options: inout CollaborationShareOptions, using generator: inout SeededGenerator) {
        guard let target = options.options.randomElement(using: &generator)?.identifier else { return }
        let before = options
        let selects = Bool.random(using: &generator)
        do {
            if selects { try options.select(target) } else { try options.deselect(target) }
            #expect(options.isSelected(target) == selects)
            #expect(!selects || before.canInteract(with: target))
        } catch {
            #expect(options == before, "an error leaves the value as it was: \(error)")
        }
        #expect(keepsRules(options), "after \(selects ? "selecting" : "deselecting") \(target) in \(before)")
    }

    @Test(
        "Share options keep every rule under random selections, and decode to the encoded value",
        arguments: 0..<200 as Range<UInt64>
    )
    func anySequence(seed: UInt64) throws {
        var generator = SeededGenerator(String(seed))
        let defaults = try randomOptions(using: &generator)
        var options = defaults
        #expect(keepsRules(options))
        for _ in 0..<30 {
            step(&options, using: &generator)
        }
        #expect(try roundTrip(options) == options)
        #expect(defaults.accepts(options))
        #expect(try defaults.selecting(only: options.selectedOptionsIdentifiers) == options)
    }
}
