import "./page";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { commitmentFor, takePart } from "../src/deal";
import type { About } from "../src/wire";

type Waiting = NonNullable<About["waiting"]>;
type Wish = Record<string, unknown>;

const NOBODY: Waiting = { come: [], commit: [], reveal: [], commitments: {} };

function asked(table: string, seats: (number | null)[], waiting: Waiting | null): Wish[] {
  const wishes: Wish[] = [];
  takePart({ table, waiting } as About, seats, async (wish) => void wishes.push(wish));
  return wishes;
}

test("a nonce is made once for a table, and revealed when it is asked for, to its own commitment", () => {
  const commitment = commitmentFor("one") ?? "";
  assert.equal(commitmentFor("one"), commitment);
  assert.notEqual(commitmentFor("other"), commitment);
  assert.deepEqual(asked("one", [0], null), []);
  assert.deepEqual(asked("one", [0], { ...NOBODY, come: [1], commitments: { 0: commitment } }), []);
  assert.deepEqual(asked("one", [null], { ...NOBODY, reveal: [0] }), []);
  // Another browser has committed for this seat: it will reveal.
  assert.deepEqual(asked("one", [0], { ...NOBODY, reveal: [0], commitments: { 0: "other" } }), []);
  const [wish, ...more] = asked("one", [0, 2], { ...NOBODY, reveal: [0, 1], commitments: { 0: commitment } });
  assert.deepEqual(more, []);
  assert.equal(wish?.["do"], "reveal");
  assert.equal(createHash("sha256").update(String(wish?.["nonce"])).digest("hex"), commitment);
});

test("where all begin anew, what was revealed gives way to another nonce, once", () => {
  const commitment = commitmentFor("two") ?? "";
  asked("two", [0], { ...NOBODY, reveal: [0], commitments: { 0: commitment } });
  const [first] = asked("two", [0], { ...NOBODY, commit: [0] });
  assert.equal(first?.["do"], "commit");
  assert.notEqual(first?.["commitment"], commitment);
  // Another tab, or the next frame, does not make a third.
  asked("two", [0], { ...NOBODY, commit: [0] });
  assert.equal(commitmentFor("two"), first?.["commitment"]);
});

test("what is refused is wished again after a moment", async () => {
  const commitment = commitmentFor("four") ?? "";
  let wishes = 0;
  await new Promise<void>((resolve) => {
    const refuse = async () => {
      if (++wishes === 1) throw new Error("full");
      resolve();
    };
    const about = { table: "four", waiting: { ...NOBODY, reveal: [0], commitments: { 0: commitment } } } as unknown as About;
    takePart(about, [0], refuse);
    takePart(about, [0], refuse);
  });
  assert.equal(wishes, 2);
});

test("a browser that keeps nothing commits to nothing", () => {
  const { setItem } = localStorage;
  localStorage.setItem = () => {
    throw new Error("full");
  };
  assert.equal(commitmentFor("three"), null);
  localStorage.setItem = setItem;
});
