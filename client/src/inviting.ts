/** Links to seats that are still free, with their codes: while the table waits, and at any time from its tools. */

import { invitePath, linkCard, showLinks } from "./links";
import { keepInvitation, mine } from "./mine";
import type { Now } from "./now";
import { attempt, byId, Refusal, request, say } from "./page";

export class Inviting {
  private drawn = "";

  constructor(
    private readonly now: Now,
    private readonly table: string,
  ) {
    byId("show-links").onclick = () => attempt(() => this.open());
  }

  /** Offer the links, and show them where the table waits for people. */
  show(held: (number | null)[]): void {
    const { about } = this.now;
    const host = about?.host ?? null;
    const hosts = host !== null && held.includes(host);
    this.free = !about || about.outcome ? [] : about.seats.flatMap(({ kind, invited }, seat) => (kind !== "open" ? [] : !invited ? [null] : hosts ? [seat] : []));
    byId("show-links").hidden = !this.free.length;
    // Cards stay as they are while somebody may be about to copy one.
    const now = JSON.stringify([about?.waiting && this.free]);
    if (now === this.drawn) return;
    this.drawn = now;
    const list = byId("waiting-links");
    if (!about?.waiting) return list.replaceChildren();
    // A new link would end those that were sent: it is made only for whoever asks for it.
    const known = this.free.filter((seat) => seat === null || this.kept(seat));
    attempt(async () => list.replaceChildren(...(await this.cards(known))));
  }

  /** Show all links, or that to one seat. */
  async open(seat?: number): Promise<void> {
    showLinks(say("web.say.invite-title"), say("web.say.invite-more"), ...(await this.cards(seat === undefined ? this.free : [seat])));
  }

  /** The seats that wait for somebody: by number where they are kept for who is invited, null where anybody may sit down. */
  private free: (number | null)[] = [];

  private cards(free: (number | null)[]): Promise<HTMLElement[]> {
    return Promise.all(
      [...new Set(free)].map(async (seat) =>
        seat === null ? linkCard(say("web.say.for-anybody"), `/table/${this.table}`) : linkCard(say("web.say.seat", { number: seat + 1 }), invitePath(this.table, await this.invitation(seat))),
      ),
    );
  }

  /** The invitation that this browser keeps, if it still leads to the seat, or else a new one. */
  private async invitation(seat: number): Promise<string> {
    const kept = this.kept(seat);
    if (kept && (await this.leads(kept))) return kept;
    const { invitation = "" } = await this.now.ask({ do: "invite", seat: this.now.about?.host ?? 0, at: seat });
    keepInvitation(this.table, { seat, invitation });
    return invitation;
  }

  private kept(seat: number): string | undefined {
    const invitations = mine().find(({ id }) => id === this.table)?.invitations;
    return invitations?.find((one) => one.seat === seat)?.invitation;
  }

  private async leads(invitation: string): Promise<boolean> {
    try {
      return !(await request<{ spent: boolean }>(`/api/tables/${this.table}/invitation`, { invitation })).spent;
    } catch (error) {
      if (error instanceof Refusal && error.id === "server.invitation") return false;
      throw error;
    }
  }
}
