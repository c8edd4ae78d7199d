/** Looking back: the board as it was at an entry of the log, and the sentences that explain it. */

import type { Board } from "./board";
import type { Now } from "./now";
import { announce, attempt, byId, make } from "./page";
import type { Answer } from "./wire";

/** A pointer that only passes over entries asks for nothing. */
const PASSING = 120;

export class Looking {
  private line: number | null = null;
  private readonly seen = new Map<number, Answer>();

  constructor(
    private readonly now: Now,
    private readonly board: Board,
    private readonly backToNow: () => void,
  ) {}

  get back(): boolean {
    return this.line !== null;
  }

  /** Show the position of a log entry, or the present one again. */
  at(line: number | null): void {
    if (line === this.line) return;
    this.line = line;
    byId("main").classList.toggle("is-looking", line !== null);
    byId("looking").hidden = line === null;
    byId("told").replaceChildren();
    if (line === null) return this.backToNow();
    if (this.board.showing) this.board.skip();
    attempt(async () => {
      if (!this.seen.has(line)) await new Promise((resolve) => setTimeout(resolve, PASSING));
      if (this.line !== line) return;
      const seen = this.seen.get(line) ?? (await this.now.ask({ do: "look", line }));
      this.seen.set(line, seen);
      if (this.line === line) this.explain(seen);
    });
  }

  private explain({ drawing = "", told = [] }: Answer): void {
    this.board.draw(drawing);
    byId("told").replaceChildren(...told.map((text) => make("li", { text })));
    if (!told.length) return;
    // The board makes room for the sentences.
    byId("board").querySelector("svg")?.setAttribute("preserveAspectRatio", "xMinYMid");
    announce(told.join(" "));
  }
}
