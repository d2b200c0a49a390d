"""Measures the library, prints a table and writes bench.json.

usage: bench.py BUILD   (in the top folder; BUILD holds lib/ and bench/)

Each figure is the median of RUNS runs, each in a process of its own; least and greatest stand beside it. A program in ONCE
takes a minute, and its figure hardly varies. A figure is compared
with its goal and never fails anything: what is slow is read, not tested.
"""

import json
import os
import platform
import statistics
import subprocess
import sys

RUNS = 7
ONCE = {"bench_growth"}
LIBRARY = "libcountersign.so.1"

# name, unit, goal, which way is better.
ROWS = [
    ("challenge_payment", "payments a second a core", 40_000, "higher"),
    ("card_check", "ns", 25, "lower"),
    ("waiting_bytes", "bytes a payment", 4_096, "lower"),
    ("million_growth_bytes", "bytes", 1_000_000, "lower"),
    ("dispatch_empty_ns", "ns", 200, "lower"),
    ("late_answer_ns", "ns", 10_000, "lower"),
    ("submit_1_ns", "ns", 2_000, "lower"),
    ("submit_10000_ns", "ns", 3_000, "lower"),
    ("library_bytes", "bytes", 10_000_000, "lower"),
    ("load_ms", "ms", 8, "lower"),
    ("load_rss_mb", "MB", 14, "lower"),
]


def measure(build):
    """Every value of every figure, by name."""
    library = os.path.abspath(os.path.join(build, "lib", LIBRARY))
    programs = [
        ["bench_challenge"], ["bench_card"], ["bench_waiting"], ["bench_load", library], ["bench_runtime"], ["bench_growth"]]
    values = {"library_bytes": [os.path.getsize(library)] * RUNS}
    for program, *arguments in programs:
        for _ in range(1 if program in ONCE else RUNS):
            command = [os.path.join(build, "bench", program), *arguments]
            done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
            for line in done.stdout.splitlines():
                name, value = line.split()
                values.setdefault(name, []).append(float(value))
    return values


def machine():
    """What the figures depend on: processor, cores, kernel."""
    model = platform.processor() or platform.machine()
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.release()}"


def table(rows):
    """The rows as lines of text."""
    yield f"{'name':20}{'median':>14}{'least':>14}{'greatest':>14}{'goal':>14}  unit"
    for row in rows:
        met = row["value"] >= row["goal"] if row["better"] == "higher" else row["value"] <= row["goal"]
        figures = "".join(f"{number(row[key]):>14}" for key in ("value", "min", "max", "goal"))
        yield f"{row['name']:20}{figures}  {row['unit']}{'' if met else '   (goal not met)'}"


def number(value):
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:,.2f}"


def main(build):
    values = measure(build)
    rows = [
        {"name": name, "value": statistics.median(values[name]), "unit": unit, "goal": goal, "better": better,
         "runs": len(values[name]), "min": min(values[name]), "max": max(values[name])}
        for name, unit, goal, better in ROWS
    ]
    report = {"machine": machine(), "rows": rows}
    with open(os.path.join(build, "bench.json"), "w", encoding="utf-8") as file:
        json.dump(report, file, indent=2)
        file.write("\n")
    print(report["machine"])
    print("\n".join(table(rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
