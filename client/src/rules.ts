/** The rules of the game: read at what is to be done now, and offered once to whoever is new to it. */

import { keepSetting, setting } from "./mine";
import { byId, say } from "./page";

export class Rules {
  private readonly dialog = byId<HTMLDialogElement>("rules");
  private readonly place = byId("rules-text");

  /** For a game, and a way to ask which chapter tells what can be done now. */
  constructor(
    private readonly game: string,
    private readonly chapter: () => string,
  ) {
    byId("open-rules").onclick = byId("newcomer-rules").onclick = () => this.open();
    byId("newcomer-close").onclick = () => this.know();
    this.place.onclick = (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href^='#']") : null;
      if (!link) return;
      event.preventDefault();
      this.goTo(link.hash.slice(1));
    };
  }

  /** Offer the rules by a line to somebody who plays this game for the first time. */
  offer(plays: boolean): void {
    byId("newcomer").hidden = !plays || setting(`knows-${this.game}`, false);
  }

  open(): void {
    this.know();
    this.dialog.showModal();
    void this.read();
  }

  /** Get the text once, and show the chapter of the moment. */
  private async read(): Promise<void> {
    try {
      if (!this.place.querySelector("section")) {
        const page = new DOMParser().parseFromString(await (await fetch(`/rules/${this.game}`)).text(), "text/html");
        this.place.replaceChildren(...page.querySelectorAll(".rules-text > *"));
      }
      this.place.querySelector(".is-now")?.classList.remove("is-now");
      this.goTo(`chapter-${this.chapter()}`)?.classList.add("is-now");
    } catch {
      this.place.replaceChildren(say("web.say.offline"));
    }
  }

  private goTo(id: string): HTMLElement | null {
    const found = document.getElementById(id);
    found?.scrollIntoView();
    found?.focus({ preventScroll: true });
    return found;
  }

  private know(): void {
    keepSetting(`knows-${this.game}`, true);
    this.offer(false);
  }
}
