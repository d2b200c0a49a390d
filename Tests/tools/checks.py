"""What the check programs share: a check has a title and passes, or fails with the places at fault."""

import os
import subprocess


class Checks:
    """Counts checks, shows each, and ends with `N passed, N failed`."""

    def __init__(self):
        self.passed = 0
        self.failed = 0

    def check(self, title, faults):
        """Passes when `faults` holds nothing; shows what it holds."""
        faults = list(faults)
        print(f"{'FAILED' if faults else 'ok':7}{title}")
        for fault in faults:
            print(f"       {fault}")
        if faults:
            self.failed += 1
        else:
            self.passed += 1

    def equal(self, title, found, wanted):
        """Passes when both are equal; sets and lists are shown by their difference."""
        if found == wanted:
            return self.check(title, [])
        if isinstance(found, (set, dict)) or isinstance(found, list) and set(found) != set(wanted):
            more = [f"found and not wanted: {item}" for item in sorted(set(found) - set(wanted))]
            less = [f"wanted and not found: {item}" for item in sorted(set(wanted) - set(found))]
            both = [f"{key}: found {found[key]}, wanted {wanted[key]}" for key in sorted(set(found) & set(wanted))
                    if found[key] != wanted[key]] if isinstance(found, dict) else []
            return self.check(title, more + less + both)
        return self.check(title, [f"found  {found!r}", f"wanted {wanted!r}"])

    def finish(self):
        """Prints the count; returns the exit status."""
        print(f"{self.passed} passed, {self.failed} failed")
        return 1 if self.failed else 0


def run(command, **environment):
    """Runs a command and returns its exit status and all that it printed."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False,
                          env={**os.environ, **environment})
    return done.returncode, done.stdout


def faults_of(command, **environment):
    """Nothing when the command succeeds; what it printed when it fails."""
    status, output = run(command, **environment)
    return [] if status == 0 else [f"{' '.join(command)}: exit status {status}", *output.splitlines()[-30:]]


def text(path):
    """The text of a file."""
    with open(path, encoding="utf-8") as file:
        return file.read()
