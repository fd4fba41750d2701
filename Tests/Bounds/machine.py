"""Runs the bodies of Swift functions, as the compiler reads them, on numbers with known ranges."""

import bisect
import re

from arithmetic import Arithmetic, Structure, WIDTHS, copied, limits, literal
from swift import Function, Unreadable, integer, named

# Nodes that only pass on the value of another.
TRANSPARENT = {"load_expr", "paren_expr", "function_conversion_expr", "unsafe_expr", "coerce_expr", "inout_expr",
               "inject_into_optional"}
PATTERNS = {"pattern_typed", "pattern_binding"}
# What a statement may have. Another key, such as a condition of `for`, would otherwise be overlooked.
KEYS = {"_kind", "range", "implicit", "decl_context", "ownership", "elements", "conditions", "body", "then_stmt", "else_stmt",
        "pattern", "default", "parsed_sequence", "iterator_var", "next_call", "result", "temp_decl", "call_expr"}

class Return(Exception):
    """A `return`, with its value."""
class Continue(Exception):
    """A `continue`."""
class Frame:
    """One call: its variables, and the place that it has reached."""

    def __init__(self, name, function=None, outer=None):
        self.name, self.function, self.outer, self.variables = name, function, outer, {}
        self.position, self.binding, self.deferred = 0, "", []

    def holder(self, name):
        """The call that has a variable: this one, or one that this function is declared in. None if there is none."""
        return self if name in self.variables or self.outer is None else self.outer.holder(name)

    def __str__(self):
        line = bisect.bisect_left(self.function.lines, self.position) + 1 if self.function else 0
        return f"{self.name} line {line}"

class Machine(Arithmetic):
    """One run of the source along a path.

    `wrapping` names the bindings, as "Type.function binding", whose operators may wrap; anywhere else that is a
    failure. `summaries` has functions that are checked by themselves and for which others stand here; one that
    returns NotImplemented leaves the call to the source. `loops` has functions whose loops are not run but handed over.
    """

    def __init__(self, declarations, path, wrapping=(), summaries=None, loops=None):
        super().__init__(path)
        self.declarations, self.wrapping, self.summaries = declarations, wrapping, summaries or {}
        self.constants, self.loops = {}, loops or {}

    def may_wrap(self):
        return bool(self.frames) and f"{self.frames[-1].name} {self.frames[-1].binding}" in self.wrapping
    def unknown(self, text):
        raise Unreadable(f"{self.frames[-1]}: {text}")

    # Calls.
    def call(self, name, *arguments):
        """Calls `Type.name(labels:)`, without labels if there are none. The first argument of a method is `self`.

        Returns the value, with the inout parameters if there are any; for a mutating method what has become of `self`.
        """
        owner, name, labels = re.fullmatch(r"(?:(\w+?)(?:\.|(?=\()))?([^(]*)(?:\((.*)\))?", name).groups()
        found = []
        for function in self.declarations.functions.values():
            given = labels.split(":")[:-1] if labels else ["_"] * (len(arguments) - function.is_method)
            if (function.owner, function.name) == (owner or "", name or "init") and given in (function.labels, function.required):
                found.append(function)
        if len(found) > 1:  # by the type of the first argument
            found = [function for function in found if arguments[0].kind in function.parameters[0]["interface_type"]]
        function, = found
        defaults = [self.evaluated(parameter["expression"])
                    for parameter in function.parameters[len(arguments) - function.is_method:]]
        value, variables = self.entered(function, [*arguments, *defaults])
        changed = {named(parameter): variables[named(parameter)] for parameter in function.parameters if "inout" in parameter}
        return variables["self"] if function.is_mutating else {"result": value, **changed} if changed else value

    def entered(self, function, arguments, outer=None):
        """Runs a function and returns its value and its variables."""
        if function.full_name in self.summaries:
            value = self.summaries[function.full_name](self, *arguments)
            if value is not NotImplemented:
                return value, {}
        names = ["self"] * function.is_method + [named(parameter) for parameter in function.parameters]
        frame = Frame(function.full_name, function, outer)
        frame.variables.update(zip(names, map(copied, arguments), strict=True))
        self.frames.append(frame)
        if function.is_init:
            initial = self.declarations.initial.get(function.owner, {})
            frame.variables["self"] = Structure(function.owner, {name: self.evaluated(value) for name, value in initial.items()})
        try:
            if function.body:
                self.run(function.body)
            else:  # the initializer that has a parameter for each stored property
                frame.variables["self"].fields |= {name: frame.variables[name] for name in names}
            value = frame.variables.get("self")
        except Return as leaving:
            value, = leaving.args
        for body in reversed(frame.deferred):
            self.run(body)
        self.frames.pop()
        if function.results and not isinstance(value, dict):
            value = dict(zip(function.results, value, strict=True))
        return value, frame.variables

    def passed(self, function, arguments, outer=None):
        """Calls a function with the values of expressions, and stores what has become of its inout parameters."""
        values = []
        for argument in arguments:
            if argument["_kind"] == "default_argument_expr":
                argument = function.parameters[int(argument["param"])]["expression"]
            values.append(self.evaluated(argument))
        value, variables = self.entered(function, values, outer)
        for argument, changed in zip(arguments, list(variables.values())):
            if argument["_kind"] == "inout_expr":
                self.store(argument, changed)
        return value

    def within(self, closure, values):
        """Calls a closure of the source, which is a function and the call that it is in, or one of Python."""
        return closure(*values) if callable(closure) else self.entered(closure[0], values, closure[1])[0]

    # Statements.
    def run(self, body):
        for node in body.get("elements", ()):
            self.statement(node)

    def statement(self, node):
        frame, kind = self.frames[-1], node["_kind"]
        frame.position, frame.binding = node.get("range", {}).get("start", frame.position), ""
        self.require_known(node)
        if kind == "pattern_binding_decl":
            for entry in node["pattern_entries"]:
                frame.binding = self.name_of(entry["pattern"])
                if "processed_init" in entry:
                    self.bind(entry["pattern"], self.evaluated(entry["processed_init"]))
        elif kind == "var_decl" and node.get("writeImpl", "stored") == node["readImpl"] == "stored":
            frame.variables.setdefault(named(node))
        elif kind == "func_decl":
            frame.variables[named(node)] = Function("", node, frame.function.lines), frame
        elif kind == "return_stmt":
            raise Return(self.evaluated(node["result"]) if "result" in node else frame.variables.get("self"))
        elif kind == "fail_stmt":
            raise Return(None)
        elif kind == "continue_stmt":
            raise Continue
        elif kind == "defer_stmt":
            frame.deferred.append(node["temp_decl"]["body"])
        elif kind == "guard_stmt":
            if not self.hold(node["conditions"]):
                self.run(node["body"])
        elif kind == "if_stmt":
            if self.hold(node["conditions"]):
                self.run(node["then_stmt"])
            elif "else_stmt" in node:
                self.statement(node["else_stmt"])
        elif kind == "brace_stmt":
            self.run(node)
        elif kind == "while_stmt" and frame.name in self.loops:
            self.loops[frame.name](self, frame.variables, node["conditions"], node["body"])
        elif kind == "for_each_stmt" and frame.name in self.loops:
            self.loops[frame.name](self, frame.variables, self.name_of(node["pattern"]), node["parsed_sequence"], node["body"])
        elif kind == "while_stmt":
            while self.hold(node["conditions"]):
                self.round(node["body"])
        elif kind == "for_each_stmt":
            for value in self.evaluated(node["parsed_sequence"]):
                self.bind(node["pattern"], literal(value, "Int"))
                self.round(node["body"])
        else:
            self.evaluated(node)

    def require_known(self, node):
        if node["_kind"].endswith(("_stmt", "_item")) and not node.keys() <= KEYS:
            self.unknown(f"{node['_kind']} with {', '.join(node.keys() - KEYS)}")

    def round(self, body):
        """One round of a loop."""
        try:
            self.run(body)
        except Continue:
            pass

    def hold(self, conditions):
        for condition in conditions:
            if not self.truth(self.evaluated(condition)):
                return False
        return True

    def truth(self, value):
        return value if isinstance(value, bool) else self.fixed(value) == 1

    def name_of(self, pattern):
        while "sub_pattern" in pattern:
            pattern = pattern["sub_pattern"]
        return named(pattern) if pattern["_kind"] == "pattern_named" else ""

    def bind(self, pattern, value):
        if pattern["_kind"] == "pattern_tuple":
            for inner, element in zip(pattern["elements"], elements(value), strict=True):
                self.bind(inner, element)
        elif pattern["_kind"] in PATTERNS:
            self.bind(pattern["sub_pattern"], value)
        elif pattern["_kind"] == "pattern_named":
            self.frames[-1].variables[named(pattern)] = copied(value)
        else:
            self.unknown(pattern["_kind"])

    def store(self, target, value):
        kind = target["_kind"]
        if kind == "tuple_expr":
            for inner, element in zip(target["elements"], elements(value), strict=True):
                self.store(inner, element)
        elif kind in TRANSPARENT:
            self.store(target["sub_expr"], value)
        elif kind == "declref_expr":
            name = target["decl"]["base_name"]
            self.frames[-1].holder(name).variables[name] = copied(value)
        elif kind == "member_ref_expr":
            self.evaluated(target["base"]).fields[target["decl"]["base_name"]] = copied(value)
        elif kind == "subscript_expr":
            values, position = self.place(target)
            values[position] = copied(value)
        elif kind != "discard_assignment_expr":
            self.unknown(f"an assignment to {kind}")

    # Expressions.
    def evaluated(self, node):
        kind = node["_kind"]
        if kind in TRANSPARENT:
            return self.evaluated(node["sub_expr"])
        return getattr(self, kind)(node) if hasattr(self, kind) else self.unknown(kind)

    def integer_literal_expr(self, node):
        return literal(int(node["value"], 0) * (-1 if "negative" in node else 1), integer(node["type"]))
    def nil_literal_expr(self, node):
        return None

    dot_self_expr = nil_literal_expr  # the type that `unsafeBitCast` gives, which the call has too

    def tuple_expr(self, node):
        return tuple(copied(self.evaluated(element)) for element in node["elements"])

    def destructure_tuple_expr(self, node):
        if node["result_expr"]["elements"] != node["destructured"]:
            self.unknown("a tuple in another order")
        return self.evaluated(node["sub_expr"])

    def tuple_element_expr(self, node):
        return elements(self.evaluated(node["base"]))[int(node["field #"])]
    def autoclosure_expr(self, node):
        return self.evaluated(node["single_expr_body"])
    def closure_expr(self, node):
        return Function("", node, self.frames[-1].function.lines, name="closure"), self.frames[-1]
    def assign_expr(self, node):
        self.store(node["dest"], self.evaluated(node["src"]))
    def ternary_expr(self, node):
        return self.evaluated(node["then_expr" if self.truth(self.evaluated(node["cond_expr"])) else "else_expr"])

    def single_value_stmt_expr(self, node):
        """A `switch` whose cases are values."""
        switch = node["stmt"]
        self.frames[-1].variables["$match"] = self.evaluated(switch["subject_expr"])
        for case in switch["cases"]:
            label, = case["case_label_items"]
            self.require_known(label)
            if "default" in label or self.truth(self.evaluated(label["pattern"]["match_expr"])):
                result, = case["body"]["elements"]
                return self.evaluated(result["result"])
        return self.unknown("no case")

    def subscript_expr(self, node):
        values, position = self.place(node)
        return values[position]

    def place(self, node):
        """The list of a subscript, and the index, which is within it."""
        values, (index,) = self.evaluated(node["base"]), node["args"]["args"]
        position = self.fixed(self.evaluated(index["expr"]))
        if not 0 <= position < len(values):
            self.fail(f"index {position} of {len(values)}")
        return values, position

    def declref_expr(self, node):
        name = node["decl"]["base_name"]
        variables = self.frames[-1].holder(name).variables
        return variables[name] if name in variables else self.unknown(name)

    def static(self, owner, name):
        """A static constant, computed once."""
        if (owner, name) not in self.constants:
            expression, = (found[2] for found in self.declarations.constants.values() if found[:2] == (owner, name))
            self.frames.append(Frame(f"{owner}.{name}"))
            self.constants[owner, name] = self.evaluated(expression)
            self.frames.pop()
        return self.constants[owner, name]

    def member_ref_expr(self, node):
        symbol, name = node["decl"]["decl_usr"], node["decl"]["base_name"]
        if symbol in self.declarations.constants:
            return self.static(*self.declarations.constants[symbol][:2])
        if symbol in self.declarations.functions:
            return self.passed(self.declarations.functions[symbol], [node["base"]])
        if name in ("max", "bitWidth") and node["base"]["_kind"] == "type_expr":
            kind = integer(node["base"]["type"].removesuffix("mD") + "D")
            return literal(limits(kind)[1], kind) if name == "max" else literal(WIDTHS[kind][1], "Int")
        value = self.evaluated(node["base"])
        if isinstance(value, Structure):
            return value.fields[name] if name in value.fields else self.unknown(name)
        if isinstance(value, (list, range)) and name in ("span", "mutableSpan", "count"):
            return literal(len(value), "Int") if name == "count" else value
        if name not in ("trailingZeroBitCount", "leadingZeroBitCount"):
            return self.unknown(name)
        if name[0] == "t" and not value.is_constant:
            # The lowest bits are those of the constant where all other coefficients have more zeros at their ends.
            constant = value.polynomial.terms.get((), 0)
            others = [c for monomial, c in value.polynomial.terms.items() if monomial]
            lowest = constant & -constant
            if constant and all(isinstance(c, int) and c % (2 * lowest) == 0 for c in others):
                return literal(lowest.bit_length() - 1, "Int")
        number, width = self.fixed(value), WIDTHS[value.kind][1]
        zeros = width - number.bit_length() if name[0] == "l" else (number & -number).bit_length() - 1 if number else width
        return literal(zeros, "Int")

    def rebind_self_in_constructor_expr(self, node):
        """`self.init`."""
        self.frames[-1].variables["self"] = self.evaluated(node["sub_expr"])
        if self.frames[-1].variables["self"] is None:
            raise Return(None)

    def callee(self, node):
        """What a call calls, and the value or the type before the dot."""
        callee, base = node["fn"], None
        while "decl" not in callee:
            if callee["_kind"] in ("dot_syntax_call_expr", "constructor_ref_call_expr"):
                base, callee = callee["args"]["args"][0]["expr"], callee["fn"]
            elif callee["_kind"] in TRANSPARENT:
                callee = callee["sub_expr"]
            else:
                self.unknown(f"a call of {callee['_kind']}")
        return callee, base

    def call_expr(self, node):
        callee, base = self.callee(node)
        symbol, name = callee["decl"]["decl_usr"], callee["decl"]["base_name"]
        labels = [argument.get("label") for argument in node["args"].get("args", ())]
        arguments = [argument["expr"] for argument in node["args"].get("args", ())]
        function = self.declarations.functions.get(symbol)
        if function:
            return self.passed(function, [base] * function.is_method + arguments)
        if symbol.startswith("s:19CollaborationCrypto") and name != "withTemporarySpan":
            return self.unknown(f"{name} is in another file")
        if symbol:
            return self.standard(name, labels, base, arguments, node["type"])
        local = self.evaluated(callee)
        return self.passed(local[0], arguments, local[1]) if isinstance(local, tuple) else \
            self.within(local, [self.evaluated(argument) for argument in arguments])

    binary_expr = prefix_unary_expr = call_expr

    # The standard library.
    def standard(self, name, labels, base, arguments, kind):
        if name in ("&&", "||"):
            if self.truth(self.evaluated(arguments[0])) == (name == "||"):
                return name == "||"
            return self.truth(self.evaluated(arguments[1]))
        if name == "==" and arguments[1].get("value") == "0":
            return self.is_zero(arguments[0])
        values = [self.evaluated(argument) for argument in arguments]
        if labels[:2] == ["repeating", "count"] and name in ("init", "withTemporarySpan"):
            made = [copied(values[0]) for _ in range(self.fixed(values[1]))]
            return made if name == "init" else self.within(values[2], [made])
        numbers = [literal(int(value), "Bool") if isinstance(value, bool) else value for value in values]
        if name in ("init", "unsafeBitCast") and integer(kind) and labels[0] in (None, "truncatingIfNeeded", "bitPattern"):
            return self.fitted(numbers[0].typed(None), integer(kind), labels[0] is not None)
        if name in ("min", "max"):
            result = values[0]
            for value in values[1:]:
                result = value if self.compared("<" if name == "min" else ">", value, result) else result
            return result
        if name == "reversed":
            return list(reversed(self.evaluated(base)))
        if base and base["_kind"] != "type_expr":
            return self.method(name, self.evaluated(base), *values)
        if len(values) == 1:
            return self.prefixed(name, *values)
        return self.infix(name, arguments, *numbers)

    def prefixed(self, operator, value):
        if operator == "!":
            return not self.truth(value)
        if operator == "~" and not WIDTHS[value.kind][0]:
            return self.operation("-", literal((1 << WIDTHS[value.kind][1]) - 1, value.kind), value)
        return self.unknown(operator)

    def infix(self, operator, arguments, x, y):
        if operator == "..<":
            return range(self.fixed(x), self.fixed(y))
        if isinstance(x, Structure) and operator == "==":
            return all(self.compared("==", x.fields[name], y.fields[name]) for name in x.fields)
        if arguments[0]["_kind"] == "inout_expr":
            return self.store(arguments[0], self.operation(operator.removesuffix("="), x, y))
        return self.operation("==" if operator == "~=" else operator, x, y)

    def is_zero(self, node):
        """`a | b == 0` is true if both are 0."""
        if node["_kind"] == "binary_expr" and self.callee(node)[0]["decl"]["base_name"] == "|":
            return all(self.is_zero(argument["expr"]) for argument in node["args"]["args"])
        return self.compared("==", self.evaluated(node), literal(0))

    def method(self, name, x, y):
        """The methods of fixed-width integers."""
        if name == "quotientAndRemainder":
            return tuple(self.quotient_and_remainder(x, y, x.kind))
        operator = {"addingReportingOverflow": "+", "subtractingReportingOverflow": "-", "multipliedFullWidth": "*"}.get(name)
        if operator is None:
            return self.unknown(name)
        low, high = self.with_overflow(operator, x, y, WIDTHS[x.kind][1])
        if operator == "*":
            return {"high": high.typed(x.kind), "low": low.typed(x.kind)}
        return low.typed(x.kind), high.typed("Bool")

def elements(value):
    """The elements of a tuple, with or without labels."""
    return tuple(value.values()) if isinstance(value, dict) else value
