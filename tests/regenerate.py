"""Make the generated part of every golden game anew: `python -m tests.regenerate` (see `golden`)."""

import sys

from tests import golden


def main() -> None:
    """Rewrite the files whose contents have changed and name them."""
    for file in golden.files():
        contents = golden.load(file)
        anew = golden.generated(contents)
        if anew != contents:
            golden.save(file, anew)
            sys.stdout.write(f"{file.name} changed\n")


if __name__ == "__main__":
    main()
