/** An invite link was opened. Nothing happens by a mere visit, since messengers visit links, too: a button sits down. */

import { keepName, keptName } from "./naming";
import { attempt, byId, make, Refusal, request, say, setText } from "./page";
import type { About } from "./wire";

interface Invited {
  seats: number[];
  spent: boolean;
}

/** Ask whoever opened an invite link what they want; resolves with the token of their seat, or with null to watch. */
export async function answerInvitation(id: string, title: string, invitation: string): Promise<string | null> {
  const main = byId("main");
  main.classList.add("is-invited");
  byId("invited").hidden = false;
  const token = await new Promise<string | null>((resolve) => new Card(id, title, invitation, resolve).look());
  byId("invited").hidden = true;
  main.classList.remove("is-invited");
  return token;
}

class Card {
  constructor(
    private readonly id: string,
    private readonly title: string,
    private readonly invitation: string,
    private readonly done: (token: string | null) => void,
  ) {
    byId("invited-watch").onclick = () => this.done(null);
    byId("invited-me").onclick = () => attempt(() => this.knock(), "invited-notice");
    byId("invited-form").onsubmit = (event) => {
      event.preventDefault();
      attempt(() => this.sit(), "invited-notice");
    };
  }

  look(): void {
    attempt(async () => {
      const about = await request<About>(`/api/tables/${this.id}`);
      byId("invited-watch").hidden = !about.spectators && !about.outcome;
      const host = about.host === null ? null : about.seats[about.host]?.name;
      setText("invited-title", host ? say("web.say.invites", { who: host, game: this.title }) : say("web.say.invited", { game: this.title }));
      await this.show(about);
    }, "invited-notice");
  }

  private async show(about?: About): Promise<void> {
    const { seats, spent } = await this.ask<Invited>("invitation");
    byId("invited-form").hidden = spent;
    byId("invited-me").hidden = !spent;
    setText("invited-text", spent ? say("web.say.seat-taken") : "");
    const own = seats[0] ?? 0;
    if (about && !spent) byId<HTMLInputElement>("invited-name").value = about.seats[own]?.name ?? keptName() ?? "";
    const others = (about?.seats ?? []).map((seat, number) => (seats.includes(number) || number === about?.host ? null : seat.kind === "bot" ? (seat.name ?? say("web.say.bot")) : (seat.name ?? (seat.kind === "open" ? null : say("web.say.somebody")))));
    const named = others.filter((name) => name !== null);
    if (about) byId("invited-others").replaceChildren(...named.map((name) => make("li", { text: name })));
    byId("invited-with").hidden = !named.length;
    byId(spent ? "invited-me" : "invited-name").focus();
  }

  private async sit(): Promise<void> {
    const name = byId<HTMLInputElement>("invited-name").value.trim();
    keepName(name);
    try {
      const { token } = await this.ask<{ token: string }>("join", name ? { name } : {});
      this.done(token);
    } catch (error) {
      // Somebody was faster by the same link.
      if (error instanceof Refusal && error.id === "server.spent") return this.show();
      throw error;
    }
  }

  private async knock(): Promise<void> {
    const { seat, told } = await this.ask<{ seat: number; told: number[] }>("knock");
    setText("invited-text", say(told.includes(seat) ? "web.say.knocked" : told.length ? "web.say.knocked-host" : "web.say.knocked-nobody"));
    byId("invited-me").hidden = told.length > 0;
  }

  private ask<Answer>(what: string, more: Record<string, string> = {}): Promise<Answer> {
    return request<Answer>(`/api/tables/${this.id}/${what}`, { invitation: this.invitation, ...more });
  }
}
