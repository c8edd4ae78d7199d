/** A table as the frame that is shown tells it, and the way to ask the server for the seat that is shown. */

import type { Connection } from "./connection";
import type { About, Answer, Part } from "./wire";

export class Now {
  about: About | null = null;
  part: Part | null = null;
  /** Whether a scene on the way to something later is shown in the place of the board. */
  scene = false;

  constructor(private readonly connection: Connection) {}

  get seat(): number | null {
    return this.part?.seat ?? null;
  }

  /** The line at which this seat's decision opened, if it has to make one. */
  get opened(): number | undefined {
    return this.part?.opened;
  }

  /** Whose decision it is and which: what comes when it is another is of no use, nor for other eyes. */
  get decision(): string {
    return `${this.seat} ${this.opened}`;
  }

  get myTurn(): boolean {
    return this.opened !== undefined && !this.scene;
  }

  /** What somebody is called: by their own name, or by that of their seat. */
  nameOf(seat: number): string {
    return this.about?.seats[seat]?.name ?? this.part?.called[seat] ?? "";
  }

  ask(wish: Record<string, unknown>): Promise<Answer> {
    return this.connection.ask({ seat: this.seat ?? 0, ...wish });
  }
}
