/**
 * The part of a drawing that says `data-pan` moves and zooms: by drag, wheel, pinch, buttons and keys.
 * `data-pan` is the size of the smallest thing to touch in it, in its own units; `data-look` marks what should be seen.
 */

import { busy, make, say } from "./page";

/** What is shown: its upper left corner and its width. The height follows from the frame. */
type View = { x: number; y: number; width: number };
type Point = { x: number; y: number };

/** What a finger wants to meet, and what a mouse does; all that can be picked is shown at once if it is as large as that. */
const TOUCH = 40;
const LEAST = 24;
/** Pixels for a unit of the drawing, at most. */
const CLOSEST = 4;
const STEP = 1.4;
const GLIDE = 250;
/** How long nothing must have moved before there is time for more, in milliseconds. */
const STILL = 150;
/** A pointer that moves less than this clicks. */
const SLACK = 6;
const EDGES = ["left", "right", "up", "down"] as const;
const SHIFTS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const still = matchMedia("(prefers-reduced-motion: reduce)");
const coarse = matchMedia("(pointer: coarse)");

export class Pan {
  private frame: SVGSVGElement | null = null;
  private drawing = new DOMRect();
  /** The whole drawing, which is shown unless somebody chose otherwise. */
  private whole: View = { x: 0, y: 0, width: 1 };
  private view: View = this.whole;
  /** A copy of the table on a sheet of its own, which a browser moves without painting anew, and what it was made of. */
  private sheet: SVGSVGElement | null = null;
  private copied: View = this.whole;
  private copying = 0;
  private ratio = 1;
  /** Pixels across the frame. */
  private across = 1;
  /** Whether a person chose what is shown; otherwise it follows the drawing. */
  private own = false;
  private picks: Point[] = [];
  private looked = new Set<string>();
  private readonly pointers = new Map<number, Point>();
  private dragged = false;
  private request = 0;
  private readonly over = make("div", { class: "pan-over", hidden: "" });

  constructor(private readonly place: HTMLElement) {
    for (const edge of EDGES) this.over.append(make("span", { class: `pan-more ${edge}`, "aria-hidden": "true", hidden: "" }));
    const tools = make("div", { class: "pan-tools", role: "group", "aria-label": say("web.say.zoom") });
    const tool = (text: string, label: string, key: string, work: () => void) => {
      const button = make("button", { text, "aria-label": say(label), "aria-keyshortcuts": key, title: say(label) });
      button.onclick = work;
      tools.append(button);
    };
    tool("+", "web.say.zoom-in", "+", () => this.zoom(STEP));
    tool("−", "web.say.zoom-out", "-", () => this.zoom(1 / STEP));
    tool("", "web.say.zoom-fit", "0", () => this.showAll());
    this.over.append(tools);
    place.after(this.over);
    place.addEventListener("pointerdown", (event) => this.press(event));
    for (const end of ["pointerup", "pointercancel"] as const) addEventListener(end, (event) => this.release(event));
    addEventListener("pointermove", (event) => this.drag(event));
    // Fingers on a table that is larger than its frame move the table, not the page.
    place.addEventListener("touchmove", (event) => this.pointers.size && this.holds && event.preventDefault(), { passive: false });
    place.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    place.addEventListener("click", (event) => this.dragged && event.stopImmediatePropagation(), { capture: true });
    place.addEventListener("focusin", (event) => event.target instanceof Element && event.target.matches(":focus-visible") && this.frame?.contains(event.target) && this.follow([event.target]));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** The page has another size: what was shown stays, as far as it fits. */
  resized(): void {
    if (!this.frame) return;
    this.forget();
    this.measure();
    this.show(this.own ? this.clamped(this.view) : this.comfortable());
  }

  /** A new drawing has been put in: keep what a person chose to see, and follow what is new. */
  drawn(): void {
    const before = this.frame;
    this.frame = this.place.querySelector("svg[data-pan]");
    this.over.hidden = !this.frame;
    if (!this.frame) return;
    this.drawing = DOMRect.fromRect(this.frame.viewBox.baseVal);
    this.forget();
    this.measure();
    const looks = [...this.frame.querySelectorAll("[data-look]:not([data-part])")];
    const fresh = looks.filter((look) => !this.looked.has(look.id));
    this.looked = new Set(looks.map((look) => look.id));
    const target = this.own ? this.clamped(this.view) : this.comfortable();
    if (!before) this.show(target);
    else this.glide(target);
    if (this.own && before) this.follow(fresh);
  }

  /** Where the frame lies on the page, and what can be picked in it. */
  private measure(): void {
    const { frame } = this;
    const outer = frame?.parentElement instanceof SVGGraphicsElement ? frame.parentElement.getScreenCTM() : null;
    if (!frame || !outer) return;
    // A style sheet may give it more room, but browsers heed only the attributes of an SVG within another.
    const [left = 0, top = 0, wide = 1, high = 1] = ["x", "y", "width", "height"].map((name) => {
      const value = parseFloat(getComputedStyle(frame).getPropertyValue(name));
      frame.setAttribute(name, String(value));
      return value;
    });
    this.ratio = high / wide;
    const { x, y, width, height } = this.drawing;
    const most = Math.max(width, height / this.ratio);
    this.whole = { x: x - (most - width) / 2, y: y - (most * this.ratio - height) / 2, width: most };
    const size = wide * outer.a;
    const corner = new DOMPoint(left, top).matrixTransform(outer);
    const origin = this.over.offsetParent?.getBoundingClientRect() ?? new DOMRect();
    this.across = size;
    this.over.style.cssText = `left:${corner.x - origin.x}px;top:${corner.y - origin.y}px;width:${size}px;height:${size * this.ratio}px`;
    this.picks = [...frame.querySelectorAll("[data-part]")].map((pick) => this.spotOf(pick));
  }

  /** Whether a pointer is in the frame: on a bare table it meets nothing that is drawn there. */
  private within(event: MouseEvent): boolean {
    const { left, right, top, bottom } = this.over.getBoundingClientRect();
    return this.frame !== null && event.clientX > left && event.clientX < right && event.clientY > top && event.clientY < bottom;
  }

  /** Whether more than the frame holds is to be seen. */
  private get holds(): boolean {
    return this.pointers.size > 1 || this.view.width < this.whole.width - 0.5;
  }

  /** All of it; on a touch screen, when something to pick would be too small for a finger, the part with the most of it. */
  private comfortable(): View {
    const smallest = Number(this.frame?.dataset["pan"]);
    const width = this.widest(smallest);
    if (!this.picks.length || this.whole.width <= width) return this.whole;
    const looks = [...(this.frame?.querySelectorAll("[data-look][data-part]") ?? [])].map((look) => this.spotOf(look));
    const wanted = [...this.picks, ...looks, ...looks];
    const all = this.around(wanted, smallest);
    if (all.width <= (smallest * this.across) / (LEAST + 1)) return all;
    let best: Point[] = [];
    let view = this.whole;
    // Around the spot with the most others near it, then with all of those in the middle.
    for (const spot of wanted) {
      const around = this.centred([spot], width);
      const seen = wanted.filter((one) => this.shows(around, one, smallest / 2));
      if (seen.length > best.length) [best, view] = [seen, around];
    }
    const middle = this.centred(best, width);
    return best.every((spot) => this.shows(middle, spot, smallest / 2)) ? middle : view;
  }

  /** The widest view in which the smallest thing to touch is as large as whoever touches it needs. */
  private widest(smallest: number): number {
    return (smallest * this.across) / ((coarse.matches ? TOUCH : LEAST) + 1);
  }

  /** The closest view with all of these spots in it, each as large as the smallest to touch, and not closer than needed. */
  private around(spots: Point[], margin: number): View {
    const length = (values: number[]) => Math.max(...values) - Math.min(...values) + margin;
    const needed = Math.max(length(spots.map((spot) => spot.x)), length(spots.map((spot) => spot.y)) / this.ratio);
    return this.centred(spots, Math.max(needed, this.widest(margin)));
  }

  /** A view of this width with the middle of these spots in its middle. */
  private centred(spots: Point[], width: number): View {
    const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
    const [x, y] = [middle(spots.map((spot) => spot.x)), middle(spots.map((spot) => spot.y))];
    return this.clamped({ x: x - width / 2, y: y - (width * this.ratio) / 2, width });
  }

  private shows(view: View, spot: Point, margin: number): boolean {
    const within = (value: number, start: number, length: number) => value >= start + margin && value <= start + length - margin;
    return within(spot.x, view.x, view.width) && within(spot.y, view.y, view.width * this.ratio);
  }

  /** The middle of an element, in the units of the drawing. */
  private spotOf(element: Element): Point {
    const { left, top, width, height } = element.getBoundingClientRect();
    return this.unitsAt(left + width / 2, top + height / 2);
  }

  private unitsAt(x: number, y: number): Point {
    const matrix = this.frame?.getScreenCTM()?.inverse();
    return new DOMPoint(x, y).matrixTransform(matrix);
  }

  /** Not farther away than the whole, and with its middle on the drawing. */
  private clamped({ x, y, width }: View): View {
    const { whole, ratio } = this;
    const size = Math.min(whole.width, width);
    const middle = (value: number, low: number, length: number) => Math.min(low + length, Math.max(low, value));
    return {
      x: middle(x + width / 2, whole.x, whole.width) - size / 2,
      y: middle(y + (width * ratio) / 2, whole.y, whole.width * ratio) - (size * ratio) / 2,
      width: size,
    };
  }

  private show(view: View): void {
    this.view = view;
    const { x, y, width } = view;
    const height = width * this.ratio;
    if (this.pointers.size === 1 && this.dragged) this.slide();
    else this.paint();
    const beyond: Record<(typeof EDGES)[number], (spot: Point) => boolean> = {
      left: (spot) => spot.x < x,
      right: (spot) => spot.x > x + width,
      up: (spot) => spot.y < y,
      down: (spot) => spot.y > y + height,
    };
    EDGES.forEach((edge, index) => this.over.children[index]?.toggleAttribute("hidden", !this.picks.some(beyond[edge])));
    // Whatever stands on the drawing goes with it.
    this.place.dispatchEvent(new Event("pan"));
  }

  /** Move the copy instead of painting. */
  private slide(): void {
    this.copy();
    const { sheet, frame, copied, view } = this;
    if (!sheet || !frame) return;
    const scale = this.across / view.width;
    sheet.style.transform = `translate(${(copied.x - view.x) * scale}px,${(copied.y - view.y) * scale}px)`;
    sheet.style.opacity = "1";
    frame.style.opacity = "0";
  }

  /** Make the copy, unless there is one of this size. */
  private copy(): void {
    clearTimeout(this.copying);
    const { frame } = this;
    if (!frame || (this.sheet && this.copied.width === this.view.width)) return;
    this.forget();
    const sheet = frame.cloneNode(true) as SVGSVGElement;
    for (const name of ["id", "data-pan", "style", "x", "y", "width", "height"]) sheet.removeAttribute(name);
    // It is only looked at.
    for (const name of ["id", "data-part", "data-no", "data-else", "data-look", "role", "tabindex", "aria-label"]) for (const part of sheet.querySelectorAll(`[${name}]`)) part.removeAttribute(name);
    const { x, y, width } = (this.copied = this.view);
    sheet.setAttribute("viewBox", `${x} ${y} ${width} ${width * this.ratio}`);
    sheet.setAttribute("class", `${frame.ownerSVGElement?.getAttribute("class") ?? ""} pan-sheet`);
    sheet.setAttribute("aria-hidden", "true");
    this.over.lastElementChild?.before(sheet);
    this.sheet = sheet;
  }

  /** The copy is of no use any more. */
  private forget(): void {
    clearTimeout(this.copying);
    this.sheet?.remove();
    this.sheet = null;
  }

  private paint(): void {
    const { x, y, width } = this.view;
    this.frame?.setAttribute("viewBox", `${x} ${y} ${width} ${width * this.ratio}`);
    this.frame?.style.removeProperty("opacity");
    if (this.sheet) this.sheet.style.opacity = "0";
    // Whoever has come closer may want to move: once all is still, the copy is made, so that nothing waits for it.
    clearTimeout(this.copying);
    if (this.holds) this.copying = window.setTimeout(() => this.copy(), STILL);
  }

  private glide(target: View): void {
    cancelAnimationFrame(this.request);
    const from = this.view;
    if (still.matches || document.hidden) return this.show(target);
    const began = performance.now();
    const step = () => {
      const part = Math.min(1, (performance.now() - began) / GLIDE);
      const eased = part * (2 - part);
      const between = (a: number, b: number) => a + (b - a) * eased;
      this.show({ x: between(from.x, target.x), y: between(from.y, target.y), width: between(from.width, target.width) });
      if (part < 1) this.request = requestAnimationFrame(step);
    };
    step();
  }

  /** Move as little as needed for these elements to be seen. */
  private follow(elements: Element[]): void {
    if (!this.frame || !elements.length) return;
    const corners = elements.map((element) => element.getBoundingClientRect()).flatMap((box) => [this.unitsAt(box.left, box.top), this.unitsAt(box.right, box.bottom)]);
    const moved = (start: number, length: number, low: number, high: number) => (low < start ? low : high > start + length ? high - length : start);
    const { x, y, width } = this.view;
    const margin = width / 40;
    const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)];
    const ends = (values: number[]): [number, number] => [Math.min(...values) - margin, Math.max(...values) + margin];
    const target = { x: moved(x, width, ...ends(xs)), y: moved(y, width * this.ratio, ...ends(ys)), width };
    if (target.x !== x || target.y !== y) this.glide(target);
  }

  /** Zoom around a point of the drawing, or around the middle. */
  private zoom(factor: number, around?: Point, at = this.view): void {
    const spot = around ?? { x: at.x + at.width / 2, y: at.y + (at.width * this.ratio) / 2 };
    const width = Math.min(this.whole.width, Math.max(at.width / factor, this.across / CLOSEST));
    const share = width / at.width;
    this.choose({ x: spot.x - (spot.x - at.x) * share, y: spot.y - (spot.y - at.y) * share, width }, !around);
  }

  /** Show what a person wants to see, and stay there. */
  private choose(view: View, smooth: boolean): void {
    const target = this.clamped(view);
    this.own = true;
    if (smooth) return this.glide(target);
    cancelAnimationFrame(this.request);
    this.request = requestAnimationFrame(() => this.show(target));
    this.view = target;
  }

  private showAll(): void {
    this.own = false;
    this.glide(this.whole);
  }

  private press(event: PointerEvent): void {
    this.dragged = false;
    if (event.button !== 0 || !this.within(event)) return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  private release(event: PointerEvent): void {
    if (!this.pointers.delete(event.pointerId) || !this.dragged) return;
    if (this.frame) this.paint();
    // The click that ends a drag comes before this.
    if (!this.pointers.size) setTimeout(() => (this.dragged = false));
  }

  private drag(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    if (!before || !this.frame) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (!this.dragged && !other && Math.hypot(now.x - before.x, now.y - before.y) < SLACK) return;
    this.dragged = true;
    this.pointers.set(event.pointerId, now);
    const units = this.view.width / this.across;
    const [dx, dy] = [(now.x - before.x) * units, (now.y - before.y) * units];
    if (!other) return this.choose({ ...this.view, x: this.view.x - dx, y: this.view.y - dy }, false);
    // Two fingers: what lay between them stays between them.
    const spread = (a: Point) => Math.hypot(a.x - other.x, a.y - other.y) || 1;
    const box = this.over.getBoundingClientRect();
    const around = { x: this.view.x + ((now.x + other.x) / 2 - box.x) * units, y: this.view.y + ((now.y + other.y) / 2 - box.y) * units };
    this.zoom(spread(now) / spread(before), around, { ...this.view, x: this.view.x - dx / 2, y: this.view.y - dy / 2 });
  }

  private wheel(event: WheelEvent): void {
    if (!this.within(event)) return;
    // Where there is nothing more to see, the page scrolls.
    if (event.deltaY > 0 && this.view.width > this.whole.width - 0.5) return;
    event.preventDefault();
    const box = this.over.getBoundingClientRect();
    const units = this.view.width / this.across;
    const around = { x: this.view.x + (event.clientX - box.x) * units, y: this.view.y + (event.clientY - box.y) * units };
    this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), around);
  }

  private key(event: KeyboardEvent): void {
    if (!this.frame || busy(event)) return;
    const shift = event.shiftKey ? SHIFTS[event.key] : undefined;
    if (shift) {
      const step = this.view.width / 4;
      this.choose({ ...this.view, x: this.view.x + shift[0] * step, y: this.view.y + shift[1] * step }, true);
    } else if (event.key === "+" || event.key === "=") this.zoom(STEP);
    else if (event.key === "-") this.zoom(1 / STEP);
    else if (event.key === "0") this.showAll();
    else return;
    event.preventDefault();
  }
}
