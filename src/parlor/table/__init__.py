"""A table: seats and their host, a record, clocks, and the game up to the next real decision.

Synchronous, and without input or output: whoever runs it says what time it is, in seconds.
"""

from parlor.table.clocks import Clock, Clocks
from parlor.table.seating import Chair, Kind, Seating, seats_for
from parlor.table.table import Table, is_forced
from parlor.table.waiting import Missing

__all__ = ["Chair", "Clock", "Clocks", "Kind", "Missing", "Seating", "Table", "is_forced", "seats_for"]
