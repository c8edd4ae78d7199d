/** A page for tests to run in: a document, a place to keep things, and an address. Import it before the client. */

import { parseHTML } from "linkedom";

class Keeper {
  private readonly kept = new Map<string, string>();

  getItem(name: string): string | null {
    return this.kept.get(name) ?? null;
  }

  setItem(name: string, value: string): void {
    this.kept.set(name, value);
  }
}

const page = parseHTML('<html lang="en"><body><ol id="log"></ol></body></html>');
const target = new EventTarget();
Object.assign(globalThis, {
  document: page.document,
  location: new URL("http://localhost/"),
  localStorage: new Keeper(),
  addEventListener: target.addEventListener.bind(target),
  dispatchEvent: target.dispatchEvent.bind(target),
});
