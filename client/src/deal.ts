/** What this browser adds to the seed of a table, so that nobody can choose the deal: a nonce, committed to and then revealed. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { About } from "./wire";

interface Nonce {
  id: string;
  nonce: string;
  revealed: boolean;
}

const PLACE = "parlor.nonces";
const MOST = 50;

/** The commitment to the nonce for a table, which is made now if there is none; null in a browser that keeps nothing. */
export function commitmentFor(id: string): string | null {
  const nonce = nonceFor(id);
  return nonce && hash(nonce.nonce);
}

/** What was wished and not done yet; what was refused, as for want of room on a disk, is wished again after a moment. */
const wished = new Set<string>();
const MOMENT = 1000;
let again: () => void = () => undefined;

/** Do what a frame asks of these seats before the deal. */
export function takePart(about: About, seats: (number | null)[], ask: (wish: Record<string, unknown>) => Promise<unknown>): void {
  const { waiting } = about;
  again = () => takePart(about, seats, ask);
  for (const seat of seats) {
    if (seat === null || !waiting) continue;
    const wish = (what: Record<string, unknown>) => {
      const key = JSON.stringify({ id: about.table, seat, ...what });
      if (wished.has(key)) return;
      wished.add(key);
      ask({ seat, ...what }).then(
        () => wished.delete(key),
        () => setTimeout(() => wished.delete(key) && again(), MOMENT),
      );
    };
    if (waiting.commit.includes(seat)) {
      const commitment = hash(nonceFor(about.table, true)?.nonce ?? "");
      wish({ do: "commit", commitment });
    }
    const kept = nonceFor(about.table);
    if (kept && waiting.reveal.includes(seat) && waiting.commitments[seat] === hash(kept.nonce)) {
      write({ ...kept, revealed: true });
      wish({ do: "reveal", nonce: kept.nonce });
    }
  }
}

function hash(nonce: string): string {
  return bytesToHex(sha256(utf8ToBytes(nonce)));
}

/** The nonce that is kept for a table, or a new one; where all begin anew, one that was revealed is worth nothing. */
function nonceFor(id: string, anew = false): Nonce | null {
  const kept = nonces().find((one) => one.id === id);
  if (kept && !(anew && kept.revealed)) return kept;
  // A page without a secure connection has no crypto.subtle, but it has this.
  const made = { id, nonce: bytesToHex(crypto.getRandomValues(new Uint8Array(32))), revealed: false };
  return write(made) ? made : null;
}

function nonces(): Nonce[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(found) ? (found as Nonce[]) : [];
  } catch {
    return [];
  }
}

function write(nonce: Nonce): boolean {
  try {
    localStorage.setItem(PLACE, JSON.stringify([nonce, ...nonces().filter((other) => other.id !== nonce.id)].slice(0, MOST)));
    return true;
  } catch {
    return false;
  }
}
