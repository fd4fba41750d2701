"""The digits of scalars, the tables that they index, and the points that are added."""

import re

from arithmetic import Structure, literal
from machine import Frame
from report import Failure, N, double_wide, element, fixed_wide, value, wide
from swift import tokens

SCALARS = [0, 1, 2, 3, N - 1, N - 2, N // 2, N // 2 + 1, 2**255, 2**255 - 1, 2**128, 2**128 - 1, 2**252 - 1,
           sum(1 << i for i in range(0, 255, 2)), sum(0x2AA << i for i in range(0, 245, 10)), N - 2**128]


def prove(report):
    non_adjacent(report)
    fixed_base(report)
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
        # A round depends on the window that begins at a position, on the carry into it, and at the end of the integer
        # on the position.
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
    report.quotes("P256/DoubleScalarMultiplication.swift", "let tableCount = 1 << (width - 2)", "JacobianPoint.sum",
                  "table of Q", f"2^(width - 2) = {1 << widths['Q'] - 2} entries")
    report.quotes("P256/GeneratorTable.swift", "spacing: .odd, count: 1 << (width - 2)", "GeneratorTable.points",
                  "table of G", f"2^(width - 2) = {1 << widths['G'] - 2} entries")
    report.quotes("P256/DoubleScalarMultiplication.swift",
                  "if digit > 0 { add(oddMultiples[Int(digit) / 2]) }"
                  "else if digit < 0 { add(-oddMultiples[Int(-digit) / 2]) }",
                  "JacobianPoint.add", "index", "|digit| / 2, rounded down, for (2 i + 1) times the point at index i")
    for width in widths.values():
        for scalar in SCALARS:
            digits = [literal(0, "Int16")] * count
            report.machine().entered(function, [fixed_wide(scalar), literal(width, "Int"), digits])
            if sum(digit.low << index for index, digit in enumerate(digits)) != scalar:
                raise Failure(f"{name}: {scalar:#x}")
    report.line(name, "sum", f"the scalar, for {len(SCALARS)} of them at the edges")


def fixed_base(report):
    report.section("Tables for windows of fixed places")
    name = "FixedBaseTable"
    report.quotes("P256/FixedBaseTable.swift", "FixedBaseTable(base: .generator, width: 10, spacing: 1)", name,
                  "generator", "width 10, spacing 1")
    report.quotes("P256/PreparedPublicKey.swift", "FixedBaseTable(base: publicKey.point, width: 7, spacing: 3)", name,
                  "prepared key", "width 7, spacing 3")
    report.quotes("P256/FixedBaseTable.swift", "for _ in 0..<width * spacing { unit.double() }", name, "units",
                  "2^(width * spacing * i) times the base")
    report.quotes("P256/FixedBaseTable.swift", "spacing: .every, count: 1 << (width - 1)", name, "row",
                  "2^(width - 1) entries")
    for width, spacing in ((10, 1), (7, 3)):
        half = 1 << width - 1
        machine = report.machine()
        frame = machine.framed("FixedBaseTable")
        frame.variables.update(width=literal(width, "Int"), spacing=literal(spacing, "Int"))
        function, = report.declarations.functions["FixedBaseTable", "init"]
        for statement in function.parsed():
            if statement[0] == "let" and statement[2] in ("windowCount", "rowCount"):
                machine.statement(*statement)
        windows, rows = (frame.variables[variable].low for variable in ("windowCount", "rowCount"))
        machine.frames.remove(frame)
        report.require(windows * width > 256 and rows * spacing >= windows, name, f"width {width}",
                       f"{windows} windows reach to bit {windows * width}, beyond 256, so that none carries at the end")
        table = Structure(name, {"width": literal(width, "Int"), "spacing": literal(spacing, "Int"), "entries": []})
        least = most = 0
        for position in (0, width):
            for window in range(1 << width):
                for below in (0, 1) if position else (0,):
                    integer = fixed_wide((window << 1 | below) << position >> 1)
                    labels = [None, "of", "at"]
                    digit = machine.call(name, "digit", table, integer, literal(position, "Int"), labels=labels).low
                    if digit != window + below - (window >> width - 1 << width):
                        raise Failure(f"{name}.digit: {window} and {below} give {digit}")
                    least, most = min(least, digit), max(most, digit)
        report.require((least, most) == (-half, half), f"{name}.digit", f"width {width}",
                       f"{least} ... {most}: window + bit below - 2^{width} highest bit")
        added(report, width, spacing, rows)


def added(report, width, spacing, rows):
    """Runs `add` with the integer m in place of the point m times the base."""
    half = 1 << width - 1

    def point(kind, multiple):
        return Structure(kind, {"x": literal(multiple)})

    def multiple(point):
        return point.fields["x"].low

    def plus(machine, total, entry):
        total.fields["x"] = literal(multiple(total) + multiple(entry))

    def double(machine, total):
        total.fields["x"] = literal(2 * multiple(total))
    summaries = {"JacobianPoint.add": plus, "JacobianPoint.double": double,
                 "AffinePoint.prefix -": lambda machine, entry: point("AffinePoint", -multiple(entry))}
    entries = [point("AffinePoint", j << width * spacing * row) for row in range(rows) for j in range(1, half + 1)]
    table = Structure("FixedBaseTable", {"width": literal(width, "Int"), "spacing": literal(spacing, "Int"),
                                         "entries": entries})
    for scalar in SCALARS:
        machine = report.machine(summaries=summaries)
        function = machine.function("FixedBaseTable", "add", [None, None, "to"])
        arguments = [table, Structure("Scalar", {"integer": fixed_wide(scalar)}), point("JacobianPoint", 0)]
        total, = machine.entered(function, arguments)[1].values()
        if multiple(total) != scalar:
            raise Failure(f"FixedBaseTable.add: {scalar:#x} of width {width}")
    report.line("FixedBaseTable.add", f"width {width}, spacing {spacing}",
                f"the scalar, every index within {len(entries)} entries, for {len(SCALARS)} scalars at the edges")


def points(report):
    report.section("Points: every step takes and gives numbers below 2^256")

    def any_element(machine, *arguments):
        for argument in arguments:
            if argument.kind not in ("FieldElement", "UInt512"):
                raise Failure(f"a field operation takes {argument.kind}")
        return element(wide(machine, None))
    names = ["+", "-", "prefix -", "*", "multipliedInline", "squaredInline", "squared", "doubled", "halved"]
    summaries = {f"FieldElement.{operation}": any_element for operation in names}
    summaries["FieldElement.isZero"] = lambda machine, a: machine.number(0, 1, "Bool")
    summaries["UInt512(product::)"] = summaries["UInt512(square:)"] = lambda machine, *a: double_wide(machine, None)

    def run(operation, arguments):
        def go(machine, given):
            point = Structure("JacobianPoint", {name: element(wide(machine, None)) for name in "xyz"})
            others = [Structure("AffinePoint", {name: element(wide(machine, None)) for name in "xy"})] * arguments
            function = machine.function("JacobianPoint", operation, [None] * (1 + arguments))
            _, _, after = machine.entered(function, [point, *others])
            for coordinate in after.fields.values():
                value(machine, coordinate)
        report.explore(f"JacobianPoint.{operation}", go, (), None, (), summaries)
        report.line(f"JacobianPoint.{operation}", "X, Y, Z",
                    "any numbers below 2^256 in and out, by the operations above alone")
    run("double", 0)
    run("add", 1)
    # The limbs of an element are nobody's but the field's: all that is done to them elsewhere is to multiply them
    # to a number of eight limbs, which is reduced as it is or subtracted before.
    allowed = re.compile(r"UInt512 \( (?:product|square) : (?:\w+ \. montgomery(?: , )?)+ \)")
    for file in ("JacobianPoint", "JacobianPoint+Addition", "JacobianPoint+Doubling", "AffinePoint+Multiples",
                 "AffinePoint+Normalization", "FixedBaseTable", "DoubleScalarMultiplication", "PublicKey+Verification"):
        text = " ".join(token.text for token in tokens((report.source / f"P256/{file}.swift").read_text()))
        report.require("montgomery" not in allowed.sub("", text), file, "limbs",
                       "left to the operations above, but in products that are reduced later")


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
    report.quotes("DER/DERReader.swift", "guard length <= end - position else { throw .truncated }",
                  "DERReader.readElement", "position + length", "at most the end of the bytes")
    for file in ("SHA256/SHA256State.swift", "SHA256/SHA256State+Compression.swift"):
        text = (report.source / file).read_text()
        found = {token.text for token in tokens(text) if token.kind == "operator"}
        trapping = found & {"+", "*", "/", "%", "<<", ">>", "+=", "-=", "*=", "<<=", ">>="}
        report.require(not trapping, "SHA-256", file.split("/")[1].removesuffix(".swift"),
                       "no operator on words that could trap: all is modulo 2^32")
