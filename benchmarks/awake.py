"""Keep the CPUs of this machine from falling asleep, while something is measured that waits most of the time.

The host of a virtual machine gives a CPU that sleeps to others, and a server that is woken waits until it has it back.
So each CPU is kept busy by a process of the lowest kind of priority, which takes only what nobody else wants.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

ROUNDS = 1_000_000


@contextmanager
def cpus_awake() -> Iterator[None]:
    """No CPU sleeps meanwhile."""
    processes = [subprocess.Popen([sys.executable, __file__]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for process in processes:
            process.terminate()
            process.wait()


def main() -> None:
    """Keep one CPU busy for as long as the process lives that wants it."""
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    parent = os.getppid()
    while os.getppid() == parent:
        for _ in range(ROUNDS):
            pass


if __name__ == "__main__":
    main()
