"""`python -m parlor.cli` is the command `parlor`."""

from parlor.cli import main

main()
