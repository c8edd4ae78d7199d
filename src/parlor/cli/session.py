"""A game at the keyboard: people and bots at one table, with a hide-screen where several people share it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from parlor.bots import ADVISER, STAND_IN, Bot, Limit, bot
from parlor.cli import saved
from parlor.cli.moves import list_moves, read_move, read_parts
from parlor.cli.screen import Screen
from parlor.cli.words import explain, language, tell, tell_if_known
from parlor.core.chance import Rng
from parlor.core.errors import ParlorError
from parlor.core.words import Event, seen_by
from parlor.table import Table

# What may be typed besides moves, in English and in the language that is spoken.
COMMANDS = ("help", "undo", "hint", "rules", "board", "log", "save", "quit")
HINTS = 3


class Leave(Exception):
    """Somebody wants to stop playing."""


class Session:
    """Plays a table to its end, or until somebody leaves."""

    def __init__(self, table: Table, screen: Screen, path: Path | None = None) -> None:
        self.table = table
        self.bots: dict[int, Bot] = {}
        for seat, chair in enumerate(table.seating.chairs):
            if chair.bot is not None:
                self.bots[seat] = bot(table.away.get(seat, chair.bot))
        self.screen = screen
        self.path = path
        self.people = [seat for seat in range(table.record.seats) if seat not in self.bots]
        view = table.view(None)
        names = [explain(table.game.seat_name(view, seat)) for seat in range(table.record.seats)]
        self.names = {seat: name[:1].upper() + name[1:] for seat, name in enumerate(names)}
        self.at_keyboard: int | None = self.people[0] if len(self.people) == 1 else None
        self.log: list[list[Event]] = []
        self.seen = dict.fromkeys(self.people, 0)
        """How much of the log was there when a seat last moved."""
        for line, _, events in table.record.steps():
            if "play" in line and line["seat"] in self.seen:
                self.seen[line["seat"]] = len(self.log)
            self.log.append(events)
        self.commands: dict[str, Callable[[int, str], bool]] = {}
        for name in COMMANDS:
            action = getattr(self, f"_{name}")
            for word in (name, tell(f"cli.command.{name}")):
                self.commands[word] = action
        self.commands["?"] = self._help

    def run(self) -> None:
        """Play to the end. Leaving is polite, however it comes."""
        try:
            self._introduce()
            while self.table.state.outcome is None:
                self._go_on()
        except (EOFError, KeyboardInterrupt):
            self.screen.show()
            self._say_goodbye()
        except Leave:
            self._say_goodbye()
        else:
            self._finish()

    @property
    def has_begun(self) -> bool:
        """Whether a person has made a move."""
        return any("play" in line and line["seat"] in self.people for line in self.table.record.lines)

    def close(self) -> None:
        """Let go of the bots."""
        for player in self.bots.values():
            player.close()

    def play_once(self, text: str, line: int | None) -> None:
        """Play one move for the person whose turn it is, and the bots up to the next person's turn."""
        self._let_bots_play()
        waiting = [seat for seat in self.table.state.to_act if seat in self.people]
        seat = waiting[0] if waiting else self.people[0]
        self._play(seat, text, line)
        self._let_bots_play()
        if self.table.state.outcome is None:
            self._show(seat)
        else:
            self._finish()

    def _introduce(self) -> None:
        game = self.table.game.name
        self.screen.show(tell_if_known(f"{game}.title") or game, "bold")
        self.screen.show(tell_if_known(f"{game}.line"))
        for seat in range(self.table.record.seats):
            known = {"seat": self.names[seat], "bot": self.bots[seat].name if seat in self.bots else ""}
            if seat in self.bots:
                self.screen.show(tell("cli.seat-bot", **known))
            else:
                self.screen.show(tell("cli.seat-you" if len(self.people) == 1 else "cli.seat-person", **known))
        self.screen.show(tell("cli.commitment", commitment=self.table.record.commitment), "dim")
        self.screen.show(tell("cli.start-help"))
        if self.screen.is_terminal:
            self.screen.ask(self.screen.styled(tell("cli.start"), "hint"))

    def _go_on(self) -> None:
        """One person's turn, after the bots have had theirs; with sealed choices people come first."""
        to_act = [seat for seat in self.table.state.to_act if seat in self.people]
        if not to_act:
            self._let_bots_play()
            return
        seat = self.at_keyboard if self.at_keyboard in to_act else to_act[0]
        assert seat is not None
        sealed = len(self.table.state.to_act) > 1
        if len(self.people) > 1 and (sealed or seat != self.at_keyboard) and not self._pass_to(seat, sealed):
            return
        self._turn(seat)

    def _let_bots_play(self) -> None:
        """Bots play until a person has something to decide. What they choose follows from the seed and the line."""
        while (to_act := self.table.state.to_act) and not any(seat in self.people for seat in to_act):
            seat = to_act[0]
            key = f"{self.table.seed.secret}/bot/{len(self.table.record.lines)}"
            rng = Rng(int(hashlib.sha256(key.encode()).hexdigest(), 16))
            player = self.bots[seat]
            move = player.choose(self.table.view(seat), Limit(), rng).move
            if player.failure is not None and seat not in self.table.away:
                self.screen.show(tell("cli.bot-failed", problem=player.failure, stand_in=STAND_IN), "error")
                self.log.append(self.table.take_over(seat, STAND_IN))
            self.log.append(self.table.play(seat, move))

    def _pass_to(self, seat: int, sealed: bool) -> bool:
        """Hide everything until the next person is there. False if the one before takes back a move instead."""
        self.screen.clear()
        before = self.at_keyboard
        self.screen.show(tell("cli.pass-sealed" if sealed else "cli.pass", seat=self.names[seat]), "bold")
        if before is not None:
            self.screen.show(tell("cli.pass-undo", seat=self.names[before]), "dim")
        while answer := self.screen.ask(self.screen.styled(tell("cli.pass-enter", seat=self.names[seat]), "hint")):
            command = self.commands.get(answer.lower())
            if command == self._quit:
                raise Leave
            if command == self._undo and before is not None and self._undo(before, ""):
                return False
        self.at_keyboard = seat
        return True

    def _turn(self, seat: int) -> None:
        """Ask one person until there is a move. A mistake is explained, and asked again."""
        self.screen.clear()
        self._show(seat)
        view = self.table.view(seat)
        line = self.table.opened(seat)
        completions = [*map(str, view.legal_moves), *self.commands]
        while True:
            text = self.screen.ask(f"{self.screen.styled(self.names[seat], 'bold')}> ", completions)
            word, _, rest = text.partition(" ")
            try:
                if not word:
                    continue
                if action := self.commands.get(word.lower()):
                    if action(seat, rest):
                        return
                    continue
                if self._show_parts(seat, text):
                    continue
                self._play(seat, text, line)
                return
            except (ParlorError, OSError) as error:
                message = explain(error.message, self.names) if isinstance(error, ParlorError) else str(error)
                self.screen.show(message, "error")

    def _show_parts(self, seat: int, text: str) -> bool:
        """What may follow, if the first parts of a move are typed that is picked part by part."""
        view = self.table.view(seat)
        picked = read_parts(view, text.split())
        parts = view.legal_moves.parts(picked) if picked else []
        if parts:
            self.screen.show_drawing(self.table.game.text(view, language(), self.screen.colour, picked))
            self.screen.show(f"{' '.join(picked)}  {'  '.join(f'{n}: {part}' for n, part in enumerate(parts, 1))}")
        return bool(parts)

    def _play(self, seat: int, text: str, line: int | None) -> None:
        move = read_move(self.table.view(seat), text)
        events = self.table.play(seat, move, line)
        self.seen[seat] = len(self.log)
        self.log.append(events)

    def _show(self, seat: int) -> None:
        """What happened since this seat's last move, the board, and what to do."""
        view = self.table.view(seat)
        drawing = self.table.game.text(view, language(), self.screen.colour)
        self.screen.show_board(self._sentences(seat, self.seen[seat]), drawing, others=3)
        self.screen.show(explain(self.table.game.prompt(view), self.names), "bold")

    def _sentences(self, viewer: int | None, first: int) -> list[str]:
        events = [event for step in self.log[first:] for event in step]
        return [explain(event, self.names) for event in seen_by(events, viewer)]

    def _help(self, seat: int, rest: str) -> bool:
        self.screen.show(tell("cli.help-moves"), "bold")
        for line in list_moves(self.table.view(seat).legal_moves):
            self.screen.show(f"  {line}")
        self.screen.show(tell("cli.help-short"))
        self.screen.show(tell("cli.help-commands"), "bold")
        for name in COMMANDS:
            self.screen.show(f"  {tell(f'cli.command.{name}'):9}{tell(f'cli.help-{name}')}")
        return False

    def _undo(self, seat: int, rest: str) -> bool:
        try:
            events = self.table.undo(seat)
        except ParlorError as error:
            self.screen.show(explain(error.message, self.names), "error")
            return False
        for other in self.table.asked[1] if self.table.asked else []:
            question = tell("cli.agree", seat=self.names[other], asker=self.names[seat])
            if self.screen.ask(f"{question} ").lower() not in ("y", "yes", tell("cli.yes"), tell("cli.yes")[0]):
                self.screen.show(tell("cli.disagree", seat=self.names[other]))
                self.table.disagree(other)
                return False
            events = self.table.agree(other)
        self.seen[seat] = len(self.log)
        self.log.append(events)
        return True

    def _hint(self, seat: int, rest: str) -> bool:
        thought = bot(ADVISER).choose(self.table.view(seat), Limit(), Rng(len(self.table.record.lines)))
        self.screen.show(tell("cli.hint", bot=ADVISER, move=str(thought.move)), "hint")
        for estimate in thought.estimates[:HINTS]:
            value = f"{estimate.value:8.2f}"
            if estimate.visits:
                value = f"{estimate.value:7.0%} ± {estimate.error:.0%}"
            self.screen.show(f"  {estimate.move!s:12}{value}{estimate.share:7.0%}", "hint")
        return False

    def _rules(self, seat: int, rest: str) -> bool:
        book = self.table.game.rulebook(language())
        chapters = ["\n".join([chapter.title, *chapter.paragraphs]).strip() for chapter in book]
        self.screen.show("\n\n".join(chapters) or tell("cli.no-rules"))
        return False

    def _board(self, seat: int, rest: str) -> bool:
        self.screen.clear()
        self._show(seat)
        return False

    def _log(self, seat: int, rest: str) -> bool:
        for sentence in self._sentences(seat, 0):
            self.screen.show(sentence)
        return False

    def _save(self, seat: int, rest: str) -> bool:
        if not rest:
            self.screen.show(tell("cli.save-where"))
        elif self.path is not None:
            self.screen.show(tell("cli.saved-already", path=str(self.path)))
        else:
            path = Path(rest).expanduser()
            saved.save(self.table.record, self.table.seed, {key: bot.name for key, bot in self.bots.items()}, path)
            self.path = path
            self.screen.show(tell("cli.saved", path=rest))
        return False

    def _quit(self, seat: int, rest: str) -> bool:
        raise Leave

    def _say_goodbye(self) -> None:
        if self.path is None:
            self.screen.show(tell("cli.bye-unsaved"))
        else:
            self.screen.show(tell("cli.bye", path=str(self.path)))

    def _finish(self) -> None:
        """The last board, who won, the scores, and how to check the draws."""
        table = self.table
        outcome = table.state.outcome
        assert outcome is not None
        viewer = self.people[0] if len(self.people) == 1 else None
        self.screen.clear()
        drawing = table.game.text(table.view(viewer), language(), self.screen.colour)
        self.screen.show_board(self._sentences(viewer, min(self.seen.values())), drawing, others=7)
        winners = [self.names[seat] for seat in outcome.winners]
        verdict = tell("cli.wins" if len(winners) == 1 else "cli.share", winners=winners)
        if not winners:
            verdict = tell("cli.nobody-wins")
        elif outcome.winners == (viewer,):
            verdict = tell("cli.you-win")
        self.screen.show(f"{verdict} {explain(outcome.reason, self.names)}", "bold")
        scores = [f"{self.names[seat]} {score}" for seat, score in enumerate(outcome.scores)]
        self.screen.show(tell("cli.scores", scores=scores))
        record = table.record
        self.screen.show(tell("cli.seed", commitment=record.commitment, seed=table.seed.secret), "dim")
        if self.path is None:
            self.screen.show(tell("cli.verify-unsaved"))
        else:
            saved.drop_secret(self.path)
            self.screen.show(tell("cli.verify", path=str(self.path)))
