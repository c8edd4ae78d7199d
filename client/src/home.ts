/** The front door: play at once, invite friends, go on with tables of mine, look at records. */

import { type Bot, botOf, bots } from "./bots";
import { forget, keep, keepOpponent, type Mine, mine, opponent } from "./mine";
import { attempt, byId, copy, make, notice, Refusal, request, say } from "./page";
import type { About } from "./wire";

interface NewTable extends About {
  tokens: { seat: number; token: string }[];
}

interface NewSeat {
  kind: "human" | "bot" | "open";
  name?: string;
  bot?: string;
}

const LONGEST_NAME = 40;
/** Whom a newcomer meets. */
const USUAL = "waiter";

function address(table: string, token: string): string {
  return `/table/${table}#${token}`;
}

/** The bot that is chosen to play against: this time, last time, or as a newcomer. */
function chosenBot(): Bot {
  const checked = document.querySelector<HTMLInputElement>("[name=opponent]:checked")?.value;
  const wished = [checked, opponent(), USUAL].find((name) => bots.some((bot) => bot.name === name));
  return botOf(wished ?? bots[0]?.name ?? "");
}

function offerOpponents(): void {
  for (const choice of document.querySelectorAll<HTMLInputElement>("[name=opponent]")) {
    choice.checked = choice.value === chosenBot().name;
    choice.onchange = () => keepOpponent(choice.value);
  }
}

async function set(game: string, title: string, seats: NewSeat[], more: { listed?: boolean; hints?: boolean } = {}): Promise<NewTable> {
  const table = await request<NewTable>("/api/tables", { game, seats, ...more });
  const own = table.tokens[0];
  if (own) keep({ id: table.table, game, title, token: own.token, at: Date.now() });
  return table;
}

async function playNow(game: string, title: string, count: number): Promise<void> {
  const others = Array.from({ length: count - 1 }, (): NewSeat => ({ kind: "bot", bot: chosenBot().name }));
  const table = await set(game, title, [{ kind: "human" }, ...others]);
  location.assign(address(table.table, table.tokens[0]?.token ?? ""));
}

function openInvitation(game: string, title: string, counts: number[]): void {
  byId("invite-form").hidden = false;
  byId("invite-links").hidden = true;
  byId("invitation-title").textContent = title;
  const count = byId<HTMLSelectElement>("invite-seats");
  count.replaceChildren(...counts.map((number) => make("option", { value: String(number), text: String(number) })));
  count.value = String(Math.min(3, counts.at(-1) ?? 2));
  const rows = () => byId("invite-who").replaceChildren(...Array.from({ length: Number(count.value) }, (_, seat) => who(seat)));
  count.onchange = rows;
  rows();
  byId("invite-form").onsubmit = (event) => {
    event.preventDefault();
    attempt(() => invite(game, title), "invite-problem");
  };
  byId<HTMLDialogElement>("invitation").showModal();
}

function who(seat: number): HTMLElement {
  const name = `who-${seat}`;
  const select = make("select", { id: name });
  const choices: [string, string][] = seat === 0 ? [["me", say("web.say.me")]] : [["friend", say("web.say.friend")], ...bots.map((bot): [string, string] => [`bot ${bot.name}`, `${say("web.say.bot")}: ${bot.title}`])];
  select.append(...choices.map(([value, text]) => make("option", { value, text })));
  if (seat > 1) select.value = `bot ${chosenBot().name}`;
  const picture = make("img", { class: "who-face", alt: "", width: "42", height: "42" });
  const line = make("span", { class: "fine-print" });
  select.onchange = () => {
    const bot = select.value.startsWith("bot ") ? botOf(select.value.slice(4)) : null;
    picture.hidden = bot === null;
    if (bot) picture.src = bot.face;
    line.textContent = bot?.line ?? "";
  };
  select.dispatchEvent(new Event("change"));
  return make("div", { class: "who-row" }, make("label", { for: name, text: say("web.say.seat", { number: seat + 1 }) }), select, picture, line);
}

async function invite(game: string, title: string): Promise<void> {
  byId("invite-problem").hidden = true;
  const name = byId<HTMLInputElement>("invite-name").value.trim();
  if (name.length > LONGEST_NAME) throw new Refusal("", say("web.say.long-name"));
  const wanted = [...byId("invite-who").querySelectorAll("select")].map((select) => select.value);
  const seats = wanted.map((value): NewSeat => {
    if (value === "me") return name ? { kind: "human", name } : { kind: "human" };
    return value === "friend" ? { kind: "human" } : { kind: "bot", bot: value.slice(4) };
  });
  const ticked = (box: string) => byId<HTMLInputElement>(box).checked;
  const table = await set(game, title, seats, { listed: ticked("invite-listed"), hints: ticked("invite-hints") });
  const friends = table.tokens.slice(1);
  byId("invite-list").replaceChildren(...(await Promise.all(friends.map(({ seat, token }) => linkFor(table.table, seat, token)))));
  byId<HTMLAnchorElement>("invite-go").href = address(table.table, table.tokens[0]?.token ?? "");
  byId("invite-form").hidden = true;
  byId("invite-links").hidden = false;
  byId("invite-go").focus();
}

async function linkFor(table: string, seat: number, token: string): Promise<HTMLElement> {
  const link = location.origin + address(table, token);
  const code = await request<string>("/qr", link);
  const label = say("web.say.seat", { number: seat + 1 });
  const field = make("input", { value: link, readonly: "", "aria-label": label });
  const button = make("button", { text: say("web.say.copy"), type: "button" });
  button.onclick = () => void copy(link);
  return make("li", {}, make("strong", { text: label }), make("img", { alt: "", src: `data:image/svg+xml,${encodeURIComponent(code)}` }), field, button);
}

async function showMine(): Promise<void> {
  const tables = mine();
  byId("mine").hidden = !tables.length;
  byId("mine-list").replaceChildren(...(await Promise.all(tables.slice(0, 12).map(rowFor))));
}

async function rowFor(table: Mine): Promise<HTMLElement> {
  let state = "";
  let over = false;
  let gone = false;
  try {
    const about = await request<About>(`/api/tables/${table.id}`);
    over = about.outcome !== null;
    state = say(over ? "web.say.over" : "web.say.running");
  } catch (error) {
    gone = error instanceof Refusal && error.id === "server.no-table";
    state = gone ? say("web.say.gone") : error instanceof Error ? error.message : "";
  }
  const drop = make("button", { text: "×", "aria-label": say("web.say.forget"), title: say("web.say.forget") });
  drop.onclick = () => {
    forget(table.id);
    void showMine();
  };
  const when = new Date(table.at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  const row = make("li", {}, make("strong", { text: table.title }), make("span", { text: when }), make("span", { text: state }));
  if (!gone) row.append(make("a", { class: "button-link", href: over ? `/replay/${table.id}` : address(table.id, table.token), text: say(over ? "web.say.watch" : "web.say.go-on") }));
  row.append(drop);
  return row;
}

async function showListed(): Promise<void> {
  const tables = await request<About[]>("/api/tables");
  byId("listed").replaceChildren(
    ...tables.map((table) => {
      const names = table.seats.map((seat) => seat.name ?? (seat.kind === "bot" ? say("web.say.bot") : seat.kind === "open" ? say("web.say.open") : say("web.say.somebody")));
      const title = document.querySelector(`[data-game="${table.game}"] h2`)?.textContent ?? table.game;
      return make("li", {}, make("strong", { text: title }), make("span", { text: names.join(", ") }), make("a", { class: "button-link", href: `/table/${table.table}`, text: say("web.say.watch") }));
    }),
  );
}

function join(link: string): void {
  const found = /(?:\/table\/|^)([\w-]{6,40})(?:[?][^#]*)?(?:#([\w-]*))?$/.exec(link.trim());
  if (!found) return notice(say("web.say.bad-link"));
  attempt(async () => {
    await request(`/api/tables/${found[1]}`);
    location.assign(`/table/${found[1]}${found[2] ? `#${found[2]}` : ""}`);
  });
}

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-play]")) {
  const title = button.closest("article")?.querySelector("h2")?.textContent ?? "";
  button.onclick = () => {
    button.disabled = true;
    attempt(() => playNow(button.dataset["play"] ?? "", title, Number(button.dataset["seats"])).finally(() => (button.disabled = false)));
  };
}
for (const button of document.querySelectorAll<HTMLButtonElement>("[data-invite]")) {
  const counts = (button.dataset["counts"] ?? "").split(",").map(Number);
  button.onclick = () => openInvitation(button.dataset["invite"] ?? "", button.dataset["title"] ?? "", counts);
}
byId("join").onsubmit = (event) => {
  event.preventDefault();
  join(byId<HTMLInputElement>("join-link").value);
};
byId<HTMLInputElement>("import").onchange = (event) => {
  const file = (event.target as HTMLInputElement).files?.[0];
  if (file) attempt(async () => location.assign(`/replay/${(await request<About>("/api/records", await file.text())).table}`));
};
offerOpponents();
attempt(showMine);
attempt(showListed);
