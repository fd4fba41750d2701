import CollaborationCore
import CollaborationServer
import Fuzzing

/// Bytes that are a stored record are those of that record, and no others are read.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // Safe: the bytes are copied before the function returns.
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    if let record = try? CollaborationRecord(storedForm: bytes) {
        check(record.storedForm == bytes, "a record is stored in the bytes that it was read from")
        // What was read has participants, whatever they are.
        _ = record.participants
    }
    return 0
}
