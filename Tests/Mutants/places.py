"""Finds the places of Swift sources where a standard operator can plant a fault."""

import dataclasses
import functools
import hashlib
import re

import tree_sitter
import tree_sitter_swift

PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_swift.language()))

# One operator is exchanged for another that is easily taken for it.
COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "==="}
CONNECTIVES = {"&&": "||", "||": "&&"}
ARITHMETIC = {
    "+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "&+": "&-", "&-": "&+", "&*": "&+",
    "<<": ">>", ">>": "<<", "&<<": "&>>", "&>>": "&<<", "&": "|", "|": "&", "^": "|",
    "+=": "-=", "-=": "+=", "*=": "+=", "&+=": "&-=", "&-=": "&+=", "&=": "|=", "|=": "&=", "^=": "|=",
    "<<=": ">>=", ">>=": "<<=", "..<": "...", "...": "..<",
}
EXCHANGED = [("comparison", COMPARISONS), ("connective", CONNECTIVES), ("arithmetic", ARITHMETIC)]
OPERATORS = [
    "constant", "comparison", "connective", "arithmetic", "negation", "default", "swapped arguments",
    "dropped statement", "dropped guard", "dropped condition", "dropped defer", "emptied body",
]

DROPPED = {
    "assignment", "call_expression", "try_expression", "await_expression", "unsafe_expression", "if_statement",
    "for_statement", "while_statement", "repeat_while_statement", "do_statement", "control_transfer_statement",
}
STATEMENTS = DROPPED - {"call_expression", "try_expression", "await_expression", "unsafe_expression"} | {
    "property_declaration", "guard_statement",
}
ACCESSORS = {"computed_getter", "computed_setter", "computed_modify", "willset_clause", "didset_clause"}


@dataclasses.dataclass(frozen=True)
class Region:
    """A function's body or the value of a declaration: what is compiled once more for each of its mutants."""

    start: int
    end: int
    is_body: bool
    # Where `return` must be written when the body is no longer a single expression.
    result: int | None = None
    is_void: bool = False


@dataclasses.dataclass(frozen=True)
class Mutant:
    """One fault: a range of bytes of a file, and the text that replaces it."""

    path: str
    source: bytes = dataclasses.field(repr=False)
    region: Region
    operator: str
    start: int
    end: int
    fault: bytes

    @functools.cached_property
    def key(self):
        """Depends on the function alone, so that a sample hardly changes when something else does."""
        around = self.source[self.region.start:self.region.end]
        place = f"{self.path.rsplit('/')[-1]}\0{self.start - self.region.start}\0{self.end - self.start}\0".encode()
        return hashlib.sha256(place + self.fault + b"\0" + around).hexdigest()[:16]

    def __str__(self):
        first = self.source.rfind(b"\n", 0, self.start) + 1
        last = self.source.find(b"\n", self.end)
        before = self.source[first:last]
        after = self.source[first:self.start] + self.fault + self.source[self.end:last]
        if self.operator == "emptied body":
            before, after = self.source[self.source.rfind(b"\n", 0, first - 1) + 1:first], b"the body is empty"
        before, after = (" ".join(text.decode().split()) for text in (before, after))
        return f"{self.path}:{self.source.count(bytes([10]), 0, self.start) + 1}: {self.operator}: {before}  ->  {after}"


def children(node, *types):
    return [child for child in node.children if child.type in types]


def code(node):
    return [child for child in node.named_children if "comment" not in child.type]


def nodes(node):
    yield node
    for child in node.children:
        yield from nodes(child)


# Regions

def regions(node):
    """All regions of a file with the node that each belongs to."""
    kind = node.type
    if kind == "function_body":
        has_value = node.parent.type == "function_declaration" and bool(children(node.parent, "->"))
        yield node, body(node, has_value, not has_value and node.parent.type != "init_declaration")
    elif kind == "computed_property" and not any(child.type.startswith("computed_") for child in node.children):
        yield node, body(node, True)
    elif kind in ACCESSORS:
        if children(node, "{"):
            yield node, body(node, kind == "computed_getter", kind not in {"computed_getter", "computed_modify"})
    else:
        for number, child in enumerate(node.children):
            field = node.field_name_for_child(number)
            if field == "default_value" or kind == "property_declaration" and field == "value":
                yield from values(child)
            else:
                yield from regions(child)


def body(node, has_value, is_void=False):
    statements = [statement for found in children(node, "statements") for statement in code(found)]
    result = statements[0].start_byte if has_value and len(statements) == 1 and is_expression(statements[0]) else None
    return Region(children(node, "{")[0].end_byte, children(node, "}")[-1].start_byte, True, result, is_void)


def is_expression(node):
    return not (returns(node) if node.type in {"if_statement", "switch_statement"} else node.type in STATEMENTS)


def returns(node):
    if node.type == "control_transfer_statement" and node.children[0].type == "return":
        return True
    return node.type != "lambda_literal" and any(returns(child) for child in node.children)


def values(node):
    """The region of a value, or those of the closures and literals in one that takes long to compile."""
    if node.end_byte - node.start_byte < 200 or node.type in {"integer_literal", "hex_literal", "boolean_literal"}:
        yield node, Region(node.start_byte, node.end_byte, False)
    elif node.type == "lambda_literal":
        for found in children(node, "statements"):
            statements = code(found)
            result = statements[0].start_byte if len(statements) == 1 and is_expression(statements[0]) else None
            yield found, Region(found.start_byte, found.end_byte, True, result)
    else:
        for child in node.children:
            yield from values(child)


# Operators

def faults(node):
    """The faults at one node: the operator, the range and the text that replaces it."""
    kind, text = node.type, node.text.decode()
    whole = node.start_byte, node.end_byte
    if kind in {"integer_literal", "hex_literal", "bin_literal"} and re.fullmatch(r"[0-9a-fA-FxXbo_]+", text):
        value = int(text.replace("_", ""), 0)
        for other in [value + 1] + ([value - 1] if value > 0 else []):
            yield "constant", *whole, hex(other) if text.startswith("0x") else str(other)
    elif kind == "boolean_literal":
        yield "constant", *whole, "false" if text == "true" else "true"
    elif kind == "prefix_expression" and text.startswith("!"):
        yield "negation", *whole, text[1:]
    elif kind in {"if_statement", "guard_statement", "while_statement"}:
        commas = children(node, ",")
        for condition in conditions(node):
            yield negated(condition)
            after = [comma for comma in commas if comma.start_byte >= condition.end_byte]
            before = [comma for comma in commas if comma.end_byte <= condition.start_byte]
            if after:
                yield "dropped condition", condition.start_byte, after[0].end_byte, ""
            elif before:
                yield "dropped condition", before[-1].start_byte, condition.end_byte, ""
        if kind == "guard_statement":
            yield "dropped guard", *whole, ""
    elif kind == "ternary_expression":
        yield negated(node.child_by_field_name("condition"))
    elif kind == "where_keyword":
        if node.next_named_sibling and node.next_named_sibling.type != "type_constraint":
            yield negated(node.next_named_sibling)
    elif kind == "value_arguments":
        found = [child.child_by_field_name("value") for child in children(node, "value_argument")]
        for one, other in zip(found, found[1:]):
            if one and other and one.text != other.text and one.text.startswith(b"&") == other.text.startswith(b"&"):
                between = node.text[one.end_byte - node.start_byte:other.start_byte - node.start_byte]
                yield "swapped arguments", one.start_byte, other.end_byte, (other.text + between + one.text).decode()
    elif kind == "statements":
        statements = code(node)
        for statement in statements:
            if statement.type in DROPPED and not is_needed(statement, statements, node.parent):
                is_defer = statement.type == "call_expression" and statement.text.startswith(b"defer")
                yield "dropped defer" if is_defer else "dropped statement", statement.start_byte, statement.end_byte, ""
    elif kind == text or kind == "custom_operator":
        if node.parent and len(node.parent.children) > 2 and node.prev_sibling and node.next_sibling:
            for operator, table in EXCHANGED:
                if text in table:
                    yield operator, *whole, table[text]


def negated(condition):
    return "negation", condition.start_byte, condition.end_byte, f"!({condition.text.decode()})"


def conditions(node):
    """The Boolean conditions of a statement, without those that bind a name or match a pattern."""
    part = []
    for child in node.children[1:]:
        if child.type in {",", "{", "else"}:
            if len(part) == 1 and part[0].is_named:
                yield part[0]
            part = []
            if child.type != ",":
                return
        elif "comment" not in child.type:
            part.append(child)


def is_needed(statement, statements, parent):
    """Whether a function does not compile without a statement: a guard must leave, a case must do something."""
    if parent.type == "guard_statement":
        return statement == statements[-1]
    if parent.type == "switch_entry":
        return len(statements) == 1
    is_last_return = statement == statements[-1] and statement.type == "control_transfer_statement"
    return is_last_return and parent.type in {"function_body", "computed_property", "computed_getter"}


def defaults(node, following):
    """A default such as `.zero` changed to the next member of the same type."""
    if re.fullmatch(rb"\.\w+", node.text):
        for other in following.get(node.text[1:].decode(), ()):
            yield "default", node.start_byte, node.end_byte, f".{other}"


def members(trees):
    """For each case of an enumeration or static constant, the next one of its type."""
    following = {}
    for declaration in (node for tree in trees for node in nodes(tree.root_node) if node.type in {"enum_class_body", "class_body"}):
        names = [name for entry in children(declaration, "enum_entry") for name in children(entry, "simple_identifier")]
        names += [
            found.child_by_field_name("name") for found in children(declaration, "property_declaration")
            if re.match(rb"(\w+ )*static let ", found.text)
        ]
        for name, after in zip(names, names[1:] + names[:1]):
            if name.text != after.text:
                following.setdefault(name.text.decode(), []).append(after.text.decode())
    return following


def find(sources):
    """All mutants of files by their path, in the order of their places."""
    trees = {path: PARSER.parse(source) for path, source in sources.items()}
    following = members(trees.values())
    found = {}
    for path, source in sources.items():
        for node, region in regions(trees[path].root_node):
            ranges = [fault for each in nodes(node) for fault in faults(each)]
            if not region.is_body:
                ranges += defaults(node, following)
            if region.is_void and source[region.start:region.end].strip():
                ranges.append(("emptied body", region.start, region.end, " "))
            for operator, start, end, fault in ranges:
                drops_value = not fault and region.result is not None and start <= region.result < end
                if region.start <= start <= end <= region.end and not drops_value:
                    mutant = Mutant(path, source, region, operator, start, end, fault.encode())
                    found.setdefault(mutant.key, mutant)
    return sorted(found.values(), key=lambda mutant: (mutant.path, mutant.start, mutant.end, mutant.fault))
