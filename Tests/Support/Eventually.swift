/// Lets other tasks run until a condition holds, or until the time limit of the test cancels its task.
package func eventually(_ condition: () -> Bool) async {
    while !condition(), !Task.isCancelled { await Task.yield() }
}
