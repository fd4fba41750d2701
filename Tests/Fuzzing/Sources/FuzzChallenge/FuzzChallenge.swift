import Fuzzing

/// The bytes choose two servers and a sequence of events: challenges are issued and presented, altered or
/// not, while time passes.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var bytes = unsafe FuzzedBytes(start: start, count: count)
    var history = History(from: &bytes)
    while !bytes.isEmpty {
        switch bytes.number(in: 0...7) {
        case 0, 1: history.issue(by: &bytes)
        case 2: history.makeNonce(by: &bytes)
        case 3: history.letTimePass(by: &bytes)
        default: history.present(by: &bytes)
        }
    }
    return 0
}
