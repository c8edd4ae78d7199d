/** Choosing a move part by part: each part is seen on the board first, and the whole is played then. */

import type { Board } from "./board";
import { setting } from "./mine";
import type { Now } from "./now";
import { attempt, byId, notice, Refusal, say } from "./page";

const playWord = byId("confirm").textContent;

export class Picking {
  picked: string[] = [];
  /** What may be picked next, each with its words. */
  next: [string, string][] = [];
  /** The move that is picked whole. */
  move: string | null = null;
  /** What is picked, in words. */
  chosen = "";
  /** The part that the server is being asked about, and whether it was clicked again meanwhile. */
  private asking: string | null = null;
  private again = false;

  constructor(
    private readonly now: Now,
    private readonly board: Board,
    private readonly changed: () => void,
  ) {
    byId("confirm").onclick = () => this.confirm();
    byId("unpick").onclick = () => this.unpick();
    byId("parts").onclick = (event) => {
      const part = event.target instanceof HTMLElement ? event.target.dataset["part"] : undefined;
      if (part) this.pick(part);
    };
  }

  pick(part: string): void {
    if (!this.now.myTurn) return;
    // The same again confirms; the last part of a move may be changed by choosing another.
    if (this.move !== null && this.picked.at(-1) === part) return this.confirm();
    const base = this.move !== null && !this.next.some(([one]) => one === part) ? this.picked.slice(0, -1) : this.picked;
    if (this.asking === part) return void (this.again = true);
    this.asking = part;
    this.again = false;
    attempt(() => this.propose([...base, part]).finally(() => (this.asking = null)));
  }

  /** Pick these parts, if the server agrees, and show what they make. */
  async propose(picked: string[]): Promise<void> {
    if (!picked.length) return this.startOver();
    const { opened } = this.now;
    const answer = await this.now.ask({ do: "parts", picked });
    if (opened !== this.now.opened) return;
    this.picked = picked;
    this.next = answer.parts ?? [];
    this.move = answer.move ?? null;
    this.chosen = answer.says ?? "";
    byId("confirm").textContent = answer.button || playWord;
    if (answer.drawing) this.board.draw(answer.drawing);
    notice("");
    if (this.move !== null && (this.again || setting("at-once", false))) return this.confirm();
    this.changed();
    if (this.move === null && this.next.length === 1 && this.next[0]) await this.propose([...picked, this.next[0][0]]);
  }

  confirm(): void {
    const { move } = this;
    const { opened } = this.now;
    if (move === null || opened === undefined) return;
    attempt(async () => {
      try {
        await this.now.ask({ do: "play", move, line: opened });
      } catch (error) {
        if (error instanceof Refusal && ["move.stale", "move.closed"].includes(error.id)) {
          this.startOver();
          throw new Refusal(error.id, say("web.say.stale"));
        }
        throw error;
      }
    });
  }

  unpick(): void {
    if (this.board.showing) return this.board.skip();
    if (this.picked.length) attempt(() => this.propose(this.move !== null && this.picked.length === 1 ? [] : this.picked.slice(0, -1)));
  }

  forget(): void {
    this.picked = [];
    this.next = [];
    this.move = null;
    this.again = false;
  }

  /** Show the board as it is now again, with what is picked. */
  redraw(): void {
    if (this.picked.length) attempt(() => this.propose(this.picked));
    else this.board.draw(this.now.part?.drawing ?? "");
  }

  private startOver(): void {
    this.forget();
    this.redraw();
    this.changed();
  }
}
