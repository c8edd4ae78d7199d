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
  /** Whether the last part is one of several that are marked in any order. */
  private marks = false;
  /** The part that the server is being asked about, and whether it was clicked again meanwhile. */
  private asking: string | null = null;
  private again = false;
  /** Whether the move has been sent: another click sends nothing. */
  private sent = false;

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

  /** Pick a part after those that are picked, or `all` of these in their place. */
  pick(part: string, all?: string[]): void {
    if (!this.now.myTurn) return;
    const follows = this.next.some(([one]) => one === part);
    // Of a whole move the last part again confirms, and may be changed by choosing another; any other again is undone,
    // and so is one of several that are marked in any order.
    if (this.whole && !all && this.picked.at(-1) === part && !this.marks) return this.confirm();
    if (this.asking === part) return void (this.again = true);
    this.asking = part;
    this.again = false;
    const base = this.whole && !follows ? this.picked.slice(0, -1) : this.picked;
    const undone = !all && !follows && this.picked.includes(part);
    const proposed = undone ? this.without(part) : this.propose(all ?? [...base, part]);
    attempt(() => proposed.finally(() => (this.asking = null)));
  }

  /** Ask why what stands for this move cannot be chosen. */
  why(move: string): void {
    if (this.now.myTurn) attempt(async () => void (await this.now.ask({ do: "why", move })));
  }

  /** Whether nothing can be picked any more. */
  private get whole(): boolean {
    return this.move !== null && !this.next.length;
  }

  /** Pick these parts, if the server agrees, and show what they make. */
  async propose(picked: string[]): Promise<void> {
    if (!picked.length) return this.startOver();
    if (!(await this.show({ picked }))) return;
    if (this.whole && ((this.again && !this.marks) || setting("at-once", false))) return this.confirm();
    this.changed();
    if (this.move === null && this.next.length === 1 && this.next[0]) await this.propose([...this.picked, this.next[0][0]]);
  }

  /** Undo one of the parts, and what made sense with it alone. */
  private async without(part: string): Promise<void> {
    if (!(await this.show({ picked: this.picked, without: part }))) return;
    if (this.picked.length) this.changed();
    else this.startOver();
  }

  /** Ask the server about parts and show them, unless the decision is no more. */
  private async show(parts: { picked: string[]; without?: string }): Promise<boolean> {
    const { decision } = this.now;
    const answer = await this.now.ask({ do: "parts", ...parts });
    if (decision !== this.now.decision) return false;
    this.picked = answer.picked ?? parts.picked;
    this.next = answer.parts ?? [];
    this.move = answer.move ?? null;
    this.chosen = answer.says ?? "";
    this.marks = answer.marks ?? false;
    byId("confirm").textContent = answer.button || playWord;
    if (answer.drawing) this.board.draw(answer.drawing);
    notice("");
    return true;
  }

  confirm(): void {
    const { move } = this;
    const { opened } = this.now;
    if (move === null || opened === undefined || this.sent) return;
    this.sent = true;
    attempt(async () => {
      try {
        await this.now.ask({ do: "play", move, line: opened });
        // Whatever was said of a choice is of the past.
        notice("");
      } catch (error) {
        this.sent = false;
        if (error instanceof Refusal && ["move.stale", "move.closed", "move.turn", "move.over"].includes(error.id)) {
          this.startOver();
          throw new Refusal(error.id, say("web.say.stale"));
        }
        throw error;
      }
    });
  }

  unpick(): void {
    const last = this.picked.at(-1);
    if (last !== undefined) attempt(() => this.without(last));
  }

  forget(): void {
    this.picked = [];
    this.next = [];
    this.move = null;
    this.again = false;
    this.sent = false;
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
