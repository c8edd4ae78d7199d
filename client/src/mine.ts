/** The tables that this browser sits at, kept in its own storage: nobody else knows the tokens. */

export interface Mine {
  id: string;
  game: string;
  title: string;
  token: string;
  at: number;
}

const PLACE = "parlor.tables";
const MOST = 50;

export function mine(): Mine[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(found) ? (found as Mine[]) : [];
  } catch {
    return [];
  }
}

export function keep(table: Mine): void {
  write([table, ...mine().filter((other) => other.id !== table.id)].slice(0, MOST));
}

export function forget(id: string): void {
  write(mine().filter((other) => other.id !== id));
}

export function tokenOf(id: string): string | null {
  return mine().find((table) => table.id === id)?.token ?? null;
}

export function setting(name: string, usual: boolean): boolean {
  try {
    const kept = localStorage.getItem(`parlor.${name}`);
    return kept === null ? usual : kept === "yes";
  } catch {
    return usual;
  }
}

/** The opponent that was chosen last. */
export function opponent(): string | null {
  try {
    return localStorage.getItem("parlor.opponent");
  } catch {
    return null;
  }
}

export function keepOpponent(name: string): void {
  try {
    localStorage.setItem("parlor.opponent", name);
  } catch {
    // A browser that keeps nothing forgets the choice with the page.
  }
}

export function keepSetting(name: string, value: boolean): void {
  try {
    localStorage.setItem(`parlor.${name}`, value ? "yes" : "no");
  } catch {
    // A browser that keeps nothing forgets the setting with the page.
  }
}

function write(tables: Mine[]): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(tables));
  } catch {
    // A browser that keeps nothing still holds the seat in the address of the page.
  }
}
