/** What the host may do about the seats: invite, seat a bot, open a bot's seat, remove somebody. */

import { botOf, bots } from "./bots";
import type { Inviting } from "./inviting";
import type { Now } from "./now";
import { attempt, byId, make, say } from "./page";

/** Whom a seat gets if the host wants a bot there. */
const USUAL = "waiter";

export class Keeping {
  private drawn = "";

  constructor(
    private readonly now: Now,
    private readonly inviting: Inviting,
  ) {}

  /** Show the host a row for every seat that can be changed. */
  show(held: (number | null)[]): void {
    const { about } = this.now;
    const place = byId("keep-seats");
    place.hidden = !about || about.host === null || !held.includes(about.host) || about.outcome !== null;
    if (place.hidden || !about) return;
    const seats = about.seats.map((seat, number) => ({ seat, number })).filter(({ number }) => !held.includes(number));
    place.hidden = !seats.length;
    const now = JSON.stringify(seats.map(({ seat, number }) => [seat.kind, this.now.nameOf(number), seat.invited]));
    // Whoever waits for friends may have to invite them again.
    if (!this.drawn) byId<HTMLDetailsElement>("keep-seats").open = seats.some(({ seat }) => seat.kind === "open");
    // Rows stay as they are while somebody may be about to click on them.
    if (now === this.drawn) return;
    this.drawn = now;
    byId("keep-list").replaceChildren(
      ...seats.map(({ seat, number }) => {
        const row = make("li", { class: "keep-row" }, make("span", { text: this.now.nameOf(number) }));
        if (seat.kind === "open") row.append(this.button("web.say.keep-invite", () => this.inviting.open(number)), this.button("web.say.keep-bot", () => this.ask({ do: "place", at: number, bot: usualBot() })));
        if (seat.kind === "bot") row.append(this.button("web.say.keep-open", () => this.ask({ do: "place", at: number })));
        if (seat.kind === "human") row.append(this.button("web.say.keep-remove", () => this.ask({ do: "remove", at: number })));
        return row;
      }),
    );
  }

  private async ask(wish: Record<string, unknown>): Promise<void> {
    await this.now.ask({ seat: this.host, ...wish });
  }

  private get host(): number {
    return this.now.about?.host ?? 0;
  }

  private button(text: string, work: () => Promise<void>): HTMLElement {
    const button = make("button", { text: say(text) });
    button.onclick = () => attempt(work);
    return button;
  }
}

function usualBot(): string {
  return bots.some((bot) => bot.name === USUAL) ? USUAL : botOf(bots[0]?.name ?? "").name;
}
