/** The connection to a table: it says hello, waits for answers by their note, and mends itself when it breaks. */

import { commitmentFor } from "./deal";
import { language, Refusal, say } from "./page";
import type { Answer, Frame, Knock, Said } from "./wire";

interface Listener {
  frame(frame: Frame): void;
  chat(said: Said): void;
  knock(knock: Knock): void;
  /** The server refuses this visitor: trying again would not help. */
  refused(answer: Answer): void;
  /** Whether the connection is there. */
  connected(open: boolean): void;
}

const SHORTEST = 300;
const LONGEST = 5000;
/** Answers that take longer than this will not come. */
const PATIENCE = 10_000;
/** After so long without a word the server is asked whether it is still there, and left if it does not answer: a process may
 * stand still while its machine takes everything in. */
const SILENCE = 8000;
const NO_ANSWER = 4000;
/** The server goes, and another is there already. */
const GOING_AWAY = 1001;

export class Connection {
  private socket: WebSocket | null = null;
  private wait = SHORTEST;
  private note = 0;
  private readonly asked = new Map<number, (answer: Answer) => void>();
  private order: Promise<void> = Promise.resolve();
  private over = false;
  private beat: ReturnType<typeof setTimeout> | undefined;
  /** How often nothing came of trying: a proxy chooses another process by it. */
  private tries = 0;

  constructor(
    private readonly table: string,
    private readonly token: string | null,
    private readonly listener: Listener,
  ) {
    this.open();
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.socket?.close());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  /** Ask for something; the answer, or a refusal in words. */
  async ask(wish: Record<string, unknown>): Promise<Answer> {
    const socket = this.socket;
    if (socket?.readyState !== WebSocket.OPEN) throw new Refusal("offline", say("web.say.lost"));
    const note = ++this.note;
    const answer = await new Promise<Answer>((resolve) => {
      const lost = { type: "error", note, error: { id: "offline" }, text: say("web.say.lost") } as const;
      const timer = setTimeout(() => resolve(lost), PATIENCE);
      this.asked.set(note, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      socket.send(JSON.stringify({ ...wish, note }));
    });
    this.asked.delete(note);
    if (answer.type === "error") throw new Refusal(answer.error?.id ?? "", answer.text ?? "");
    return answer;
  }

  close(): void {
    this.over = true;
    this.socket?.close();
  }

  private hurry(): void {
    if (this.socket === null && !this.over) this.open();
  }

  /** Something was heard: after a silence, see whether anybody is still there. */
  private heard(socket: WebSocket): void {
    clearTimeout(this.beat);
    this.beat = setTimeout(() => {
      socket.send(JSON.stringify({ do: "here" }));
      this.beat = setTimeout(() => this.lose(socket), NO_ANSWER);
    }, SILENCE);
  }

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const again = this.tries ? `?try=${this.tries}` : "";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/socket${again}`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    const commitment = this.token && commitmentFor(this.table);
    this.beat = setTimeout(() => this.lose(socket), NO_ANSWER + SILENCE);
    socket.onopen = () => socket.send(JSON.stringify({ do: "hello", token: this.token, language, ...(commitment && { commitment }) }));
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => {
      if (this.socket !== socket) return;
      this.heard(socket);
      // Frames are unpacked one after the other, so that none overtakes another.
      this.order = this.order.then(async () => {
        const text = typeof event.data === "string" ? event.data : await inflate(event.data);
        this.take(JSON.parse(text) as Frame | Said | Knock | Answer);
      });
    };
    socket.onclose = (event) => this.lose(socket, event.code);
  }

  private lose(socket: WebSocket, code = 0): void {
    if (this.socket !== socket) return;
    this.socket = null;
    clearTimeout(this.beat);
    // Whoever stands still does not say goodbye either.
    socket.close();
    for (const [note, resolve] of this.asked) resolve({ type: "error", note, error: { id: "offline" }, text: say("web.say.lost") });
    if (this.over) return;
    this.listener.connected(false);
    if (code !== GOING_AWAY) this.tries++;
    setTimeout(() => this.hurry(), (code === GOING_AWAY ? SHORTEST / 3 : this.wait) * (0.7 + 0.6 * Math.random()));
    this.wait = Math.min(LONGEST, this.wait * 1.7);
  }

  private take(message: Frame | Said | Knock | Answer): void {
    if (message.type === "frame") {
      this.wait = SHORTEST;
      this.tries = 0;
      this.listener.connected(true);
      this.listener.frame(message);
    } else if (message.type === "chat") this.listener.chat(message);
    else if (message.type === "knock") this.listener.knock(message);
    else if (message.type === "ok" && message.note === null) return;
    else if (message.note !== null) this.asked.get(message.note)?.(message);
    else if (message.type === "error") {
      if (message.error?.id.startsWith("server.")) this.over = true;
      this.listener.refused(message);
    }
  }
}

async function inflate(packed: ArrayBuffer): Promise<string> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return await new Response(stream).text();
}
