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

    /// The option at a place, read and written past the rules; whoever writes restores them.
    subscript(place: Place) -> CollaborationOption {
        get { optionsGroups[place.group].storedOptions[place.option] }
        set { optionsGroups[place.group].storedOptions[place.option] = newValue }
    }

    func place(of identifier: String) throws(CollaborationOptionsError) -> Place {
        guard let place = places.first(where: { self[$0].identifier == identifier }) else {
            throw .unknownOption(identifier)
        }
        return place
    }

    /// Restores the rules after one option was deselected.
    ///
    /// First everything that depended on it goes, which only ever takes away. Then the pickers that lost
    /// their option are refilled, which only ever adds. So both come to an end, whatever the requirements
    /// are.
    mutating func settle(after deselected: String) throws(CollaborationOptionsError) {
        var dependants: [String: [Place]] = [:]
        for place in places {
            for required in self[place].requiredOptionsIdentifiers {
                dependants[required, default: []].append(place)
            }
        }
        var gone = [deselected]
        var emptied: Set<Int> = []
        while let identifier = gone.popLast() {
            for place in dependants[identifier, default: []] where self[place].isSelected {
                self[place].isSelected = false
                gone.append(self[place].identifier)
                if optionsGroups[place.group].style == .picker { emptied.insert(place.group) }
            }
        }
        try refill(emptied.sorted())
    }

    /// Gives each of the pickers its first option whose requirements are met.
    ///
    /// One picker's option may be what another's requires, so they are tried until none is left or none can
    /// be filled.
    private mutating func refill(_ pickers: [Int]) throws(CollaborationOptionsError) {
        var open = pickers
        while let first = open.first {
            let filled = open.firstIndex { group in
                guard
                    let option = optionsGroups[group].options.firstIndex(where: {
                        unmetRequirements(of: $0).isEmpty
                    })
                else { return false }
                optionsGroups[group].choose(option)
                return true
            }
            guard let filled else { throw .selectionRequired(group: optionsGroups[first].identifier) }
            open.remove(at: filled)
        }
    }
}
