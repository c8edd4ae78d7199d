/** What has been done to you: it stays until you have seen it, or moved on. */

import { byId, make } from "./page";
import type { Entry } from "./wire";

const MOST = 6;

export class Happened {
  constructor() {
    byId("happened-seen").onclick = () => this.clear();
  }

  add(entries: Entry[]): void {
    const list = byId("happened-list");
    const told = entries.flatMap(({ text, to_you }) => text.filter((_, index) => to_you?.includes(index)));
    if (!told.length) return;
    list.append(...told.map((text) => make("li", { text })));
    while (list.children.length > MOST) list.firstElementChild?.remove();
    const note = byId("happened");
    note.hidden = false;
    note.scrollTop = note.scrollHeight;
  }

  clear(): void {
    byId("happened-list").replaceChildren();
    byId("happened").hidden = true;
  }
}
