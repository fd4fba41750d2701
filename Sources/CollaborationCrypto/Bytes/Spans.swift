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

/// Gives `body` room for `count` values on the stack, each of them `initial` at first.
///
/// It is inlined so that the compiler knows the size: up to 1 KiB lies on the stack, and more would be
/// allocated.
@inline(__always)
func withTemporarySpan<Element: BitwiseCopyable, Value>(
    repeating initial: Element,
    count: Int,
    _ body: (inout MutableSpan<Element>) -> Value
) -> Value {
    unsafe withUnsafeTemporaryAllocation(of: Element.self, capacity: count) { buffer in
        // Safe: all of the buffer is initialised before it is read, its elements need no deinitialisation,
        // and it outlives the span, which cannot leave `body`.
        unsafe buffer.initialize(repeating: initial)
        var span = unsafe buffer.mutableSpan
        return body(&span)
    }
}
