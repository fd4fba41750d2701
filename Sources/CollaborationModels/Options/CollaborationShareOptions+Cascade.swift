import CollaborationProofs

extension CollaborationShareOptions {
    /// Where an option stands: the index of its group, and its index in there.
    struct Place {
        var group: Int
        var option: Int
    }

    /// The places of all options in the order in which they are shown.
    var places: [Place] {
        optionsGroups.indices.flatMap { group in
            optionsGroups[group].options.indices.map { Place(group: group, option: $0) }
        }
    }

    /// The option at a place.
    ///
    /// Writing here bypasses the rules; the caller must restore them.
    subscript(place: Place) -> CollaborationOption {
        get { optionsGroups[place.group].storedOptions[place.option] }
        set { optionsGroups[place.group].storedOptions[place.option] = newValue }
    }

    func place(of identifier: String) throws(CollaborationOptionsError) -> Place {
        let key = OptionIdentifier(identifier)
        guard let place = places.first(where: { self[$0].key == key }) else {
            throw .unknownOption(identifier)
        }
        return place
    }

    /// Restores the rules after one option was deselected.
    ///
    /// First, all options that depend on it are deselected. Then each picker that lost its selected option
    /// selects another one. The first step only deselects and the second only selects, so both terminate.
    mutating func cascade(afterDeselecting deselected: OptionIdentifier) throws(CollaborationOptionsError) {
        var dependents: [OptionIdentifier: [Place]] = [:]
        for place in places {
            for required in self[place].requirements {
                dependents[required, default: []].append(place)
            }
        }
        var gone = [deselected]
        var emptied: Set<Int> = []
        while let identifier = gone.popLast() {
            for place in dependents[identifier, default: []] where self[place].isSelected {
                self[place].isSelected = false
                gone.append(self[place].key)
                if optionsGroups[place.group].style == .picker { emptied.insert(place.group) }
            }
        }
        try refill(emptied, dependents: dependents)
    }

    /// Selects, in each of these pickers, the first option whose requirements are met.
    ///
    /// An option of one picker may require an option of another, so each selection may make further pickers
    /// ready. The first of the ready pickers is filled next. The time is n log n, since a client chooses the
    /// options.
    private mutating func refill(
        _ pickers: Set<Int>,
        dependents: [OptionIdentifier: [Place]]
    ) throws(CollaborationOptionsError) {
        let selected = selectedKeys
        var open = pickers
        var ready = MinHeap<Int>()
        var unmetCounts = [[Int]](repeating: [], count: optionsGroups.count)
        for group in pickers {
            unmetCounts[group] = optionsGroups[group].options.map { option in
                option.requirements.count { !selected.contains($0) }
            }
            if unmetCounts[group].contains(0) { ready.insert(group) }
        }
        while let group = ready.popMin() {
            guard open.remove(group) != nil, let option = unmetCounts[group].firstIndex(of: 0) else {
                continue
            }
            optionsGroups[group].choose(option)
            let key = optionsGroups[group].options[option].key
            for place in dependents[key, default: []] where open.contains(place.group) {
                unmetCounts[place.group][place.option] -= 1
                if unmetCounts[place.group][place.option] == 0 { ready.insert(place.group) }
            }
        }
        if let group = open.min() { throw .selectionRequired(group: optionsGroups[group].identifier) }
    }
}
