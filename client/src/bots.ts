/** Who may be played against: what the page was told of each bot. */

import { byId } from "./page";

export interface Bot {
  name: string;
  title: string;
  line: string;
  face: string;
}

export const bots = JSON.parse(byId("bots").textContent ?? "[]") as Bot[];

/** The bot of this name; one that is offered no longer keeps its name. */
export function botOf(name: string): Bot {
  return bots.find((one) => one.name === name) ?? { name, title: name, line: "", face: "" };
}
