/// Times works in turns, one batch of each a round, so that what changes in the machine meanwhile changes for
/// all.
///
/// Every other round goes backwards, so that none always follows the same one.
///
/// - Returns: For each work the nanoseconds of one input, round by round.
func interleave(_ works: [Work], effort: Effort) throws -> [[Double]] {
    let repetitions = try works.map { try $0.repetitions(for: effort) }
    var times = works.map { _ in [Double]() }
    for round in 0..<effort.roundCount {
        let order = Array(works.indices)
        for index in round.isMultiple(of: 2) ? order : order.reversed() {
            times[index].append(try works[index].nanoseconds(repetitions: repetitions[index]))
        }
    }
    return times
}
