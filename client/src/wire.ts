/** What crosses the wire, as docs/browser.md describes it. */

export interface Seat {
  kind: "human" | "bot" | "open";
  /** Whether an open seat is kept for whoever is invited. */
  invited?: boolean;
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
  /** Who asks, and who must still agree: to take a move back, or else what, of which seat. */
  asked: [number, number[], ("open" | "remove")?, number?] | null;
  /** Whether anybody may end the game for all: no person has moved. */
  may_end: boolean;
  wants_rematch: number[];
  rematch: string | null;
  spectators: boolean;
  /** For which seats the table waits before the deal; null once it is made. */
  waiting: { come: number[]; commit: number[]; reveal: number[]; commitments: Record<number, string> } | null;
  hints: boolean;
  /** When this came, by the clock of the browser. */
  came?: number;
}

export interface Entry {
  line: number;
  text: string[];
  /** Which of its sentences tell what was done to whoever reads them. */
  to_you?: number[];
}

export interface Part {
  seat: number | null;
  /** Missing before the deal. */
  drawing?: string;
  scenes: [string, string][];
  prompt: string;
  /** Which chapter of the rules tells what can be done now. */
  chapter?: string;
  called: string[];
  parts: [string, string][];
  opened?: number;
  /** The line of this seat's last move; missing for who watches. */
  moved?: number;
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

/** Somebody opened the link of a taken seat and says that it is theirs. */
export interface Knock {
  type: "knock";
  seat: number;
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
  /** What is told of the move, with its name: how often it would be played, or its chance. */
  number: string;
}

export interface Thought {
  move: string;
  /** Whether the others choose at the same time, so that good play is a mix. */
  mixed: boolean;
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
  picked?: string[];
  parts?: [string, string][];
  move?: string;
  says?: string;
  marks?: boolean;
  hint?: Thought;
  button?: string;
  invitation?: string;
  token?: string;
  log?: { since: number; entries: Entry[] };
}
