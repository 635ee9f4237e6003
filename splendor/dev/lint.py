"""`./dev lint`: every check that needs no run of the code. All are run; each that fails is named at the end."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CHECKS = {
    "format": ["ruff", "format", "--check", "."],
    "lint": ["ruff", "check", "."],
    "templates": ["djlint", "--quiet", "--lint", "templates"],
    "import contracts": ["lint-imports"],
    "types": ["mypy", "."],
    "missing migrations": [sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"],
}


def main() -> int:
    """Run every check; the exit status is the number of those that failed."""
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "splendor.settings_test"}
    failed = []
    for name, command in CHECKS.items():
        sys.stdout.write(f"== {name}\n")
        sys.stdout.flush()
        if subprocess.run(command, cwd=ROOT, env=env).returncode:
            failed.append(name)
    sys.stdout.write(f"== {'FAILED: ' + ', '.join(failed) if failed else 'all checks passed'}\n")
    return len(failed)


if __name__ == "__main__":
    sys.exit(main())
