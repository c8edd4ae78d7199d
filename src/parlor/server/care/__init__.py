"""What happens at tables while nobody acts, each duty in a module of its own."""

from __future__ import annotations

from parlor.server.care.bots import Bots
from parlor.server.care.clocks import Clocks
from parlor.server.care.copying import Copying
from parlor.server.care.leavers import Leavers
from parlor.server.care.sweeping import Sweeping
from parlor.server.care.tasks import Tasks
from parlor.server.care.webhooks import Webhooks
from parlor.server.hosted import Hosted
from parlor.server.hosting import Hosting
from parlor.server.settings import Settings
from parlor.server.workers import Workers


class Care:
    """Looks after all tables of a server."""

    def __init__(self, hosting: Hosting, workers: Workers, settings: Settings) -> None:
        self._hosting = hosting
        self._tasks = Tasks()
        self.bots = Bots(hosting, workers, settings, self._tasks)
        self.clocks = Clocks(hosting, self._tasks)
        self.leavers = Leavers(hosting, settings, self._tasks)
        self.webhooks = Webhooks(settings, self._tasks)
        self.sweeping = Sweeping(hosting, settings)
        self.copying = Copying(settings, lambda: hosting.leads)
        hosting.changed = self.look_after

    def look_after(self, hosted: Hosted) -> None:
        """See to whatever a table needs now, or leave that to another process."""
        peers = self._hosting.peers
        hosted.is_ours = peers is None or peers.looks_after(hosted)
        self.bots.see_to(hosted)
        self.webhooks.see_to(hosted)
        self.clocks.see_to(hosted)
        self.leavers.watch(hosted)

    def start(self) -> None:
        """From now on, do what is done again and again."""
        self._tasks.start(self.sweeping.sweep())
        if self.copying.settings.backup_folder is not None:
            self._tasks.start(self.copying.copy(self.copying.settings.backup_folder))
        self._tasks.start(self.clocks.beat())

    async def close(self) -> None:
        """Stop caring."""
        self.clocks.close()
        self.leavers.close()
        await self._tasks.close()
        await self.webhooks.close()
