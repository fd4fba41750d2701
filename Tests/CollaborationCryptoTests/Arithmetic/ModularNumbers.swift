/// Numbers below a modulus that are hard on an inversion.
enum ModularNumbers {
    /// 0, 1 and the greatest, about the half, powers of two and their negatives, small, and without a
    /// pattern.
    static func below(_ modulus: Natural) -> [Natural] {
        let half = modulus >> 1
        let powers = (0..<256).map { Natural(twoToThe: $0) }.filter { $0 < modulus }
        let ends: [Natural] = [0, 1, half, half + 1, modulus - 1, modulus - 2]
        let numbers = ends + powers + powers.map { modulus - $0 } + (2..<32).map { Natural($0) }
        let runs = EdgeNumbers.ofEdgeLimbs.every(37)
        let drawn = Natural.drawn(100, below: modulus, seed: 4)
        return Set((numbers + runs + drawn).map { $0 % modulus }).sorted()
    }
}
