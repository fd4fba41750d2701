// Functions that only call an operation of CollaborationCrypto, on operands in memory. They are compiled with its sources, and
// what the compiler makes of them is checked: see compiled.py.

@_silgen_name("check_product") func product(_ x: inout (UInt256, UInt256, UInt512)) {
    x.2 = UInt512(product: x.0, x.1)
}
@_silgen_name("check_square") func square(_ x: inout (UInt256, UInt512)) { x.1 = UInt512(square: x.0) }
@_silgen_name("check_reduction") func reduction(_ x: inout (UInt512, FieldElement)) {
    x.1 = x.0.montgomeryReduced
}
@_silgen_name("check_add") func add(_ x: inout (FieldElement, FieldElement, FieldElement)) { x.2 = x.0 + x.1 }
@_silgen_name("check_subtract") func subtract(_ x: inout (FieldElement, FieldElement, FieldElement)) {
    x.2 = x.0 - x.1
}
@_silgen_name("check_negate") func negate(_ x: inout (FieldElement, FieldElement)) { x.1 = -x.0 }
@_silgen_name("check_halve") func halve(_ x: inout (FieldElement, FieldElement)) { x.1 = x.0.halved }
@_silgen_name("check_canonical") func canonical(_ x: inout (FieldElement, UInt256)) { x.1 = x.0.canonical }
@_silgen_name("check_multiply") func multiply(_ x: inout (FieldElement, FieldElement, FieldElement)) {
    x.2 = x.0 * x.1
}
@_silgen_name("check_squared") func squared(_ x: inout (FieldElement, FieldElement)) { x.1 = x.0.squared }
@_silgen_name("check_multiplied") func multiplied(_ x: inout (FieldElement, FieldElement, FieldElement)) {
    x.2 = x.0.multipliedInline(by: x.1)
}
@_silgen_name("check_squaredInline") func squaredInline(_ x: inout (FieldElement, FieldElement)) {
    x.1 = x.0.squaredInline
}
@_silgen_name("check_unreduced") func unreduced(_ x: inout (FieldElement, FieldElement, UnreducedElement)) {
    x.2 = x.0.unreducedProduct(with: x.1)
}
@_silgen_name("check_unreducedSquare") func unreducedSquare(_ x: inout (FieldElement, UnreducedElement)) {
    x.1 = x.0.unreducedSquare
}
@_silgen_name("check_unreducedMinus") func unreducedMinus(
    _ x: inout (FieldElement, FieldElement, UInt512, UnreducedElement)
) { x.3 = x.0.unreducedProduct(with: x.1, minus: x.2) }
@_silgen_name("check_lower") func lower(_ x: inout (UnreducedElement, FieldElement, UnreducedElement)) {
    x.2 = x.0 - x.1
}
@_silgen_name("check_fold") func fold(_ x: inout (UnreducedElement, FieldElement)) { x.1 = x.0.reduced }
@_silgen_name("check_isZero") func isZero(_ x: inout (FieldElement, UInt64)) { x.1 = x.0.isZero ? 1 : 0 }
@_silgen_name("check_double") func double(_ x: inout JacobianPoint) { x.double() }
@_silgen_name("check_addPoint") func addPoint(_ x: inout (JacobianPoint, AffinePoint)) { x.0.add(x.1) }
@_silgen_name("check_scalarProduct") func scalarProduct(_ x: inout (UInt256, UInt256, UInt256)) {
    x.2 = Scalar.montgomeryProduct(x.0, x.1).integer
}
@_silgen_name("check_scalarReduce") func scalarReduce(_ x: inout (UInt256, UInt64, UInt256)) {
    x.2 = Scalar(reducing: x.0, carry: x.1).integer
}
@_silgen_name("check_difference") func difference(
    _ x: inout (UInt64, Signed320, UInt64, Signed320, Signed320)
) {
    x.4 = Signed320.difference(x.0, x.1, minus: x.2, x.3)
}
@_silgen_name("check_negated") func negated(_ x: inout (Signed320, Int64, Signed320)) {
    x.2 = x.0.negated(bySign: x.1)
}
