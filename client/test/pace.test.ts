import "./page";
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { type Moment, Pace, readingTime } from "../src/pace";

let shown: string[] = [];
let clock = false;
let stays = false;

function pace(): Pace<Moment> {
  // Queues of other tests tell nothing here.
  const told = shown;
  return new Pace<Moment>({
    show: ({ words }) => told.push(words),
    stays: (on) => (stays = on),
    settled: () => told.push("settled"),
    hurries: () => clock,
  });
}

function hide(hidden: boolean): void {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  const event = document.createEvent("Event");
  event.initEvent("visibilitychange");
  document.dispatchEvent(event);
}

const moment = (words: string, hold: number, scene?: string): Moment => (scene === undefined ? { words, hold } : { words, hold, scene });

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  shown = [];
  clock = false;
  hide(false);
});

test("one after the other, each as long as it takes", () => {
  const queue = pace();
  queue.add(moment("one", 1000));
  queue.add(moment("two", 2000), moment("three", 0));
  assert.deepEqual(shown, ["one"]);
  mock.timers.tick(1000);
  assert.deepEqual(shown, ["one", "two"]);
  mock.timers.tick(1999);
  assert.equal(shown.length, 2);
  mock.timers.tick(1);
  assert.deepEqual(shown, ["one", "two", "three", "settled"]);
  assert.equal(queue.current, null);
});

test("what stays is there until one goes on", () => {
  const queue = pace();
  queue.add(moment("reveal", Infinity, "picture"), moment("board", 0));
  mock.timers.tick(1_000_000);
  assert.deepEqual(shown, ["reveal"]);
  assert.ok(stays);
  queue.goOn();
  assert.deepEqual(shown, ["reveal", "board", "settled"]);
  assert.equal(stays, false);
});

test("with a clock running, catching up takes three seconds at most", () => {
  clock = true;
  const queue = pace();
  for (let number = 1; number <= 12; number++) {
    queue.add(moment(`reveal ${number}`, Infinity, "picture"), moment(`${number}`, 4500));
    mock.timers.tick(50);
  }
  assert.ok(!shown.includes("12"));
  mock.timers.tick(2950);
  assert.equal(shown.at(-1), "12");
  // Every one of them was shown.
  assert.equal(shown.length, 24);
});

test("whoever looks at something else misses nothing", () => {
  const queue = pace();
  queue.add(moment("one", 1000));
  mock.timers.tick(900);
  queue.pause();
  queue.add(moment("two", 1000));
  queue.goOn();
  queue.flush();
  mock.timers.tick(60_000);
  assert.deepEqual(shown, ["one"]);
  queue.resume();
  mock.timers.tick(999);
  assert.deepEqual(shown, ["one"]);
  mock.timers.tick(1);
  assert.deepEqual(shown, ["one", "two"]);
});

test("in a hidden tab words pass, and a picture waits", () => {
  const queue = pace();
  queue.add(moment("one", 1000));
  queue.add(moment("two", 1000), moment("reveal", 2000, "picture"), moment("board", 0));
  hide(true);
  assert.deepEqual(shown, ["one", "two", "reveal"]);
  mock.timers.tick(60_000);
  hide(false);
  assert.deepEqual(shown, ["one", "two", "reveal"]);
  assert.ok(stays);
  queue.goOn();
  assert.equal(shown.at(-1), "settled");
});

test("whoever moves has all before it shown at once", () => {
  const queue = pace();
  queue.add(moment("one", 1000), moment("reveal", Infinity, "picture"), moment("two", 1000));
  queue.flush();
  assert.deepEqual(shown, ["one", "two", "settled"]);
});

test("the time to read grows with the words and follows the setting", () => {
  assert.ok(readingTime("Rosa passes.") >= 1500);
  assert.ok(readingTime("x".repeat(100)) > readingTime("Rosa passes."));
  localStorage.setItem("parlor.pace", "at-once");
  assert.equal(readingTime("Rosa passes."), 0);
  localStorage.setItem("parlor.pace", "slow");
  assert.ok(readingTime("Rosa passes.") >= 2500);
});
