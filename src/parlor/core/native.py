"""What differs between a compiled module and the same source as plain Python; never compiled itself.

A compiled module takes what the type checker sees: native integers, and a bit count in machine code.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import i64, mypyc_attr

    from parlor.core.bits import count
else:
    i64 = int
    count = int.bit_count

    def mypyc_attr(**_):
        """Leave the class as it is."""
        return lambda cls: cls


__all__ = ["count", "i64", "mypyc_attr"]
