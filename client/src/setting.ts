/** Setting a table: what the server answers, and that this browser keeps what only it is told. */

import { keep } from "./mine";
import { byId, request } from "./page";
import { seatPath } from "./links";
import type { About } from "./wire";

export interface NewSeat {
  kind: "human" | "bot" | "open";
  name?: string;
  bot?: string;
  holder?: string;
}

export interface NewTable {
  game: string;
  seats: NewSeat[];
  options?: Record<string, unknown>;
  clock?: { seconds: number; increment: number };
  spectators?: boolean;
  listed?: boolean;
  hints?: boolean;
  host?: number;
}

/** A field of the form for what a game lets people choose. */
export interface Field {
  name: string;
  label: string;
  about: string | null;
  kind: "one" | "many" | "seat" | "number" | "file" | "text";
  /** The numbers of seats that have it; null for all. */
  seats: number[] | null;
  default: unknown;
  values?: [unknown, string][];
  least?: number;
  most?: number;
  step?: number;
}

export interface Choices {
  name: string;
  title: string;
  seats: number[];
  usual: number;
  fields: Field[];
}

/** What can be chosen for each game. */
export const choices = JSON.parse(byId("choices").textContent ?? "{}") as Record<string, Choices>;

interface Made extends About {
  tokens: { seat: number; token: string }[];
  invitations: { seat: number; invitation: string }[];
}

/** Set a table and go there: to the own seat, or to look on. */
export async function setTable(wanted: NewTable): Promise<void> {
  const { table, tokens, invitations } = await request<Made>("/api/tables", wanted);
  sitDown(table, wanted.game, tokens[0]?.token, invitations);
}

/** Go to a table where this browser has a seat now. */
export function sitDown(id: string, game: string, token?: string, invitations: Made["invitations"] = []): void {
  if (token) keep({ id, game, title: choices[game]?.title ?? game, token, at: Date.now(), ...(invitations.length && { invitations }) });
  location.assign(token ? seatPath(id, token) : `/table/${id}`);
}
