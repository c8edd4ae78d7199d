/** The question whether somebody's move may be taken back, for whoever asked it or has to answer. */

import type { Now } from "./now";
import { attempt, byId, make, say } from "./page";

export function showQuestion(now: Now): void {
  const place = byId("question");
  const { seat } = now;
  const [asker, waiting] = now.about?.asked ?? [null, []];
  place.hidden = asker === null || seat === null || (asker !== seat && !waiting.includes(seat));
  if (place.hidden || asker === null) return;
  if (asker === seat) return place.replaceChildren(say("web.say.asked-undo"));
  const answer = (what: string, text: string) => {
    const button = make("button", { text });
    button.onclick = () => attempt(async () => void (await now.ask({ do: what })));
    return button;
  };
  place.replaceChildren(say("web.say.asks-undo", { who: now.nameOf(asker) }), answer("agree", say("web.say.agree")), answer("disagree", say("web.say.disagree")));
}
