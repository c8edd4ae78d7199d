/** What people at the table say to each other: kept nowhere, and forgotten with the page. Whom one has muted is not heard. */

import { news, overlaid } from "./drawer";
import type { Heard } from "./heard";
import { keepWord, kept } from "./mine";
import type { Now } from "./now";
import { attempt, byId, findById, make, say } from "./page";
import type { Said } from "./wire";

const MOST = 100;

export class Chat {
  /** Whether people may talk here at all. */
  private readonly on = findById("chat") !== null;
  private drawn = "";

  constructor(
    private readonly now: Now,
    private readonly heard: Heard,
    private readonly table: string,
  ) {
    if (!this.on) return;
    byId("phrases").onclick = (event) => {
      const phrase = event.target instanceof HTMLElement ? event.target.dataset["phrase"] : undefined;
      if (phrase) this.tell({ phrase });
    };
    byId("chat-form").onsubmit = (event) => {
      event.preventDefault();
      const input = byId<HTMLInputElement>("chat-text");
      const text = input.value.trim();
      if (text) this.tell({ text });
      input.value = "";
    };
  }

  /** Let somebody with a seat speak, and anybody mute the others. */
  offer(held: (number | null)[]): void {
    if (!this.on) return;
    byId("phrases").hidden = byId("chat-form").hidden = held[0] == null;
    const others = (this.now.about?.seats ?? []).flatMap(({ kind }, seat) => (kind === "human" && !held.includes(seat) ? [seat] : []));
    // Buttons stay as they are while somebody may be about to press one.
    const now = JSON.stringify(others.map((seat) => this.keysOf(seat)));
    if (now === this.drawn) return;
    this.drawn = now;
    byId("mutes").replaceChildren(...others.map((seat) => make("li", {}, this.button(seat))));
  }

  hear(said: Said): void {
    if (!this.on || this.mutes(said.seat)) return;
    const list = byId("chat");
    const text = said.phrase ? say(`web.phrase.${said.phrase}`) : (said.text ?? "");
    const name = this.now.nameOf(said.seat);
    const line = make("li", { "data-seat": String(said.seat) }, make("strong", { text: name }), ` ${text}`);
    list.append(line);
    while (list.children.length > MOST) list.firstElementChild?.remove();
    list.scrollTop = list.scrollHeight;
    if (said.seat === this.now.seat) return;
    news("chat");
    if (overlaid() && byId("main").dataset["open"] !== "chat") this.heard.tell(say("web.say.says", { who: name, text }));
  }

  private button(seat: number): HTMLElement {
    const button = make("button", { text: say("web.say.mute", { who: this.now.nameOf(seat) }), "aria-pressed": String(this.mutes(seat)) });
    button.onclick = () => {
      const mute = !this.mutes(seat);
      const keys = this.keysOf(seat);
      keepMuted([...(mute ? keys : []), ...muted().filter((key) => !keys.includes(key))]);
      button.setAttribute("aria-pressed", String(mute));
      if (mute) for (const line of byId("chat").querySelectorAll(`[data-seat="${seat}"]`)) line.remove();
    };
    return button;
  }

  private mutes(seat: number): boolean {
    const all = muted();
    return this.keysOf(seat).some((key) => all.includes(key));
  }

  /** What somebody is known by: the seat at this table, whatever they call themselves, and the name at others. */
  private keysOf(seat: number): string[] {
    const name = this.now.about?.seats[seat]?.name;
    return [`${this.table} ${seat}`, ...(name ? [`=${name.toLowerCase()}`] : [])];
  }

  private tell(what: { phrase: string } | { text: string }): void {
    attempt(async () => void (await this.now.ask({ do: "chat", ...what })));
  }
}

function muted(): string[] {
  try {
    const found: unknown = JSON.parse(kept("muted") ?? "[]");
    return Array.isArray(found) ? found.map(String) : [];
  } catch {
    return [];
  }
}

function keepMuted(keys: string[]): void {
  keepWord("muted", JSON.stringify(keys.slice(0, MOST)));
}
