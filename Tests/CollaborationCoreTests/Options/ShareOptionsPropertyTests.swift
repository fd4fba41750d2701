import CollaborationCore
import CollaborationTestSupport
import CollaborationTesting
import Testing

@Suite("Share options property tests")
struct ShareOptionsPropertyTests {
    /// Makes random share options.
    ///
    /// A picker selects an option without requirements. Options require only options that were made before.
    private func randomOptions(using generator: inout SeededGenerator) throws -> CollaborationShareOptions {
        var made: [OptionIdentifier] = []
        var groups: [CollaborationOptionsGroup] = []
        for group in 0..<Int.random(in: 1...5, using: &generator) {
            let style = CollaborationOptionsGroup.Style.allCases.randomElement(using: &generator) ?? .switches
            var options: [CollaborationOption] = []
            for index in 0..<Int.random(in: 1...4, using: &generator) {
                let isFree = style == .picker && index == 0
                let available = style == .picker ? made : made + options.map(\.identifier)
                let required = isFree ? [] : available.filter { _ in Int.random(in: 0..<5, using: &generator) == 0 }
                options.append(CollaborationOption.option("\(group).\(index)", requires: required, on: isFree))
            }
            made += options.map(\.identifier)
            options.shuffle(using: &generator)
            groups.append(CollaborationOptionsGroup(identifier: "\(group)", options: options, style: style))
        }
        groups.shuffle(using: &generator)
        return try CollaborationShareOptions(optionsGroups: groups)
    }

    /// The rules of a selection, implemented in a simple way and independently of the code under test.
    private func keepsRules(_ options: CollaborationShareOptions) -> Bool {
        let selected = Set(options.optionsGroups.flatMap { $0.options.filter(\.isSelected).map(\.identifier) })
        return options.optionsGroups.allSatisfy { group in
            (group.style == .switches || group.options.filter(\.isSelected).count == 1)
                && group.options.allSatisfy { !$0.isSelected || selected.isSuperset(of: $0.requiredOptionsIdentifiers) }
        }
    }

    /// What is selected after an option was switched, by repeated passes over all options.
    private func plainly(_ selects: Bool, _ target: OptionIdentifier, in before: CollaborationShareOptions)
        -> [OptionIdentifier]
    {
        var selected = Set(before.selectedOptionsIdentifiers)
        let lacking = { (selected: Set<OptionIdentifier>) in
            before.options.first {
                selected.contains($0.identifier) && !selected.isSuperset(of: $0.requiredOptionsIdentifiers)
            }
        }
        if selects,
            let group = before.optionsGroups.first(where: { $0.options.map(\.identifier).contains(target) }),
            let replaced = group.selectedOptionIdentifier
        {
            selected.remove(replaced)
        }
        if selects { selected.insert(target) } else { selected.remove(target) }
        while let option = lacking(selected) { selected.remove(option.identifier) }
        while true {
            let filling = before.optionsGroups.lazy
                .filter { $0.style == .picker && selected.isDisjoint(with: $0.options.map(\.identifier)) }
                .compactMap { $0.options.first { selected.isSuperset(of: $0.requiredOptionsIdentifiers) } }
                .first
            guard let filling else { break }
            selected.insert(filling.identifier)
        }
        return before.options.map(\.identifier).filter(selected.contains)
    }

    /// One random step, and what must be true of it.
    private func step(_ options: inout CollaborationShareOptions, using generator: inout SeededGenerator) {
        guard let target = options.options.randomElement(using: &generator)?.identifier else { return }
        let before = options
        let selects = Bool.random(using: &generator)
        do {
            if selects { try options.select(target) } else { try options.deselect(target) }
            #expect(options.isSelected(target) == selects)
            #expect(options.selectedOptionsIdentifiers == plainly(selects, target, in: before))
        } catch {
            #expect(options == before, "an error leaves the value as it was: \(error)")
        }
        #expect(keepsRules(options), "after \(selects ? "selecting" : "deselecting") \(target)")
    }

    @Test("Share options keep every rule under random selections", arguments: 0..<100 as Range<UInt64>)
    func anySequence(seed: UInt64) throws {
        var generator = SeededGenerator(String(seed))
        let defaults = try randomOptions(using: &generator)
        var options = defaults
        #expect(keepsRules(options))
        for _ in 0..<30 { step(&options, using: &generator) }
        #expect(try roundTrip(options) == options)
        #expect(try defaults.selecting(only: options.selectedOptionsIdentifiers) == options)
    }
}
