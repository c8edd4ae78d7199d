/** What crosses the wire, as docs/browser.md describes it. */

export interface Seat {
  kind: "human" | "bot" | "open";
  name: string | null;
  bot: string | null;
  here?: boolean;
  away?: string;
  resigned?: boolean;
  time_left?: number;
}

export interface About {
  table: string;
  game: string;
  host: number | null;
  line: number;
  seats: Seat[];
  to_act: number[];
  outcome: { winners: number[]; scores: number[] } | null;
  asked: [number, number[]] | null;
  wants_rematch: number[];
  rematch: string | null;
  hints: boolean;
}

export interface Entry {
  line: number;
  text: string[];
}

export interface Part {
  seat: number | null;
  drawing: string;
  scenes: [string, string][];
  prompt: string;
  called: string[];
  parts: [string, string][];
  opened?: number;
  log: { since: number; entries: Entry[] };
}

export interface Frame {
  type: "frame";
  about: About;
  parts: Part[];
}

export interface Said {
  type: "chat";
  seat: number;
  phrase: string | null;
  text: string | null;
}

/** What the house thinks of one move: with visits, the chance to win; and how often it would play it. */
export interface Estimate {
  move: string;
  says: string;
  parts: string[];
  value: number;
  error: number;
  visits: number;
  share: number;
}

export interface Thought {
  move: string;
  text: string;
  estimates: Estimate[];
}

export interface Answer {
  type: "ok" | "error";
  note: number | null;
  error?: { id: string };
  text?: string;
  drawing?: string;
  told?: string[];
  parts?: [string, string][];
  move?: string;
  says?: string;
  hint?: Thought;
  button?: string;
  log?: { since: number; entries: Entry[] };
}
