/// What makes a measurement worthless.
enum MeasurementError: Error, CustomStringConvertible {
    case wrongAnswer
    case damageNotNoticed
    case programFailed(String)
    indirect case failed(comparison: String, MeasurementError)

    var description: String {
        switch self {
        case .wrongAnswer: "a work gave a wrong answer"
        case .damageNotNoticed: "a work accepted a damaged input"
        case .programFailed(let name): "\(name) failed"
        case .failed(let comparison, let error): "\(comparison): \(error)"
        }
    }
}
