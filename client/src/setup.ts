/** One dialog for all that can be chosen before a game: who sits where, the game's own options, and how the table is kept. */

import { type Bot, botOf, bots } from "./bots";
import { keepName, keptName } from "./naming";
import { wirePace } from "./pace";
import { attempt, byId, findById, make, Refusal, say } from "./page";
import { type Choices, type Field, type NewSeat, setTable } from "./setting";

const LONGEST_NAME = 40;
/** What is shared by all who sit at this screen. */
const HOLDER = "here";

/** Who may sit on a seat beside bots. */
const WHO = [
  ["me", "web.say.me"],
  ["here", "web.say.here"],
  ["friend", "web.say.friend"],
  ["anybody", "web.say.anybody"],
] as const;

const count = byId<HTMLSelectElement>("setup-seats");
const who = byId("setup-who");
const hints = byId<HTMLInputElement>("setup-hints");

/** Open the dialog for a game, with a bot where nobody else is likely to sit. */
export function openSetup(game: Choices, bot: Bot): void {
  byId("setup-title").textContent = game.title;
  byId<HTMLInputElement>("setup-name").value = keptName() ?? "";
  byId("setup-problem").hidden = true;
  count.replaceChildren(...game.seats.map((number) => make("option", { value: String(number), text: String(number) })));
  count.value = String(Math.min(3, game.seats.at(-1) ?? 2));
  byId("setup-fields").replaceChildren(...game.fields.map(fieldRow));
  byId("setup-rules").hidden = !game.fields.length;
  count.onchange = () => seatRows(game, bot);
  let chosen = false;
  hints.onchange = () => (chosen = true);
  who.onchange = () => {
    nameSeats();
    // Where one person plays against bots, a hint does no harm.
    if (!chosen) hints.checked = rows().every(({ value }) => value === "me" || value.startsWith("bot "));
  };
  seatRows(game, bot);
  wirePace();
  byId("setup-form").onsubmit = (event) => {
    event.preventDefault();
    attempt(() => set(game), "setup-problem");
  };
  byId<HTMLDialogElement>("setup").showModal();
}

function rows(): HTMLSelectElement[] {
  return [...who.querySelectorAll("select")];
}

/** A row for each seat; those that are there stay as they are. */
function seatRows(game: Choices, bot: Bot): void {
  const number = Number(count.value);
  while (who.children.length > number) who.lastElementChild?.remove();
  while (who.children.length < number) who.append(seatRow(who.children.length, bot));
  for (const { name, seats } of game.fields) byId(`set-${name}-row`).hidden = seats !== null && !seats.includes(number);
  who.dispatchEvent(new Event("change"));
}

function seatRow(seat: number, usual: Bot): HTMLElement {
  const id = `who-${seat}`;
  const number = seat + 1;
  const select = make("select", { id }, ...WHO.map(([value, text]) => make("option", { value, text: say(text) })));
  select.append(make("optgroup", { label: say("web.say.bots") }, ...bots.map((bot) => make("option", { value: `bot ${bot.name}`, text: bot.title }))));
  select.value = seat === 0 ? "me" : seat === 1 ? "friend" : `bot ${usual.name}`;
  const name = make("input", { value: say("web.say.person", { number }), maxlength: String(LONGEST_NAME), autocomplete: "off", "aria-label": say("web.say.their-name", { number }) });
  const picture = make("img", { class: "who-face", alt: "", width: "42", height: "42" });
  const line = make("span", { class: "fine-print" });
  const show = () => {
    const bot = botIn(select);
    picture.hidden = bot === null;
    if (bot) picture.src = bot.face;
    line.textContent = bot?.line ?? "";
    line.hidden = bot === null;
    name.hidden = select.value !== "here";
  };
  select.onchange = show;
  show();
  return make("div", { class: "who-row" }, make("label", { for: id, text: say("web.say.seat", { number }) }), select, name, picture, line);
}

function botIn({ value }: HTMLSelectElement): Bot | null {
  return value.startsWith("bot ") ? botOf(value.slice(4)) : null;
}

/** Who may start is said by who sits there. */
function nameSeats(): void {
  for (const first of byId("setup-fields").querySelectorAll<HTMLSelectElement>("select[data-seats]")) {
    const { value } = first;
    const seats = rows().map((row, seat) => make("option", { value: String(seat), text: `${seat + 1}: ${row.selectedOptions[0]?.text ?? ""}` }));
    first.replaceChildren(make("option", { value: "", text: say("web.say.by-lot") }), ...seats);
    first.value = Number(value) < seats.length ? value : "";
  }
}

function fieldRow(field: Field): HTMLElement {
  const id = `set-${field.name}`;
  const row = make("div", { id: `${id}-row`, class: "setup-row" });
  if (field.kind === "many") {
    const boxes = (field.values ?? []).map(([value, text]) => {
      const box = make("input", { type: "checkbox", value: String(value) });
      box.checked = !Array.isArray(field.default) || field.default.includes(value);
      return make("label", { class: "tool-setting" }, box, ` ${text}`);
    });
    row.append(make("details", { id, class: "setup-many" }, make("summary", { text: field.label }), make("div", { class: "setup-boxes" }, ...boxes)));
    return row;
  }
  row.append(make("label", { for: id, text: field.label }), " ", input(id, field));
  if (field.about) row.append(make("span", { class: "fine-print", text: field.about }));
  return row;
}

function input(id: string, field: Field): HTMLElement {
  if (field.kind === "seat") return make("select", { id, "data-seats": "" });
  if (field.kind === "file") return make("input", { id, type: "file", accept: ".toml,text/plain" });
  if (field.kind === "text") return make("textarea", { id, rows: "2" });
  if (field.kind === "number") return make("input", { id, type: "number", value: String(field.default), min: String(field.least), max: String(field.most), step: String(field.step) });
  const select = make("select", { id }, ...(field.values ?? []).map(([value, text]) => make("option", { value: JSON.stringify(value), text })));
  select.value = JSON.stringify(field.default);
  return select;
}

/** What was chosen in a field; undefined where it is as usual. */
async function chosenIn({ kind, name, values, default: usual }: Field): Promise<unknown> {
  const found = byId<HTMLInputElement & HTMLSelectElement & HTMLTextAreaElement>(`set-${name}`);
  if (kind === "many") {
    const boxes = [...found.querySelectorAll("input")].filter((box) => box.checked).map((box) => box.value);
    return boxes.length === values?.length ? undefined : boxes;
  }
  if (kind === "file") return found.files?.[0]?.text();
  if (kind === "text" || kind === "seat") return found.value.trim() === "" ? undefined : kind === "seat" ? Number(found.value) : found.value.trim();
  const value: unknown = kind === "number" ? Number(found.value) : JSON.parse(found.value);
  return value === usual ? undefined : value;
}

async function set(game: Choices): Promise<void> {
  byId("setup-problem").hidden = true;
  const seats = chosenSeats();
  const options: Record<string, unknown> = {};
  for (const field of game.fields) {
    const value = byId(`set-${field.name}-row`).hidden ? undefined : await chosenIn(field);
    if (value !== undefined) options[field.name] = value;
  }
  const minutes = Number(byId<HTMLSelectElement>("setup-minutes").value);
  const increment = Number(byId<HTMLSelectElement>("setup-increment").value);
  const host = seats.findIndex(({ holder }) => holder === HOLDER);
  const ticked = (box: string) => findById<HTMLInputElement>(box)?.checked ?? false;
  await setTable({
    game: game.name,
    seats,
    options,
    ...(minutes && { clock: { seconds: 60 * minutes, increment } }),
    ...(host >= 0 && { host }),
    spectators: ticked("setup-spectators"),
    listed: ticked("setup-listed"),
    hints: hints.checked,
  });
}

function chosenSeats(): NewSeat[] {
  const own = byId<HTMLInputElement>("setup-name").value.trim();
  if (own.length > LONGEST_NAME) throw new Refusal("", say("web.say.long-name"));
  keepName(own);
  // Whoever plays on several seats is called so on the first of them.
  const first = rows().findIndex(({ value }) => value === "me");
  const seats = rows().map((row, seat): NewSeat => {
    const bot = botIn(row);
    if (bot) return { kind: "bot", bot: bot.name };
    if (row.value === "anybody") return { kind: "open" };
    if (row.value === "friend") return { kind: "human" };
    const name = row.value === "here" ? row.parentElement?.querySelector("input")?.value.trim() : seat === first ? own : "";
    return { kind: "human", holder: HOLDER, ...(name && { name }) };
  });
  if (seats.some(({ kind }) => kind !== "bot") && !seats.some(({ holder }) => holder)) throw new Refusal("", say("web.say.no-seat"));
  return seats;
}
