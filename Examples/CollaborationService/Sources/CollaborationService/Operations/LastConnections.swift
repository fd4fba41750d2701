import Foundation
import NIOCore

/// Lets a listening channel accept and hand over what clients have begun to open before it closes, while no other connection begins.
///
/// Linux resets a connection that nobody has accepted yet, and NIO drops one that its event loop still prepares, each with the
/// request that a proxy has sent. A connection that does not begin has no request: its client tries again after a second, and is
/// then refused.
final class LastConnections: ChannelOutboundHandler, Sendable {
    typealias OutboundIn = Never

    private static let time = TimeAmount.milliseconds(500)

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        let pipeline = context.pipeline.syncOperations
        // Elsewhere than on Linux connections go on to begin, and the last ones may be reset.
        try? pipeline.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self, SocketFilter.refuseConnections)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.time) { context.close(mode: mode, promise: promise) }
    }
}

/// Programs of the classic Berkeley Packet Filter, which decide about each packet for a socket (socket(7), SO_ATTACH_FILTER).
enum SocketFilter {
    /// An instruction as `sock_filter` of Linux has it.
    private struct Instruction {
        let code: UInt16
        var jumpIfTrue: UInt8 = 0
        var jumpIfFalse: UInt8 = 0
        let operand: UInt32
    }

    /// A program as `sock_fprog` has it.
    @unsafe private struct Program {
        let count: UInt16
        let instructions: UnsafePointer<Instruction>?
    }

    /// Lets a listening socket drop each segment that begins a connection: one with SYN and without ACK (RFC 9293, section 3.1).
    static func refuseConnections(_ socket: CInt) {
        #if os(Linux)
            let instructions = [
                // The octet of the TCP header with the flags, and of these SYN (2) and ACK (16).
                Instruction(code: 0x30, operand: 13),
                Instruction(code: 0x54, operand: 0x12),
                Instruction(code: 0x15, jumpIfFalse: 1, operand: 0x02),
                // How many octets of the packet are kept.
                Instruction(code: 0x06, operand: 0),
                Instruction(code: 0x06, operand: .max),
            ]
            // Linux copies the program before the call returns.
            unsafe instructions.withUnsafeBufferPointer { buffer in
                var program = unsafe Program(count: UInt16(buffer.count), instructions: buffer.baseAddress)
                let size = unsafe socklen_t(MemoryLayout<Program>.size)
                _ = unsafe setsockopt(socket, SOL_SOCKET, SO_ATTACH_FILTER, &program, size)
            }
        #endif
    }
}
