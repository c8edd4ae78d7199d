/** A table as its last frame tells it, and the way to ask the server for the seat that is shown. */

import type { Connection } from "./connection";
import type { About, Answer, Part } from "./wire";

export class Now {
  about: About | null = null;
  part: Part | null = null;

  constructor(private readonly connection: Connection) {}

  get seat(): number | null {
    return this.part?.seat ?? null;
  }

  /** The line at which this seat's decision opened, if it has to make one. */
  get opened(): number | undefined {
    return this.part?.opened;
  }

  get myTurn(): boolean {
    return this.opened !== undefined;
  }

  /** What somebody is called: by their own name, or by that of their seat. */
  nameOf(seat: number): string {
    return this.about?.seats[seat]?.name ?? this.part?.called[seat] ?? "";
  }

  ask(wish: Record<string, unknown>): Promise<Answer> {
    return this.connection.ask({ seat: this.seat ?? 0, ...wish });
  }
}
