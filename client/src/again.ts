/** Stepping again through all that has happened since one's last move. */

import type { Looking } from "./looking";
import { readingTime } from "./pace";
import { byId } from "./page";
import type { Entry } from "./wire";

const back = byId<HTMLButtonElement>("step-back");
const on = byId<HTMLButtonElement>("step-on");

export class Again {
  private steps: Entry[] = [];
  private at = 0;
  private timer = 0;

  constructor(
    private readonly looking: Looking,
    private readonly since: () => Entry[],
  ) {
    byId("again").onclick = () => this.start();
    back.onclick = () => this.step(-1);
    on.onclick = () => this.step(1);
    byId("step-done").onclick = () => this.stop();
  }

  get stepping(): boolean {
    return this.steps.length > 0;
  }

  /** Show a step after or before this one, and go on no longer by itself. */
  step(by: number): void {
    this.show(this.at + by);
    clearTimeout(this.timer);
  }

  stop(): void {
    this.end();
    this.looking.at(null);
    byId("again").focus();
  }

  /** Something else is looked at. */
  end(): void {
    clearTimeout(this.timer);
    this.steps = [];
    byId("stepping").hidden = true;
  }

  private start(): void {
    this.steps = this.since();
    if (!this.steps.length) return;
    byId("stepping").hidden = false;
    this.show(0);
    on.focus();
  }

  private show(at: number): void {
    const step = this.steps[at];
    if (!step) return;
    this.at = at;
    clearTimeout(this.timer);
    // What is pressed keeps the focus, even where it leads no further.
    back.setAttribute("aria-disabled", String(at === 0));
    on.setAttribute("aria-disabled", String(at === this.steps.length - 1));
    const words = step.text.join(" ");
    this.looking.at(step.line, words, (told) => {
      const time = readingTime([words, ...told].join(" "));
      if (time && this.steps[this.at] === step) this.timer = window.setTimeout(() => this.show(at + 1), time);
    });
  }
}
