/** The tables that this browser sits at, kept in its own storage: nobody else knows the tokens. */

export interface Mine {
  id: string;
  game: string;
  title: string;
  token: string;
  at: number;
  /** The invitations to its other seats, to be shown again; nobody else keeps them. */
  invitations?: Invitation[];
  /** Whether it was removed from the list, to which it can be brought back. */
  removed?: boolean;
}

export interface Invitation {
  seat: number;
  invitation: string;
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
  const { invitations } = mine().find((other) => other.id === table.id) ?? {};
  write([{ ...(invitations && { invitations }), ...table }, ...mine().filter((other) => other.id !== table.id)].slice(0, MOST));
}

export function forget(id: string): void {
  write(mine().filter((other) => other.id !== id));
}

/** Take a table off the list, or bring it back. */
export function remove(id: string, removed = true): void {
  write(mine().map((table) => (table.id === id ? { ...table, removed } : table)));
}

/** Keep an invitation in the place of any other to the same seat. */
export function keepInvitation(id: string, kept: Invitation): void {
  write(mine().map((table) => (table.id === id ? { ...table, invitations: [...(table.invitations ?? []).filter(({ seat }) => seat !== kept.seat), kept] } : table)));
}

export function tokenOf(id: string): string | null {
  return mine().find((table) => table.id === id)?.token ?? null;
}

/** What this browser keeps under a name. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`parlor.${name}`);
  } catch {
    return null;
  }
}

export function keepWord(name: string, word: string): void {
  try {
    localStorage.setItem(`parlor.${name}`, word);
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
}

export function setting(name: string, usual: boolean): boolean {
  const found = kept(name);
  return found === null ? usual : found === "yes";
}

export function keepSetting(name: string, value: boolean): void {
  keepWord(name, value ? "yes" : "no");
}

function write(tables: Mine[]): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(tables));
  } catch {
    // A browser that keeps nothing still holds the seat in the address of the page.
  }
}
