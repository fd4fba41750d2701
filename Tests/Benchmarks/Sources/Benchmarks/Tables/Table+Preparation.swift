extension Table {
    /// The time to prepare a key, and the number of verifications from which on preparing saves time.
    ///
    /// With more keys in use, a smaller part of their tables is in the processor's caches.
    static func preparation(title: String, effort: Effort) throws -> Table {
        Table(
            title: title,
            columns: ["keys in turn", "preparing one", "verify, parsed", "verify, prepared", "pays from"],
            rows: try [1, 8, 128].map { keyCount in
                let messages = try SignedMessage.several(keyCount: keyCount)
                let times = try interleave(
                    [
                        .preparation(ofKeysOf: messages.prefix(4)),
                        .parsedKeyVerification(of: messages),
                        .preparedKeyVerification(of: messages),
                    ],
                    effort: effort
                ).map(Quartiles.init(of:))
                let saved = times[1].median - times[2].median
                return [.text("\(keyCount)")] + times.map(Cell.time)
                    + [
                        .text(
                            saved > 0
                                ? "\(Int((times[0].median / saved).rounded(.up))) verifications" : "never"
                        )
                    ]
            }
        )
    }
}
