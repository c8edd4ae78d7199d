/** People who do not know each other yet: tables that anybody may join, and waiting for whoever comes. */

import { mine } from "./mine";
import { named } from "./naming";
import { attempt, findById, make, Refusal, request, say } from "./page";
import { choices, setTable, sitDown } from "./setting";
import { seatPath } from "./links";
import type { About, Seat } from "./wire";

/** What a seat is refused for that somebody else was faster to take. */
const TAKEN = ["server.full", "server.taken", "server.no-table", "table.over"];

function isFree(seat: Seat): boolean {
  return seat.kind === "open" && !seat.invited;
}

/** How often the list of tables is asked for, in milliseconds, while somebody looks at it. */
const AGAIN = 10_000;
let shown = "";

/** The list, kept fresh; one that has not changed is left alone, so that nothing moves under a finger. */
export async function keepListed(): Promise<void> {
  setInterval(() => {
    // Who cannot be reached now may be in ten seconds: no word about it.
    if (!document.hidden) showListed().catch(() => undefined);
  }, AGAIN);
  await showListed();
}

async function showListed(): Promise<void> {
  const list = findById("listed");
  if (!list) return;
  const tables = await request<About[]>("/api/tables");
  const now = JSON.stringify(tables);
  if (now === shown) return;
  shown = now;
  list.replaceChildren(...tables.map(row));
  if (!tables.some(({ seats }) => seats.some(isFree))) list.append(make("li", { class: "fine-print", text: say("web.say.nobody-listed") }));
}

function row(table: About): HTMLElement {
  const names = table.seats.map((seat) => seat.name ?? say(seat.kind === "bot" ? "web.say.bot" : seat.kind === "open" ? "web.say.open" : "web.say.somebody"));
  const item = make("li", {}, make("strong", { text: choices[table.game]?.title ?? table.game }), make("span", { text: names.join(", ") }));
  const held = mine().find(({ id }) => id === table.table);
  if (held) item.append(make("a", { class: "button-link", href: seatPath(held.id, held.token), text: say("web.say.go-on") }));
  else if (table.seats.some(isFree)) {
    const button = make("button", { class: "main-button", text: say("web.say.sit-down") });
    button.onclick = () => attempt(() => join(table));
    item.append(button);
  }
  if (!held && table.spectators) item.append(make("a", { class: "button-link", href: `/table/${table.table}`, text: say("web.say.watch") }));
  return item;
}

async function join(table: About): Promise<void> {
  const { token } = await request<{ token: string }>(`/api/tables/${table.table}/join`, named());
  sitDown(table.table, table.game, token);
}

/** Sit down where somebody waits for others, or else set a table with a free seat and wait there. */
export async function meet(game: string): Promise<void> {
  const tables = (await request<About[]>("/api/tables")).filter((table) => table.game === game && table.seats.some(isFree));
  const own = mine();
  const waiting = tables.find(({ table }) => own.some(({ id }) => id === table));
  const held = own.find(({ id }) => id === waiting?.table);
  if (held) return sitDown(held.id, game, held.token);
  for (const table of tables.filter(({ seats }) => seats.some(({ here }) => here))) {
    try {
      return await join(table);
    } catch (error) {
      if (!(error instanceof Refusal) || !TAKEN.includes(error.id)) throw error;
    }
  }
  const others = Array.from({ length: (choices[game]?.seats[0] ?? 2) - 1 }, () => ({ kind: "open" as const }));
  await setTable({ game, seats: [{ kind: "human", ...named() }, ...others], listed: true });
}
