/** What people at the table say to each other: kept nowhere, and forgotten with the page. */

import type { Now } from "./now";
import { attempt, byId, make, say } from "./page";
import type { Said } from "./wire";

const MOST = 100;

export class Chat {
  constructor(private readonly now: Now) {
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

  hear(said: Said): void {
    const list = byId("chat");
    const text = said.phrase ? say(`web.phrase.${said.phrase}`) : (said.text ?? "");
    list.append(make("li", {}, make("strong", { text: this.now.nameOf(said.seat) }), ` ${text}`));
    while (list.children.length > MOST) list.firstElementChild?.remove();
    list.scrollTop = list.scrollHeight;
  }

  private tell(what: { phrase: string } | { text: string }): void {
    attempt(async () => void (await this.now.ask({ do: "chat", ...what })));
  }
}
