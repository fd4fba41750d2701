"""Evaluates Swift expressions: names, members, operators, calls, and the standard library's integer operations."""

from arithmetic import Arithmetic, Number, Structure, WIDTHS, copied, limits, literal
from swift import Function, Unreadable

MISSING = object()

class Closure:
    """A closure, and the call whose variables it sees."""

    def __init__(self, function, frame):
        self.function, self.frame = function, frame

class Expressions(Arithmetic):
    def evaluated(self, expression, expected=None):
        """The value of an expression; `expected` is the type that a leading dot or a literal takes."""
        return getattr(self, "evaluated_" + expression[0])(expected, *expression[1:])

    def unknown(self, text):
        raise Unreadable(f"{self.frames[-1].function} line {self.frames[-1].line}: {text}")

    # Names and members.

    def evaluated_number(self, expected, value):
        return literal(value, expected if expected in WIDTHS else None)

    def evaluated_name(self, expected, name):
        if name in ("true", "false"):
            return name == "true"
        if name == "nil":
            return None
        frame = self.frames[-1]
        while frame:
            if name in frame.variables:
                return frame.variables[name]
            frame = frame.outer
        if "self" in self.frames[-1].variables:
            value = self.member(self.frames[-1].variables["self"], name)
            if value is not MISSING:
                return value
        value = self.static(self.frames[-1].owner, name)
        return value if value is not MISSING else self.unknown(name)

    def evaluated_member(self, expected, base, name):
        kind = self.type_named(base)
        if kind:
            value = ("type", kind) if name == "self" else self.static(kind, name)
        else:
            value = self.member(self.evaluated(base), name)
        return value if value is not MISSING else self.unknown(name)

    def evaluated_implicit(self, expected, name):
        value = self.static(expected, name)
        return value if value is not MISSING else self.unknown(f".{name}")

    def type_named(self, expression):
        """The type that an expression names, or None."""
        if expression[0] != "name":
            return None
        if expression[1] == "Self":
            return self.frames[-1].owner
        declarations = self.declarations
        return expression[1] if expression[1] in declarations.stored or expression[1] in WIDTHS else None

    def member(self, value, name):
        if isinstance(value, tuple) and name.isdigit():
            return value[int(name)]
        if isinstance(value, (list, range)):
            return literal(len(value), "Int") if name == "count" else value if name in ("span", "mutableSpan") else MISSING
        if isinstance(value, dict):
            return value.get(name, MISSING)
        if isinstance(value, Number):
            if name == "trailingZeroBitCount" and not value.is_constant:
                # The lowest bits are those of the constant where all other coefficients have more zeros at their ends.
                constant = value.polynomial.terms.get((), 0)
                others = [c for monomial, c in value.polynomial.terms.items() if monomial]
                lowest = constant & -constant
                if constant and all(isinstance(c, int) and c % (2 * lowest) == 0 for c in others):
                    return literal(lowest.bit_length() - 1, "Int")
            if name in ("trailingZeroBitCount", "leadingZeroBitCount"):
                number, width = self.fixed(value), WIDTHS[value.kind][1]
                zeros = width - number.bit_length() if name[0] == "l" else (number & -number).bit_length() - 1 if number else width
                return literal(zeros, "Int")
            return MISSING
        if name in value.fields:
            return value.fields[name]
        function = self.function(value.kind, name, [None])
        if function and function.parameters is None and "static" not in function.modifiers:
            return self.entered(function, [value])[0]
        return MISSING

    def static(self, kind, name):
        if kind in WIDTHS and name == "max":
            return literal(limits(kind)[1], kind)
        if kind in WIDTHS and name == "bitWidth":
            return literal(WIDTHS[kind][1], "Int")
        if (kind, name) in self.constants:
            return self.constants[kind, name]
        if (kind, name) in self.declarations.constants:
            declared, expression = self.declarations.constants[kind, name]
            frame = self.framed(kind)
            value = self.typed(self.evaluated(expression, declared), declared)
            self.frames.remove(frame)
            self.constants[kind, name] = value
            return value
        return MISSING

    # Operators.

    def evaluated_tuple(self, expected, values):
        return tuple(copied(self.evaluated(value)) for value in values)

    def evaluated_array(self, expected, values):
        return [copied(self.evaluated(value)) for value in values]

    def evaluated_closure(self, expected, function):
        return Closure(function, self.frames[-1])

    def evaluated_as(self, expected, value, kind):
        return self.typed(self.evaluated(value, kind), kind)

    def evaluated_choose(self, expected, condition, then, otherwise):
        taken, other = (then, otherwise) if self.truth(self.evaluated(condition)) else (otherwise, then)
        value = self.evaluated(taken, expected)
        if taken[0] == "number" and value.kind is None:
            value = self.typed(value, self.evaluated(other, expected).kind)
        return value

    def evaluated_switch(self, expected, subject, cases):
        value = self.evaluated(subject)
        for match, result in cases:
            if match is None or self.compared("==", value, self.evaluated(match, value.kind)):
                return self.evaluated(result, expected)
        return self.unknown("no case")

    def evaluated_prefix(self, expected, operator, operand):
        value = self.evaluated(operand, expected)
        if operator == "!":
            return not self.truth(value)
        if isinstance(value, Structure):
            return self.entered(self.function(value.kind, "prefix " + operator, [None]), [value])[0]
        if operator == "-":
            return self.operation("-", literal(0, value.kind), value)
        if operator == "~" and value.kind and not WIDTHS[value.kind][0]:
            return self.operation("-", literal((1 << WIDTHS[value.kind][1]) - 1, value.kind), value)
        return self.unknown(operator)

    def evaluated_binary(self, expected, operator, left, right):
        if operator in ("&&", "||"):
            if self.truth(self.evaluated(left)) == (operator == "||"):
                return operator == "||"
            return self.truth(self.evaluated(right))
        if operator == "==" and right == ("number", 0) and left[0] == "binary" and left[1] == "|":
            # `a | b == 0` is true if both are 0.
            return all(self.truth(self.evaluated_binary(None, "==", part, right)) for part in left[2:])
        x = self.evaluated(left, expected)
        y = self.evaluated(right, x.kind if isinstance(x, (Number, Structure)) and "<<" not in operator else None)
        if operator == "..<":
            return range(self.fixed(x), self.fixed(y))
        if isinstance(x, Structure):
            return self.structures(operator, x, y)
        if isinstance(x, bool) or isinstance(y, bool):
            x, y = (literal(int(z), "Bool") if isinstance(z, bool) else z for z in (x, y))
        return self.operation(operator, x, y)

    def structures(self, operator, x, y):
        function = self.function(x.kind, operator, [None, None])
        if function:
            return self.entered(function, [x, y])[0]
        if operator == "==":
            return all(self.compared("==", x.fields[name], y.fields[name]) for name in x.fields)
        return self.unknown(f"{operator} of {x.kind}")

    def evaluated_index(self, expected, base, index):
        value, position = self.evaluated(base), self.fixed(self.evaluated(index, "Int"))
        if not 0 <= position < len(value):
            self.fail(f"index {position} of {len(value)}")
        return value[position]

    # Calls.

    def evaluated_call(self, expected, callee, arguments):
        labels = [label for label, _ in arguments]
        if labels[:2] == ["repeating", "count"] and (callee[0] == "array" or callee[1] in ("ContiguousArray", "withTemporarySpan")):
            initial, count = self.evaluated(arguments[0][1]), self.fixed(self.evaluated(arguments[1][1]))
            made = [copied(initial) for _ in range(count)]
            if callee[0] == "array":
                made = [self.typed(initial, callee[1][0][1]) for _ in made]
            return made if len(arguments) == 2 else self.within(self.evaluated(arguments[2][1]), [made])
        if callee[0] == "name":
            return self.called_by_name(callee[1], arguments, expected)
        if callee[0] != "member":
            return self.unknown("a call")
        base, name = callee[1], callee[2]
        if base == ("name", "self") and name == "init":
            kind = self.frames[-1].owner
            self.frames[-1].variables["self"] = self.initialized(kind, arguments)
            return None
        kind = self.type_named(base)
        if kind:
            return self.applied(kind, name, None, arguments)
        value = self.evaluated(base)
        if isinstance(value, Number):
            return self.standard(value, name, [self.evaluated(a, value.kind) for _, a in arguments])
        if isinstance(value, range) and name == "reversed":
            return list(reversed(value))
        return self.applied(value.kind, name, base, arguments)

    def called_by_name(self, name, arguments, expected):
        frame = self.frames[-1]
        if isinstance(frame.variables.get(name), Function):
            return self.passed(frame.variables[name], None, arguments, frame)
        holder = frame
        while holder.outer and name not in holder.variables:
            holder = holder.outer
        if name in holder.variables:
            return self.within(holder.variables[name], [self.evaluated(argument) for _, argument in arguments])
        if name in WIDTHS and len(arguments) == 1:
            return self.converted(name, *arguments[0])
        if name == "unsafeBitCast":
            flag = self.evaluated(arguments[0][1])
            flag = literal(int(flag)) if isinstance(flag, bool) else flag
            return flag.typed("UInt8")
        if name in ("min", "max"):
            values = [self.evaluated(argument) for _, argument in arguments]
            kind = next((value.kind for value in values if value.kind), "Int")
            result, *values = (self.typed(value, kind) for value in values)
            for value in values:
                result = value if self.compared("<" if name == "min" else ">", value, result) else result
            return result
        if name == "Self" or name in self.declarations.stored or name in WIDTHS:
            return self.initialized(frame.owner if name == "Self" else name, arguments)
        if frame.owner and (frame.owner, name) in self.declarations.functions:
            function = self.function(frame.owner, name, [label for label, _ in arguments])
            if function and "static" in function.modifiers:
                return self.passed(function, None, arguments)
            return self.applied(frame.owner, name, ("name", "self"), arguments)
        function = self.function("", name, [label for label, _ in arguments])
        return self.passed(function, None, arguments) if function else self.unknown(name)

    def within(self, closure, arguments):
        if not isinstance(closure, Closure):
            return closure(*arguments)
        return self.entered(closure.function, arguments, None, closure.frame)[0]

    def applied(self, kind, name, base, arguments):
        labels = [label for label, _ in arguments]
        function = self.function(kind, name, labels if base is None else [None] + labels)
        if function is None:
            return self.unknown(f"{kind}.{name}")
        return self.passed(function, base, arguments)

    def initialized(self, kind, arguments):
        function = self.function(kind, "init", [label for label, _ in arguments])
        if function:
            return self.passed(function, None, arguments)
        fields, given = {}, {label: argument for label, argument in arguments}
        for name, (declared, default) in self.declarations.stored[kind].items():
            expression = given.pop(name, default)
            fields[name] = self.typed(self.evaluated(expression, declared), declared)
        return Structure(kind, fields) if not given else self.unknown(f"{kind}({', '.join(given)})")

    def passed(self, function, base, arguments, outer=None):
        """Evaluates the arguments, calls the function, and stores its inout parameters and a mutated `self`."""
        labels = [label or "_" for label, _ in arguments]
        kinds = {index: parameter[2] for parameter, index in zip(function.parameters or [], function.taken(labels))}
        values, targets = [], []
        for index, (_, argument) in enumerate(arguments):
            targets.append(argument[2] if argument[0] == "prefix" and argument[1] == "&" else None)
            values.append(copied(self.evaluated(targets[-1] or argument, kinds[index])))
        if base is not None:
            values.insert(0, self.evaluated(base))
        value, changed, this = self.entered(function, values, labels, outer)
        for target, new in zip([target for target in targets if target], changed.values()):
            self.store(target, new)
        if base is not None and "mutating" in function.modifiers:
            self.store(base, this)
        return value

    def converted(self, kind, label, argument):
        """Converts between integer types: exactly, or by keeping the low bits."""
        value = self.evaluated(argument)
        value = literal(int(value)) if isinstance(value, bool) else value
        return self.fitted(value.typed(None), kind, label in ("truncatingIfNeeded", "bitPattern"))

    def standard(self, x, name, arguments):
        """The operations of the standard library's fixed-width integers."""
        y, = arguments
        if name == "quotientAndRemainder":
            return tuple(self.quotient_and_remainder(x, y, x.kind))
        if x.kind != y.kind:
            self.fail(f"{name} of {x.kind} and {y.kind}")
        operator = {"addingReportingOverflow": "+", "subtractingReportingOverflow": "-", "multipliedFullWidth": "*"}.get(name)
        if operator is None:
            return self.unknown(name)
        low, high = self.with_overflow(operator, x, y, WIDTHS[x.kind][1])
        if operator == "*":
            return {"high": high.typed(x.kind), "low": low.typed(x.kind)}
        return low.typed(x.kind), high.typed("Bool")
