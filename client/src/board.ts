/** The board: drawings from the server morphed into the page, and the way through what can be picked. */

import { Idiomorph } from "idiomorph";
import { Pan } from "./pan";

const SCENE = 2000;
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Board {
  private scenes: [string, string][] = [];
  private final = "";
  private timer = 0;
  /** What is shown now, so that nothing is morphed twice. */
  private shown = "";
  private readonly pan: Pan;

  constructor(
    private readonly place: HTMLElement,
    pick: (part: string) => void,
    private readonly tell: (words: string | null) => void = () => undefined,
  ) {
    this.pan = new Pan(place);
    new ResizeObserver(() => {
      this.grow();
      this.pan.resized();
    }).observe(place);
    place.addEventListener("click", (event) => {
      if (this.showing) return this.skip();
      const part = partOf(event.target);
      if (part) pick(part);
    });
    place.addEventListener("keydown", (event) => {
      const part = partOf(event.target);
      if (!part || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      pick(part);
    });
  }

  get showing(): boolean {
    return this.timer !== 0;
  }

  /** Show what led to a drawing, scene by scene, then the drawing. */
  play(scenes: [string, string][], drawing: string): void {
    this.final = drawing;
    if (scenes.length && !still.matches && !document.hidden) {
      this.scenes = [...scenes];
      clearTimeout(this.timer);
      this.next();
    } else if (!this.showing) {
      this.draw(drawing);
      if (still.matches) this.highlight(scenes.at(-1)?.[1] ?? "");
    }
  }

  /** Without motion, what a scene shows as changed is marked for a moment. */
  private highlight(scene: string): void {
    for (const { id } of new DOMParser().parseFromString(scene, "text/html").querySelectorAll(".flipped[id]")) {
      const changed = document.getElementById(id);
      changed?.classList.add("just-changed");
      setTimeout(() => changed?.classList.remove("just-changed"), SCENE);
    }
  }

  /** Show a drawing now. */
  draw(drawing: string): void {
    if (drawing === this.shown) return;
    this.shown = drawing;
    Idiomorph.morph(this.place, drawing, { morphStyle: "innerHTML" });
    this.grow();
    this.pan.drawn();
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

  skip(): void {
    clearTimeout(this.timer);
    this.scenes = [];
    this.next();
  }

  private next(): void {
    const scene = this.scenes.shift();
    this.timer = scene === undefined ? 0 : window.setTimeout(() => this.next(), SCENE);
    this.draw(scene?.[1] ?? this.final);
    this.tell(scene?.[0] ?? null);
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
    (here ? (nearest(here, picks, way) ?? here) : picks[0])?.focus();
    return true;
  }
}

const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function partOf(target: EventTarget | null): string | null {
  return target instanceof Element ? (target.closest("[data-part]")?.getAttribute("data-part") ?? null) : null;
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

function middle(pick: SVGElement): [number, number] {
  const box = pick.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
