/** Several people at one screen: a curtain falls between their seats, and rises for whoever says who they are. */

import { byId, say, setText } from "./page";
import type { About, Frame, Part } from "./wire";

export class Curtain {
  private readonly place = byId<HTMLDialogElement>("curtain");
  private seat: number | null = null;
  private rising: () => void = () => undefined;

  constructor() {
    byId("curtain-rise").onclick = () => this.rise();
    // Nobody looks behind it by a key.
    this.place.oncancel = (event) => event.preventDefault();
    this.place.onclose = () => this.seat !== null && this.place.showModal();
  }

  get down(): boolean {
    return this.seat !== null;
  }

  /** Let it fall before a seat; `rising` happens when whoever sits there has come. */
  fall(about: About, seat: number, rising: () => void): void {
    this.seat = seat;
    this.rising = rising;
    const name = about.seats[seat]?.name ?? "";
    setText("curtain-title", say(about.to_act.includes(seat) ? "web.say.hand-over" : "web.say.hand-to", { name }));
    setText("curtain-rise", say("web.say.i-am", { name }));
    if (!this.place.open) this.place.showModal();
  }

  private rise(): void {
    this.seat = null;
    this.place.close();
    this.rising();
  }
}

/** Whether two seats of one screen are of different people: those who have different names are. */
export function apart({ seats }: About, one: number | null, other: number | null): boolean {
  const [first, second] = [one, other].map((seat) => (seat === null ? null : (seats[seat]?.name ?? null)));
  return one !== other && Boolean(first && second && first !== second);
}

/** The part of a frame for whoever sits before the screen now; where it is their turn on several seats, the first of those. */
export function partFor({ about, parts }: Frame, shown: number | null): Part | undefined {
  const own = parts.filter(({ seat }) => !apart(about, shown, seat));
  return own.find(({ opened }) => opened !== undefined) ?? own.find(({ seat }) => seat === shown) ?? own[0];
}

/** A seat of somebody else at this screen who has to decide while whoever sits before it has not. */
export function nextSeat({ about, parts }: Frame, part: Part): number | null {
  if (part.opened !== undefined || about.outcome) return null;
  return parts.find(({ seat, opened }) => opened !== undefined && apart(about, part.seat, seat))?.seat ?? null;
}
