"""Runs the bodies of Swift functions, as they are in the source, on numbers with known ranges."""

import re

from arithmetic import Number, Structure, WIDTHS, copied, literal
from expressions import Closure, Expressions
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
    failure. `summaries` has functions that are checked by themselves and for which others stand here; one that
    returns NotImplemented leaves the call to the source. `loops` has functions whose loops are not run but handed over.
    """

    def __init__(self, declarations, path, wrapping=(), summaries=None, loops=None):
        super().__init__(path)
        self.declarations, self.wrapping, self.summaries = declarations, wrapping, summaries or {}
        self.constants, self.loops = {}, loops or {}

    def may_wrap(self):
        return bool(self.frames) and f"{self.frames[-1].function} {self.frames[-1].binding}" in self.wrapping

    # Calls.

    def framed(self, owner):
        """Enters the initial value of a static constant."""
        frame = Frame(owner)
        frame.owner = owner
        self.frames.append(frame)
        return frame

    def call(self, name, *arguments):
        """Calls `Type.name(labels:)`, without labels if there are none. The first argument of a method is `self`.

        Returns the value, with the inout parameters if there are any; for a mutating method what has become of `self`.
        """
        owner, name, labels = re.fullmatch(r"(?:(\w+?)(?:\.|(?=\()))?([^(]*)(?:\((.*)\))?", name).groups()
        labels = (labels or "").split(":")[:-1]
        labels = ["_"] * (len(arguments) - len(labels)) + labels
        function = self.function(owner or "", name or "init", labels)
        value, changed, this = self.entered(function, list(arguments), labels[function.is_method:])
        return this if "mutating" in function.modifiers else {"result": value, **changed} if changed else value

    def function(self, owner, name, labels):
        """The function that takes these labels, or None. The first label of a method is that of `self`.

        Of several, those do not count that take a type of other files.
        """
        found = [candidate for candidate in self.declarations.functions.get((owner, name), {}).values()
                 if candidate.taken([label or "_" for label in labels[candidate.is_method:]]) is not None]
        if len(found) > 1:
            found = [candidate for candidate in found if all(
                kind in WIDTHS or kind in self.declarations.stored for _, _, kind, *_ in candidate.parameters or [])]
        if len(found) > 1:
            raise Unreadable(f"{found[0].full_name}: two functions have these labels")
        return found[0] if found else None

    def entered(self, function, arguments, labels=None, outer=None):
        """Runs a function and returns its value, the values of its inout parameters, and `self`."""
        full_name = function.full_name
        if full_name in self.summaries:
            value = self.summaries[full_name](self, *arguments)
            if value is not NotImplemented:
                return value, {}, arguments[0] if arguments else None
        frame, parameters = Frame(full_name, outer), function.parameters or []
        frame.owner = outer.owner if outer else function.owner
        if function.is_method:
            frame.variables["self"] = copied(arguments.pop(0))
        self.frames.append(frame)
        taken = function.taken(["_"] * len(arguments) if labels is None else labels)
        for (_, name, kind, _, default), index in zip(parameters, taken, strict=True):
            value = self.evaluated(default, kind) if index is None else arguments[index]
            frame.variables[name] = self.typed(value, kind)
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
            raise Return(frame.variables.get("self") if parts[0] is None else self.evaluated(parts[0]))
        elif keyword == "expression":
            frame.binding = ""
            self.evaluated(parts[0])
        elif keyword == "func":
            frame.variables[parts[0]] = parts[1]
        elif keyword == "defer":
            frame.deferred.append(parts[0])
        elif keyword == "guard":
            if not self.hold(parts[0]):
                self.run(parts[1])
        elif keyword == "if":
            self.run(parts[1] if self.hold(parts[0]) else parts[2])
        elif frame.function in self.loops and keyword in ("while", "for"):
            self.loops[frame.function](self, frame.variables, *parts)
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
            for inner, element in zip(pattern, value.values() if isinstance(value, dict) else value, strict=True):
                self.bind(inner, element)
        elif pattern != "_":
            if isinstance(value, Number) and not value.kind:
                value = self.fitted(value, "Int", False)
            self.frames[-1].variables[pattern] = copied(value)

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
        elif target[0] == "member":
            base = self.evaluated(target[1])
            base.fields[target[2]] = self.typed(value, self.declarations.stored[base.kind][target[2]][0])
        elif target[0] == "index":
            self.evaluated_index(None, *target[1:])
            self.evaluated(target[1])[self.fixed(self.evaluated(target[2]))] = value
        else:
            raise Unreadable(f"line {frame.line}: assignment to {target[0]}")
