/** The question whether a move may be taken back or a seat changed, for whoever asked it or has to answer. */

import type { Now } from "./now";
import { attempt, byId, make, say } from "./page";

const ASKED = { undo: "web.say.asked-undo", open: "web.say.asked-open", remove: "web.say.asked-remove" };
const ASKS = { undo: "web.say.asks-undo", open: "web.say.asks-open", remove: "web.say.asks-remove" };

/** Whoever shares a screen with the asker answers there. */
export function showQuestion(now: Now, held: (number | null)[]): void {
  const place = byId("question");
  const { seat } = now;
  const [asker, waiting, what = "undo", at] = now.about?.asked ?? [null, [] as number[]];
  const answers = seat !== null && waiting.includes(seat) ? seat : waiting.find((other) => held.includes(other));
  place.hidden = asker === null || seat === null || (asker !== seat && answers === undefined);
  if (place.hidden || asker === null) return;
  const named = { who: now.nameOf(asker), whom: at === undefined ? "" : now.nameOf(at) };
  if (answers === undefined) return place.replaceChildren(say(ASKED[what], named));
  const answer = (what: string, text: string) => {
    const button = make("button", { text });
    button.onclick = () => attempt(async () => void (await now.ask({ do: what, seat: answers })));
    return button;
  };
  place.replaceChildren(say(ASKS[what], named), answer("agree", say("web.say.agree")), answer("disagree", say("web.say.disagree")));
}
