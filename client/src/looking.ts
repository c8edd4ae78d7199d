/** Looking back: the board as it was at an entry of the log, and the sentences that explain it. */

import type { Board } from "./board";
import type { Now } from "./now";
import { announce, attempt, byId, make, setText } from "./page";
import type { Answer } from "./wire";

/** A pointer that only passes over entries asks for nothing. */
const PASSING = 120;

export class Looking {
  private line: number | null = null;
  private readonly seen = new Map<string, Answer>();

  constructor(
    private readonly now: Now,
    private readonly board: Board,
    private readonly away: () => void,
    private readonly backToNow: () => void,
  ) {}

  get back(): boolean {
    return this.line !== null;
  }

  /** Show the position of a log entry, or the present one again: meanwhile nothing else is shown. */
  at(line: number | null, words = "", shown: (told: string[]) => void = () => undefined): void {
    if (line === this.line) return;
    if (!this.back) this.away();
    this.line = line;
    byId("main").classList.toggle("is-looking", line !== null);
    byId("looking").hidden = line === null;
    byId("looking-turn").hidden = true;
    byId("told").replaceChildren();
    setText("looking-at", words);
    if (line === null) return this.backToNow();
    const key = `${this.now.seat} ${line}`;
    attempt(async () => {
      if (!this.seen.has(key)) await new Promise((resolve) => setTimeout(resolve, PASSING));
      if (this.line !== line) return;
      const seen = this.seen.get(key) ?? (await this.now.ask({ do: "look", line }));
      this.seen.set(key, seen);
      if (this.line !== line) return;
      this.explain(seen, words);
      shown(seen.told ?? []);
    });
  }

  /** It has become one's turn meanwhile. */
  call(): void {
    byId("looking-turn").hidden = !this.back;
  }

  private explain({ drawing = "", told = [] }: Answer, words: string): void {
    this.board.draw(drawing);
    byId("told").replaceChildren(...told.map((text) => make("li", { text })));
    if (words || told.length) announce([words, ...told].join(" "));
  }
}
