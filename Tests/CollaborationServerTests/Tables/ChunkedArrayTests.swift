import CollaborationServer
import CollaborationTesting
import Testing

@Suite("Arrays in chunks")
struct ChunkedArrayTests {
    @Test("After any changes an array in chunks has the elements of an array")
    func contents() {
        var generator = SeededGenerator("chunks")
        var (chunked, array) = (ChunkedArray<Int>(), [Int]())
        for round in 0..<4000 {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<(round < 2000 ? 6 : 2):
                chunked.append(round)
                array.append(round)
            case _ where array.isEmpty: #expect(chunked.isEmpty)
            case 6:
                let index = Int.random(in: 0..<array.count, using: &generator)
                chunked[index] = round
                array[index] = round
            case 7:
                let index = Int.random(in: 0..<array.count, using: &generator)
                chunked.swapAt(0, index)
                array.swapAt(0, index)
            case 8:
                let index = Int.random(in: 0..<array.count, using: &generator)
                chunked.update(at: index) { $0 = -$0 }
                array[index] = -array[index]
            default:
                let removed = chunked.removeLast()
                #expect(removed == array.removeLast())
            }
            #expect(chunked.count == array.count && chunked.last == array.last)
        }
        #expect(Array(chunked) == array)
    }

    @Test("An array in chunks is emptied and filled again across the ends of its chunks")
    func ends() {
        var chunked = ChunkedArray<Int>()
        for _ in 0..<2 {
            for element in 0..<300 { chunked.append(element) }
            #expect(Array(chunked) == Array(0..<300))
            #expect((0..<300).map { _ in chunked.removeLast() } == (0..<300).reversed())
            #expect(chunked.isEmpty)
        }
    }
}
