/** The log in words; an entry shows its position while it is pointed at or focused. */

import { make } from "./page";
import type { Entry } from "./wire";

export class Log {
  entries: Entry[] = [];

  constructor(
    private readonly place: HTMLElement,
    private readonly look: (line: number | null) => void,
  ) {
    place.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.point(event.target));
    place.addEventListener("pointerleave", () => look(null));
    place.addEventListener("focusin", (event) => this.point(event.target));
    place.addEventListener("focusout", () => look(null));
    place.addEventListener("click", (event) => this.point(event.target));
    place.addEventListener("keydown", (event) => this.step(event));
  }

  get length(): number {
    return this.entries.length;
  }

  clear(): void {
    this.entries = [];
    this.place.replaceChildren();
  }

  /** Take entries from number `since` on; false if some before them are missing. */
  add(since: number, entries: Entry[]): boolean {
    if (since > this.length) return false;
    if (since < this.length) {
      this.clear();
      if (since > 0) return false;
    }
    const stays = this.place.scrollTop + this.place.clientHeight > this.place.scrollHeight - 60;
    for (const entry of entries) {
      for (const text of entry.text) {
        this.place.append(make("li", {}, make("button", { class: "log-entry", text, "data-line": String(entry.line), tabindex: "-1" })));
      }
    }
    this.entries.push(...entries);
    if (stays) this.place.scrollTop = this.place.scrollHeight;
    return true;
  }

  /** Up and down lead from entry to entry. */
  private step(event: KeyboardEvent): void {
    const entries = [...this.place.querySelectorAll<HTMLElement>(".log-entry")];
    const here = entries.findIndex((entry) => entry === event.target);
    const from = here < 0 ? entries.length : here;
    const to = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: entries.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    entries[Math.max(0, Math.min(entries.length - 1, to))]?.focus();
  }

  private point(target: EventTarget | null): void {
    const line = target instanceof Element ? target.closest("[data-line]")?.getAttribute("data-line") : null;
    if (line) this.look(Number(line));
  }
}
