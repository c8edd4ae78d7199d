/** What others do beside the game, seen where one looks, over the board: who comes and goes, who speaks, what they refuse. */

import type { Now } from "./now";
import { announce, byId, say } from "./page";
import type { About, Part } from "./wire";

const SECONDS = 6;

export class Heard {
  private readonly place = byId("heard");
  private fading = 0;

  constructor(private readonly now: Now) {
    this.place.onclick = () => (this.place.hidden = true);
  }

  tell(text: string): void {
    this.place.textContent = text;
    this.place.hidden = false;
    clearTimeout(this.fading);
    this.fading = window.setTimeout(() => (this.place.hidden = true), 1000 * SECONDS);
  }

  /** Tell what has changed since this frame and part, which is not told by the board. */
  compare(before: About, seen: Part | null, held: (number | null)[]): void {
    const { about, part } = this.now;
    if (!about || about.outcome) return;
    const found = about.seats.flatMap(({ kind, here }, seat) => {
      const was = before.seats[seat]?.here ?? false;
      if (kind !== "human" || held.includes(seat) || was === here) return [];
      return say(here ? "web.say.came" : "web.say.went", { who: this.now.nameOf(seat) });
    });
    const [asker, , what = "undo"] = before.asked ?? [null];
    // What was asked is asked no longer, and was not done.
    if (asker !== null && asker === part?.seat && what === "undo" && !about.asked && (part.moved ?? 0) >= (seen?.moved ?? 0)) found.push(say("web.say.refused-undo"));
    if (!found.length) return;
    this.tell(found.join(" "));
    announce(found.join(" "));
  }
}
