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
