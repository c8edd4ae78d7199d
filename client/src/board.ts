/** The board: drawings from the server morphed into the page, and the way through what can be picked. */

import { Idiomorph } from "idiomorph";
import { Pan } from "./pan";

/** How long what has changed is marked, where nothing else shows it. */
const MARKED = 2000;
/** How far beside a small thing to pick a tap still picks it, in pixels, and what counts as small. */
const REACH = 22;
const SMALL = 80;

export class Board {
  /** What is shown now, so that nothing is morphed twice. */
  private shown = "";
  private readonly pan: Pan;
  /** What was there when each round was first seen. */
  private readonly rounds = new Map<string, Map<string, string | undefined>>();
  /** Where the focus was on the board, as long as it is nowhere else. */
  private focused: [number, number] | null = null;

  constructor(
    private readonly place: HTMLElement,
    /** Something was chosen: a part, and all the parts that are picked then where it does not just follow those that are. */
    private readonly pick: (part: string, all?: string[]) => void,
    /** What cannot be chosen was clicked: why not? */
    why: (move: string) => void = () => undefined,
    /** End what is being told; whether a click or key meant no more than that. */
    interrupt: () => boolean = () => false,
  ) {
    this.pan = new Pan(place);
    new ResizeObserver(() => {
      this.grow();
      this.pan.resized();
    }).observe(place);
    place.addEventListener("click", (event) => {
      if (interrupt() || !(event.target instanceof Element)) return;
      const pick = pickOf(event.target) ?? (event.detail ? this.near(event) : null);
      if (pick) return this.choose(pick);
      const { no, else: bare } = event.target.closest<SVGElement>("[data-no], [data-else]")?.dataset ?? {};
      const move = no ?? bare;
      if (move) why(move);
    });
    document.addEventListener("focusin", ({ target }) => {
      if (!(target instanceof Element)) return;
      if (place.contains(target)) this.focused = target === place ? (this.focused ?? middle(place)) : middle(target);
      // Whoever has confirmed a move is on the board again.
      else if (!target.closest("#choice, #parts")) this.focused = null;
    });
    place.addEventListener("keydown", (event) => {
      const pick = pickOf(event.target);
      if (!pick || (event.key !== "Enter" && event.key !== " ")) return;
      // Enter plays a move that is chosen whole; the space bar still chooses another.
      if (event.key === "Enter" && document.querySelector("#choice:not([hidden]) > #confirm:not([hidden])")) return;
      event.preventDefault();
      if (!interrupt()) this.choose(pick);
    });
  }

  private choose(pick: SVGElement): void {
    this.pick(pick.dataset["part"] ?? "", picksOf(pick));
  }

  /** Mark for a moment what a scene that is not shown would have shown as changed. */
  mark(scene: string): void {
    for (const { id } of new DOMParser().parseFromString(scene, "text/html").querySelectorAll(".flipped[id]")) {
      const changed = document.getElementById(id);
      changed?.classList.add("just-changed");
      setTimeout(() => changed?.classList.remove("just-changed"), MARKED);
    }
  }

  /** Show a drawing now. */
  draw(drawing: string): void {
    if (drawing === this.shown) return;
    this.shown = drawing;
    Idiomorph.morph(this.place, drawing, { morphStyle: "innerHTML" });
    this.markAdded();
    this.proportion();
    this.grow();
    this.pan.drawn();
    if (this.focused) requestAnimationFrame(() => this.refocus());
  }

  /** Mark what has come since the round (`data-round`) was first seen: whatever carries `data-new`, with what it is. */
  private markAdded(): void {
    const round = this.place.querySelector<SVGElement>(":scope > svg")?.dataset["round"];
    if (round === undefined) return;
    const things = [...this.place.querySelectorAll<SVGElement>("[data-new]")];
    const before = this.rounds.get(round) ?? new Map(things.map(({ id, dataset }) => [id, dataset["new"]]));
    this.rounds.set(round, before);
    for (const thing of things) {
      const added = before.get(thing.id) !== thing.dataset["new"] && !thing.classList.contains("flipped");
      thing.classList.toggle("added", added);
    }
  }

  /** Give the focus that a drawing has lost to what is nearest now, or to the board until there is something again. */
  private refocus(): void {
    const { focused, place, picks } = this;
    const now = document.activeElement;
    if (!focused || !(now === document.body || now === place || (now && !now.getClientRects().length))) return;
    const far = (pick: Element) => Math.hypot(middle(pick)[0] - focused[0], middle(pick)[1] - focused[1]);
    const best = picks.reduce<Element | null>((one, other) => (one && far(one) <= far(other) ? one : other), null);
    if (best instanceof SVGElement) best.focus({ preventScroll: true });
    else place.focus({ preventScroll: true });
  }

  /** What a tap that met nothing to pick, nor anything to be asked about, meant: the nearest small thing to pick. */
  private near({ clientX, clientY, target }: MouseEvent): SVGElement | null {
    if (target instanceof Element && target.closest("[data-no], [data-tell]")) return null;
    let least = [REACH, Infinity];
    let found: SVGElement | null = null;
    for (const pick of this.picks) {
      const { left, right, top, bottom, width, height } = pick.getBoundingClientRect();
      if (width > SMALL || height > SMALL) continue;
      const away = Math.hypot(Math.max(left - clientX, clientX - right, 0), Math.max(top - clientY, clientY - bottom, 0));
      // Of several that overlap there, the one whose middle is nearest.
      const off = Math.hypot((left + right) / 2 - clientX, (top + bottom) / 2 - clientY);
      const [first = 0, second = 0] = least;
      if (away > first || away >= REACH || (away === first && off >= second)) continue;
      least = [away, off];
      found = pick;
    }
    return found;
  }

  /** Tell the page how tall and wide the drawing is for its width and height; one that grows takes whatever there is. */
  private proportion(): void {
    const root = this.place.querySelector<SVGSVGElement>(":scope > svg");
    if (!root) return;
    const { width, height } = root.viewBox.baseVal;
    const grows = "grow" in root.dataset;
    const { style } = document.documentElement;
    style.setProperty("--tall", String(grows ? 99 : height / width));
    style.setProperty("--wide", String(grows ? 99 : width / height));
  }

  /** Tell a drawing that wants it (`data-grow`) how much room, in its units, there is beside and below it. */
  private grow(): void {
    const root = this.place.querySelector<SVGSVGElement>(":scope > svg[data-grow]");
    if (!root) return;
    const { width, height } = root.viewBox.baseVal;
    const box = root.getBoundingClientRect();
    const scale = Math.min(box.width / width, box.height / height);
    this.place.style.setProperty("--aside", `${(box.width / scale - width) / 2}px`);
    this.place.style.setProperty("--below", `${box.height / scale - height}px`);
  }

  get picks(): SVGElement[] {
    return [...this.place.querySelectorAll<SVGElement>("[data-part]")];
  }

  /** Move the focus to the nearest pick in the direction of an arrow key, or to the first one. */
  move(key: string): boolean {
    const way = WAYS[key];
    const picks = this.picks;
    if (!way || !picks.length) return false;
    const here = picks.find((pick) => pick === document.activeElement);
    if (here) (nearest(here, picks, way) ?? here).focus();
    else if (this.focused && document.activeElement === this.place) this.refocus();
    else picks[0]?.focus();
    return true;
  }
}

const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function pickOf(target: EventTarget | null): SVGElement | null {
  return target instanceof Element ? target.closest<SVGElement>("[data-part]") : null;
}

/** All the parts that are picked with something, where it does not just follow those that are. */
export function picksOf(pick: SVGElement): string[] | undefined {
  const all = pick.dataset["picks"];
  return all === undefined ? undefined : (JSON.parse(all) as string[]);
}

function nearest(from: SVGElement, picks: SVGElement[], [dx, dy]: [number, number]): SVGElement | null {
  const [x, y] = middle(from);
  let best: SVGElement | null = null;
  let least = Infinity;
  for (const pick of picks) {
    const [px, py] = middle(pick);
    const along = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy + (py - y) * dx);
    if (along < 1 || along + 2 * aside >= least) continue;
    least = along + 2 * aside;
    best = pick;
  }
  return best;
}

function middle(pick: Element): [number, number] {
  const box = pick.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
