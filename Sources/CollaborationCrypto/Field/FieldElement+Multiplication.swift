extension FieldElement {
    @inline(never)
    static func * (a: FieldElement, b: FieldElement) -> FieldElement {
        a.multipliedInline(by: b)
    }

    var squared: FieldElement {
        @inline(never)
        get { squaredInline }
    }

    /// Squares this element `count` times, which gives its power 2^count.
    func squared(times count: Int) -> FieldElement {
        var result = self
        for _ in 0..<count {
            result = result.squared
        }
        return result
    }
}

// The same operations inlined, for the doubling and the addition of points, which take nearly all of the
// time. Not on WebAssembly: its modules are downloaded, so small code matters more there than the cost of
// calls.
extension FieldElement {
    #if !arch(wasm32)
        @inline(__always)
    #endif
    func multipliedInline(by other: FieldElement) -> FieldElement {
        UInt512(product: montgomery, other.montgomery).montgomeryReduced
    }

    #if !arch(wasm32)
        @inline(__always)
    #endif
    var squaredInline: FieldElement {
        UInt512(square: montgomery).montgomeryReduced
    }

    #if !arch(wasm32)
        @inline(__always)
    #endif
    func unreducedProduct(with other: FieldElement) -> UnreducedElement {
        UInt512(product: montgomery, other.montgomery).montgomeryQuotient
    }

    /// Returns a product minus a product of two numbers in Montgomery's form.
    #if !arch(wasm32)
        @inline(__always)
    #endif
    func unreducedProduct(with other: FieldElement, minus product: UInt512) -> UnreducedElement {
        UInt512(product: montgomery, other.montgomery).montgomeryQuotient(minus: product)
    }

    #if !arch(wasm32)
        @inline(__always)
    #endif
    var unreducedSquare: UnreducedElement {
        UInt512(square: montgomery).montgomeryQuotient
    }
}
