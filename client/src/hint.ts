/** A hint: what the house thinks, in words, as a list of moves, and as marks on the board. */

import type { Now } from "./now";
import { attempt, byId, make, say } from "./page";
import type { Estimate, Thought } from "./wire";

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
  }

  ask(): void {
    const { opened } = this.now;
    this.wait();
    attempt(async () => {
      try {
        const { hint } = await this.now.ask({ do: "hint" });
        if (hint && opened === this.now.opened) this.show(hint);
      } catch (error) {
        // The decision that it was asked for may be no more.
        if (opened !== this.now.opened) return;
        this.clear();
        throw error;
      }
    });
  }

  private wait(): void {
    this.clear();
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

  /** Mark what can be picked next with the share of the moves that go on so. */
  mark(picked: string[]): void {
    this.picked = picked;
    const shares = new Map<string, number>();
    for (const { parts, share } of this.thought?.estimates ?? []) {
      const next = parts[picked.length];
      if (next !== undefined && picked.every((part, index) => parts[index] === part)) shares.set(next, (shares.get(next) ?? 0) + share);
    }
    const frame = byId("hint-marks").getBoundingClientRect();
    const marks = this.picks().flatMap((pick) => {
      const share = shares.get(pick.getAttribute("data-part") ?? "");
      if (share === undefined || share < 0.005) return [];
      const box = pick.getBoundingClientRect();
      const mark = make("span", { class: "hint-mark", text: percent(share) });
      mark.style.left = `${box.x + box.width / 2 - frame.x}px`;
      mark.style.top = `${box.y + box.height / 2 - frame.y}px`;
      return [mark];
    });
    byId("hint-marks").replaceChildren(...marks);
  }

  private row(one: Estimate): HTMLElement {
    const chance = one.visits ? say("web.say.hint-chance", { chance: Math.round(100 * one.value), error: Math.max(1, Math.round(100 * one.error)) }) : "";
    const row = make(
      "button",
      { class: "hint-row", type: "button" },
      make("span", { class: "hint-move", text: one.says }),
      make("span", { class: "hint-chance", text: chance }),
      make("meter", { min: "0", max: "1", value: String(one.share), "aria-hidden": "true" }),
      make("span", { class: "hint-share", text: percent(one.share) }),
    );
    row.disabled = !one.parts.length;
    row.onclick = () => this.choose(one.parts);
    return make("li", {}, row);
  }
}

function percent(share: number): string {
  return say("web.say.hint-share", { share: Math.round(100 * share) });
}
