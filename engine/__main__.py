"""`python -m engine`: see `cli`."""

import sys

from engine.cli import main

sys.exit(main())
