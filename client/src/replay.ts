/** A finished game: it plays by itself, or decision by decision; a slider, keys and the log lead to any moment, and an address. */

import { Board } from "./board";
import { type Moment, Pace, readingTime, wirePace } from "./pace";
import { attempt, busy, byId, copy, make, request, say, setText } from "./page";
import { wireTelling } from "./telling";

interface Step {
  drawing: string;
  scenes: [string, string][];
  told: string[];
}

/** How long a step is shown where all is shown at once. */
const LEAST = 600;
const main = byId("main");
const slider = byId<HTMLInputElement>("slider");
const entries = [...document.querySelectorAll<HTMLButtonElement>(".log-entry")];
const result = byId("prompt").textContent ?? "";
const still = matchMedia("(prefers-reduced-motion: reduce)");
const board = new Board(byId("board"), () => undefined);
const kept = new Map<number, Promise<Step>>();
let step = -1;
let playing = false;
const pace = new Pace<Moment & { drawing: string }>({
  show({ words, drawing }) {
    board.draw(drawing);
    setText("prompt", words);
  },
  stays: () => undefined,
  settled: () => playing && (step < entries.length ? show(step + 1, true) : play(false)),
  hurries: () => false,
});
wireTelling(byId("board"));

function lineOf(at: number): number {
  return Number(entries[at - 1]?.dataset["line"] ?? 0);
}

function load(at: number): Promise<Step> {
  const found = kept.get(at) ?? request<Step>(`/replay/${main.dataset["table"]}/${lineOf(at)}?since=${lineOf(at - 1)}&seat=${main.dataset["viewer"]}`);
  kept.set(at, found);
  found.catch(() => kept.delete(at));
  return found;
}

/** The moments of a step: somebody who comes from the one before it sees how it came about, anybody else what shows the most of it. */
function moments(at: number, { scenes, drawing }: Step, on: boolean): (Moment & { drawing: string })[] {
  const told = at === entries.length ? result : (entries[at - 1]?.textContent ?? "");
  const time = (words: string) => readingTime(words) || LEAST;
  const last = { words: told, drawing, hold: playing ? time(told) : 0 };
  const [first] = scenes;
  if (!first || (!on && at === entries.length)) return [last];
  const picture = { words: scenes.map(([words]) => words).join(" "), scene: first[1], drawing: first[1] };
  if (!on || (still.matches && !playing && at < entries.length)) return [{ ...picture, hold: 0 }];
  if (still.matches) return [{ ...picture, hold: time(picture.words) }, last];
  return [...scenes.map(([words, scene]) => ({ words, scene, drawing: scene, hold: time(words) })), last];
}

function show(wanted: number, on = false): void {
  const at = Math.max(0, Math.min(entries.length, wanted));
  if (at === step) return;
  step = at;
  pace.drop();
  slider.value = String(at);
  const steps = say("web.say.step", { step: at, steps: entries.length });
  byId("step").textContent = steps;
  slider.setAttribute("aria-valuetext", steps);
  entries.forEach((entry, index) => (index === at - 1 ? entry.setAttribute("aria-current", "step") : entry.removeAttribute("aria-current")));
  const current = entries[at - 1];
  if (current) byId("log").scrollTop = current.offsetTop - byId("log").offsetTop - 60;
  history.replaceState(null, "", `#${at}`);
  attempt(async () => {
    const found = await load(at);
    if (step !== at) return;
    byId("told").replaceChildren(...found.told.map((text) => make("li", { text })));
    pace.add(...moments(at, found, on));
    if (at < entries.length) await load(at + 1);
  });
}

/** Go to a step, and stay there. */
function go(to: number, on = false): void {
  play(false);
  show(to, on);
}

function play(on: boolean): void {
  playing = on;
  byId("play").textContent = say(on ? "web.replay.pause" : "web.replay.play");
  if (on) show(step < entries.length ? step + 1 : 0, true);
}

slider.oninput = () => go(Number(slider.value));
byId("first").onclick = () => go(0);
byId("back").onclick = () => go(step - 1);
byId("on").onclick = () => go(step + 1, true);
byId("last").onclick = () => go(entries.length);
byId("play").onclick = () => play(!playing);
byId("copy-link").onclick = () => void copy(location.href);
wirePace();
entries.forEach((entry, index) => (entry.onclick = () => go(index + 1)));
document.addEventListener("keydown", (event) => {
  const on = (places: string) => event.target instanceof Element && event.target.closest(places) !== null;
  if (event.target === slider || busy(event)) return;
  if (event.key === " " && !on("a, button, [data-tell]")) play(!playing);
  else if (event.key === "ArrowRight") go(step + 1, true);
  else {
    const to = { ArrowLeft: step - 1, Home: 0, End: entries.length }[event.key];
    if (to === undefined) return;
    go(to);
  }
  event.preventDefault();
});
// Nobody sees what plays now.
document.addEventListener("visibilitychange", () => document.hidden && play(false));
addEventListener("hashchange", () => go(Number(location.hash.slice(1))));
for (const link of document.querySelectorAll<HTMLAnchorElement>(".viewer-links a")) {
  link.addEventListener("click", () => (link.hash = location.hash));
}
show(location.hash ? Number(location.hash.slice(1)) || 0 : entries.length);
