/** One table: what a frame says is shown, with what can be done now. */

import { Board } from "./board";
import { Chat } from "./chat";
import { Connection } from "./connection";
import { Hint } from "./hint";
import { Log } from "./log";
import { Looking } from "./looking";
import { keep, keepSetting, setting, tokenOf } from "./mine";
import { Now } from "./now";
import { announce, attempt, busy, byId, copy, make, notice, request, say, setText } from "./page";
import { Picking } from "./picking";
import { showQuestion } from "./question";
import { drawSeats } from "./seats";
import { bell, plop, wireSound } from "./sound";
import type { Answer, Frame } from "./wire";

const main = byId("main");
const id = main.dataset["table"] ?? "";
const title = document.title;

class TablePage {
  private readonly connection = new Connection(id, ownToken(), {
    frame: (frame) => this.show(frame),
    chat: (said) => this.chat.hear(said),
    refused: (answer) => this.refuse(answer),
    connected: (open) => this.connected(open),
  });
  private readonly now = new Now(this.connection);
  private readonly board = new Board(byId("board"), (part) => this.picking.pick(part), (words) => this.narrate(words));
  private readonly picking = new Picking(this.now, this.board, () => this.offer());
  private readonly looking = new Looking(this.now, this.board, () => this.picking.redraw());
  private readonly log = new Log(byId("log"), (line) => this.looking.at(line));
  private readonly hint = new Hint(this.now, () => this.board.picks, (parts) => attempt(() => this.picking.propose(parts)));
  private readonly chat = new Chat(this.now);

  constructor() {
    byId("undo").onclick = () => this.undo();
    byId("rematch").onclick = () => this.wish("rematch");
    byId("copy-link").onclick = () => void copy(`${location.origin}/table/${id}`);
    byId("open-rules").onclick = () => byId<HTMLDialogElement>("rules").showModal();
    const sure = byId<HTMLDialogElement>("sure");
    byId("resign").onclick = () => {
      sure.returnValue = "";
      sure.showModal();
    };
    sure.onclose = () => sure.returnValue === "yes" && this.wish("resign");
    wireSetting("at-once");
    wireSetting("notify", () => void Notification.requestPermission());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  private show(frame: Frame): void {
    const { about: before, part: seen, myTurn: wasMine } = this.now;
    // Somebody who holds several seats plays the one whose turn it is.
    const part = frame.parts.find((one) => one.opened !== undefined) ?? frame.parts[0];
    if (!part) return;
    const { about } = frame;
    const moved = before !== null && about.line > before.line;
    const ended = before !== null && !before.outcome && about.outcome !== null;
    this.now.about = about;
    this.now.part = part;
    if (seen?.opened !== part.opened || seen?.seat !== part.seat) {
      this.picking.forget();
      this.hint.clear();
    }
    if (seen !== null && seen.seat !== part.seat) this.log.length = 0;
    if (!this.log.add(part.log.since, part.log.entries)) attempt(() => this.catchUp());
    if (!this.picking.picked.length && !this.looking.back) this.board.play(part.scenes, part.drawing);
    if (this.board.showing) hideChoices();
    drawSeats(about, part, frame.parts.map((one) => one.seat), (seat) => this.sit(seat));
    this.offer();
    if (moved) {
      plop();
      announce(part.log.entries.flatMap((entry) => entry.text).slice(-6).join(" "));
    }
    if (this.now.myTurn && !wasMine) this.alert();
    if (ended) bell();
    document.title = this.now.myTurn ? `● ${say("web.say.your-turn")} · ${title}` : title;
    if (about.rematch && !ended) this.goToRematch(about.rematch);
  }

  /** Tell a scene in words; after the last one, what can be done now. */
  private narrate(words: string | null): void {
    if (words === null) this.offer();
    else setText("prompt", words);
  }

  /** Show what can be done now, once the scenes have told what happened. */
  private offer(): void {
    const { part, about, myTurn } = this.now;
    if (!part || !about || this.board.showing) return;
    const { picked, move, next } = this.picking;
    const over = about.outcome !== null;
    const mine = part.seat !== null;
    main.classList.toggle("my-turn", myTurn);
    setText("prompt", this.prompt());
    byId("choice").hidden = !picked.length;
    byId("confirm").hidden = move === null;
    byId("undo").hidden = byId("resign").hidden = !mine || over;
    byId("hint").hidden = !about.hints || !myTurn;
    this.hint.mark(picked);
    byId("over").hidden = !over;
    byId("rematch").hidden = !mine;
    byId("phrases").hidden = byId("chat-form").hidden = !mine;
    this.offerParts(picked.length ? next : part.parts);
    showQuestion(this.now);
    if (over && part.seat !== null && about.wants_rematch.includes(part.seat) && !about.rematch) {
      byId("rematch").hidden = true;
      notice(say("web.say.rematch-wait"));
    }
  }

  /** What is asked or told above the board. */
  private prompt(): string {
    const { part, about } = this.now;
    const { picked, move, chosen } = this.picking;
    if (move) return chosen ? say("web.say.chosen", { move: chosen }) : say("web.say.this");
    if (picked.length && chosen) return chosen;
    const seat = part?.seat ?? null;
    const won = seat !== null && about?.outcome?.winners.includes(seat);
    const watching = seat === null && !about?.outcome;
    return `${won ? `${say("web.say.won")} ` : ""}${watching ? `${say("web.say.watching")} ` : ""}${part?.prompt ?? ""}`;
  }

  /** Buttons for whatever the drawing does not offer itself. */
  private offerParts(parts: [string, string][]): void {
    const onBoard = new Set(this.board.picks.map((pick) => pick.getAttribute("data-part")));
    const missing = parts.filter(([part]) => !onBoard.has(part));
    const place = byId("parts");
    place.hidden = !missing.length;
    place.replaceChildren(...missing.map(([part, text]) => make("button", { text, "data-part": part })));
  }

  private async catchUp(): Promise<void> {
    const answer = await this.now.ask({ do: "log" });
    this.clearLog();
    if (answer.log) this.log.add(0, answer.log.entries);
  }

  private clearLog(): void {
    this.log.length = 0;
    byId("log").replaceChildren();
  }

  private alert(): void {
    bell();
    if (document.hidden && setting("notify", false) && Notification.permission === "granted") {
      const told = new Notification(say("web.say.your-turn"), { body: this.now.part?.prompt ?? "", tag: id });
      told.onclick = () => window.focus();
    }
  }

  private refuse(answer: Answer): void {
    // A server that does not understand this page is newer than it.
    if (answer.error?.id === "server.message") return offerReload();
    setText("prompt", answer.text ?? "");
    byId("over").hidden = false;
    byId("rematch").hidden = byId("to-replay").hidden = true;
  }

  private connected(open: boolean): void {
    const lost = main.classList.contains("is-lost");
    main.classList.toggle("is-lost", !open);
    if (!open) notice(say("web.say.lost"));
    else if (lost) {
      notice(say("web.say.back"), 3);
      this.clearLog();
    }
  }

  private sit(seat: number): void {
    attempt(async () => {
      const answer = await request<{ token: string }>(`/api/tables/${id}/join`, { seat });
      this.connection.close();
      location.hash = answer.token;
      location.reload();
    });
  }

  private goToRematch(next: string): void {
    const token = tokenOf(id);
    const link = make("a", { class: "button-link", href: `/table/${next}${token ? `#${token}` : ""}`, text: say("web.say.go-on") });
    notice(say("web.say.rematch-go"), 0, link);
    if (token && this.now.seat !== null) location.assign(link.href);
  }

  private undo(): void {
    this.wish("undo");
  }

  private wish(what: string): void {
    attempt(async () => void (await this.now.ask({ do: what })));
  }

  private key(event: KeyboardEvent): void {
    if (busy(event)) return;
    const on = (places: string) => event.target instanceof Element && event.target.closest(places) !== null;
    if (event.key === "?") byId<HTMLDialogElement>("rules").showModal();
    else if (event.key === "u" && !byId("undo").hidden) this.undo();
    else if (event.key === "h" && !byId("hint").hidden) this.hint.ask();
    else if (event.key === "Escape") this.picking.unpick();
    else if (event.key === "Enter" && this.picking.move !== null && !on("a, button, input")) this.picking.confirm();
    else if (on("#log") || !this.board.move(event.key)) return;
    event.preventDefault();
  }
}

function hideChoices(): void {
  for (const place of ["choice", "parts", "question", "over"]) byId(place).hidden = true;
}

function offerReload(): void {
  const button = make("button", { text: say("web.say.reload") });
  button.onclick = () => location.reload();
  notice(say("web.say.old-tab"), 0, button);
}

function wireSetting(name: string, turnedOn: () => void = () => undefined): void {
  const box = byId<HTMLInputElement>(name);
  box.checked = setting(name, false);
  box.onchange = () => {
    keepSetting(name, box.checked);
    if (box.checked) turnedOn();
  };
}

/** The token of this page's seat: from the link that was opened, kept for the next time. */
function ownToken(): string | null {
  const given = location.hash.slice(1);
  if (given) {
    keep({ id, game: main.dataset["game"] ?? "", title: document.title.replace(" · Parlor", ""), token: given, at: Date.now() });
    history.replaceState(null, "", location.pathname);
  }
  return given || tokenOf(id);
}

wireSound();
new TablePage();
