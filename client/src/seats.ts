/** Who sits where, what they are doing, and free seats to sit down on. */

import { botOf, faceOf } from "./bots";
import { byId, make, say } from "./page";
import type { About, Part, Seat } from "./wire";

export function drawSeats(about: About, part: Part, held: (number | null)[], sit: (seat: number) => void): void {
  const watching = part.seat === null;
  const rows = about.seats.map((seat, number) => {
    const own = held.includes(number);
    const called = seat.name ?? (own ? say("web.say.you") : (part.called[number] ?? ""));
    const row = make(
      "li",
      { class: about.to_act.includes(number) ? "seat-row seat-acting" : "seat-row" },
      face(seat),
      make("span", { class: "seat-who", text: called }),
      clock(seat, about.to_act.includes(number) ? about.came : undefined),
      make("span", { class: "seat-note", text: describe(seat, own, about.outcome?.winners.includes(number) ?? false) }),
    );
    if (seat.kind === "open" && !seat.invited && watching && !about.outcome) {
      const button = make("button", { text: say("web.say.sit") });
      button.onclick = () => sit(number);
      row.append(button);
    }
    return row;
  });
  byId("seats").replaceChildren(...rows);
}

function face(seat: Seat): HTMLElement {
  const picture = seat.kind === "bot" ? faceOf(seat.bot ?? "", seat.name) : "";
  if (picture) return make("img", { class: "seat-face", src: picture, alt: "", width: "30", height: "30" });
  return make("span", { class: "seat-face", text: FACES[seat.kind], "aria-hidden": "true" });
}

const FACES = { human: "☺", bot: "⚙", open: "?" } as const;

function describe(seat: Seat, own: boolean, won: boolean): string {
  if (seat.kind === "open") return say(seat.invited ? "web.say.is-invited" : "web.say.open");
  const notes: string[] = [];
  if (seat.kind === "bot") notes.push(botOf(seat.bot ?? "").title);
  else if (!seat.name && !own) notes.push(say("web.say.somebody"));
  if (own && seat.name) notes.push(say("web.say.you"));
  if (won) notes.push(say("web.say.winner"));
  if (seat.resigned) notes.push(say("web.say.resigned"));
  else if (seat.away) notes.push(say("web.say.stands-in"));
  else if (seat.here === false) notes.push(say("web.say.not-here"));
  return notes.join(" · ");
}

/** What is left of somebody's time, which runs since it came if they are to act. */
function clock({ time_left }: Seat, since: number | undefined): HTMLElement {
  const place = make("span", { class: "seat-clock" });
  if (time_left === undefined) return place;
  if (since !== undefined) place.dataset["until"] = String(since + 1000 * time_left);
  place.textContent = minutes(time_left);
  return place;
}

function minutes(left: number): string {
  const seconds = Math.max(0, Math.round(left));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

setInterval(() => {
  for (const place of document.querySelectorAll<HTMLElement>(".seat-clock[data-until]")) {
    place.textContent = minutes((Number(place.dataset["until"]) - Date.now()) / 1000);
  }
}, 1000);
