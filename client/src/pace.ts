/** The pace of a page: what happens is shown one moment after the other, each long enough to read. Nobody waits for it. */

import { keepWord, kept } from "./mine";
import { byId } from "./page";

const PACES: Record<string, number> = { slow: 1.8, normal: 1, fast: 0.5, "at-once": 0 };
/** Milliseconds to read something: for each letter, and at least and at most so many. */
const LETTER = 30;
const LOOK = 1000;
const SHORTEST = 1500;
const LONGEST = 7500;
/** With a clock running, the page is never farther behind the table. */
const LATEST = 3000;

/** How slowly things are shown, as whoever sits here has set it; 0 shows all at once. */
export function slowness(): number {
  return PACES[kept("pace") ?? ""] ?? 1;
}

/** How long words, and the board beside them, are shown. */
export function readingTime(words: string): number {
  return slowness() * Math.min(LONGEST, Math.max(SHORTEST, LOOK + LETTER * words.length));
}

/** Let the pace be set, and keep it in the browser. */
export function wirePace(): void {
  const choice = byId<HTMLSelectElement>("pace");
  choice.value = kept("pace") ?? "normal";
  choice.onchange = () => keepWord("pace", choice.value);
}

export interface Moment {
  /** What is told in words while it is shown. */
  words: string;
  /** A picture on the way to the board, which is not shown yet. */
  scene?: string;
  /** How long it is shown at least, if more is to come: without end, until one goes on. */
  hold: number;
}

interface Listener<Shown> {
  show(moment: Shown): void;
  /** Whether the moment stays until one goes on. */
  stays(on: boolean): void;
  /** All that has come is shown, and its time is over. */
  settled(): void;
  /** Whether somebody's time runs. */
  hurries(): boolean;
}

export class Pace<Shown extends Moment> {
  /** What is shown and has its time still. */
  current: Shown | null = null;
  private coming: Shown[] = [];
  private arrived = 0;
  private until = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private paused = false;

  constructor(private readonly listener: Listener<Shown>) {
    document.addEventListener("visibilitychange", () => this.hide());
  }

  /** Show these, after all that is still to be shown. */
  add(...moments: Shown[]): void {
    this.coming.push(...moments);
    this.arrived = Date.now();
    if (this.paused) return;
    if (this.current) this.wait();
    else this.next();
  }

  /** Go on to what comes next. */
  goOn(): void {
    if (this.current && !this.paused) this.next();
  }

  /** Show all that has come, with no time for any of it. */
  flush(): void {
    if (this.paused || (!this.current && !this.coming.length)) return;
    this.coming = this.coming.filter(({ scene }) => scene === undefined).map((moment) => ({ ...moment, hold: 0 }));
    this.next();
  }

  /** Forget what is still to be shown. */
  drop(): void {
    clearTimeout(this.timer);
    this.coming = [];
    this.current = null;
    this.listener.stays(false);
  }

  /** Show nothing further, while somebody looks at something else. */
  pause(): void {
    this.paused = true;
    clearTimeout(this.timer);
  }

  resume(): void {
    if (!this.paused) return;
    this.paused = false;
    if (!this.current || !this.hold(this.current)) this.next();
  }

  private next(): void {
    clearTimeout(this.timer);
    for (let moment = this.coming.shift(); moment; moment = this.coming.shift()) {
      this.current = moment;
      this.listener.show(moment);
      if (this.hold(moment)) return;
    }
    this.current = null;
    this.listener.stays(false);
    this.listener.settled();
  }

  /** Give a moment its time; false if it needs none. Where nobody sees it, a picture waits and words do not. */
  private hold(moment: Shown): boolean {
    const hold = document.hidden ? (moment.scene === undefined ? 0 : Infinity) : moment.hold;
    if (!hold) return false;
    this.until = Date.now() + hold;
    this.listener.stays(hold === Infinity);
    this.wait();
    return true;
  }

  private wait(): void {
    clearTimeout(this.timer);
    const now = Date.now();
    const hurried = this.coming.length > 0 && this.listener.hurries();
    const left = Math.min(this.until - now, hurried ? (this.arrived + LATEST - now) / this.coming.length : Infinity);
    if (left !== Infinity) this.timer = setTimeout(() => this.next(), Math.max(0, left));
  }

  private hide(): void {
    if (document.hidden && this.current && !this.paused && !this.hold(this.current)) this.next();
  }
}
