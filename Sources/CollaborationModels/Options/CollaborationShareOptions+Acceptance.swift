extension CollaborationShareOptions {
    /// Tells whether a user's selection is one that these defaults allow, so that a server need not trust a
    /// client.
    ///
    /// It is when it has the same groups with the same options in the same order, with the same styles and
    /// requirements, whatever is selected: that the selection keeps the rules is certain, since the value
    /// exists. Text is not compared, since a device may show it in another language. To store or show text,
    /// take it from the defaults, with ``selecting(only:)`` and the ``selectedOptionsIdentifiers`` of what
    /// was accepted.
    ///
    /// - Parameter selection: What a client says that its user selected.
    /// - Returns: True when it differs from the defaults in what is selected and in text only.
    public func accepts(_ selection: CollaborationShareOptions) -> Bool {
        optionsGroups.elementsEqual(selection.optionsGroups) { expected, found in
            expected.identifier == found.identifier
                && expected.style == found.style
                && expected.options.elementsEqual(found.options) { expected, found in
                    expected.identifier == found.identifier
                        && expected.requiredOptionsIdentifiers == found.requiredOptionsIdentifiers
                }
        }
    }
}
