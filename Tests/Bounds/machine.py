"""Runs the bodies of Swift functions, as they are in the source, on numbers with known ranges."""

from arithmetic import Number, Structure, WIDTHS, copied, literal
from expressions import Expressions
from swift import Unreadable


class Return(Exception):
    """A `return`, with its value."""


class Continue(Exception):
    """A `continue`."""


class Frame:
    """One call: its variables, and the line that it has reached."""

    def __init__(self, function, outer=None):
        self.function, self.outer, self.owner, self.variables = function, outer, "", {}
        self.line, self.binding, self.deferred = 0, "", []


class Machine(Expressions):
    """One run of the source along a path.

    `wrapping` names the bindings, as "Type.function binding", whose operators may wrap; anywhere else that is a
    failure. `summaries` has functions that are proved by themselves and here are stood for by what was proved.
    `seen` gathers the range of every binding, and the operands that gave it its ends.
    """

    def __init__(self, declarations, path, wrapping=(), summaries=None, seen=None, operands=None):
        super().__init__(path)
        self.declarations, self.wrapping, self.summaries = declarations, wrapping, summaries or {}
        self.seen, self.operands = {} if seen is None else seen, operands
        self.visited, self.constants, self.calls = set(), {}, {}

    def may_wrap(self):
        return bool(self.frames) and f"{self.frames[-1].function} {self.frames[-1].binding}" in self.wrapping

    # Calls.

    def framed(self, owner):
        frame = Frame(owner)
        frame.owner = owner
        self.frames.append(frame)
        return frame

    def call(self, owner, name, *arguments, labels=None):
        """Calls a function. The first argument of a method is `self`."""
        function = self.function(owner, name, labels or [None] * len(arguments))
        return self.entered(function, list(arguments))[0]

    def function(self, owner, name, labels):
        """The overload that takes these labels, or None. The first label of a method is that of `self`."""
        for candidate in self.declarations.functions.get((owner, name), []):
            parameters = candidate.parameters
            if parameters is None:
                if len(labels) > 1:
                    continue
                return candidate
            given = list(labels)
            if not ("static" in candidate.modifiers or name == "init" or owner == "" or not name.isidentifier()):
                given = given[1:]
            fits = True
            for label, *_, default in parameters:
                if given and (given[0] or "_") == label:
                    given.pop(0)
                elif default is None:
                    fits = False
            if fits and not given:
                return candidate
        return None

    def entered(self, function, arguments, labels=None, outer=None):
        """Runs a function and returns its value, the values of its inout parameters, and `self`."""
        full_name = function.full_name
        if full_name in self.summaries:
            return self.summaries[full_name](self, *arguments), {}, arguments[0] if arguments else None
        self.calls[full_name] = self.calls.get(full_name, 0) + 1
        frame = Frame(full_name, outer)
        frame.owner = outer.owner if outer else function.owner
        parameters = function.parameters or []
        is_method = function.owner and function.name != "init" and "static" not in function.modifiers \
            and function.name.isidentifier()
        if is_method:
            frame.variables["self"] = copied(arguments.pop(0))
        self.frames.append(frame)
        given = list(labels) if labels is not None else ["_"] * len(arguments)
        for label, name, kind, _, default in parameters:
            if arguments and (labels is None or given[0] == label):
                given.pop(0)
                value = arguments.pop(0)
            else:
                value = self.evaluated(default, kind)
            frame.variables[name] = self.typed(value, kind)
            self.note(name, frame.variables[name])
        if function.name == "init":
            defaults = self.declarations.stored[function.owner].items()
            frame.variables["self"] = Structure(function.owner, {
                name: self.typed(self.evaluated(default, kind), kind)
                for name, (kind, default) in defaults if default is not None})
        value = frame.variables.get("self") if function.name == "init" else None
        try:
            statements = function.parsed()
            if len(statements) == 1 and statements[0][0] == "expression" and function.name != "init":
                frame.line, frame.binding = statements[0][1], "return"
                value = self.evaluated(statements[0][2])
                self.note("return", value)
            else:
                self.run(statements)
        except Return as leaving:
            value, = leaving.args
        for statements in reversed(frame.deferred):
            self.run(statements)
        if function.name == "init" and value is not None:
            value = frame.variables["self"]
        if function.results and not isinstance(value, dict):
            value = dict(zip(function.results, value, strict=True))
        changed = {name: frame.variables[name] for _, name, _, is_inout, _ in parameters if is_inout}
        self.frames.pop()
        return value, changed, frame.variables.get("self")

    def typed(self, value, kind):
        """A copy of a value for a variable of a type. A literal gets the type."""
        if isinstance(value, Number) and value.kind is None and kind in WIDTHS:
            return self.fitted(value, kind, False)
        return copied(value)

    def note(self, name, value):
        """Widens the noted range of a binding so that it contains a value."""
        if isinstance(value, (tuple, dict)):
            for index, element in value.items() if isinstance(value, dict) else enumerate(value):
                self.note(f"{name}.{index}", element)
        if isinstance(value, Structure) and "l0" in value.fields:
            value = self.joined_limbs(value)
        if isinstance(value, Number):
            key = self.frames[-1].function, name
            if self.path.facts and not value.is_constant:
                value = self.narrowed(value, 1)
            low, high, at_low, at_high = self.seen.get(key, (value.low, value.high, self.operands, self.operands))
            if value.low < low:
                low, at_low = value.low, self.operands
            if value.high > high:
                high, at_high = value.high, self.operands
            self.seen[key] = low, high, at_low, at_high

    def note_whole(self, pattern, value):
        """Notes the number that a sum and its carry, or a difference and its borrow, make up."""
        if list(value) in (["sum", "carry"], ["difference", "borrow"]):
            (limbs, flag), sign = value.values(), 1 if "sum" in value else -1
            if "l0" not in limbs.fields:
                return
            low, scale = self.joined_limbs(limbs), sign << 256
            ends = flag.low * scale, flag.high * scale
            polynomial = low.polynomial.plus(flag.polynomial, scale)
            whole = self.made(None, polynomial, low.low + min(ends), low.high + max(ends))
            self.note(f"{pattern[0]} {'+' if sign > 0 else '-'} 2^256 {pattern[1]}", whole)

    def joined_limbs(self, value):
        """The integer that the limbs of a UInt256 or a Signed320 make up."""
        total = literal(0)
        for index, name in enumerate(sorted(value.fields)):
            limb, scale = value.fields[name], 1 << 64 * index
            total = self.made(None, total.polynomial.plus(limb.polynomial, scale),
                              total.low + limb.low * scale, total.high + limb.high * scale)
        return total

    # Statements.

    def run(self, statements):
        for statement in statements:
            self.statement(*statement)

    def statement(self, keyword, line, *parts):
        frame = self.frames[-1]
        frame.line = line
        if keyword == "let":
            pattern, kind, expression = parts
            frame.binding = pattern if isinstance(pattern, str) else ",".join(map(str, pattern))
            if expression is not None:
                self.bind(pattern, self.typed(self.evaluated(expression, kind), kind))
            elif isinstance(pattern, str):
                frame.variables[pattern] = None
        elif keyword == "assign":
            target, operator, expression = parts
            frame.binding = self.path_of(target)
            if operator == "=":
                self.store(target, copied(self.evaluated(expression, self.kind_of(target))))
            else:
                old = self.evaluated(target)
                value = self.operation(operator[:-1], old, self.evaluated(expression, old.kind))
                self.store(target, value)
        elif keyword == "return":
            frame.binding = "return"
            value = None if parts[0] is None else self.evaluated(parts[0])
            self.note("return", value)
            raise Return(value)
        elif keyword == "expression":
            frame.binding = ""
            self.evaluated(parts[0])
        elif keyword == "func":
            frame.variables[parts[0]] = parts[1]
        elif keyword == "defer":
            frame.deferred.append(parts[0])
        elif keyword == "guard":
            if not self.hold(parts[0]):
                self.visited.add(frame.function)
                self.run(parts[1])
        elif keyword == "if":
            self.run(parts[1] if self.hold(parts[0]) else parts[2])
        elif keyword == "while":
            while self.hold(parts[0]):
                self.round(parts[1])
        elif keyword == "for":
            for value in self.evaluated(parts[1]):
                self.bind(parts[0], literal(value, "Int"))
                self.round(parts[2])
        elif keyword == "continue":
            raise Continue
        else:
            raise Unreadable(f"line {line}: {keyword}")

    def round(self, statements):
        """One round of a loop."""
        try:
            self.run(statements)
        except Continue:
            pass

    def hold(self, conditions):
        for condition in conditions:
            if condition[0] == "bind":
                value = self.evaluated(condition[2])
                if value is None:
                    return False
                self.frames[-1].variables[condition[1]] = copied(value)
            elif not self.truth(self.evaluated(condition)):
                return False
        return True

    def truth(self, value):
        return value if isinstance(value, bool) else self.fixed(value) == 1

    def bind(self, pattern, value):
        if isinstance(pattern, list):
            if isinstance(value, dict) and all(name.isidentifier() and name != "_" for name in pattern):
                self.note_whole(pattern, value)
            for inner, element in zip(pattern, value.values() if isinstance(value, dict) else value, strict=True):
                self.bind(inner, element)
        elif pattern != "_":
            if isinstance(value, Number) and not value.kind:
                value = self.fitted(value, "Int", False)
            self.frames[-1].variables[pattern] = copied(value)
            self.note(pattern, value)

    def path_of(self, target):
        if target[0] == "member":
            return f"{self.path_of(target[1])}.{target[2]}"
        return ",".join(map(self.path_of, target[1])) if target[0] == "tuple" else str(target[1])

    def kind_of(self, target):
        """The type of an assignment's target, or None if the right side does not need it."""
        if target == ("name", "self"):
            return self.frames[-1].owner
        properties = self.declarations.stored.get(self.frames[-1].owner, {})
        return properties.get(target[1], (None,))[0] if target[0] == "name" else None

    def store(self, target, value):
        frame = self.frames[-1]
        if target[0] == "tuple":
            for inner, element in zip(target[1], value, strict=True):
                self.store(inner, element)
        elif target[0] == "name":
            name = target[1]
            if name == "_":
                return
            holder = frame
            while holder.outer and name not in holder.variables:
                holder = holder.outer
            this = holder.variables.get("self")
            if name in holder.variables:
                old = holder.variables[name]
                holder.variables[name] = self.typed(value, old.kind) if isinstance(old, Number) else value
            elif isinstance(this, Structure) and name in self.declarations.stored[this.kind]:
                this.fields[name] = self.typed(value, self.declarations.stored[this.kind][name][0])
            else:
                raise Unreadable(f"line {frame.line}: {name} is unknown")
            self.note(name, value)
        elif target[0] == "member":
            base = self.evaluated(target[1])
            base.fields[target[2]] = self.typed(value, self.declarations.stored[base.kind][target[2]][0])
            self.note(self.path_of(target), value)
        elif target[0] == "index":
            self.evaluated(target[1])[self.fixed(self.evaluated(target[2]))] = value
        else:
            raise Unreadable(f"line {frame.line}: assignment to {target[0]}")
