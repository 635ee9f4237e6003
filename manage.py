#!/usr/bin/env python
"""Django's command line. `./dev manage …` calls it with the embedded default."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "splendor.settings")
    execute_from_command_line(sys.argv)
