/** The tables that this browser sits at: where it is one's turn, with the board in small; what is removed can come back. */

import { seatPath } from "./links";
import { type Mine, mine, remove } from "./mine";
import { byId, language, make, Refusal, request, say } from "./page";

interface Glance {
  turn: boolean;
  over: boolean;
  text: string;
  drawing: string | null;
}

const MOST = 12;

export async function showMine(): Promise<void> {
  const all = mine();
  const tables = all.filter(({ removed }) => !removed).slice(0, MOST);
  byId("mine").hidden = !all.length;
  const found = await Promise.all(tables.map(async (table) => ({ table, ...(await glanceAt(table)) })));
  // Where it is one's turn comes first, and what is over last.
  const rank = ({ glance }: { glance: Glance | null }) => (glance?.turn ? 0 : glance && !glance.over ? 1 : 2);
  found.sort((one, other) => rank(one) - rank(other));
  byId("mine-list").replaceChildren(...found.map(({ table, glance, problem }) => row(table, glance, problem)));
  showRemoved(all.filter(({ removed }) => removed));
}

/** How a table stands; the token goes to the server alone, in a header that no log has. */
async function glanceAt({ id, token }: Mine): Promise<{ glance: Glance | null; problem: string }> {
  try {
    return { glance: await request<Glance>(`/glance/${id}`, undefined, { Authorization: `Bearer ${token}` }), problem: "" };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { glance: null, problem: error.id === "server.no-table" ? say("web.say.gone") : error.message };
  }
}

function row(table: Mine, glance: Glance | null, problem: string): HTMLElement {
  const when = new Date(table.at).toLocaleString(language, { day: "numeric", month: "short", hour: "numeric", minute: "numeric" });
  const state = glance?.turn ? say("web.say.your-turn") : (glance?.text ?? problem);
  const words = make("span", { class: "mine-words" }, make("strong", { text: table.title }), " ", make("span", { class: "mine-state", text: state }), " ", make("span", { class: "fine-print", text: when }));
  const item = make("li", { class: glance?.turn ? "mine-table is-turn" : "mine-table" });
  if (glance) {
    const link = make("a", { class: "mine-go", href: glance.over ? `/replay/${table.id}` : seatPath(table.id, table.token), title: say(glance.over ? "web.say.watch" : "web.say.go-on") });
    if (glance.drawing) link.append(make("img", { class: "mine-board", alt: "", src: `data:image/svg+xml,${encodeURIComponent(glance.drawing)}` }));
    link.append(words);
    item.append(link);
  } else item.append(words);
  const drop = make("button", { class: "close-button", text: "×", "aria-label": say("web.say.forget"), title: say("web.say.forget") });
  drop.onclick = () => {
    remove(table.id);
    void showMine().then(() => byId("mine-removed").querySelector("button")?.focus());
  };
  item.append(drop);
  return item;
}

function showRemoved(removed: Mine[]): void {
  const place = byId("mine-removed");
  const last = removed[0];
  place.hidden = last === undefined;
  if (!last) return;
  const back = make("button", { text: say("web.say.bring-back", { title: last.title }) });
  back.onclick = () => {
    remove(last.id, false);
    void showMine();
  };
  place.replaceChildren(say("web.say.removed-tables", { number: removed.length }), " ", back);
}
