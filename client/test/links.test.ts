import "./page";
import assert from "node:assert/strict";
import { test } from "node:test";
import { invitePath, parseHash, seatPath } from "../src/links";

const secret = "KGtoEsDe2VocTSFYWLaYJMrdcNwWcHJO";

test("a link tells an invitation from a token, and both from a place on the page", () => {
  assert.deepEqual(parseHash(new URL(invitePath("table", secret), "http://parlor").hash), { invitation: secret });
  assert.deepEqual(parseHash(new URL(seatPath("table", secret), "http://parlor").hash), { token: secret });
  for (const hash of ["", "#", "#main"]) assert.deepEqual(parseHash(hash), {});
});
