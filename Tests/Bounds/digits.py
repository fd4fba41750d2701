"""The digits of scalars, the tables that they index, and the points that are added."""

import re

from arithmetic import Structure, literal
from field import HIGHS
from machine import Frame
from report import Failure, N, double_wide, element, fixed_wide, inside, value, wide

SCALARS = [0, 1, 2, 3, N - 1, N - 2, N // 2, N // 2 + 1, 2**255, 2**255 - 1, 2**128, 2**128 - 1, 2**252 - 1,
           sum(1 << i for i in range(0, 255, 2)), sum(0x2AA << i for i in range(0, 245, 10)), N - 2**128]


def prove(report):
    non_adjacent(report)
    points(report)
    lengths(report)


def constant_of(report, owner, name):
    return report.machine().static(owner, name).low


def non_adjacent(report):
    report.section("Non-adjacent forms")
    name = "NonAdjacentForm.write"
    count = constant_of(report, "NonAdjacentForm", "digitCount")
    widths = {"Q": constant_of(report, "JacobianPoint", "width"), "G": constant_of(report, "GeneratorTable", "width")}
    report.require(count == 257, "NonAdjacentForm.digitCount", "digits", "257: one more than a scalar has bits")
    machine = report.machine()
    function = machine.function("NonAdjacentForm", "write", [None, "width", "to"])
    loop, = (statement for statement in function.parsed() if statement[0] == "while")
    for point, width in widths.items():
        half, lows, highs = 1 << width - 1, [], []
        # A round depends on the window at its position and on the carry in; near bit 255 it also depends on the
        # position.
        for position in [0, *range(256 - width, 257)]:
            for window in range(1 << min(width, 256 - position)):
                for carry in (0, 1):
                    digits = [literal(0, "Int16")] * count
                    frame = Frame(name)
                    frame.owner = "NonAdjacentForm"
                    frame.variables = {"integer": fixed_wide(window << position), "digits": digits,
                                       "carry": literal(carry, "Int"), "position": literal(position, "Int"),
                                       "width": literal(width, "Int"), "window": literal(1 << width, "Int")}
                    machine.frames.append(frame)
                    machine.round(loop[3])
                    machine.frames.pop()
                    digit = digits[position].low
                    after, out = frame.variables["position"].low, frame.variables["carry"].low
                    skipped = (window & (1 << after - position) - 1) + carry
                    if digit + (out << after - position) != skipped or digit % 2 == 0 and digit:
                        raise Failure(f"{name}: a window of {window} and a carry of {carry} give {digit}")
                    if out and after > 256:
                        raise Failure(f"{name}: a carry goes beyond 256 bits, from position {position}")
                    lows.append(digit)
                    highs.append(digit)
        low, high = min(lows), max(highs)
        report.require(-half < low and high < half, name, f"digits of {point}, width {width}",
                       f"0 or odd, {low} ... {high}; digit + 2^w carry out = window + carry in; carry 0 from 257 on")
        report.require(max(-low, high) // 2 == (1 << width - 2) - 1, name, f"index for {point}",
                       f"0 ... {(1 << width - 2) - 1}, of 2^(width - 2) = {1 << width - 2} entries")
    report.quotes("let tableCount = 1 << (width - 2) return withTemporarySpan(repeating: q, count: tableCount)",
                  "doubleScalarMultiplication", "table of Q", f"2^(width - 2) = {1 << widths['Q'] - 2} entries")
    report.quotes("let count = 1 << (width - 2) var points = ContiguousArray(repeating: AffinePoint.generator, count: count)",
                  "GeneratorTable.points", "table of G", f"2^(width - 2) = {1 << widths['G'] - 2} entries")
    report.quotes("if digit > 0 { add(oddMultiples[Int(digit) / 2]) }"
                  "else if digit < 0 { add(-oddMultiples[Int(-digit) / 2]) }",
                  "JacobianPoint.add", "index", "|digit| / 2, rounded down, for (2 i + 1) times the point at index i")
    for table, text, width in (("Q", "of: u2, width: width", widths["Q"]),
                               ("G", "of: u1, width: GeneratorTable.width", widths["G"])):
        report.quotes(f"NonAdjacentForm.withDigits({text})", "doubleScalarMultiplication", f"digits for {table}",
                      f"of width {width}, as the table's")
    for width in widths.values():
        for scalar in SCALARS:
            digits = [literal(0, "Int16")] * count
            report.machine().entered(function, [fixed_wide(scalar), literal(width, "Int"), digits])
            if sum(digit.low << index for index, digit in enumerate(digits)) != scalar:
                raise Failure(f"{name}: {scalar:#x}")
    report.line(name, "sum", f"the scalar, for {len(SCALARS)} of them at the edges")


def points(report):
    report.section("Points: every step takes and gives numbers below 2^256")

    def any_element(machine, *arguments):
        for argument in arguments:
            if argument.kind not in ("FieldElement", "UInt512"):
                raise Failure(f"a field operation takes {argument.kind}")
        return element(wide(machine, None))
    names = ["+", "-", "prefix -", "*", "multipliedInline", "squaredInline", "squared", "halved"]
    summaries = {f"FieldElement.{operation}": any_element for operation in names}
    summaries["FieldElement.isZero"] = lambda machine, a: machine.number(0, 1, "Bool")

    def product(machine, *factors):
        """A product, which is minus a third factor if there is one."""
        any_element(machine, *factors)
        high = machine.number(-1 if len(factors) > 2 else 0, 1, "Int64")
        return Structure("UnreducedElement", {"low": wide(machine, None), "high": high})

    def reduced(machine, number):
        inside(machine, number.fields["high"].polynomial, HIGHS[0], HIGHS[-1], "UnreducedElement.reduced")
        return element(wide(machine, None))
    summaries["FieldElement.unreducedProduct"] = summaries["FieldElement.unreducedSquare"] = product
    summaries["UnreducedElement.reduced"] = reduced
    summaries["UInt512(product::)"] = summaries["UInt512(square:)"] = lambda machine, *a: double_wide(machine, None)

    def run(kind, coordinates, operation, arguments):
        def go(machine, given):
            point = Structure(kind, {name: element(wide(machine, None)) for name in coordinates})
            others = [Structure("AffinePoint", {name: element(wide(machine, None)) for name in "xy"})] * arguments
            function = machine.function(kind, operation, [None] * (1 + arguments))
            _, _, after = machine.entered(function, [point, *others])
            for coordinate in after.fields.values():
                value(machine, coordinate)
        report.explore(f"{kind}.{operation}", go, (), None, (), summaries)
        report.line(f"{kind}.{operation}", ", ".join(coordinates).upper(),
                    "any numbers below 2^256 in and out, by the operations above alone; "
                    f"high is {HIGHS[0]} ... {HIGHS[-1]} before a reduction")
    run("JacobianPoint", ["x", "y", "z"], "double", 0)
    run("JacobianPoint", ["x", "y", "z"], "add", 1)
    # Only the field's own files work on the limbs of an element. Other files may make an element of four constants, and
    # may multiply limbs to a number of eight limbs, which is reduced as it is or after a subtraction.
    allowed = re.compile(r"UInt512 \( (?:product|square) : (?:\w+ \. montgomery(?: , )?)+ \)"
                         r"|FieldElement \( montgomery : UInt256 \( (?:0x\w+(?: , )?){4} \)")
    others = [file for file in report.files if not file.startswith(("FieldElement", "UInt512"))]
    for file in others:
        if " montgomery " in allowed.sub("", report.tokens(file)):
            raise Failure(f"{file}: limbs of a field element are used outside of the field's own files")
    report.line("FieldElement.montgomery", f"{len(others)} other files",
                "limbs are only multiplied to eight limbs, which are reduced later")


def lengths(report):
    report.section("Lengths, and SHA-256")

    def run(machine, given):
        function = machine.function("DERReader", "readLength", [None, "of"])
        loop, = (statement for statement in function.parsed() if statement[0] == "for")
        frame = machine.framed("DERReader")
        frame.function = "DERReader.readLength"
        frame.variables.update(length=machine.number(0, 2**31 - 1), index=literal(1, "Int"), bytes=[],
                               self=Structure("DERReader", {}))
        machine.run(loop[4])
        length = frame.variables["length"]
        low, high = machine.path.range(length.polynomial, 1)
        if low < 0 or high > 2**31 - 1:
            raise Failure("DERReader.readLength: the length is not bounded")
        machine.frames.remove(frame)
    summaries = {"DERReader.readByte": lambda machine, *a: machine.number(0, 255, "UInt8")}
    report.explore("DERReader.readLength", run, (), None, (), summaries)
    report.line("DERReader.readLength", "length", "0 ... 2^31 - 1 after each byte, below 2^39 within a step")
    report.quotes("guard length <= end - position else { throw .truncated }",
                  "DERReader.readElement", "position + length", "at most the end of the bytes")
    for file in ("SHA256State.swift", "SHA256State+Rounds.swift"):
        trapping = set(report.tokens(file).split()) & {"+", "*", "/", "%", "<<", ">>", "+=", "-=", "*=", "<<=", ">>="}
        report.require(not trapping, "SHA-256", file, "no operator on words that could trap: all is modulo 2^32")
