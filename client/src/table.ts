/** One table: what a frame says is shown when its moment has come, with what can be done then. */

import { Again } from "./again";
import { Board } from "./board";
import { call, wireCalling } from "./calling";
import { Chat } from "./chat";
import { Connection } from "./connection";
import { apart, Curtain, nextSeat, partFor } from "./curtain";
import { takePart } from "./deal";
import { closeDrawer, wireDrawer } from "./drawer";
import { Happened } from "./happened";
import { Hint } from "./hint";
import { answerInvitation } from "./invited";
import { Heard } from "./heard";
import { Inviting } from "./inviting";
import { Keeping } from "./keeping";
import { invitePath, parseHash } from "./links";
import { Log } from "./log";
import { Looking } from "./looking";
import { forget, keep, keepSetting, setting, tokenOf } from "./mine";
import { momentsOf, type Shown } from "./moments";
import { Moving, openAgain } from "./moving";
import { Naming } from "./naming";
import { Now } from "./now";
import { Pace, slowness, wirePace } from "./pace";
import { announce, attempt, busy, byId, copy, make, notice, say, setText } from "./page";
import { Picking } from "./picking";
import { showQuestion } from "./question";
import { Rules } from "./rules";
import { drawSeats } from "./seats";
import { bell, plop, wireSound } from "./sound";
import { wireTelling } from "./telling";
import { drawWaiting, waitsForOthers } from "./waiting";
import type { Answer, Frame, Part } from "./wire";

const main = byId("main");
const id = main.dataset["table"] ?? "";
const title = document.title;
/** Letters that a prompt has at most where its letters are large. */
const LONG = 110;

class TablePage {
  private readonly connection = new Connection(id, token, {
    frame: (frame) => this.take(frame),
    chat: (said) => this.chat.hear(said),
    knock: ({ seat }) => this.moving.knocked(seat),
    refused: (answer) => this.refuse(answer),
    connected: (open) => this.connected(open),
  });
  private readonly now = new Now(this.connection);
  private readonly board = new Board(byId("board"), (part, all) => this.picking.pick(part, all), (move) => this.picking.why(move), () => this.interrupt());
  private readonly picking = new Picking(this.now, this.board, () => this.offer());
  private readonly looking = new Looking(this.now, this.board, () => this.pace.pause(), () => this.backToNow());
  private readonly log = new Log(byId("log"), (line) => this.look(line));
  private readonly again = new Again(this.looking, () => this.log.entries.filter((entry) => entry.text.length && entry.line >= (this.now.part?.moved ?? 0)));
  private readonly happened = new Happened();
  private readonly pace = new Pace<Shown>({
    show: (moment) => this.show(moment),
    stays: (on) => (byId("go-on").hidden = !on),
    settled: () => this.settle(),
    hurries: () => this.newest?.about.outcome === null && this.newest.about.seats.some((seat) => seat.time_left !== undefined),
  });
  private readonly hint = new Hint(this.now, () => this.board.picks, (parts) => attempt(() => this.picking.propose(parts)));
  private readonly heard = new Heard(this.now);
  private readonly chat = new Chat(this.now, this.heard, id);
  private readonly inviting = new Inviting(this.now, id);
  private readonly keeping = new Keeping(this.now, this.inviting);
  private readonly moving = new Moving(this.now, this.connection, id, () => this.held);
  private readonly curtain = new Curtain();
  private readonly naming = new Naming((wish) => this.connection.ask(wish));
  private readonly rules = new Rules(main.dataset["game"] ?? "", () => this.now.part?.chapter ?? "");
  private held: (number | null)[] = [];
  /** The last frame that has come, and the number of the next entry of the log. */
  private newest: (Frame & { part: Part; upto: number }) | null = null;
  /** Whether one's turn has been told before it is shown. */
  private called = false;

  constructor() {
    byId("undo").onclick = () => this.undo();
    byId("go-on").onclick = () => this.pace.goOn();
    byId("copy-link").onclick = () => void copy(`${location.origin}/table/${id}`);
    const sure = byId<HTMLDialogElement>("sure");
    byId("resign").onclick = () => {
      sure.returnValue = "";
      sure.showModal();
    };
    sure.onclose = () => sure.returnValue === "yes" && this.stop("resign");
    byId("end").onclick = () => this.stop("end");
    wireTelling(byId("board"));
    wireDrawer();
    wirePace();
    wireSetting("wait");
    wireSetting("at-once");
    wireCalling();
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** A frame has come: what must not wait is done, all else when its moment has come. */
  private take(frame: Frame): void {
    const { about } = frame;
    const part = partFor(frame, this.now.seat);
    if (!part) return;
    const last = this.newest;
    about.came = Date.now();
    this.held = frame.parts.map((one) => one.seat);
    takePart(about, this.held, (wish) => this.connection.ask(wish));
    // The deal is a moment away.
    if (about.waiting && !waitsForOthers(about, this.held)) return;
    this.newest = { ...frame, part, upto: part.log.since + part.log.entries.length };
    if (this.curtain.down) return;
    // Whoever comes to a screen of several people says first who they are.
    const comes = (last === null || last.about.waiting !== null) && about.waiting === null && about.outcome === null;
    if (comes && frame.parts.some(({ seat }) => apart(about, part.seat, seat))) return this.handOver(part.seat ?? 0);
    if (part.opened !== undefined && last?.part.opened === undefined && (document.hidden || this.looking.back)) {
      this.called = true;
      this.alert(part);
      this.looking.call();
    }
    const moments = momentsOf(frame, part, last);
    // Whoever moves, or comes back, has no use for what was before; of pictures that nobody sees the last one waits.
    if (moments[0]?.own || moments[0]?.fresh || (document.hidden && moments.length > 1)) this.pace.flush();
    this.pace.add(...moments);
  }

  /** All is told: what can be done is offered, to whoever has to do it. */
  private settle(): void {
    const { newest, now } = this;
    const next = newest && now.part && nextSeat(newest, now.part);
    if (typeof next === "number") this.handOver(next);
    else this.offer();
  }

  /** Let the curtain fall before somebody else's seat, with nothing left of what was seen from the one before. */
  private handOver(seat: number): void {
    const { newest } = this;
    if (!newest) return;
    this.again.end();
    this.looking.at(null);
    this.pace.drop();
    this.picking.forget();
    this.hint.clear();
    this.happened.clear();
    this.log.clear();
    this.now.part = null;
    this.board.draw("");
    hideChoices();
    for (const place of ["prompt", "told", "announcer", "parts"]) byId(place).replaceChildren();
    main.classList.remove("my-turn");
    closeDrawer();
    this.curtain.fall(newest.about, seat, () => this.riseFor(seat));
  }

  /** Show the table to whoever sits there. */
  private riseFor(seat: number): void {
    const { newest } = this;
    const part = newest?.parts.find((one) => one.seat === seat);
    if (!newest || !part) return;
    this.newest = { ...newest, part };
    this.pace.add(...momentsOf(newest, part, null));
  }

  private show(moment: Shown): void {
    const { words, scene } = moment;
    this.now.scene = scene !== undefined;
    if (scene === undefined) this.showFrame(moment);
    else this.board.draw(scene);
    // Whoever is choosing goes on choosing, but what has been played is chosen no longer.
    if (!words && this.now.myTurn && !moment.own) return;
    hideChoices();
    main.classList.remove("my-turn");
    this.prompt(words || this.asked());
  }

  /** Show all that a frame says, but for what can be done: that is offered when nothing is told any more. */
  private showFrame({ frame: { about }, part, own, fresh, untold }: Shown): void {
    const { about: before, part: seen, opened } = this.now;
    const { since, entries } = part.log;
    const moved = before !== null && about.line > before.line;
    const ended = before !== null && !before.outcome && about.outcome !== null;
    this.now.about = about;
    this.now.part = part;
    if (opened !== part.opened || seen?.seat !== part.seat) {
      this.picking.forget();
      this.hint.clear();
    }
    if (seen !== null && seen.seat !== part.seat) this.log.clear();
    if (!this.log.add(since, entries)) attempt(() => this.catchUp());
    if (own || fresh) this.happened.clear();
    this.happened.add(entries.filter((entry) => entry.line >= (part.moved ?? 0)));
    drawWaiting(about, part);
    if (part.drawing !== undefined && !this.picking.picked.length) this.board.draw(part.drawing);
    if (moved && !slowness()) this.board.mark(part.scenes.at(-1)?.[1] ?? "");
    if (before) this.heard.compare(before, seen, this.held);
    const mine = this.held.filter((seat) => !apart(about, part.seat, seat));
    this.naming.show(about, part.seat, mine.length === this.held.length);
    drawSeats(about, part, mine, (seat) => this.moving.sit(seat));
    this.inviting.show(this.held);
    this.keeping.show(this.held);
    if (moved && !about.waiting) {
      plop();
      if (untold.length) announce(untold.slice(-6).join(" "));
    }
    if (this.now.myTurn && opened === undefined && !this.called) this.alert(part);
    if (this.now.myTurn) this.called = false;
    if (ended) bell();
    titled(this.now.myTurn);
    if (about.rematch && !ended) this.moving.goToRematch(about.rematch);
  }

  /** End what is told; whether a click or key on the board meant no more than that, since another board is shown now. */
  private interrupt(): boolean {
    if (!this.pace.current) return false;
    const { opened, scene } = this.now;
    this.pace.goOn();
    return scene || this.now.scene || opened === undefined || opened !== this.now.opened;
  }

  private look(line: number | null): void {
    if (this.again.stepping && line === null) return;
    this.again.end();
    this.looking.at(line);
  }

  /** Show what was shown before one looked back, and go on from there. */
  private backToNow(): void {
    const scene = this.pace.current?.scene;
    if (scene === undefined) this.picking.redraw();
    else this.board.draw(scene);
    this.pace.resume();
  }

  /** Show what can be done now, once all is told. */
  private offer(): void {
    const { part, about, myTurn } = this.now;
    if (!part || !about || this.pace.current) return;
    const { picked, move, next } = this.picking;
    const over = about.outcome !== null;
    const mine = part.seat !== null;
    const plays = part.seat !== null && !about.seats[part.seat]?.resigned && !over;
    main.classList.toggle("my-turn", myTurn);
    this.prompt(this.asked());
    byId("choice").hidden = !picked.length;
    byId("confirm").hidden = move === null;
    byId("undo").hidden = byId("resign").hidden = byId("move-seat").hidden = !plays;
    if (about.waiting) byId("undo").hidden = byId("resign").hidden = true;
    byId("end").hidden = !mine || !about.may_end;
    byId("again").hidden = !part.moved;
    byId("hint").hidden = !about.hints || !myTurn;
    this.hint.mark(picked);
    byId("over").hidden = !over;
    this.rules.offer(plays);
    byId("rematch").hidden = !mine;
    const others = about.wants_rematch.filter((seat) => !this.held.includes(seat));
    setText("rematch-who", over && others.length && !about.rematch ? say("web.say.wants-rematch", { who: others.map((seat) => this.now.nameOf(seat)).join(", ") }) : "");
    this.chat.offer(this.held);
    this.offerParts(picked.length ? next : part.parts);
    showQuestion(this.now, this.held);
    if (over && part.seat !== null && about.wants_rematch.includes(part.seat) && !about.rematch) {
      byId("rematch").hidden = true;
      notice(say("web.say.rematch-wait"));
    }
  }

  /** Say this above the buttons, smaller where it is long. */
  private prompt(text: string): void {
    byId("prompt").classList.toggle("is-long", text.length > LONG);
    setText("prompt", text);
  }

  /** What is asked or told. */
  private asked(): string {
    const { part, about } = this.now;
    const { picked, move, chosen } = this.picking;
    if (move) return chosen ? say("web.say.chosen", { move: chosen }) : say("web.say.this");
    if (picked.length && chosen) return chosen;
    const watching = (part?.seat ?? null) === null && !about?.outcome;
    return `${watching ? `${say("web.say.watching")} ` : ""}${part?.prompt ?? ""}`;
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
    const { seat } = this.now;
    const answer = await this.now.ask({ do: "log" });
    // It is for these eyes alone.
    if (seat !== this.now.seat) return;
    this.log.clear();
    // What the board has not shown yet is told when it does.
    const entries = answer.log?.entries.filter((entry) => entry.line <= (this.now.about?.line ?? 0)) ?? [];
    this.log.add(0, entries);
    this.happened.clear();
    this.happened.add(entries.filter((entry) => entry.line >= (this.now.part?.moved ?? 0)));
  }

  private alert(part: Part): void {
    bell();
    titled(true);
    call(part.prompt, id);
  }

  private refuse(answer: Answer): void {
    // A server that does not understand this page is newer than it.
    if (answer.error?.id === "server.message") return offerReload();
    // A seat that has moved, or was taken away, is no longer this browser's: the next visit looks on.
    if (["server.moved", "server.removed", "server.token"].includes(answer.error?.id ?? "")) {
      forget(id);
      if (invitation) return openAgain(invitePath(id, invitation));
    }
    this.prompt(answer.text ?? "");
    byId("over").hidden = false;
    byId("rematch").hidden = byId("to-replay").hidden = true;
  }

  private connected(open: boolean): void {
    const lost = main.classList.contains("is-lost");
    main.classList.toggle("is-lost", !open);
    if (!open) notice(say("web.say.lost"));
    else if (lost) notice(say("web.say.back"), 3);
  }

  private undo(): void {
    this.wish("undo");
  }

  private wish(what: string): void {
    attempt(async () => void (await this.now.ask({ do: what })));
  }

  /** Have the game end, with nothing over what comes then. */
  private stop(what: string): void {
    closeDrawer();
    this.wish(what);
  }

  private key(event: KeyboardEvent): void {
    if (busy(event)) return;
    const on = (places: string) => event.target instanceof Element && event.target.closest(places) !== null;
    if (event.key === "?") this.rules.open();
    else if (event.key === "u" && !byId("undo").hidden) this.undo();
    else if (event.key === "h" && !byId("hint").hidden) this.hint.ask();
    else if (this.again.stepping && event.key in STEPS) this.again.step(STEPS[event.key] ?? 0);
    else if (event.key === "Escape" && this.again.stepping) this.again.stop();
    else if (event.key === "Escape") closeDrawer() || this.interrupt() || this.picking.unpick();
    else if (event.key === "Enter" && this.pace.current && !on("a, button, input, select, [data-part]")) this.pace.goOn();
    else if (event.key === "Enter" && this.picking.move !== null && !on("a, button, input")) this.picking.confirm();
    else if (on("#log") || !this.board.move(event.key)) return;
    event.preventDefault();
  }
}

/** The keys that lead from step to step of what has happened. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

function titled(myTurn: boolean): void {
  document.title = myTurn ? `● ${say("web.say.your-turn")} · ${title}` : title;
}

function hideChoices(): void {
  for (const place of ["choice", "parts", "question", "over"]) byId(place).hidden = true;
}

function offerReload(): void {
  const button = make("button", { text: say("web.say.reload") });
  button.onclick = () => location.reload();
  notice(say("web.say.old-tab"), 0, button);
}

function wireSetting(name: string): void {
  const box = byId<HTMLInputElement>(name);
  box.checked = setting(name, false);
  box.onchange = () => keepSetting(name, box.checked);
}

/** The token of this page's seat: kept from the last time, in the link, or given for an invitation; null to watch. */
async function ownToken(): Promise<string | null> {
  const given = parseHash(location.hash);
  const kept = tokenOf(id);
  const game = title.replace(" · Parlor", "");
  // Whoever sits here already stays, unless that is no longer so.
  if (kept) invitation = given.invitation;
  const found = given.invitation && !kept ? await answerInvitation(id, game, given.invitation) : given.token;
  if (found) keep({ id, game: main.dataset["game"] ?? "", title: game, token: found, at: Date.now() });
  history.replaceState(null, "", location.pathname);
  return found ?? kept;
}

// Another link to the same table, opened in the same place, changes nothing but what stands after the #.
addEventListener("hashchange", () => {
  const { invitation, token } = parseHash(location.hash);
  if (invitation ?? token) location.reload();
});
let token: string | null = null;
let invitation: string | undefined;
wireSound();
attempt(async () => {
  token = await ownToken();
  new TablePage();
});
