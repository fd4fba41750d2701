"""The loops as wholes: one round with any state preserves the invariant that stands beside each. Also tables, lengths and SHA-256."""

from arithmetic import Structure, literal
from formulas import symbols
from inversion import multiple, of
from ranges import Failure, constant
from report import LIMB
from swift import Parser

G, Q = symbols("GQ")
CHAIN, WRITE = "doubleScalarMultiplication", "NonAdjacentForm.write"


def prove(report):
    report.section("Loops: the invariant beside each is preserved by a round, holds at the start, and gives the claim at the end")
    machine = report.machine()
    widths = {"Q": machine.static("JacobianPoint", "width").low, "G": machine.static("GeneratorTable", "width").low}
    count = machine.static("NonAdjacentForm", "digitCount").low
    report.require(count == 257, "NonAdjacentForm.digitCount", "digits", "257: one more than a scalar has bits")
    chain(report, count)
    selection(report, widths["G"])
    digits(report, widths)
    tables(report, widths)
    tree(report)
    lengths(report)


def loop_of(function, keyword):
    """The only loop of a function, also within closures."""
    starts = [n for n, token in enumerate(function.body) if token.text == keyword]
    if len(starts) != 1:
        raise Failure(f"{function.full_name}: {len(starts)} loops")
    return Parser(function.body[starts[0]:]).statement()


def chain(report, count):
    report.states(CHAIN, "result = Σ dᵢ 2^(i - position) over all digits from `position` on, of both scalars")

    def changed(point, polynomial):
        point.fields["sum"].polynomial = polynomial

    def add(machine, point, other, table=None):
        changed(point, of(point) + (of(other) if table is None else other.polynomial * of(table)))
    machine = report.machine(summaries={
        "JacobianPoint.double": lambda machine, point: changed(point, of(point) * 2),
        "JacobianPoint.isInfinity": lambda machine, point: False,  # the double of infinity is infinity, by the formulas
        "JacobianPoint.add": add,
        "AffinePoint.prefix -": lambda machine, point: multiple(-of(point), "AffinePoint")})
    function = machine.function("JacobianPoint", CHAIN, ["u1", "u2", "q"])
    variables, expected = {"result": multiple(constant(0), "JacobianPoint")}, constant(0)
    for letter, point in (("G", G), ("Q", Q)):
        numbers = [machine.number(-2**15, 2**15 - 1, "Int16") for _ in range(count)]
        variables |= {f"digitsOf{letter}": numbers,
                      f"multiplesOf{letter}": Structure("Table", {"span": multiple(point, "Span")})}
        for position, digit in enumerate(numbers):
            expected += digit.polynomial * point * 2**position
    machine.framed("JacobianPoint", CHAIN, variables)
    machine.statement(*loop_of(function, "for"))
    if of(variables["result"]) != expected:
        raise Failure(f"{CHAIN}: the chain does not give the sum of all digits")
    report.line(CHAIN, "result", f"Σ dᵢ 2^i G + Σ eᵢ 2^i Q, for any {count} digits each")


def selection(report, width):
    name, added = "JacobianPoint.add(_:of:)", []
    machine = report.machine(summaries={"JacobianPoint.add": lambda machine, point, other: added.append(of(other)),
                                        "AffinePoint.prefix -": lambda machine, point: multiple(-of(point), "AffinePoint")})
    select, = (candidate for candidate in report.declarations.functions["JacobianPoint", "add"] if len(candidate.parameters) == 2)
    table = [multiple(G * (2 * n + 1), "AffinePoint") for n in range(1 << width - 2)]
    for digit in (0, *range(1 - (1 << width - 1), 1 << width - 1, 2)):
        machine.framed("JacobianPoint", CHAIN, {"self": multiple(Q, "JacobianPoint"), "digit": literal(digit, "Int16"),
                                                "oddMultiples": table})
        machine.run(select.parsed())
        if sum(added, constant(0)) != G * digit:
            raise Failure(f"{name}: another multiple than the digit's")
        added.clear()
    report.line(name, "result", f"the point plus digit times G, for 0 and each odd digit of width {width}")


def digits(report, widths):
    report.states(WRITE, "Σ digits[i] 2^i + carry 2^position = integer modulo 2^position")
    function = report.machine().function("NonAdjacentForm", "write", [None, "width", "to"])
    body = loop_of(function, "while")[3]

    def ran(width, carry, low, known, position=0):
        """A round where the lowest bits from a position on are known. Its digit, its carry, and the number of bits."""
        machine = report.machine()
        bits = constant(low)
        if known < 64:
            bits = bits.plus(machine.number(0, (1 << 64 - known) - 1).polynomial, 1 << known)
        words = [machine.made("UInt64", bits, 0, LIMB), *(machine.number(0, LIMB) for _ in range(3))] if position == 0 else \
            [literal(low << position >> 64 * n & LIMB, "UInt64") for n in range(4)]
        written = [None] * 257
        variables = machine.framed("NonAdjacentForm", WRITE, {
            "integer": Structure("UInt256", {f"l{n}": word for n, word in enumerate(words)}), "digits": written,
            "carry": literal(carry, "Int"), "position": literal(position, "Int"), "width": literal(width, "Int"),
            "window": literal(1 << width, "Int")}).variables
        machine.round(body)
        digit = written[position].low if written[position] else 0
        count, out = variables["position"].low - position, variables["carry"].low
        if any(written[:position] + written[position + 1:]) or count < 1 or not 0 <= out <= 1 \
                or digit + (out << count) != carry + low % (1 << count) or digit % 2 == 0 and digit \
                or out and position + count > 256:
            raise Failure(f"{WRITE}: a round on the low bits {low:#x} with the carry {carry} at {position}")
        return digit
    cases = 0
    for letter, width in widths.items():
        found, entries = {0}, 1 << width - 2
        for carry in (0, 1):
            # The lowest bits decide a round, and all others are any bits: `zeros` bits equal to the carry, or else a window.
            for zeros in range(1, 65):
                low = (1 << zeros) - 1 if carry else 0
                ran(width, carry, low | ((1 - carry) << zeros if zeros < 64 else 0), zeros + 1)
            windows = [window for window in range(1 << width) if window % 2 != carry]
            found |= {ran(width, carry, window, width) for window in windows}
            cases += 64 + len(windows)
            # At the end a round also depends on the position: there all higher bits are 0.
            for position in range(256 - width, 257):
                found |= {ran(width, carry, window, 64, position) for window in range(1 << min(width, 256 - position))}
        least, most = min(found), max(found)
        report.require(-2 * entries < least and most < 2 * entries, WRITE, f"digits of {letter}, width {width}",
                       f"0 or odd, {least} ... {most}; digit + 2^w carry out = window + carry in; carry 0 from 257 on")
        report.require(max(-least, most) // 2 == entries - 1, WRITE, f"index for {letter}",
                       f"0 ... {entries - 1}, of 2^(width - 2) = {entries} entries")
    report.line(WRITE, "a round", f"preserves it, for any integer: {cases} cases of the low bits, the others any")
    start = [statement for statement in function.parsed() if statement[0] == "let"][1:]
    report.require([statement[4] for statement in start] == [("number", 0)] * 2, WRITE, "begin", "carry and position are 0")
    report.line(WRITE, "end", "from position 257 on the carry is 0, see above: the sum of all digits is the integer")


def tables(report, widths):
    for text, operation, quantity, meaning in (
            ("let tableCount = 1 << (width - 2) return withTemporarySpan(repeating: q, count: tableCount)",
             CHAIN, "table of Q", f"2^(width - 2) = {1 << widths['Q'] - 2} entries"),
            ("let count = 1 << (width - 2) var points = ContiguousArray(repeating: AffinePoint.generator, count: count)",
             "GeneratorTable.points", "table of G", f"2^(width - 2) = {1 << widths['G'] - 2} entries"),
            ("NonAdjacentForm.withDigits(of: u2, width: width)", CHAIN, "digits for Q", f"of width {widths['Q']}, as the table's"),
            ("NonAdjacentForm.withDigits(of: u1, width: GeneratorTable.width)", CHAIN, "digits for G",
             f"of width {widths['G']}, as the table's")):
        report.quotes(text, operation, quantity, meaning)


def tree(report):
    name = "MerkleInclusionProof.root"
    report.states(name, "node is the node of its level at the position `index`")
    function, hashes = report.machine().function("MerkleInclusionProof", "root", [None, "forLeaf"]), []
    for bit in (0, 1):
        machine = report.machine(summaries={
            "SHA256.hash": lambda machine, *nodes: hashes.append([node.kind for node in nodes]) or Structure("Parent", {})})
        half = machine.number(0, 2**31 - 1, "UInt32")
        index = machine.made("UInt32", half.polynomial * 2 + bit, 0, 2**32 - 1)
        sides = [Structure(side, {}) for side in ("Left", "Right")]
        variables = machine.framed("MerkleInclusionProof", name, {
            "node": sides[bit], "sibling": sides[1 - bit], "index": index}).variables
        machine.round(loop_of(function, "for")[4])
        if hashes.pop() != ["Left", "Right"] or variables["node"].kind != "Parent" or variables["index"].polynomial != half.polynomial:
            raise Failure(f"{name}: a step is not the hash of the children at 2 j and 2 j + 1")
    report.line(name, "a step", "the hash of the children at 2 j and 2 j + 1, in this order, is the node at j")


def lengths(report):
    report.section("Lengths, and SHA-256")
    machine, name = report.machine(summaries={"DERReader.readByte": lambda machine, *a: machine.number(0, 255, "UInt8")}), "DERReader"
    function = machine.function(name, "readLength", [None, "of"])
    variables = machine.framed(name, "DERReader.readLength", {
        "length": machine.number(0, 2**31 - 1), "index": literal(1, "Int"), "bytes": [], "self": Structure(name, {})}).variables
    machine.run(loop_of(function, "for")[4])
    low, high = machine.path.range(variables["length"].polynomial, 1)
    report.require(0 <= low and high <= 2**31 - 1, "DERReader.readLength", "length",
                   "0 ... 2^31 - 1 after each byte, below 2^39 within a step")
    report.quotes("guard length <= end - position else { throw .truncated }",
                  "DERReader.readElement", "position + length", "at most the end of the bytes")
    for file in ("SHA256State.swift", "SHA256State+Rounds.swift"):
        trapping = set(report.tokens(file).split()) & {"+", "*", "/", "%", "<<", ">>", "+=", "-=", "*=", "<<=", ">>="}
        report.require(not trapping, "SHA-256", file, "no operator on words that could trap: all is modulo 2^32")
