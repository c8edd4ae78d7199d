/** A hint: what the house thinks, in words, as a list of moves, and as marks on the board. */

import { picksOf } from "./board";
import { closeDrawer, overlaid } from "./drawer";
import type { Now } from "./now";
import { attempt, byId, make, say } from "./page";
import type { Estimate, Thought } from "./wire";

/** The part that ends a move which could go on. */
const DONE = "done";

export class Hint {
  private thought: Thought | null = null;
  private picked: string[] = [];

  constructor(
    private readonly now: Now,
    private readonly picks: () => SVGElement[],
    private readonly choose: (parts: string[]) => void,
  ) {
    byId("hint").onclick = () => this.ask();
    byId("hint-close").onclick = () => this.clear();
    addEventListener("resize", () => this.mark(this.picked));
    byId("board").addEventListener("pan", () => this.thought && this.mark(this.picked));
  }

  ask(): void {
    const { decision } = this.now;
    this.wait();
    attempt(async () => {
      try {
        const { hint } = await this.now.ask({ do: "hint" });
        if (hint && decision === this.now.decision) this.show(hint);
      } catch (error) {
        // The decision that it was asked for may be no more.
        if (decision !== this.now.decision) return;
        this.clear();
        throw error;
      }
    });
  }

  private wait(): void {
    this.clear();
    closeDrawer();
    byId("hint-panel").hidden = false;
    byId("hint-text").textContent = say("web.say.thinking");
  }

  private show(thought: Thought): void {
    this.thought = thought;
    byId("hint-text").textContent = thought.text;
    byId("hint-list").replaceChildren(...thought.estimates.map((one) => this.row(one)));
    this.mark(this.picked);
  }

  clear(): void {
    this.thought = null;
    byId("hint-panel").hidden = true;
    byId("hint-list").replaceChildren();
    byId("hint-marks").replaceChildren();
  }

  /** Mark what can be picked next: with how often moves go on so, with their best chance, or with a star. */
  mark(picked: string[]): void {
    this.picked = picked;
    const frame = byId("hint-marks").getBoundingClientRect();
    const open = this.picks().filter((pick) => pick.getAttribute("aria-pressed") !== "true");
    const together = this.together(open);
    const marks = open.flatMap((pick) => {
      const text = this.label(picksOf(pick) ?? [...picked, pick.dataset["part"] ?? ""], together);
      if (!text) return [];
      const { x, y, width, height } = (pick.querySelector("[data-mark]") ?? pick).getBoundingClientRect();
      const [left, top] = [x + width / 2, y + height / 2];
      if (!within(pick.closest("[data-pan]"), left, top)) return [];
      const mark = make("span", { class: "hint-mark", text });
      mark.style.left = `${left - frame.x}px`;
      mark.style.top = `${top - frame.y}px`;
      return [mark];
    });
    byId("hint-marks").replaceChildren(...marks);
  }

  /** Whether several of what can be picked make the best move together, so that none of them has a chance of its own. */
  private together(open: SVGElement[]): boolean {
    const { estimates = [], move } = this.thought ?? {};
    const best = estimates.find((one) => one.move === move)?.parts ?? [];
    const next = new Set(open.filter((pick) => !picksOf(pick)).map((pick) => pick.dataset["part"] ?? ""));
    return best.filter((part) => part !== DONE && next.has(part)).length > 1;
  }

  /** What is said of moves with these parts, some of which may be picked in any order. */
  private label(picks: string[], together: boolean): string {
    const { mixed = false, estimates = [], move } = this.thought ?? {};
    const ends = picks.at(-1) === DONE;
    const so = estimates.filter((one) => picks.every((part) => one.parts.includes(part)) && (!ends || one.parts.length === picks.length));
    if (together) return so.some((one) => one.move === move) ? "★" : "";
    if (mixed) return so.length ? percent(so.reduce((sum, one) => sum + one.share, 0)) : "";
    const tried = so.filter((one) => one.visits);
    if (tried.length) return percent(Math.max(...tried.map((one) => one.value)));
    return so.some((one) => one.move === move) ? "★" : "";
  }

  private row(one: Estimate): HTMLElement {
    const row = make(
      "button",
      { class: "hint-row", type: "button" },
      make("span", { class: "hint-move", text: one.says }),
      make("meter", { min: "0", max: "1", value: String(this.thought?.mixed ? one.share : one.visits ? one.value : 0), "aria-hidden": "true" }),
      make("span", { class: "hint-share", text: one.number }),
    );
    row.disabled = !one.parts.length;
    row.onclick = () => {
      // What is chosen is seen on the board, with the buttons to play it.
      if (overlaid()) byId("hint-panel").hidden = true;
      this.choose(one.parts);
    };
    return make("li", {}, row);
  }
}

/** Whether a point is to be seen in a frame; without a frame all is. */
function within(frame: Element | null, x: number, y: number): boolean {
  if (!frame) return true;
  const { left, right, top, bottom } = frame.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}

function percent(share: number): string {
  return say("web.say.hint-share", { share: Math.round(100 * share) });
}
