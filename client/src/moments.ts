/** What of a frame is shown, moment by moment: the scenes that led to it, and then the frame itself. */

import { setting } from "./mine";
import { type Moment, readingTime, slowness } from "./pace";
import type { Frame, Part } from "./wire";

/** How long a scene, and what one has done oneself, is shown at least. */
const SCENE = 2000;
const OWN = 500;
const still = matchMedia("(prefers-reduced-motion: reduce)");

export interface Shown extends Moment {
  frame: Frame;
  /** What is shown of it: the seat whose turn it is, if somebody holds several. */
  part: Part;
  /** Whether it shows one's own move. */
  own: boolean;
  /** Whether what was before it was not shown here. */
  fresh: boolean;
  /** What has happened and is not told in the words of any of its moments. */
  untold: string[];
}

/** The moments of a frame that came after another. */
export function momentsOf(frame: Frame, part: Part, last: { part: Part; upto: number } | null): Shown[] {
  const { since, entries } = part.log;
  const fresh = since !== last?.upto;
  const before = last?.part;
  const decided = frame.parts.find(({ seat }) => seat === before?.seat)?.opened;
  const own = before?.opened !== undefined && decided !== before.opened;
  const scenes = fresh ? [] : scenesOf(part.scenes, hasGivenUp(frame, part));
  const texts = entries.flatMap(({ text }) => text);
  // Whoever is choosing goes on choosing, and after a reveal all is told.
  const told = !slowness() || fresh || own || scenes.length || before?.opened !== undefined ? "" : texts.join(" ");
  const untold = told ? [] : texts.filter((text) => !scenes.some(({ words }) => words.includes(text)));
  const shown = { frame, part, own, fresh, untold };
  const hold = told ? readingTime(told) : own && !scenes.length ? OWN * slowness() : 0;
  return [...scenes.map((scene) => ({ ...shown, ...scene })), { ...shown, words: told, hold }];
}

/** Whether whoever is shown this has given up: nothing waits for them any more. */
function hasGivenUp({ about }: Frame, { seat }: Part): boolean {
  return seat !== null && about.seats[seat]?.resigned === true;
}

/** Scenes with their time; where nothing moves, they are one picture, which stays. */
function scenesOf(scenes: [string, string][], goesOn: boolean): (Moment & { scene: string })[] {
  const waits = !goesOn && setting("wait", false);
  const [first] = scenes;
  if (!first || (!slowness() && !waits)) return [];
  if (still.matches || document.hidden || !slowness()) {
    const words = scenes.map(([words]) => words).join(" ");
    return [{ words, scene: first[1], hold: goesOn ? readingTime(words) : Infinity }];
  }
  return scenes.map(([words, scene], index) => {
    const stays = waits && index === scenes.length - 1;
    return { words, scene, hold: stays ? Infinity : Math.max(SCENE * slowness(), readingTime(words)) };
  });
}
