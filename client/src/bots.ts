/** Who may be played against: what the page was told of each bot. */

import { byId } from "./page";

export interface Bot {
  name: string;
  title: string;
  line: string;
  face: string;
  /** What several of its kind are called who play against one person. */
  names: string[];
  /** Whether the pages offer it as an opponent. */
  offered: boolean;
}

const all = JSON.parse(byId("bots").textContent ?? "[]") as Bot[];

/** Those who may be chosen. */
export const bots = all.filter((bot) => bot.offered);

/** The bot of this name; one that is offered no longer keeps its name. */
export function botOf(name: string): Bot {
  return all.find((one) => one.name === name) ?? { name, title: name, line: "", face: "", names: [], offered: false };
}

/** The face of a bot, which differs by its name. */
export function faceOf(bot: string, name: string | null): string {
  const { face } = botOf(bot);
  return face && name ? `${face}${face.includes("?") ? "&" : "?"}name=${encodeURIComponent(name)}` : face;
}
