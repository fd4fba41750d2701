/// A median and its spread.
struct Quartiles: Codable {
    let lower: Double
    let median: Double
    let upper: Double

    /// Takes the quartiles of a sample, which has at least one value; a quartile is one of the values.
    init(of sample: [Double]) {
        let sorted = sample.sorted()
        func value(at quarter: Int) -> Double { sorted[(sorted.count - 1) * quarter / 4] }
        (lower, median, upper) = (value(at: 1), value(at: 2), value(at: 3))
    }
}
