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
        try refill(emptied.sorted())
    }

    /// Selects, in each of these pickers, the first option whose requirements are met.
    ///
    /// An option of one picker may require an option of another. So the pickers are tried repeatedly, until each
    /// has a selected option or none of the rest can get one.
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
