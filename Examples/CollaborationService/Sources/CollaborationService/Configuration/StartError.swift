/// The reason why a command fails, as a sentence for the person who gave it.
struct StartError: Error, Equatable, CustomStringConvertible {
    /// The exit statuses, as in the README: those of sysexits.h where it has one.
    enum Status: Int32, CaseIterable {
        case failure = 1
        case usage = 64
        case output = 74
        case configuration = 78
    }

    let description: String
    let status: Status

    init(_ description: String, status: Status = .failure) {
        (self.description, self.status) = (description, status)
    }

    static func usage(_ description: String) -> Self { Self(description, status: .usage) }
    static func configuration(_ description: String) -> Self { Self(description, status: .configuration) }
}
