/** A table before the deal: who is here, and who is missing. */

import { byId, make, say } from "./page";
import type { About, Part } from "./wire";

/** Whether the table waits for others than these seats, whose page does what is asked of it at once. */
export function waitsForOthers({ waiting }: About, held: (number | null)[]): boolean {
  return waiting !== null && missingOf(waiting).some((seat) => !held.includes(seat));
}

function missingOf({ come, commit, reveal }: NonNullable<About["waiting"]>): number[] {
  return [...come, ...commit, ...reveal];
}

export function drawWaiting(about: About, part: Part): void {
  const { waiting } = about;
  byId("waiting").hidden = !waiting;
  byId("board").hidden = waiting !== null;
  if (!waiting) return;
  const rows = about.seats.map((seat, number) => {
    const missing = missingOf(waiting).includes(number);
    const who = seat.name ? make("strong", { text: seat.name }) : make("strong", { class: "seat-who", text: part.called[number] ?? "" });
    const what = say(missing ? "web.say.not-yet-here" : seat.kind === "bot" ? "web.say.bot" : "web.say.has-come");
    return make("li", { class: missing ? "is-missing" : "" }, make("span", { class: "waiting-mark", text: missing ? "…" : "✓", "aria-hidden": "true" }), who, ` ${what}`);
  });
  byId("waiting-list").replaceChildren(...rows);
}
