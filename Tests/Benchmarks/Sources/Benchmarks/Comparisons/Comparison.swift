/// The same work done by this package and by swift-crypto.
struct Comparison: Sendable {
    /// What is done.
    let name: String

    /// Makes the inputs and both works over them.
    let works: @Sendable () throws -> (ours: Work, theirs: Work)

    init(_ name: String, works: @escaping @Sendable () throws -> (ours: Work, theirs: Work)) {
        self.name = name
        self.works = works
    }

    /// What servers do with keys, signatures, hashes and proofs.
    static let besideSwiftCrypto = verification + keyParsing + hashing + proofs

    /// How that grows.
    static let growth = messageLengths + depths

    static let all = besideSwiftCrypto + growth
}

extension Comparison {
    /// Times both works in turns, where a ratio is that of two neighbouring batches.
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
