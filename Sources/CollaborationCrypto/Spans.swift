/// Calls `body` with the bytes of a collection as a span, and copies them only if their storage is not contiguous.
///
/// Every generic function of the module calls this one first, and the code behind it is not generic. It is inlinable,
/// so that the caller's module can specialize it. An unspecialized call costs more than the work of the body.
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

/// Calls `body` with a temporary span of `count` values, each of which is `initial` at first.
///
/// It is inlined so that the compiler knows the size. The compiler allocates up to 1 KiB on the stack, and
/// more on the heap.
@inline(__always)
func withTemporarySpan<Element: BitwiseCopyable, Value>(
    repeating initial: Element,
    count: Int,
    _ body: (inout MutableSpan<Element>) -> Value
) -> Value {
    unsafe withUnsafeTemporaryAllocation(of: Element.self, capacity: count) { buffer in
        // Safe: all of the buffer is initialized before it is read, its elements need no deinitialization,
        // and it outlives the span, which cannot leave `body`.
        unsafe buffer.initialize(repeating: initial)
        var span = unsafe buffer.mutableSpan
        return body(&span)
    }
}
