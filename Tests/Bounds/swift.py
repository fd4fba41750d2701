"""Reads the syntax tree that swiftc makes of the source, with all names and types resolved."""

import json
import pathlib
import re
import subprocess

READ = ("Arithmetic", "Curve")  # the folders that are read; of the other files there are only types and names

class Unreadable(Exception):
    """The source has a form that is not in the subset."""
class Function:
    """A function, an initializer or a computed property, also one that is declared within another."""

    def __init__(self, owner, node, lines, name=None, accessor=None):
        self.owner, self.lines, self.name = owner, lines, name or named(node)
        self.name = "prefix " + self.name if any(a["_kind"] == "prefix_attr" for a in node.get("attrs", ())) else self.name
        self.is_init, self.is_static = node["_kind"] == "constructor_decl", "static" in node
        self.is_method = bool(owner) and not self.is_init and not self.is_static
        self.is_mutating = self.is_method and "inout" in node.get("implicit_self_decl", {})
        node = accessor or node
        self.body, self.parameters = node.get("body"), node["params"].get("params", [])
        self.labels = [parameter.get("apiName", "_") for parameter in self.parameters]
        self.required = [parameter.get("apiName", "_") for parameter in self.parameters if "expression" not in parameter]
        self.results = labels(node.get("result", ""))
        self.full_name = f"{owner}({''.join(label + ':' for label in self.labels)})" if self.is_init else \
            f"{owner}.{self.name}" if owner else self.name

def named(node):
    """The name of a declaration or of a pattern."""
    name = node["name"].get("base_name", node["name"])
    return name.get("name") or name["special"]

def labels(kind):
    """The labels of a tuple's elements, from the mangled name of its type: a length, a label, and `_` or `t`."""
    found = [(kind[number.end():][:int(number[0])], kind[number.end():][int(number[0]):]) for number in re.finditer(r"\d+", kind)]
    return [label for label, rest in found if rest[:1] in ("_", "t")]

def integer(kind):
    """The integer type of a mangled name, or None."""
    found = re.fullmatch(r"\$ss\d+(U?Int\d+)VD", kind)
    return found[1] if found else {"$sSiD": "Int", "$sSbD": "Bool"}.get(kind)

def refuse_unseen(text):
    """Refuses what the tree does not show: labels of loops, and code in branches of `#if`, which may have attributes."""
    if re.search(r"\w\s*:\s*(for|while|repeat)\b", re.sub("//.*", "", text)):
        raise Unreadable("a loop with a label")
    depth = 0
    for number, line in enumerate(text.splitlines(), 1):
        code = line.split("//")[0].strip()
        if code.startswith("#"):
            depth += {"#if": 1, "#else": 0, "#endif": -1}.get(code.split()[0], 10**6)
        elif depth and code and not re.fullmatch(r"@\w+(\([\w ]*\))?", code):
            raise Unreadable(f"line {number}: code in a branch of #if: {code!r}")
    if depth:
        raise Unreadable("a directive that is not in the subset")

class Declarations:
    """The functions, static constants and initial values of all types in the files that are read, by their symbols."""

    def __init__(self, source):
        self.functions, self.constants, self.initial, self.types, self.lines = {}, {}, {}, {}, []
        files = sorted(source.rglob("*.swift"))
        read = [path for path in files if path.parent.name in READ]
        for path in read:
            refuse_unseen(path.read_text())
        command = ["swiftc", "-frontend", "-dump-ast", "-dump-ast-format", "json", "-parse-as-library", "-swift-version", "6",
                   "-package-name", "swift-collaboration", "-module-name", "CollaborationCrypto"]
        for path in files:
            command += ["-primary-file"] * (path in read) + [str(path)]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode:
            raise Unreadable(f"swiftc: {result.stderr.strip()[:500]}")
        trees = json.loads("[" + result.stdout.replace('}{"_kind":"source_file"', '},{"_kind":"source_file"') + "]")
        for tree in trees:
            self.find_types(tree["items"])
        for tree in trees:
            self.lines = [match.start() for match in re.finditer(b"\n", pathlib.Path(tree["filename"]).read_bytes())]
            self.read(tree["items"], "")

    def find_types(self, nodes):
        for node in nodes:
            if node["_kind"] in ("struct_decl", "enum_decl"):
                self.types[node["interface_type"].removesuffix("mD") + "D"] = named(node)
                self.find_types(node["members"])

    def read(self, nodes, owner):
        values = {}
        for node in nodes:
            kind = node["_kind"]
            if kind in ("struct_decl", "enum_decl"):
                self.read(node["members"], named(node))
            elif kind == "extension_decl":
                self.read(node["members"], self.types[node["extended_type"]])
            elif kind == "constructor_decl" or kind == "func_decl" and "implicit" not in node:
                self.functions[node["usr"]] = Function(owner, node, self.lines)
            elif kind == "pattern_binding_decl":
                for entry in node["pattern_entries"]:
                    pattern = entry["pattern"].get("sub_pattern", entry["pattern"])
                    values[named(pattern)] = entry.get("processed_init")
            elif kind == "var_decl" and node.get("writeImpl", "stored") != "stored":
                raise Unreadable(f"{owner}.{named(node)}: a setter or an observer")
            elif kind == "var_decl" and node["readImpl"] == "getter":
                getter, = (accessor for accessor in node["accessors"] if "get" in accessor)
                self.functions[node["usr"]] = Function(owner, node, self.lines, accessor=getter)
            elif kind == "var_decl" and "static" in node:
                self.constants[node["usr"]] = owner, named(node), values[named(node)]
            elif kind == "var_decl" and values[named(node)]:
                self.initial.setdefault(owner, {})[named(node)] = values[named(node)]
            elif kind not in ("var_decl", "func_decl"):
                raise Unreadable(f"{owner}: a declaration {kind}")
