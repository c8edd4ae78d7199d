/** What I am called: asked once, kept in this browser, changed on the front page and at any table. */

import { attempt, byId, say } from "./page";
import type { About } from "./wire";

const PLACE = "parlor.name";

/** The name that this browser keeps: empty where its owner wanted none, null where nobody was asked. */
export function keptName(): string | null {
  try {
    return localStorage.getItem(PLACE);
  } catch {
    return "";
  }
}

export function keepName(name: string): void {
  try {
    localStorage.setItem(PLACE, name);
  } catch {
    // A browser that keeps nothing asks again.
  }
}

/** My name as a part of what is sent; nothing where I have none. */
export function named(): { name?: string } {
  const name = keptName();
  return name ? { name } : {};
}

/** A button of the front page that shows the name, and a dialog that changes it. */
export function wireName(): void {
  const dialog = byId<HTMLDialogElement>("called");
  const input = byId<HTMLInputElement>("called-name");
  const show = () => (byId("me-name").textContent = keptName() || say("web.say.no-name"));
  byId("me").onclick = () => {
    input.value = keptName() ?? "";
    dialog.showModal();
  };
  byId("called-form").onsubmit = (event) => {
    event.preventDefault();
    keepName(input.value.trim());
    dialog.close();
    show();
  };
  show();
}

type Ask = (wish: Record<string, unknown>) => Promise<unknown>;

/** Let whoever sits here say their name, and change it. */
export class Naming {
  private readonly input = byId<HTMLInputElement>("own-name");
  private told = false;
  private seat: number | null = null;
  /** Whether nobody else sits at this screen. */
  private alone = true;

  constructor(private readonly ask: Ask) {
    this.input.value = keptName() ?? "";
    const asked = byId<HTMLInputElement>("ask-name-text");
    byId("naming").onsubmit = (event) => this.keep(event, this.input.value);
    byId("ask-name").onsubmit = (event) => this.keep(event, asked.value);
    byId("ask-name-skip").onclick = (event) => this.keep(event, "");
  }

  /** A seat of mine without a name gets the one that is kept; whoever was never asked is asked, in a line that can be put away. */
  show(about: About, seat: number | null, alone: boolean): void {
    if (!alone && seat !== null && seat !== this.seat) this.input.value = about.seats[seat]?.name ?? "";
    this.seat = seat;
    this.alone = alone;
    byId("naming").hidden = seat === null;
    if (this.told || seat === null || about.outcome || about.seats[seat]?.name) return;
    this.told = true;
    const name = keptName();
    if (name) attempt(() => this.tell(name));
    byId("ask-name").hidden = name !== null;
  }

  private keep(event: Event, text: string): void {
    event.preventDefault();
    const name = text.trim();
    // People at one screen are told apart by their names.
    if (!name && !this.alone) return;
    if (this.alone) keepName(name);
    this.input.value = name;
    byId("ask-name").hidden = true;
    attempt(() => this.tell(name));
  }

  private async tell(name: string): Promise<void> {
    if (this.seat !== null) await this.ask({ do: "rename", seat: this.seat, name });
  }
}
