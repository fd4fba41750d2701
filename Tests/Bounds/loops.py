"""The digits of a scalar, the chain of doublings and its tables, each run from the first line to the last."""

from arithmetic import Structure, literal
from ranges import Failure, constant, paths
from report import LIMB, inside, of, symbolic, symbols

G, Q = symbols("GQ")
CHAIN, DIGITS, FILL = "JacobianPoint.doubleScalarMultiplication", "NonAdjacentForm.withDigits", "AffinePoint.fill"

def confirm(report):
    machine = report.machine()
    widths = {"Q": machine.static("JacobianPoint", "width").low, "G": machine.static("GeneratorTable", "width").low}
    for width in widths.values():
        digits(report, width)
    chain(report, widths)

def digits(report, width):
    """Runs `withDigits` whole. A round of the loop begins with each position and carry, and with any bits from there on.

    Before and after it, the digits written so far plus carry 2^position are the integer modulo 2^position. From position 257
    on there is no carry.
    """
    write, cases = "NonAdjacentForm.write", 0
    def rounds(path, position, carry, zeros):
        """A round where the next bits are as many zeros, or ones with a carry, or where they begin a window for None."""
        def loop(machine, variables, conditions, body):
            if [variables[name].low for name in ("carry", "position")] != [0, 0] or len(variables["digits"]) != 257 \
                    or any(digit.low for digit in variables["digits"]):
                raise Failure(f"{write}: it does not begin with position, carry and digits of 0")
            at = machine.number(0, 256 - zeros * carry, "Int") if zeros else literal(position, "Int")
            variables |= {"position": at, "carry": literal(carry, "Int")}
            if not machine.hold(conditions):
                raise Failure(f"{write}: it ends before position {position}")
            before = list(variables["digits"])
            place.append(at)
            machine.round(body)
            moved = machine.combined("-", variables["position"], at)
            out, written = variables["carry"].low, [n for n in range(257) if variables["digits"][n] is not before[n]]
            if zeros:
                if moved.low != zeros or moved.high != zeros or written or out != carry:
                    raise Failure(f"{write}: a run of {zeros} bits equal to the carry {carry}")
            else:
                digit = variables["digits"][position]
                exact = low[0] + carry - out * 2**width - digit.polynomial
                if machine.path.reduced(exact).terms or written != [position] or (moved.low, moved.high) != (width, width) \
                        or variables["carry"].high != out or not 0 <= out <= 1 or out and position + width > 256:
                    raise Failure(f"{write}: a window with the carry {carry} at {position}")
                half = digit.polynomial - 1  # so that the digit is odd, and its index is below the entries of a table
                if not half.is_multiple(2):
                    raise Failure(f"{write}: a digit is even")
                inside(machine, half.divided(2), -2**(width - 2), 2**(width - 2) - 1, f"{write}: a digit")
            variables |= {"position": literal(257, "Int"), "carry": literal(0, "Int")}
            if machine.hold(conditions):
                raise Failure(f"{write}: it does not end at position 257")
            result.append(list(variables["digits"]))
        def bits(machine, integer, at):
            if at.polynomial != place.pop().polynomial or integer.fields:
                raise Failure(f"{write}: the bits of another number or place")
            if zeros is None:  # a window; beyond bit 255 there are zeros
                known = min(width, 256 - position)
                half = machine.number(0, (1 << known - 1) - 1 if known else 0).polynomial
                low.append(half * 2 + (1 - carry) if known else constant(0))
                rest = machine.number(0, (1 << 64 - width) - 1 if known == width and position + width < 256 else 0).polynomial
                return machine.made("UInt64", low[0] + rest * 2**width, 0, LIMB)
            rest = machine.number(0, (1 << 63 - zeros) - 1).polynomial * 2**(zeros + 1) if zeros < 63 else constant(0)
            mixed = constant(2**zeros if zeros < 64 else 0) + rest
            return machine.made("UInt64", LIMB - mixed if carry else mixed, 0, LIMB)
        result, low, place = [], [], []
        machine = report.machine(path, {"UInt256.bits": bits}, {write: loop})
        scalar = Structure("Scalar", {"integer": Structure("UInt256", {})})
        got = machine.call(f"{DIGITS}(of:width:_:)", scalar, literal(width, "Int"), list)
        if got != result[0] or len(got) != 257:
            raise Failure(f"{DIGITS}: the digits are not those that were written")

    for carry in (0, 1):
        for zeros in range(1, 65):
            cases += paths(lambda path: rounds(path, 0, carry, zeros))
        for position in range(257):
            # Without a carry, there is no window at 256, since the bits there are zeros.
            if carry or position < 256:
                cases += paths(lambda path: rounds(path, position, carry, None))
    report.holds(cases == 2 * 64 + 4 * (257 - width) + 2 * (width - 1) + 1, f"{DIGITS}: 257 digits of width {width}, 0 or odd and below 2^{width - 1}, "
                 f"whose sum with powers of 2 is the integer; {cases} cases")

def chain(report, widths):
    """Runs the chain whole, on sums of G and Q with unknown digits and with tables that `fill` makes."""
    def changed(point, polynomial):
        point.fields |= symbolic(polynomial, "JacobianPoint").fields
    def filled(machine, table, point, multiples):
        if len(multiples) != len(table):
            raise Failure(f"{FILL}: another number of multiples than of entries")
        table[:] = [symbolic(of(point) * (2 * n + 1), "AffinePoint") for n in range(len(table))]
    def with_digits(machine, scalar, width, body):
        numbers = [machine.number(1 - 2**(width.low - 1), 2**(width.low - 1) - 1, "Int16") for _ in range(257)]
        sums.append((scalar.kind, width.low, sum((digit.polynomial * 2**n for n, digit in enumerate(numbers)), constant(0))))
        return machine.within(body, [numbers])
    def selected(machine, point, digit, table):
        entries = [of(entry).terms for entry in table]
        if entries != [(of(table[0]) * (2 * n + 1)).terms for n in range(2**(widths["Q" if of(table[0]) == Q else "G"] - 2))]:
            raise Failure(f"{CHAIN}: a table has other entries than the odd multiples for its width")
        changed(point, of(point) + digit.polynomial * of(table[0]))
    sums = []
    machine = report.machine(summaries={
        "JacobianPoint.double": lambda machine, point: changed(point, of(point) * 2),
        "JacobianPoint.isInfinity": lambda machine, point: False,  # the double of infinity is infinity, by the formulas
        "JacobianPoint.add": selected, FILL: filled, DIGITS: with_digits})
    machine.constants["JacobianPoint", "infinity"] = symbolic(constant(0), "JacobianPoint")
    machine.constants["GeneratorTable", "points"] = [symbolic(G * (2 * n + 1), "AffinePoint") for n in range(2**(widths["G"] - 2))]
    result = of(machine.call(f"{CHAIN}(u1:u2:q:)", Structure("u1", {}), Structure("u2", {}), symbolic(Q, "AffinePoint")))
    of_digits = {kind: (width, total) for kind, width, total in sums}
    expected = of_digits["u1"][1] * G + of_digits["u2"][1] * Q
    report.holds(result == expected and [of_digits[kind][0] for kind in ("u1", "u2")] == [widths["G"], widths["Q"]],
                 f"{CHAIN}: u1 G + u2 Q for any digits; widths {widths['G']} and {widths['Q']} with tables for them")
