/** From seat to seat: sitting down, playing on elsewhere, and going on to the next game. */

import type { Connection } from "./connection";
import { invitePath, linkCard, seatPath, showLinks } from "./links";
import { named } from "./naming";
import type { Now } from "./now";
import { attempt, byId, make, notice, request, say } from "./page";
import { bell } from "./sound";

/** Open this page again by another link. */
export function openAgain(path: string): void {
  history.replaceState(null, "", path);
  location.reload();
}

export class Moving {
  private leaving = false;

  constructor(
    private readonly now: Now,
    private readonly connection: Connection,
    private readonly table: string,
    private readonly held: () => (number | null)[],
  ) {
    byId("move-seat").onclick = () => this.moveSeat();
    byId("rematch").onclick = () => attempt(() => this.playAgain());
  }

  sit(seat: number): void {
    attempt(async () => {
      const { token } = await request<{ token: string }>(`/api/tables/${this.table}/join`, { seat, ...named() });
      this.connection.close();
      openAgain(seatPath(this.table, token));
    });
  }

  /** Somebody opened the link of this seat elsewhere, or the host is told of one at which nobody is. */
  knocked(seat: number): void {
    if (!this.held().includes(seat)) return notice(say("web.say.knock-host", { who: this.now.nameOf(seat) }));
    const button = make("button", { text: say("web.say.show-link") });
    button.onclick = () => {
      notice("");
      this.moveSeat();
    };
    const ignore = make("button", { text: say("web.say.not-me") });
    ignore.onclick = () => notice("");
    notice(say("web.say.knock"), 0, button, ignore);
    bell();
  }

  goToRematch(next: string): void {
    if (this.leaving) return;
    this.leaving = true;
    notice(say("web.say.rematch-go"), 0, make("a", { class: "button-link", href: `/table/${next}`, text: say("web.say.go-on") }));
    if (this.now.seat === null) return;
    attempt(async () => {
      // Every seat is told its new token on its own socket, whenever it asks.
      const { token } = await this.now.ask({ do: "rematch" });
      if (token) location.assign(seatPath(next, token));
    });
  }

  /** Give the own seat a new link, by which it can be played elsewhere. */
  private moveSeat(): void {
    attempt(async () => {
      const { invitation } = await this.now.ask({ do: "invite" });
      const card = await linkCard(this.now.nameOf(this.now.seat ?? 0), invitePath(this.table, invitation ?? ""));
      showLinks(say("web.say.move-title"), say("web.say.move-more"), card);
    });
  }

  /** Everybody at this screen would play again. */
  private async playAgain(): Promise<void> {
    for (const seat of this.held()) await this.now.ask({ do: "rematch", seat });
  }
}
