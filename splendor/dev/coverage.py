"""`./dev coverage`: which lines and branches the quick tests reach. Of the rules they must reach every one."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# A rule that no test reaches is a rule that nobody has checked.
WHOLE = "engine/*"


def main() -> int:
    """Run the tests, or those that the arguments name; the exit status is 0 if they pass and reach all rules."""
    python = [sys.executable, "-m"]
    tests = subprocess.run([*python, "pytest", "--cov", "--cov-report=", *sys.argv[1:]], cwd=ROOT)
    if tests.returncode:
        return tests.returncode
    subprocess.run([*python, "coverage", "report"], cwd=ROOT)
    sys.stdout.write(f"== every branch of {WHOLE}\n")
    sys.stdout.flush()
    return subprocess.run(
        [*python, "coverage", "report", f"--include={WHOLE}", "--fail-under=100"], cwd=ROOT
    ).returncode


if __name__ == "__main__":
    sys.exit(main())
