import Foundation

/// A cell of a table.
enum Cell {
    case text(String)

    /// Nanoseconds.
    case time(Quartiles)

    case ratio(Quartiles)

    case number(Double)

    /// The cell in Markdown: a median, and the quartiles in parentheses.
    var text: String {
        switch self {
        case .text(let text): return text
        case .time(let times):
            let (unit, nanoseconds) = Self.unit(for: times.median)
            return "\(Self.spread(of: times, in: nanoseconds)) \(unit)"
        case .ratio(let ratios): return Self.spread(of: ratios, in: 1)
        case .number(let number): return Self.digits(number)
        }
    }

    private static func unit(for nanoseconds: Double) -> (name: String, nanoseconds: Double) {
        switch nanoseconds {
        case ..<1e3: ("ns", 1)
        case ..<1e6: ("us", 1e3)
        default: ("ms", 1e6)
        }
    }

    private static func spread(of values: Quartiles, in unit: Double) -> String {
        let texts = [values.median, values.lower, values.upper].map { digits($0 / unit) }
        return "\(texts[0]) (\(texts[1]) to \(texts[2]))"
    }

    /// Three significant digits, or all digits before the point if there are more.
    private static func digits(_ value: Double) -> String {
        if value == value.rounded() { return String(format: "%.0f", value) }
        return switch value {
        case ..<0.9995: String(format: "%.3f", value)
        case ..<9.995: String(format: "%.2f", value)
        case ..<99.95: String(format: "%.1f", value)
        default: String(format: "%.0f", value)
        }
    }
}
