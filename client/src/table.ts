/** One table: what a frame says is shown, and what a person chooses is seen first and played then. */

import { Board } from "./board";
import { Log } from "./log";
import { Hint } from "./hint";
import { keep, keepSetting, setting, tokenOf } from "./mine";
import { attempt, busy, byId, copy, make, notice, Refusal, request, say } from "./page";
import { drawSeats } from "./seats";
import { type About, type Answer, type Frame, Line, type Part, type Said } from "./socket";
import { bell, plop, wireSound } from "./sound";

const main = byId("main");
const id = main.dataset["table"] ?? "";
const title = document.title;
const playWord = byId("confirm").textContent;

class TablePage {
  private about: About | null = null;
  private part: Part | null = null;
  private picked: string[] = [];
  private move: string | null = null;
  private looking: number | null = null;
  private readonly looks = new Map<number, Answer>();
  private readonly board = new Board(byId("board"), (part) => this.pick(part), (words) => this.narrate(words));
  private readonly log = new Log(byId("log"), (line) => this.look(line));
  private readonly hint = new Hint(() => this.board.picks, (parts) => attempt(() => this.propose(parts)));
  private readonly line: Line;
  private drawn = "";

  constructor(token: string | null) {
    this.line = new Line(id, token, {
      frame: (frame) => this.show(frame),
      chat: (said) => this.hear(said),
      refused: (answer) => this.refuse(answer),
      line: (open) => this.lineIs(open),
    });
    this.wire();
  }

  private get seat(): number | null {
    return this.part?.seat ?? null;
  }

  private get myTurn(): boolean {
    return this.part?.opened !== undefined;
  }

  private show(frame: Frame): void {
    const before = this.part;
    const wasMine = this.myTurn;
    // Somebody who holds several seats plays the one whose turn it is.
    const part = frame.parts.find((one) => one.opened !== undefined) ?? frame.parts[0];
    if (!part) return;
    const moved = this.about !== null && frame.about.line > this.about.line;
    const ended = this.about !== null && !this.about.outcome && frame.about.outcome !== null;
    this.about = frame.about;
    this.part = part;
    this.drawn = part.drawing;
    if (before?.opened !== part.opened || before?.seat !== part.seat) {
      this.forgetPick();
      this.hint.clear();
    }
    if (before !== null && before.seat !== part.seat) this.log.length = 0;
    if (!this.log.add(part.log.since, part.log.entries)) attempt(() => this.catchUp());
    if (!this.picked.length && this.looking === null) this.board.play(part.scenes, part.drawing);
    if (this.board.showing) this.hideChoices();
    drawSeats(this.about, part, frame.parts.map((one) => one.seat), (seat) => this.sit(seat));
    this.offer();
    if (moved) {
      plop();
      announce(part.log.entries.flatMap((entry) => entry.text).slice(-6).join(" "));
    }
    if (this.myTurn && !wasMine) this.alert();
    if (ended) bell();
    document.title = this.myTurn ? `● ${say("web.say.your-turn")} · ${title}` : title;
    if (frame.about.rematch && ended === false) this.goToRematch(frame.about.rematch);
  }

  /** Tell a scene in words; after the last one, what can be done now. */
  private narrate(words: string | null): void {
    if (words === null) this.offer();
    else setText("prompt", words);
  }

  /** Show what can be done now, once the scenes have told what happened. */
  private offer(): void {
    const { part, about } = this;
    if (!part || !about || this.board.showing) return;
    const over = about.outcome !== null;
    main.classList.toggle("my-turn", this.myTurn);
    const won = over && part.seat !== null && about.outcome?.winners.includes(part.seat);
    const watching = part.seat === null && !over ? `${say("web.say.watching")} ` : "";
    const asked = this.picked.length && this.chosen;
    setText("prompt", this.move ? (this.chosen ? say("web.say.chosen", { move: this.chosen }) : say("web.say.this")) : asked ? this.chosen : `${won ? `${say("web.say.won")} ` : ""}${watching}${part.prompt}`);
    byId("choice").hidden = !this.picked.length;
    byId("confirm").hidden = this.move === null;
    const mine = part.seat !== null;
    byId("undo").hidden = byId("resign").hidden = !mine || over;
    byId("hint").hidden = !about.hints || !this.myTurn;
    this.hint.mark(this.picked);
    byId("over").hidden = !over;
    byId("rematch").hidden = !mine;
    byId("phrases").hidden = byId("chat-form").hidden = !mine;
    this.offerParts(this.picked.length ? this.next : part.parts);
    this.showQuestion();
    if (over && mine && part.seat !== null && about.wants_rematch.includes(part.seat) && !about.rematch) {
      byId("rematch").hidden = true;
      notice(say("web.say.rematch-wait"));
    }
  }

  private hideChoices(): void {
    for (const place of ["choice", "parts", "question", "over"]) byId(place).hidden = true;
  }

  private next: [string, string][] = [];
  private chosen = "";

  /** Buttons for whatever the drawing does not offer itself. */
  private offerParts(parts: [string, string][]): void {
    const onBoard = new Set(this.board.picks.map((pick) => pick.getAttribute("data-part")));
    const missing = this.board.showing ? [] : parts.filter(([part]) => !onBoard.has(part));
    const place = byId("parts");
    place.hidden = !missing.length;
    place.replaceChildren(...missing.map(([part, text]) => make("button", { text, "data-part": part })));
  }

  private showQuestion(): void {
    const asked = this.about?.asked ?? null;
    const place = byId("question");
    place.hidden = asked === null || this.seat === null;
    if (asked === null || this.seat === null) return;
    const [asker, waiting] = asked;
    if (asker === this.seat) return place.replaceChildren(say("web.say.asked-undo"));
    if (!waiting.includes(this.seat)) return void (place.hidden = true);
    const answer = (what: string, text: string) => {
      const button = make("button", { text });
      button.onclick = () => attempt(async () => void (await this.ask({ do: what })));
      return button;
    };
    const who = this.about?.seats[asker]?.name ?? this.part?.called[asker] ?? "";
    place.replaceChildren(say("web.say.asks-undo", { who }), answer("agree", say("web.say.agree")), answer("disagree", say("web.say.disagree")));
  }

  private ask(wish: Record<string, unknown>): Promise<Answer> {
    return this.line.ask({ seat: this.seat ?? 0, ...wish });
  }

  /** The part that the server is being asked about, and whether it was clicked again meanwhile. */
  private asking: string | null = null;
  private again = false;

  private pick(part: string): void {
    if (!this.myTurn) return;
    // The same again confirms; the last part of a move may be changed by choosing another.
    if (this.move !== null && this.picked.at(-1) === part) return this.confirm();
    const base = this.move !== null && !this.next.some(([one]) => one === part) ? this.picked.slice(0, -1) : this.picked;
    if (this.asking === part) return void (this.again = true);
    this.asking = part;
    this.again = false;
    attempt(() => this.propose([...base, part]).finally(() => (this.asking = null)));
  }

  private async propose(picked: string[]): Promise<void> {
    if (!picked.length) {
      this.forgetPick();
      this.board.draw(this.drawn);
      return this.offer();
    }
    const opened = this.part?.opened;
    const answer = await this.ask({ do: "parts", picked });
    if (opened !== this.part?.opened) return;
    this.picked = picked;
    this.next = answer.parts ?? [];
    this.move = answer.move ?? null;
    this.chosen = answer.says ?? "";
    byId("confirm").textContent = answer.button || playWord;
    if (answer.drawing) this.board.draw(answer.drawing);
    notice("");
    if (this.move !== null && (this.again || setting("at-once", false))) return this.confirm();
    this.offer();
    if (this.move === null && this.next.length === 1 && this.next[0]) await this.propose([...picked, this.next[0][0]]);
  }

  private confirm(): void {
    const { move } = this;
    const opened = this.part?.opened;
    if (move === null || opened === undefined) return;
    attempt(async () => {
      try {
        await this.ask({ do: "play", move, line: opened });
      } catch (error) {
        if (error instanceof Refusal && ["move.stale", "move.closed"].includes(error.id)) {
          this.forgetPick();
          this.board.draw(this.drawn);
          this.offer();
          throw new Refusal(error.id, say("web.say.stale"));
        }
        throw error;
      }
    });
  }

  private unpick(): void {
    if (this.board.showing) return this.board.skip();
    if (this.picked.length) attempt(() => this.propose(this.move !== null && this.picked.length === 1 ? [] : this.picked.slice(0, -1)));
  }

  private forgetPick(): void {
    this.picked = [];
    this.next = [];
    this.move = null;
    this.again = false;
  }

  /** Show the position of a log entry, or the present one again. */
  private look(line: number | null): void {
    if (line === this.looking) return;
    this.looking = line;
    main.classList.toggle("is-looking", line !== null);
    byId("looking").hidden = line === null;
    byId("told").replaceChildren();
    main.classList.remove("is-told");
    if (line === null) return this.picked.length ? attempt(() => this.propose(this.picked)) : this.board.draw(this.drawn);
    if (this.board.showing) this.board.skip();
    attempt(async () => {
      // A pointer that only passes over entries asks for nothing.
      if (!this.looks.has(line)) await new Promise((resolve) => setTimeout(resolve, 120));
      if (this.looking !== line) return;
      const kept = this.looks.get(line) ?? (await this.ask({ do: "look", line }));
      this.looks.set(line, kept);
      if (this.looking === line) this.explain(kept);
    });
  }

  /** Show the board of a log entry, and the sentences that explain it. */
  private explain({ drawing = "", told = [] }: Answer): void {
    this.board.draw(drawing);
    byId("told").replaceChildren(...told.map((text) => make("li", { text })));
    main.classList.toggle("is-told", told.length > 0);
    if (told.length) announce(told.join(" "));
  }

  private async catchUp(): Promise<void> {
    const answer = await this.ask({ do: "log" });
    this.log.length = 0;
    byId("log").replaceChildren();
    if (answer.log) this.log.add(0, answer.log.entries);
  }

  private alert(): void {
    bell();
    if (document.hidden && setting("notify", false) && Notification.permission === "granted") {
      const told = new Notification(say("web.say.your-turn"), { body: this.part?.prompt ?? "", tag: id });
      told.onclick = () => window.focus();
    }
  }

  private hear(said: Said): void {
    const who = this.about?.seats[said.seat]?.name ?? this.part?.called[said.seat] ?? "";
    const list = byId("chat");
    const text = said.phrase ? say(`web.phrase.${said.phrase}`) : (said.text ?? "");
    list.append(make("li", {}, make("strong", { text: who }), ` ${text}`));
    while (list.children.length > 100) list.firstElementChild?.remove();
    list.scrollTop = list.scrollHeight;
  }

  private refuse(answer: Answer): void {
    // A server that does not understand this page is newer than it.
    if (answer.error?.id === "server.message") return this.age();
    setText("prompt", answer.text ?? "");
    byId("over").hidden = false;
    byId("rematch").hidden = byId("to-replay").hidden = true;
  }

  private age(): void {
    const button = make("button", { text: say("web.say.reload") });
    button.onclick = () => location.reload();
    notice(say("web.say.old-tab"), 0, button);
  }

  private lineIs(open: boolean): void {
    const lost = main.classList.contains("is-lost");
    main.classList.toggle("is-lost", !open);
    if (!open) notice(say("web.say.lost"));
    else if (lost) {
      notice(say("web.say.back"), 3);
      this.log.length = 0;
      byId("log").replaceChildren();
    }
  }

  private sit(seat: number): void {
    attempt(async () => {
      const answer = await request<{ token: string }>(`/api/tables/${id}/join`, { seat });
      this.line.close();
      location.hash = answer.token;
      location.reload();
    });
  }

  private goToRematch(next: string): void {
    const token = tokenOf(id);
    const link = make("a", { class: "button-link", href: `/table/${next}${token ? `#${token}` : ""}`, text: say("web.say.go-on") });
    notice(say("web.say.rematch-go"), 0, link);
    if (token && this.seat !== null) location.assign(link.href);
  }

  private wire(): void {
    byId("confirm").onclick = () => this.confirm();
    byId("unpick").onclick = () => this.unpick();
    byId("parts").onclick = (event) => {
      const part = event.target instanceof HTMLElement ? event.target.dataset["part"] : undefined;
      if (part) this.pick(part);
    };
    byId("undo").onclick = () => this.undo();
    byId("hint").onclick = () => this.askHint();
    byId("rematch").onclick = () => attempt(async () => void (await this.ask({ do: "rematch" })));
    byId("copy-link").onclick = () => void copy(`${location.origin}/table/${id}`);
    byId("open-rules").onclick = () => byId<HTMLDialogElement>("rules").showModal();
    const sure = byId<HTMLDialogElement>("sure");
    byId("resign").onclick = () => {
      sure.returnValue = "";
      sure.showModal();
    };
    sure.onclose = () => sure.returnValue === "yes" && attempt(async () => void (await this.ask({ do: "resign" })));
    byId("phrases").onclick = (event) => {
      const phrase = event.target instanceof HTMLElement ? event.target.dataset["phrase"] : undefined;
      if (phrase) attempt(async () => void (await this.ask({ do: "chat", phrase })));
    };
    byId("chat-form").onsubmit = (event) => {
      event.preventDefault();
      const input = byId<HTMLInputElement>("chat-text");
      const text = input.value.trim();
      if (text) attempt(async () => void (await this.ask({ do: "chat", text })));
      input.value = "";
    };
    this.wireSetting("at-once");
    this.wireSetting("notify", () => void Notification.requestPermission());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  private wireSetting(name: string, turnedOn: () => void = () => undefined): void {
    const box = byId<HTMLInputElement>(name);
    box.checked = setting(name, false);
    box.onchange = () => {
      keepSetting(name, box.checked);
      if (box.checked) turnedOn();
    };
  }

  private askHint(): void {
    const opened = this.part?.opened;
    this.hint.wait();
    attempt(async () => {
      try {
        const { hint } = await this.ask({ do: "hint" });
        if (hint && opened === this.part?.opened) this.hint.show(hint);
      } catch (error) {
        // The decision that it was asked for may be no more.
        if (opened !== this.part?.opened) return;
        this.hint.clear();
        throw error;
      }
    });
  }

  private undo(): void {
    attempt(async () => void (await this.ask({ do: "undo" })));
  }

  private key(event: KeyboardEvent): void {
    if (busy(event)) return;
    const inLog = event.target instanceof Element && event.target.closest("#log") !== null;
    if (event.key === "?") byId<HTMLDialogElement>("rules").showModal();
    else if (event.key === "u" && !byId("undo").hidden) this.undo();
    else if (event.key === "h" && !byId("hint").hidden) this.askHint();
    else if (event.key === "Escape") this.unpick();
    else if (event.key === "Enter" && this.move !== null && !(event.target instanceof Element && event.target.closest("a, button, input"))) this.confirm();
    else if (inLog || !this.board.move(event.key)) return;
    event.preventDefault();
  }
}

function setText(place: string, text: string): void {
  const element = byId(place);
  // Setting the same text again would make a screen reader say it again.
  if (element.textContent !== text) element.textContent = text;
}

/** Have a screen reader say this, after what it has still to say. */
function announce(words: string): void {
  const place = byId("announcer");
  place.append(make("p", { text: words }));
  while (place.children.length > 20) place.firstElementChild?.remove();
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
new TablePage(ownToken());
