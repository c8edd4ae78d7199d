/** Who sits where, what they are doing, and free seats to sit down on. */

import { botOf } from "./bots";
import { byId, make, say } from "./page";
import type { About, Part, Seat } from "./wire";

export function drawSeats(about: About, part: Part, held: (number | null)[], sit: (seat: number) => void): void {
  const watching = part.seat === null;
  const rows = about.seats.map((seat, number) => {
    const called = part.called[number] ?? "";
    const row = make(
      "li",
      { class: about.to_act.includes(number) ? "seat-row seat-acting" : "seat-row" },
      face(seat),
      make("span", { class: "seat-who", text: called }),
      make("span", { class: "seat-clock", text: seat.time_left === undefined ? "" : clock(seat.time_left) }),
      make("span", { class: "seat-note", text: describe(seat, held.includes(number), about.outcome?.winners.includes(number) ?? false) }),
    );
    if (seat.kind === "open" && watching && !about.outcome) {
      const button = make("button", { text: say("web.say.sit") });
      button.onclick = () => sit(number);
      row.append(button);
    }
    return row;
  });
  byId("seats").replaceChildren(...rows);
}

function face(seat: Seat): HTMLElement {
  const picture = seat.kind === "bot" ? botOf(seat.bot ?? "").face : "";
  if (picture) return make("img", { class: "seat-face", src: picture, alt: "", width: "30", height: "30" });
  return make("span", { class: "seat-face", text: FACES[seat.kind], "aria-hidden": "true" });
}

const FACES = { human: "☺", bot: "⚙", open: "?" } as const;

function describe(seat: Seat, own: boolean, won: boolean): string {
  if (seat.kind === "open") return say("web.say.open");
  const who = seat.kind === "bot" ? `${say("web.say.bot")} ${botOf(seat.bot ?? "").title}` : (seat.name ?? (own ? "" : say("web.say.somebody")));
  const notes = [who];
  if (own) notes.push(say("web.say.you"));
  if (won) notes.push(say("web.say.winner"));
  if (seat.resigned) notes.push(say("web.say.resigned"));
  else if (seat.away) notes.push(say("web.say.stands-in"));
  else if (seat.here === false) notes.push(say("web.say.not-here"));
  return notes.filter(Boolean).join(" · ");
}

function clock(left: number): string {
  const seconds = Math.max(0, Math.round(left));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
