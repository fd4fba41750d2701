/// Gives `body` the bytes of a collection as a span: its own storage if that is contiguous, otherwise a copy.
///
/// This is the one generic function between callers and the concrete code behind it. It is inlinable, because
/// a generic function that is not specialised in the caller's module costs a thousand times the work that it
/// does.
@inlinable
func withSpan<Value, Failure: Error>(
    of bytes: some Collection<UInt8>,
    _ body: (Span<UInt8>) throws(Failure) -> Value
) throws(Failure) -> Value {
    let result: Result<Value, Failure>? = bytes.withContiguousStorageIfAvailable { buffer in
        // Safe: the buffer is valid until this closure returns, and a span cannot leave `body`.
        let span = unsafe buffer.span
        do throws(Failure) {
            return .success(try body(span))
        } catch {
            return .failure(error)
        }
    }
    guard let result else { return try body(ContiguousArray(bytes).span) }
    return try result.get()
}
