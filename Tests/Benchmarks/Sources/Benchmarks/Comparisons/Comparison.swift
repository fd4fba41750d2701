/// The same work done by this package and by swift-crypto.
struct Comparison: Sendable {
    /// The name of the work.
    let name: String

    /// Makes the inputs, and the work on them by both packages.
    let works: @Sendable () throws -> (ours: Work, theirs: Work)

    init(_ name: String, works: @escaping @Sendable () throws -> (ours: Work, theirs: Work)) {
        self.name = name
        self.works = works
    }

    /// The operations of servers on keys, signatures, hashes and proofs.
    static let besideSwiftCrypto = verification + keyParsing + hashing + proofs

    /// The same operations for longer messages and deeper trees.
    static let growth = messageLengths + depths

    static let all = besideSwiftCrypto + growth
}

extension Comparison {
    /// Times both works in turns; a ratio compares two neighboring batches.
    func cells(effort: Effort) throws -> [Cell] {
        let times: [[Double]]
        do {
            let works = try works()
            times = try interleave([works.ours, works.theirs], effort: effort)
        } catch let error as MeasurementError {
            throw MeasurementError.failed(comparison: name, error)
        }
        return [
            .text(name),
            .time(Quartiles(of: times[0])),
            .time(Quartiles(of: times[1])),
            .ratio(Quartiles(of: zip(times[0], times[1]).map(/))),
        ]
    }
}
