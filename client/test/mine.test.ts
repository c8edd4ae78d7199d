import "./page";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { forget, keep, keepSetting, mine, setting, tokenOf } from "../src/mine";

function table(id: string, token = "secret"): Parameters<typeof keep>[0] {
  return { id, game: "pizza-theory", title: "Pizza Theory", token, at: 0 };
}

beforeEach(() => localStorage.setItem("parlor.tables", "[]"));

test("tables are kept with the latest first, each once", () => {
  keep(table("a"));
  keep(table("b"));
  keep(table("a", "another"));
  assert.deepEqual(mine().map((one) => one.id), ["a", "b"]);
  assert.equal(tokenOf("a"), "another");
  forget("a");
  assert.equal(tokenOf("a"), null);
  assert.equal(tokenOf("b"), "secret");
});

test("only the latest fifty are kept", () => {
  for (let number = 0; number < 60; number++) keep(table(`t${number}`));
  assert.equal(mine().length, 50);
  assert.equal(mine()[0]?.id, "t59");
  assert.equal(tokenOf("t9"), null);
});

test("whatever else is found in their place, there are no tables", () => {
  for (const found of ["", "{", "{}", "null", "7"]) {
    localStorage.setItem("parlor.tables", found);
    assert.deepEqual(mine(), []);
  }
});

test("a browser that keeps nothing is no error", () => {
  const real = localStorage.setItem;
  localStorage.setItem = () => {
    throw new Error("full");
  };
  keep(table("a"));
  keepSetting("sound", false);
  localStorage.setItem = real;
  assert.deepEqual(mine(), []);
  assert.equal(setting("sound", true), true);
});

test("a setting is as usual until it is chosen", () => {
  assert.equal(setting("notify", false), false);
  keepSetting("notify", true);
  assert.equal(setting("notify", false), true);
  keepSetting("notify", false);
  assert.equal(setting("notify", true), false);
});
