/** A finished game: a slider, arrow keys and the log lead to any moment, and an address to each. */

import { Board } from "./board";
import { attempt, busy, byId, copy, request, say } from "./page";

const main = byId("main");
const slider = byId<HTMLInputElement>("slider");
const entries = [...document.querySelectorAll<HTMLButtonElement>(".log-entry")];
const result = byId("prompt").textContent ?? "";
const board = new Board(byId("board"), () => undefined);
const kept = new Map<number, string>();
let step = -1;

function lineOf(at: number): number {
  return at === 0 ? 0 : Number(entries[at - 1]?.dataset["line"] ?? 0);
}

async function drawing(line: number): Promise<string> {
  const known = kept.get(line);
  if (known !== undefined) return known;
  const found = await request<string>(`/drawing/${main.dataset["table"]}/${line}.svg?bare&seat=${main.dataset["viewer"]}`);
  kept.set(line, found);
  return found;
}

function show(wanted: number): void {
  const at = Math.max(0, Math.min(entries.length, wanted));
  if (at === step) return;
  step = at;
  slider.value = String(at);
  const steps = say("web.say.step", { step: at, steps: entries.length });
  byId("step").textContent = steps;
  slider.setAttribute("aria-valuetext", steps);
  entries.forEach((entry, index) => (index === at - 1 ? entry.setAttribute("aria-current", "step") : entry.removeAttribute("aria-current")));
  const current = entries[at - 1];
  byId("prompt").textContent = at === entries.length ? result : (current?.textContent ?? "");
  if (current) byId("log").scrollTop = current.offsetTop - byId("log").offsetTop - 60;
  history.replaceState(null, "", `#${at}`);
  attempt(async () => {
    const drawn = await drawing(lineOf(at));
    if (step === at) board.draw(drawn);
  });
}

slider.oninput = () => show(Number(slider.value));
byId("back").onclick = () => show(step - 1);
byId("on").onclick = () => show(step + 1);
byId("copy-link").onclick = () => void copy(location.href);
entries.forEach((entry, index) => (entry.onclick = () => show(index + 1)));
document.addEventListener("keydown", (event) => {
  if (event.target === slider || busy(event)) return;
  const to = { ArrowLeft: step - 1, ArrowRight: step + 1, Home: 0, End: entries.length }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  show(to);
});
addEventListener("hashchange", () => show(Number(location.hash.slice(1))));
for (const link of document.querySelectorAll<HTMLAnchorElement>(".viewer-links a")) {
  link.addEventListener("click", () => (link.hash = location.hash));
}
show(location.hash ? Number(location.hash.slice(1)) || 0 : entries.length);
