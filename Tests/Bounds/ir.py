"""Reads LLVM's intermediate code and runs it on numbers of which a range and an exact polynomial are known.

A value of n bits is a number that is congruent to it modulo 2^n: as it is if it fits with or without a sign, otherwise the
remainder. A decision has a path for each answer, except where two sides only compute the values of one `phi`: with
`merging` this is a symbol, one for equal conditions and sides. So equal computations give equal polynomials.
"""

import re

from arithmetic import Arithmetic, Number, literal
from ranges import Failure
from swift import Unreadable

NAME = r'(?:"[^"]*"|[\w$.-]+)'
FUNCTION = re.compile(rf"^define [^\n]*?@({NAME})\((.*?)\)[^\n()]*\{{\n(.*?)^\}}", re.S | re.M)
SIGNS = {"add": "+", "sub": "-", "mul": "*"}
BINARY = {*SIGNS, "shl", "lshr", "ashr", "or", "and", "xor"}
# What these promise is checked where it matters: `inbounds` when the address is used. Any other flag ends the run.
FLAGS = {"nuw", "nsw", "disjoint", "inbounds", "tail", "nneg"}

def pieces(text):
    """The parts between commas that no bracket encloses."""
    found, depth, start = [], 0, 0
    for index, character in enumerate(text):
        depth += (character in "([{<") - (character in ")]}>")
        if character == "," and depth == 0:
            found.append(text[start:index].strip())
            start = index + 1
    return [piece for piece in found + [text[start:].strip()] if piece]

class Code:
    """The functions of a module, each with its parameters and its blocks of lines."""

    def __init__(self, text):
        self.text = text
        self.texts = {match[1].strip('"'): match for match in FUNCTION.finditer(text)}
        self.types = dict(re.findall(rf"^(%{NAME}) = type <\{{ (.*) \}}>$", text, re.M))
        self.parsed = {}

    def size(self, kind):
        """The bytes of a type."""
        if kind != "i64" and kind not in self.types:
            raise Unreadable(f"the type {kind}")
        return 8 if kind == "i64" else sum(map(self.size, pieces(self.types[kind])))

    def function(self, name):
        if name not in self.parsed:
            if name not in self.texts:
                raise Unreadable(f"the compiled code has no function {name}")
            match = self.texts[name]
            if re.search(r"!\w|\brange\(", match[0]):
                raise Unreadable(f"{name} has a range or metadata")
            blocks, label = {}, "entry"
            body = re.sub(r"\[\n(.*?)\n\s*\]", lambda found: "[" + " ".join(found[1].split()) + "]", match[3], flags=re.S)
            for line in body.splitlines():
                line = re.sub(r"\s*; preds = .*$", "", line).strip()
                found = re.fullmatch(rf"({NAME}):", line)
                if found:
                    label = found[1].strip('"')
                elif line and not line.startswith("; "):
                    blocks.setdefault(label, []).append(line)
            self.parsed[name] = [piece.split()[-1] for piece in pieces(match[2])], blocks
        return self.parsed[name]

class Region(dict):
    """Memory of some bytes: a word at each offset that is a multiple of 8, once it is written."""

    def __init__(self, size, words=()):
        super().__init__({8 * n: word for n, word in enumerate(words)})
        self.size = size

class Pointer:
    def __init__(self, region, offset=0):
        self.region, self.offset = region, offset

class Returned(Exception):
    """A `ret`, with its value."""

def bits(kind):
    if not re.fullmatch(r"i\d+", kind):
        raise Unreadable(f"values of type {kind}")
    return int(kind[1:])

class Compiled(Arithmetic):
    """One run of compiled code along a path."""

    def __init__(self, code, path, merging=False, names=None):
        super().__init__(path)
        self.code, self.merging, self.names = code, merging, {} if names is None else names
        self.nodes = self.path.__dict__.setdefault("nodes", {})
        self.place, self.values, self.entered_with = "", {}, set()

    def fail(self, text):
        raise Failure(f"{self.place}: {text}")

    # Values.
    def symbol(self, key, low, high):
        """The number that a key stands for."""
        if key not in self.nodes:
            self.nodes[key] = self.number(low, high, None)
        return self.nodes[key]

    def plain(self, number, low, high):
        """The number congruent to this one modulo high - low + 1 that is from low to high."""
        for depth in (None, 1, 2):
            if depth is not None:
                if not self.path.facts:
                    break
                number = self.narrowed(number, depth)
            if low <= number.low and number.high <= high:
                return number
        if (number.low, number.high, low) == (-1, 0, 0):
            return self.scaled(self.bit(self.scaled(number, -1)), high)
        return self.remainder(number, low, high)

    def unsigned(self, number, n):
        return self.plain(number, 0, (1 << n) - 1)
    def signed(self, number, n):
        return self.plain(number, -(1 << n - 1), (1 << n - 1) - 1)

    def settle(self, number, n):
        """A result of n bits: small numbers keep their sign, others become remainders."""
        if number.low < -(1 << min(n - 1, 16)) or number.high >= 1 << n:
            number = self.unsigned(number, n)
        return number

    def require_fits(self, flags, n, text, exact):
        """Fails if a result that a flag calls undefined can occur. `exact` gives the number, by how operands are read."""
        for flag, view, low, high in (("nuw", self.unsigned, 0, (1 << n) - 1),
                                      ("nsw", self.signed, -(1 << n - 1), (1 << n - 1) - 1)):
            number = exact(view) if flag in flags else literal(0)
            if not (low <= number.low and number.high <= high):
                self.fail(f"{text} {flag}: {number.low:#x} ... {number.high:#x} may overflow")

    def shifted_left(self, x, count, n):
        if x.low >= 0 and x.high >> n - count:
            x = self.divided(x, 1 << n - count)[1]
        result = self.settle(self.scaled(x, 1 << count), n)
        return Number(None, result.polynomial, result.low, result.high, count)

    def shifted_right(self, x, count, n, view):
        x = view(x, n)
        if self.is_small(x) and count >= 16:
            return self.scaled(self.negative(x), -1)
        return self.divided(x, 1 << count)[0]

    def either(self, x, y, n, flags=()):
        """`or`: a sum if the operands share no bit, otherwise a symbol for both."""
        x, y = self.unsigned(x, n), self.unsigned(y, n)
        x, y = (y, x) if x.is_constant else (x, y)
        if y.is_constant and y.low == 0:
            return x
        total = self.joined(x, y)
        if total:
            return total
        if "disjoint" in flags:
            self.fail("an `or` that is called disjoint of numbers that may share bits")
        parts = [part for number in (x, y) for part in self.nodes.get(("parts", number.polynomial.key), [number])]
        result = self.symbol(("or", frozenset(part.polynomial.key for part in parts)), 0, (1 << n) - 1)
        self.nodes["parts", result.polynomial.key] = parts
        return result

    def masked(self, x, y, n):
        """`and` with a mask of low bits or of high bits, or of two truths."""
        x, y = (y, x) if x.is_constant else (x, y)
        if not y.is_constant:
            x, y = self.unsigned(x, n), self.unsigned(y, n)
            if n == 1:
                return self.combined("*", x, y) if self.merging else literal(self.fixed(x) and self.fixed(y))
            self.fail("`and` of two numbers that are not known")
        mask, number, signed = y.low % (1 << n), self.unsigned(x, n), self.signed(x, n)
        if number.is_constant:
            return literal(number.low & mask)
        if number.high <= 1 and self.bit(number):
            return self.scaled(number, mask & 1)
        if (signed.low, signed.high) == (-1, 0):
            return self.scaled(signed, -mask)
        if mask & mask + (mask & -mask) or not mask:
            self.fail(f"`and` with {mask:#x}")
        if number.polynomial.terms.get(()) == (1 << n) - 1:  # the bits of a complement
            kept = self.masked(self.made(None, (1 << n) - 1 - number.polynomial, 0, (1 << n) - 1), y, n)
            return self.combined("-", literal(mask), kept)
        low, high = (self.divided(number, end)[1].polynomial for end in (mask & -mask, 1 << mask.bit_length()))
        return self.made(None, high - low, 0, mask)

    def exclusive(self, x, y, n):
        x, y = (y, x) if x.is_constant else (x, y)
        x, u, ones = self.unsigned(x, n), self.unsigned(y, n), (1 << n) - 1
        if u.is_constant and (x.is_constant or u.low in (0, ones)):
            return literal(x.low ^ u.low) if x.is_constant else x if u.low == 0 else self.combined("-", u, x)
        if n == 1 and self.merging:
            return self.made(None, x.polynomial + u.polynomial - 2 * x.polynomial * u.polynomial, 0, 1)
        lowest = u.low & -u.low
        if u.is_constant and u.low + lowest == 1 << u.low.bit_length() and x.high <= u.low \
                and self.divided(x, lowest)[1].high == 0:
            return self.made(None, u.low - x.polynomial, 0, u.low)
        # One number may have the high half alone, where the other is known.
        for a, b in ((x, u), (u, x)):
            upper, lower = self.divided(b, 1 << n // 2)
            if upper.is_constant and not b.is_constant and self.divided(a, 1 << n // 2)[1].high == 0:
                return self.combined("+", self.exclusive(a, literal(upper.low << n // 2), n), lower)
        return self.fail("`xor` of two numbers that are not known")

    def is_small(self, number):
        return self.merging and -(1 << 16) <= number.low < 0 <= number.high < 1 << 16

    def negative(self, number):
        """1 for a small number below 0, otherwise 0, as a symbol."""
        return self.symbol(("negative", number.polynomial.key), 0, 1)

    def opposite(self, truth):
        return self.combined("-", literal(1), truth)

    def is_less(self, x, y, n):
        """1 if x is less than y: the borrow of the difference."""
        exact = self.combined("-", x, y)
        if exact.low >= 0 or exact.high < 0:
            return literal(int(exact.high < 0))
        return self.negative(exact) if self.is_small(exact) else self.scaled(self.divided(exact, 1 << n)[0], -1)

    def compare(self, predicate, x, y, n):
        if isinstance(x, Pointer) or isinstance(y, Pointer):
            self.fail("a comparison of addresses")
        if predicate in ("eq", "ne"):
            result = self.is_equal(self.unsigned(x, n), self.unsigned(y, n))
        else:
            view = self.unsigned if predicate[0] == "u" else self.signed
            x, y = view(x, n), view(y, n)
            result = self.is_less(*((y, x) if predicate[1:] in ("gt", "le") else (x, y)), n)
        return self.opposite(result) if predicate == "ne" or predicate[1:] in ("le", "ge") else result

    def is_equal(self, x, y):
        parts = self.nodes.get(("parts", x.polynomial.key))
        if parts and y.is_constant and y.low == 0:
            result = literal(1)
            for part in parts:
                result = self.combined("*", result, self.is_equal(part, y))
            return result
        difference = self.combined("-", x, y)
        if difference.is_constant or difference.low > 0 or difference.high < 0:
            return literal(int(difference.is_constant and difference.low == 0))
        if self.merging:
            return self.symbol(("zero", frozenset([difference.polynomial.key, (-difference.polynomial).key])), 0, 1)
        return literal(int(self.compared("==", x, y)))

    def bit(self, condition):
        """A condition: decided on a path of its own, or with `merging` a symbol."""
        condition = self.unsigned(condition, 1)
        if condition.is_constant or not self.merging:
            return literal(self.fixed(condition))
        return condition if len(condition.polynomial.terms) <= 2 else self.symbol(("bit", condition.polynomial.key), 0, 1)

    def selected(self, condition, x, y):
        condition = self.bit(condition)
        if condition.is_constant:
            return x if condition.low else y
        if x.is_constant and y.is_constant:
            return self.combined("+", y, self.scaled(condition, x.low - y.low))
        key = "select", *(number.polynomial.key for number in (condition, x, y))
        return self.symbol(key, min(x.low, y.low), max(x.high, y.high))

    # Operands and memory.
    def operand(self, text):
        """The value of an operand, whose type may stand before it."""
        text = text if text.startswith('@"') else text.split()[-1]
        if text.startswith("%"):
            value = self.values.get(text)
            if value is None:
                self.fail(f"{text} is not defined")
            if isinstance(value, Number) and value.low < value.high <= value.low + 3 and self.path.facts and not self.merging:
                value = self.values[text] = self.narrowed(value, 1)
            return value
        if text.startswith("@"):
            return text[1:].strip('"')
        if re.fullmatch(r"-?\d+|true|false|zeroinitializer", text):
            return literal(int(text) if text[-1].isdigit() else int(text == "true"))
        raise Unreadable(f"{self.place}: the operand {text}")

    def words(self, kind, pointer):
        """The places in memory of a value."""
        count = re.fullmatch(r"i64|<(\d+) x i64>", kind)
        if not count:
            raise Unreadable(f"{self.place}: a value of type {kind}")
        return self.places(pointer, 8 * int(count[1] or 1))

    def places(self, pointer, count):
        """The places of as many bytes, which must be whole words within their memory."""
        end = pointer.offset + count
        if pointer.offset % 8 or count % 8 or not 0 <= pointer.offset <= end <= pointer.region.size:
            self.fail(f"{count} bytes at {pointer.offset} of {pointer.region.size}")
        return range(pointer.offset, end, 8)

    def loaded(self, pointer, places):
        if not all(place in pointer.region for place in places):
            self.fail(f"a load of what was not written, at {pointer.offset}")
        return tuple(pointer.region[place] for place in places)

    # Functions.
    def run(self, name, arguments):
        parameters, blocks = self.code.function(name)
        outer = self.values, self.place
        self.values, self.place = dict(zip(parameters, arguments, strict=True)), name
        try:
            before, block = None, next(iter(blocks))
            while True:
                before, block = block, self.block(blocks, before, block)
        except Returned as leaving:
            self.values, self.place = outer
            return leaving.args[0]

    def phis(self, lines, before):
        """The values that the phis at the head of a block have on the way from another block."""
        found = {}
        for line in lines:
            match = re.fullmatch(r"(%\S+) = phi (\S+) (.*)", line)
            if not match:
                break
            for piece in pieces(match[3]):
                value, label = piece.strip("[] ").rsplit(", ", 1)
                if label.lstrip("%").strip('"') == before:
                    found[match[1]] = self.operand(value)
        return found

    def block(self, blocks, before, label):
        """Runs a block and returns the next one."""
        if label not in self.entered_with:
            self.values.update(self.phis(blocks[label], before))
        self.entered_with.discard(label)
        for line in blocks[label]:
            target = None if " = phi " in line else self.step(line)
            if isinstance(target, str):
                return target
            if target is not None:
                condition, then, otherwise = target
                joined = self.merging and not condition.is_constant and self.merged(blocks, label, condition, then, otherwise)
                return joined or (then if self.fixed(condition) else otherwise)
        raise Unreadable(f"{self.place}: a block without an end")

    def merged(self, blocks, label, condition, then, otherwise):
        """Joins the sides of a condition if one of them is a block that only computes, and the other is what follows."""
        for side, join in ((then, otherwise), (otherwise, then)):
            *lines, last = blocks[side]
            if last.replace('"', "") != f"br label %{join}" or any(
                    re.search(r"^store|\bphi\b|\bload\b|call (?!\{ i64, i1 \} @llvm)", line) for line in lines):
                continue
            direct = self.phis(blocks[join], label)
            for line in lines:
                self.step(line)
            through = self.phis(blocks[join], side)
            for name, value in direct.items():
                self.values[name] = self.selected(condition, *((through[name], value) if side == then else (value, through[name])))
            self.entered_with = {join}
            return join
        return None

    def step(self, line):
        """Runs an instruction. At the end of a block: the next block, or a condition with two blocks."""
        target, text = re.fullmatch(r"(?:(%\S+) = )?(.*)", line).groups()
        words = [word for word in text.split() if word not in FLAGS]
        flags = {word for word in text.split()[:5] if word in FLAGS}
        operator, text = words[0], " ".join(words[1:])
        if operator in BINARY:
            kind, rest = text.split(" ", 1)
            result = self.binary(operator, flags, bits(kind), *map(self.operand, pieces(rest)))
        elif operator in ("zext", "sext", "trunc"):
            kind, value, _, into = text.split()
            result = self.converted(operator, flags, self.operand(value), bits(kind), bits(into))
        elif hasattr(self, "run_" + operator):
            result = getattr(self, "run_" + operator)(text)
        else:
            raise Unreadable(f"{self.place}: the instruction {operator}: {line}")
        if target is None:
            return result
        self.values[target] = self.renamed(result)
        return None

    def renamed(self, value):
        """The symbol of a number that a whole operation gave, if this is one."""
        if not self.names or not isinstance(value, Number) or len(value.polynomial.terms) <= 4:
            return value
        return self.names.get(value.polynomial.key, value)

    # Instructions.
    def binary(self, operator, flags, n, x, y):
        if operator in SIGNS:
            def exact(view):
                return self.combined(SIGNS[operator], view(x, n), view(y, n))
            self.require_fits(flags, n, operator, exact)
            return self.settle(self.combined(SIGNS[operator], x, y), n)
        if operator in ("shl", "lshr", "ashr"):
            count = self.fixed(y)
            if not 0 <= count < n:
                self.fail("a shift by all bits")
            if operator != "shl":
                return self.shifted_right(x, count, n, self.signed if operator == "ashr" else self.unsigned)
            self.require_fits(flags, n, "shl", lambda view: self.scaled(view(x, n), 1 << count))
            return self.shifted_left(x, count, n)
        if operator == "or":
            return self.either(x, y, n, flags)
        return self.masked(x, y, n) if operator == "and" else self.exclusive(x, y, n)

    def converted(self, operator, flags, x, n, into):
        if operator == "trunc":
            self.require_fits(flags, into, "trunc", lambda view: view(x, n))
            return self.settle(x, into)
        if operator == "zext":
            self.require_fits({"nsw"} if "nneg" in flags else (), n, "zext nneg", lambda view: self.unsigned(x, n))
            return self.unsigned(x, n)
        if n == 1:
            return self.scaled(self.unsigned(x, 1) if self.merging else self.bit(x), -1)
        return self.signed(x, n)

    def run_icmp(self, text):
        predicate, kind, rest = text.split(" ", 2)
        return self.compare(predicate, *map(self.operand, pieces(rest)), bits(kind))

    def run_select(self, text):
        kind = pieces(text)[1].split()[0]
        condition, *sides = map(self.operand, pieces(text))
        x, y = (self.unsigned(side, bits(kind)) if isinstance(side, Number) and side.is_constant else side for side in sides)
        if kind == "i1" and y.is_constant and y.low == 0:
            return self.masked(condition, x, 1)
        return self.selected(condition, x, y)

    def run_extractvalue(self, text):
        value, *indices = pieces(text)
        result = self.operand(value)
        for index in indices:
            result = result[int(index)]
        return result

    def run_insertvalue(self, text):
        value, part, index = pieces(text)
        kind, old = value.rsplit(" ", 1)
        fields = [None] * len(pieces(kind.strip("{} "))) if old in ("poison", "undef") else list(self.operand(old))
        fields[int(index)] = self.operand(part)
        return tuple(fields)

    def run_alloca(self, text):
        return Pointer(Region(self.code.size(pieces(text)[0])))

    def run_getelementptr(self, text):
        kind, base, index = pieces(text)
        if kind != "i8":
            raise Unreadable(f"{self.place}: getelementptr {kind}")
        pointer = self.operand(base)
        return Pointer(pointer.region, pointer.offset + self.fixed(self.operand(index)))

    def run_load(self, text):
        kind, pointer, *_ = pieces(text)
        pointer = self.operand(pointer)
        found = self.loaded(pointer, self.words(kind, pointer))
        return found if kind.startswith("<") else found[0]

    def run_store(self, text):
        value, pointer, *_ = pieces(text)
        kind, value = re.fullmatch(r"(\w+|<.*?>) (.*)", value).groups()
        value, pointer = self.operand(value), self.operand(pointer)
        places = self.words(kind, pointer)
        pointer.region.update(zip(places, value if isinstance(value, tuple) else [value] * len(places)))

    def run_ret(self, text):
        raise Returned(None if text == "void" else self.operand(text))
    def run_unreachable(self, text=""):
        self.fail("the end of a path that must not be taken")

    def run_br(self, text):
        targets = [target.strip('"') for target in re.findall(rf"label %({NAME})", text)]
        return targets[0] if len(targets) == 1 else (self.unsigned(self.operand(pieces(text)[0]), 1), *targets)

    def run_call(self, text):
        found = re.search(rf"([@%]{NAME})\((.*)\)", text)
        if not found or re.search(r"\basm\b", text):
            raise Unreadable(f"{self.place}: a call of {text}")
        name, arguments = self.operand(found[1]), [self.operand(piece) for piece in pieces(found[2])]
        if not name.startswith("llvm."):
            return self.run(name, arguments)
        operation, *rest = name[5:].split(".")
        if operation == "lifetime":
            arguments[-1].region.clear()
            return None
        if operation in ("uadd", "usub"):
            n = bits(rest[-1])
            lower, carry = self.with_overflow(SIGNS[operation[1:]], *(self.unsigned(argument, n) for argument in arguments), n)
            return self.renamed(lower), carry
        if operation == "fshl":
            n, count = bits(rest[-1]), self.fixed(arguments[2])
            low, high = (self.divided(self.unsigned(argument, n), 1 << n - count) for argument in arguments[:2])
            return self.combined("+", self.scaled(low[1], 1 << count), high[0])
        if operation == "memcpy" or operation == "memset" and self.fixed(arguments[1]) == 0:
            into, source, count = *arguments[:2], self.fixed(arguments[2])
            places = self.places(into, count)
            words = self.loaded(source, self.places(source, count)) if operation == "memcpy" else [literal(0)] * len(places)
            into.region.update(zip(places, words))
            return None
        raise Unreadable(f"{self.place}: the intrinsic {name}")
