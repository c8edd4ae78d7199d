/** The front door: play at once, set a table, meet somebody, go on with tables of mine, look at records. */

import { type Bot, botOf, bots } from "./bots";
import { keepListed, meet } from "./meeting";
import { keepWord, kept } from "./mine";
import { showMine } from "./mytables";
import { named, wireName } from "./naming";
import { attempt, byId, findById, notice, request, say } from "./page";
import { type Choices, choices, type NewSeat, setTable } from "./setting";
import { openSetup } from "./setup";
import type { About } from "./wire";

/** Whom a newcomer meets. */
const USUAL = "waiter";

/** The bot that is chosen to play against: this time, last time, or as a newcomer. */
function chosenBot(): Bot {
  const checked = document.querySelector<HTMLInputElement>("[name=opponent]:checked")?.value;
  const wished = [checked, kept("opponent"), USUAL].find((name) => bots.some((bot) => bot.name === name));
  return botOf(wished ?? bots[0]?.name ?? "");
}

function offerOpponents(): void {
  for (const choice of document.querySelectorAll<HTMLInputElement>("[name=opponent]")) {
    choice.checked = choice.value === chosenBot().name;
    choice.onchange = () => {
      keepWord("opponent", choice.value);
      sayAgainstWhom();
    };
  }
}

/** Whom one meets who plays at once, and how many. */
function sayAgainstWhom(): void {
  const { names, title } = chosenBot();
  for (const button of document.querySelectorAll<HTMLElement>("[data-play]")) {
    const met = names.slice(0, (choices[button.dataset["play"] ?? ""]?.usual ?? 2) - 1);
    const last = met.at(-1) ?? "";
    const text = met.length < 2 ? say("web.say.against-one", { name: last, level: title }) : say("web.say.against", { names: say("web.say.and", { others: met.slice(0, -1).join(", "), last }), level: title });
    button.querySelector(".play-against")?.replaceChildren(text);
  }
}

async function playNow({ name, usual }: Choices): Promise<void> {
  const others = Array.from({ length: usual - 1 }, (): NewSeat => ({ kind: "bot", bot: chosenBot().name }));
  await setTable({ game: name, seats: [{ kind: "human", ...named() }, ...others] });
}

function join(link: string): void {
  const found = /(?:\/table\/|^)([\w-]{6,40})(?:[?][^#]*)?(?:#((?:invite=)?[\w-]*))?$/.exec(link.trim());
  if (!found) return notice(say("web.say.bad-link"));
  attempt(async () => {
    await request(`/api/tables/${found[1]}`);
    location.assign(`/table/${found[1]}${found[2] ? `#${found[2]}` : ""}`);
  });
}

/** Let the buttons of every game do something, each once at a time. */
function wire(kind: string, work: (game: Choices) => Promise<void>): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>(`[data-${kind}]`)) {
    const game = choices[button.dataset[kind] ?? ""];
    button.onclick = () => {
      if (!game) return;
      button.disabled = true;
      attempt(() => work(game).finally(() => (button.disabled = false)));
    };
  }
}

wire("play", playNow);
wire("meet", ({ name }) => meet(name));
wire("setup", async (game) => openSetup(game, chosenBot()));
byId("join").onsubmit = (event) => {
  event.preventDefault();
  join(byId<HTMLInputElement>("join-link").value);
};
findById<HTMLInputElement>("import")?.addEventListener("change", (event) => {
  const file = (event.target as HTMLInputElement).files?.[0];
  if (file) attempt(async () => location.assign(`/replay/${(await request<About>("/api/records", await file.text())).table}`));
});
wireName();
offerOpponents();
sayAgainstWhom();
attempt(showMine);
attempt(keepListed);
