"""Finds the places of Swift sources where a standard operator can plant a fault."""

import dataclasses
import hashlib
import os
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
OPERATORS = [("comparison", COMPARISONS), ("connective", CONNECTIVES), ("arithmetic", ARITHMETIC)]

DROPPED = {
    "assignment", "call_expression", "try_expression", "await_expression", "unsafe_expression", "if_statement",
    "for_statement", "while_statement", "repeat_while_statement", "do_statement", "control_transfer_statement",
}
STATEMENTS = DROPPED - {"call_expression", "try_expression", "await_expression", "unsafe_expression"} | {
    "property_declaration", "guard_statement",
}
CONDITIONAL = {"if_statement", "guard_statement", "while_statement"}


@dataclasses.dataclass(frozen=True)
class Region:
    """A function's body or the value of a declaration: what is compiled once more for each of its mutants."""

    start: int
    end: int
    is_body: bool
    # Where `return` must be written when the body is no longer a single expression.
    result: int | None = None


@dataclasses.dataclass(frozen=True)
class Mutant:
    """One fault: a range of bytes of a file, and the text that replaces it."""

    module: str
    path: str
    # None for a fault outside of all regions, which is compiled alone.
    region: Region | None
    operator: str
    start: int
    end: int
    fault: str
    line: int
    before: str
    after: str
    # The text that the fault replaces.
    dropped: str
    key: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.operator}: {self.before}  ->  {self.after}"


def children(node, *types):
    return [child for child in node.children if child.type in types]


def inner(node, opening="{", closing="}"):
    """The range between the braces of a node."""
    braces = children(node, opening)[0], children(node, closing)[-1]
    return braces[0].end_byte, braces[1].start_byte


def returns(node):
    if node.type == "lambda_literal":
        return False
    if node.type == "control_transfer_statement" and node.children[0].type == "return":
        return True
    return any(returns(child) for child in node.children)


def body(node, has_value):
    start, end = inner(node)
    found = children(node, "statements")
    statements = [child for child in found[0].named_children if "comment" not in child.type] if found else []
    result = None
    if has_value and len(statements) == 1:
        only = statements[0]
        expression = only.type not in STATEMENTS or only.type == "if_statement" and not returns(only)
        if expression and not (only.type == "switch_statement" and returns(only)):
            result = only.start_byte
    return Region(start, end, True, result)


def regions(node, has_value=False):
    """All regions of a file with the node that each belongs to."""
    kind = node.type
    if kind == "source_file":
        yield from script(node)
    if kind == "function_declaration":
        has_value = any(child.type == "->" for child in node.children)
    if kind in {"init_declaration", "deinit_declaration"}:
        has_value = False
    if kind == "function_body":
        yield node, body(node, has_value)
    elif kind == "computed_property" and not any(child.type.startswith("computed_") for child in node.children):
        yield node, body(node, True)
    elif kind in {"computed_getter", "computed_setter", "computed_modify", "willset_clause", "didset_clause"}:
        if children(node, "{"):
            yield node, body(node, kind == "computed_getter")
    else:
        for number, child in enumerate(node.children):
            field = node.field_name_for_child(number)
            is_value = kind == "property_declaration" and field == "value"
            if is_value or field == "default_value":
                yield from value(child)
            else:
                yield from regions(child, has_value)


def value(node):
    """The region of a value, or those of the closures and literals in one that takes long to compile."""
    if node.end_byte - node.start_byte < 200:
        yield node, Region(node.start_byte, node.end_byte, False)
    else:
        yield from parts(node)


def parts(node):
    if node.type in {"integer_literal", "hex_literal", "boolean_literal"}:
        yield node, Region(node.start_byte, node.end_byte, False)
    elif node.type == "lambda_literal":
        for found in children(node, "statements"):
            only = found.named_children[0]
            is_expression = len(found.named_children) == 1 and only.type not in STATEMENTS
            yield found, Region(found.start_byte, found.end_byte, True, only.start_byte if is_expression else None)
    else:
        for child in node.children:
            yield from parts(child)


def script(file):
    """The statements of a program without a main function; of a guard, whose names are global, the expressions."""
    for node in file.named_children:
        if node.type == "guard_statement":
            for number, child in enumerate(node.children):
                if node.field_name_for_child(number) == "condition" and child.is_named and child.type != "value_binding_pattern":
                    yield node, Region(child.start_byte, child.end_byte, False)
            for child in children(node, "statements"):
                yield child, Region(child.start_byte, child.end_byte, True)
        elif node.type in DROPPED:
            yield node, Region(node.start_byte, node.end_byte, True)


def nodes(node):
    yield node
    for child in node.children:
        yield from nodes(child)


def integer(text):
    return int(text.replace("_", ""), 0)


def conditions(node):
    """The Boolean conditions of a statement, without those that bind a name or match a pattern."""
    part = []
    for number, child in enumerate(node.children[1:], 1):
        if child.type in {",", "{", "else"}:
            if len(part) == 1 and part[0].is_named and "comment" not in part[0].type:
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


def faults(node):
    """The faults at one node: the operator, the range and the text that replaces it."""
    kind, text = node.type, node.text.decode()
    whole = node.start_byte, node.end_byte
    if kind in {"integer_literal", "hex_literal", "bin_literal"} and re.fullmatch(r"[0-9a-fA-FxXbo_]+", text):
        value = integer(text)
        for other in [value + 1] + ([value - 1] if value > 0 else []):
            yield "constant", *whole, hex(other) if text.startswith("0x") else str(other)
    elif kind == "boolean_literal":
        yield "constant", *whole, "false" if text == "true" else "true"
    elif kind == "prefix_expression" and text.startswith("!"):
        yield "negation", *whole, text[1:]
    elif kind in CONDITIONAL:
        found = list(conditions(node))
        for condition in found:
            yield "negation", condition.start_byte, condition.end_byte, f"!({condition.text.decode()})"
        commas = children(node, ",")
        for condition in found:
            after = [comma for comma in commas if comma.start_byte >= condition.end_byte]
            before = [comma for comma in commas if comma.end_byte <= condition.start_byte]
            if after:
                yield "dropped condition", condition.start_byte, after[0].end_byte, ""
            elif before:
                yield "dropped condition", before[-1].start_byte, condition.end_byte, ""
        if kind == "guard_statement":
            yield "dropped guard", *whole, ""
    elif kind == "ternary_expression":
        condition = node.child_by_field_name("condition")
        yield "negation", condition.start_byte, condition.end_byte, f"!({condition.text.decode()})"
    elif kind == "where_keyword":
        condition = node.next_named_sibling
        if condition and condition.type != "type_constraint":
            yield "negation", condition.start_byte, condition.end_byte, f"!({condition.text.decode()})"
    elif kind == "value_arguments":
        values = [found for found in (child.child_by_field_name("value") for child in children(node, "value_argument")) if found]
        for one, other in zip(values, values[1:]):
            is_inout = one.text.startswith(b"&"), other.text.startswith(b"&")
            if one.text != other.text and is_inout[0] == is_inout[1]:
                between = node.text[one.end_byte - node.start_byte:other.start_byte - node.start_byte].decode()
                yield "swapped arguments", one.start_byte, other.end_byte, other.text.decode() + between + one.text.decode()
    elif kind == "statements":
        statements = [child for child in node.named_children if "comment" not in child.type]
        for statement in statements:
            if statement.type in DROPPED and not is_needed(statement, statements, node.parent):
                is_defer = statement.type == "call_expression" and statement.text.startswith(b"defer")
                yield "dropped defer" if is_defer else "dropped statement", statement.start_byte, statement.end_byte, ""
    elif not node.is_named or kind in {"custom_operator"}:
        if node.parent and len(node.parent.children) > 2 and node.prev_sibling and node.next_sibling:
            for operator, table in OPERATORS:
                if text in table and kind == text or kind == "custom_operator" and text in table:
                    yield operator, *whole, table[text]


def defaults(node, siblings):
    """A default such as `.zero` changed to the next member of the same type."""
    if re.fullmatch(rb"\.\w+", node.text):
        for other in siblings.get(node.text[1:].decode(), ()):
            yield "default", node.start_byte, node.end_byte, f".{other}"


def members(trees):
    """For each case of an enumeration or static constant, the next one of its type."""
    following = {}
    for tree in trees:
        for declaration in nodes(tree.root_node):
            if declaration.type in {"enum_class_body", "class_body"}:
                names = [name.text.decode() for entry in children(declaration, "enum_entry") for name in children(entry, "simple_identifier")]
                names += [
                    found.child_by_field_name("name").text.decode()
                    for found in children(declaration, "property_declaration")
                    if re.match(rb"(\w+ )*static let ", found.text)
                ]
                for name, after in zip(names, names[1:] + names[:1]):
                    if name != after:
                        following.setdefault(name, []).append(after)
    return following


def line_of(source, start, end):
    first = source.rfind(b"\n", 0, start) + 1
    last = source.find(b"\n", end)
    return first, len(source) if last < 0 else last


def shortened(text):
    return " ".join(text.decode().split())


def find(module, path, source, tree, siblings):
    """All mutants of one file, in the order of their places."""
    found = {}
    for node, region in regions(tree.root_node):
        ranges = [fault for each in nodes(node) for fault in faults(each)]
        if not region.is_body:
            ranges += defaults(node, siblings)
        is_void = region.is_body and node.type in {"function_body", "computed_setter", "willset_clause", "didset_clause"}
        if is_void and node.parent.type not in {"init_declaration"} and source[region.start:region.end].strip():
            if node.type != "function_body" or not any(child.type == "->" for child in node.parent.children):
                ranges.append(("emptied body", region.start, region.end, " "))
        for operator, start, end, fault in ranges:
            if not region.start <= start <= end <= region.end or region.result is not None and start <= region.result < end and not fault:
                continue
            mutant = fault_at(module, path, source, region, operator, start, end, fault)
            if operator == "emptied body":
                before = shortened(source[slice(*line_of(source, node.start_byte, node.start_byte))])
                mutant = dataclasses.replace(mutant, before=before, after="the body is empty")
            found.setdefault(mutant.key, mutant)
    return sorted(found.values(), key=lambda mutant: (mutant.start, mutant.end, mutant.fault))


def fault_at(module, path, source, region, operator, start, end, fault):
    """The mutant that replaces a range; what it says of itself is the line before and after."""
    first, last = line_of(source, start, end)
    before, after = shortened(source[first:last]), shortened(source[first:start] + fault.encode() + source[end:last])
    origin, text = (region.start, source[region.start:region.end]) if region else (0, source)
    identity = f"{module}/{path.rsplit('/')[-1]}\0{start - origin}\0{end - start}\0{fault}\0".encode() + text
    key, line = hashlib.sha256(identity).hexdigest()[:16], source.count(b"\n", 0, start) + 1
    return Mutant(module, path, region, operator, start, end, fault, line, before, after, source[start:end].decode(), key)


def read(root, folders):
    """The Swift sources of modules by name and path; a file is a module of its own, as a snippet is."""
    def files(folder):
        return sorted(path for path in folder.rglob("*.swift") if ".docc/" not in str(path)) if folder.is_dir() else [folder]

    return {folder.stem: {str(path.relative_to(root)): path.read_bytes() for path in files(folder)} for folder in folders}


def of_sources(sources):
    """All mutants of the modules, in the order of their places."""
    trees = {path: PARSER.parse(source) for files in sources.values() for path, source in files.items()}
    siblings = members(trees.values())
    return [
        mutant for module, files in sources.items() for path, source in files.items()
        for mutant in find(module, path, source, trees[path], siblings)
    ]


def of_lists(listed, sources):
    """The mutants of the lists, in the order of their places, with their sentences as operators."""
    files = {path: source for files in sources.values() for path, source in files.items()}
    trees = {path: list(regions(PARSER.parse(files[path]).root_node)) for path in {mutant.path for mutant in listed}}
    found = []
    for mutant in listed:
        source = files[mutant.path]
        text = source.decode()
        faulty = mutant.planted(text)
        same = os.path.commonprefix([text, faulty])
        end = os.path.commonprefix([text[len(same):][::-1], faulty[len(same):][::-1]])
        first, last = len(same.encode()), len(source) - len(end.encode())
        region = next((region for _, region in trees[mutant.path] if region.start <= first <= last <= region.end), None)
        fault = faulty[len(same):len(faulty) - len(end)]
        found.append(fault_at(mutant.module, mutant.path, source, region, mutant.name, first, last, fault))
    return sorted(found, key=lambda mutant: (mutant.path, mutant.start, mutant.end, mutant.fault))
