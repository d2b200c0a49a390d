#!/usr/bin/env python3
"""Makes the Swift tables of card brands, currencies and countries from Tests/vectors/card/*.json.

usage: generate-card-tables.py [--check]

With --check nothing is written; the exit status is 1 when a table differs from what its source gives.
"""

import json
import pathlib
import re
import sys
import textwrap

try:
    import re._parser as regex
except ImportError:  # before Python 3.11
    import sre_parse as regex

ROOT = pathlib.Path(__file__).resolve().parents[2]
VECTORS = ROOT / "Tests/vectors/card"
ENGINE = ROOT / "Sources/Countersign"
NO_BRAND = ord("`")
FIRST_BLOCK, LAST_BLOCK = ord("#"), ord("[")
LUHN_RULES = {"required": 0, "lenient": 1, "none": 2, "luhn_or_naranja": 3}
CVC_POLICIES = {"required": 0, "optional": 1, "hidden": 2}


def load(name):
    return json.loads((VECTORS / name).read_text())


def header(source, what):
    return (
        f"// Made from Tests/vectors/card/{source} by Sources/Packaging/generate-card-tables.py; do not edit.\n\n"
        f"/// {what}\n"
    )


def literal(name, text, width, doc):
    """A static string as lines of `width` characters, each continued with a backslash."""
    lines = [text[i : i + width] for i in range(0, len(text), width)]
    body = "\\\n".join(f"        {line}" for line in lines)
    return f'    /// {doc}\n    static let {name}: StaticString = """\n{body}\n        """\n'


def numbers(name, kind, rows, doc):
    """An array with whole rows of figures a line, as many as fit."""
    lines = [""]
    for row in rows:
        text = ", ".join(map(str, row)) + ","
        if len(lines[-1]) + len(text) > 115:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + text
    body = "\n".join(f"        {line}" for line in lines)
    return f"    /// {doc}\n    static let {name}: [{kind}] = [\n{body}\n    ]\n"


def bits(places):
    return sum(1 << place for place in places)


class Brands:
    """The brand table, and for any eight leading digits the profile that rules them."""

    def __init__(self, data):
        self.brands = data["brands"]
        self.order = data["order"]
        self.cobadges = data["cobadges"]
        self.number = {brand["id"]: index + 1 for index, brand in enumerate(self.brands)}
        # Profile n up to the last brand is brand n as it stands; further ones are exceptions inside a brand.
        self.profiles = [(0, (), 0)]
        for brand in self.brands:
            self.profiles.append((self.number[brand["id"]], tuple(brand["lengths"]), LUHN_RULES[brand["luhn"]]))
        self.rows = []
        self.exceptions = []
        for brand in self.brands:
            for row in brand["ranges"]:
                self.rows.append((row, brand))
            for row in brand.get("luhn_exceptions", ()):
                self.exceptions.append((row, brand))
        self.points = set()
        for row, _ in self.rows + self.exceptions:
            self.points.add(int(row["min"].ljust(8, "0")))
            self.points.add(int(row["max"].ljust(8, "9")) + 1)

    def profile(self, digits):
        best = None
        for row, brand in self.rows:
            if row["min"] <= digits[: row["digits"]] <= row["max"]:
                key = (-row["digits"], self.order.index(brand["id"]))
                if best is None or key < best[0]:
                    best = (key, row, brand)
        if best is None:
            return 0
        _, row, brand = best
        lengths = tuple(row.get("lengths", brand["lengths"]))
        rule = brand["luhn"]
        for exception, owner in self.exceptions:
            if owner is brand and exception["min"] <= digits[: exception["digits"]] <= exception["max"]:
                rule = exception["luhn"]
        wanted = (self.number[brand["id"]], lengths, LUHN_RULES[rule])
        if wanted not in self.profiles:
            self.profiles.append(wanted)
        return self.profiles.index(wanted)

    def block(self, prefix, blocks):
        """One hundred characters for the two digits after `prefix`: a profile each, or a block of the next level."""
        level = len(prefix) // 2
        out = []
        for pair in range(100):
            digits = f"{prefix}{pair:02d}"
            size = 10 ** (8 - len(digits))
            start = int(digits.ljust(8, "0"))
            if any(start < point < start + size for point in self.points):
                blocks[level].append(digits)
                out.append(chr(FIRST_BLOCK + len(blocks[level]) - 1))
            else:
                out.append(chr(NO_BRAND + self.profile(digits.ljust(8, "0"))))
        return "".join(out)

    def maps(self):
        blocks = {1: [], 2: [], 3: []}
        four = "".join(self.block(f"{pair:02d}", blocks) for pair in range(100))
        six = "".join(self.block(prefix, blocks) for prefix in list(blocks[1]))
        eight = "".join(self.block(prefix, blocks) for prefix in list(blocks[2]))
        assert not blocks[3] and max(len(blocks[1]), len(blocks[2])) <= LAST_BLOCK - FIRST_BLOCK + 1
        assert NO_BRAND + len(self.profiles) <= ord("~")
        return four, six, eight

    def swift(self):
        four, six, eight = self.maps()
        out = header("brands.json", "The figures behind `BrandTable`.") + "enum BrandTableData {\n"
        out += literal(
            "fourDigits", four, 100,
            "For each four leading digits, a hundred a line: a letter is a profile (`a` is 1, \"`\" none), any other\n"
            "    /// character from `#` on the number of the hundred in `sixDigits` that tells more.")
        out += "\n" + literal("sixDigits", six, 100, "The next two digits of the prefixes that four digits do not settle.")
        out += "\n" + literal("eightDigits", eight, 100, "The last two digits of the prefixes that six digits do not settle.")
        profiles = ", ".join(f"{brand | rule << 8 | bits(lengths) << 12:#x}" for brand, lengths, rule in self.profiles)
        profiles = "\n".join(f"        {line}" for line in textwrap.wrap(profiles + ",", 110))
        # Thirty-two of them, so that five bits never lead out of the table.
        out += (
            "\n    /// Profiles as bits: brand 0–7, Luhn rule 8–9, legal length n at 12 + n. "
            "Filled up to 32 with nothing.\n"
            f"    static let profiles: InlineArray<32, UInt32> = [\n{profiles}\n"
            f"        {' '.join(['0,'] * (32 - len(self.profiles)))}\n    ]\n")
        codes = [0] + [CVC_POLICIES[brand["cvc"]["policy"]] << 4 | brand["cvc"]["length"] for brand in self.brands]
        out += (
            "\n    /// Security codes by brand: length 0–3, policy 4–7. Filled up to 32 with nothing.\n"
            "    static let codes: InlineArray<32, UInt8> = [\n"
            f"        {', '.join(map(str, codes + [0] * (32 - len(codes))))},\n    ]\n")
        rows = sorted(
            (row["min"], row["max"], row["digits"], self.number[brand["id"]] | (256 if row.get("weak") else 0))
            for row, brand in self.rows)
        out += "\n" + numbers(
            "ranges", "UInt32", [(int(a), int(b), digits, brand) for a, b, digits, brand in rows],
            "Least and greatest prefix, their digits, brand (plus 256 where weak).")
        rows = sorted(
            (row["digits"], int(row["min"]), int(row["max"]), sum(self.number[b] << 8 * i for i, b in enumerate(row["brands"])))
            for row in self.cobadges)
        assert all(len(row["brands"]) == 2 for row in self.cobadges)
        out += "\n" + numbers(
            "cobadges", "UInt64", [(a, b, digits, brands) for digits, a, b, brands in rows],
            "Least and greatest prefix, their digits (ascending), the two brands in bytes, the suggested one lowest.")
        for before, after in zip(rows, rows[1:]):
            assert before[0] != after[0] or before[2] < after[1], "co-badge ranges of the same digits overlap"
        out += "\n" + numbers(
            "cobadgeDigits", "Int", [(digits,) for digits in sorted({row[0] for row in rows}, reverse=True)],
            "The digits that co-badge prefixes have, descending.")
        out += "\n" + numbers(
            "order", "UInt8", [(self.number[brand],) for brand in self.order],
            "The brands in the order that settles ties and lists candidates.")
        out += "\n    /// What is known of each brand, the first one first.\n    static let brands: [BrandFacts] = [\n"
        for brand in self.brands:
            extra = ", ".join(
                f"({length}, {bits(gaps):#x})" for length, gaps in sorted(brand.get("gaps_by_length", {}).items()))
            lengths = brand["lengths"]
            # The usual length: as listed, else 16 where legal, else the only one.
            usual = brand.get("typical_length", 16 if 16 in lengths else lengths[0])
            out += (
                f'        BrandFacts(\n            id: "{brand["id"]}", name: "{brand["name"]}", lengths: {bits(lengths):#x}, '
                f'usualLength: {usual}, gaps: {bits(brand["gaps"]):#x},\n')
            if extra:
                out += f"            gapsByLength: [{extra}],\n"
            out += f'            codeName: "{brand["cvc"]["name"]}"),\n'
        return out + "    ]\n}\n"


def currencies_swift(data):
    active = sorted(data["currencies"], key=lambda row: row["code"])
    text = "".join(
        row["code"] + row["numeric"] + ("-" if row["exponent"] is None else str(row["exponent"])) for row in active)
    gone = "".join(
        f'{row["code"]}{row["now"] or "---"}{row["until"]:<10}'.replace(" ", "-")
        for row in sorted(data["withdrawn"], key=lambda row: row["code"]))
    out = header("currencies.json", f'{data["meta"]["date"]}.') + "enum CurrencyTable {\n"
    out += literal(
        "active", text, 7 * 14,
        "Seven characters each, in order of the code: code, number, digits after the decimal point (`-`: no minor unit).")
    out += "\n" + literal(
        "withdrawn", gone, 16 * 6,
        "Sixteen characters each: code, what replaced it (`---`: nothing), last day (or year, filled with `-`).")
    return out + "}\n"


def expand(pattern):
    """The literal prefixes that a pattern without repetition stands for, `?` being any digit."""

    def walk(tokens):
        results = [""]
        for operation, argument in tokens:
            operation = str(operation)
            if operation == "LITERAL":
                step = [chr(argument)]
            elif operation == "IN":
                step = []
                for kind, value in argument:
                    kind = str(kind)
                    if kind == "LITERAL":
                        step.append(chr(value))
                    elif kind == "RANGE":
                        step += [chr(c) for c in range(value[0], value[1] + 1)]
                    elif kind == "CATEGORY" and str(value) == "CATEGORY_DIGIT":
                        step.append("?")
                    else:
                        raise ValueError(pattern)
            elif operation == "BRANCH":
                step = [text for branch in argument[1] for text in walk(branch)]
            elif operation == "SUBPATTERN":
                step = walk(argument[-1])
            elif operation == "MAX_REPEAT" and argument[:2] == (0, 1):
                step = [""] + walk(argument[2])
            else:
                raise ValueError(pattern)
            results = [a + b for a in results for b in step]
        return results

    return sorted(set(walk(regex.parse(pattern))))


def countries_swift(data):
    countries = sorted(data["countries"], key=lambda row: row["alpha2"])
    patterns = sorted({row["phone"]["idd"] for row in countries if "phone" in row})
    text = ""
    for row in countries:
        phone = row.get("phone", {"cc": "", "trunk": None, "lengths": []})
        idd = patterns.index(phone["idd"]) if "idd" in phone else 0
        assert idd < 100 and len(phone["cc"]) <= 3 and all(length < 20 for length in phone["lengths"])
        text += (
            f'{row["alpha2"]}{row["alpha3"]}{row["numeric"]}{phone["cc"]:->3}{phone["trunk"] or "":->2}'
            f'{idd:02d}{bits(phone["lengths"]):05x}')
    out = header("countries.json", "The countries of ISO 3166 and how their telephone numbers are dialled.")
    out += "enum CountryTable {\n" + literal(
        "countries", text, 20 * 5,
        "Twenty characters each, in order of the first two: alpha-2, alpha-3, number, calling code, trunk prefix, number of\n"
        "    /// the international prefix, and the possible lengths of a national number as bits in five hexadecimal digits.")
    rows = ",\n".join(f'        "{" ".join(expand(pattern))}"' for pattern in patterns)
    rows = "\n".join(wrap(line) for line in rows.split("\n"))
    out += "\n    /// International prefixes, alternatives apart; `?` is any digit.\n"
    return out + f"    static let internationalPrefixes: [StaticString] = [\n{rows},\n    ]\n}}\n"


def wrap(line):
    assert len(re.sub(r"\s+", " ", line)) < 4000
    if len(line) <= 128:
        return line
    words, lines, tail = line.strip().rstrip(",").strip('"').split(" "), [""], "," if line.endswith(",") else ""
    for word in words:
        if len(lines[-1]) + len(word) > 108:
            lines.append("")
        lines[-1] += word + " "
    lines[-1] = lines[-1].rstrip()
    return '        """\n' + "\\\n".join(f"        {text}" for text in lines) + '\n        """' + tail


def main():
    tables = {
        ENGINE / "Card/BrandTableData.swift": Brands(load("brands.json")).swift(),
        ENGINE / "Money/CurrencyTable.swift": currencies_swift(load("currencies.json")),
        ENGINE / "Money/CountryTable.swift": countries_swift(load("countries.json")),
    }
    differing = [path for path, text in tables.items() if not path.exists() or path.read_text() != text]
    if "--check" in sys.argv[1:]:
        for path in differing:
            print(f"{path.relative_to(ROOT)} differs from what Tests/vectors/card gives")
        return 1 if differing else 0
    for path in differing:
        path.write_text(tables[path])
    return 0


if __name__ == "__main__":
    sys.exit(main())
