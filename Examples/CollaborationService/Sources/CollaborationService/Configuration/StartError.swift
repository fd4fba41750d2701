/// The reason why a command fails, as a sentence for the person who gave it.
struct StartError: Error, Equatable, CustomStringConvertible {
    /// The exit statuses, those of sysexits.h where it has one.
    enum Status: Int32, CaseIterable {
        /// Something outside the settings is wrong, such as a port that is in use or a database that does not answer.
        case failure = 1

        /// The command line is wrong.
        case usage = 64

        /// The output could not be written.
        case output = 74

        /// A setting is wrong.
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
