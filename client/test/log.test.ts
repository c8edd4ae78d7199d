import "./page";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Log } from "../src/log";

function shown(): string[] {
  return [...document.querySelectorAll(".log-entry")].map((entry) => `${entry.getAttribute("data-line")} ${entry.textContent}`);
}

test("entries are added one after the other, each sentence with its line", () => {
  const log = new Log(document.getElementById("log")!, () => undefined);
  assert.ok(log.add(0, [{ line: 1, text: ["Red starts.", "Red adds a topping."] }]));
  assert.ok(log.add(1, [{ line: 3, text: [] }, { line: 4, text: ["Green passes."] }]));
  assert.deepEqual(shown(), ["1 Red starts.", "1 Red adds a topping.", "4 Green passes."]);
  assert.equal(log.length, 3);
});

test("entries that are missing are noticed, and nothing is shown twice", () => {
  const place = document.getElementById("log")!;
  place.replaceChildren();
  const log = new Log(place, () => undefined);
  log.add(0, [{ line: 1, text: ["one"] }, { line: 2, text: ["two"] }]);
  assert.equal(log.add(3, [{ line: 4, text: ["four"] }]), false);
  assert.deepEqual(shown(), ["1 one", "2 two"]);
  // The whole log again, as after a line that broke.
  assert.ok(log.add(0, [{ line: 1, text: ["one"] }, { line: 2, text: ["two"] }, { line: 3, text: ["three"] }]));
  assert.deepEqual(shown(), ["1 one", "2 two", "3 three"]);
  // A part of what is there already cannot be told from what is new: all of it is asked for.
  assert.equal(log.add(1, [{ line: 2, text: ["two"] }]), false);
});

test("what people write is text, never markup", () => {
  const place = document.getElementById("log")!;
  place.replaceChildren();
  new Log(place, () => undefined).add(0, [{ line: 1, text: ["<b>Ada</b> passes."] }]);
  assert.equal(place.querySelector("b"), null);
  assert.deepEqual(shown(), ["1 <b>Ada</b> passes."]);
});
