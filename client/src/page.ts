/** What every page shares: words in the visitor's language, elements by id, notices, and requests. */

const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}") as Record<string, string>;

export const language = document.documentElement.lang;

/** The sentence of an id, with its parameters filled in. */
export function say(id: string, params: Record<string, string | number> = {}): string {
  return (words[id] ?? id).replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

/** An element that the page has unless whoever runs the server has switched it off. */
export function findById<Kind extends HTMLElement = HTMLElement>(id: string): Kind | null {
  return document.getElementById(id) as Kind | null;
}

export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found as Kind;
}

/** A new element with a class, a text and attributes. Text is text: nothing that people type becomes markup. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  options: { class?: string; text?: string; [attribute: string]: string | undefined } = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (key === "text") element.textContent = value;
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

export function setText(place: string, text: string): void {
  const element = byId(place);
  // Setting the same text again would make a screen reader say it again.
  if (element.textContent !== text) element.textContent = text;
}

/** Have a screen reader say this, after what it has still to say. */
export function announce(words: string): void {
  const place = byId("announcer");
  place.append(make("p", { text: words }));
  while (place.children.length > 20) place.firstElementChild?.remove();
}

/** Whether a key press is no command: somebody types or chooses from a list, has a dialogue open, or something else has taken it. */
export function busy(event: KeyboardEvent): boolean {
  const { target } = event;
  const typing = (target instanceof HTMLInputElement && target.type !== "checkbox") || target instanceof HTMLSelectElement;
  return event.defaultPrevented || typing || event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]") !== null;
}

let fading = 0;
/** What was pressed last: beside it stands what went wrong on a page that is longer than a screen. */
let pressed: Element | null = null;
for (const kind of ["click", "submit", "change"]) document.addEventListener(kind, ({ target }) => (pressed = target instanceof Element ? target : null), true);

/** Tell something in words until it is read, or for some seconds. */
export function notice(text: string, seconds = 0, ...more: Node[]): void {
  tell(byId("notice"), text, seconds, more);
}

/** A button that puts a notice away. */
function closer(place: HTMLElement): HTMLElement {
  const button = make("button", { class: "close-button", type: "button", "aria-label": say("web.close") });
  button.onclick = () => (place.hidden = true);
  return button;
}

function tell(place: HTMLElement, text: string, seconds: number, more: Node[] = []): void {
  if (text && place.matches(".home-page #notice")) {
    pressed?.closest(".game-buttons, form, section")?.after(place);
    requestAnimationFrame(() => place.scrollIntoView({ block: "nearest" }));
  }
  place.replaceChildren(text, ...more.flatMap((node) => [" ", node]), closer(place));
  place.hidden = !text;
  clearTimeout(fading);
  if (seconds) fading = window.setTimeout(() => (place.hidden = true), 1000 * seconds);
}

/** What the server refused, in its words. */
export class Refusal extends Error {
  constructor(
    readonly id: string,
    text: string,
  ) {
    super(text);
  }
}

interface ErrorAnswer {
  error?: { id: string };
  text?: string;
}

/** Ask the server for something. */
export async function request<Answer>(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const options: RequestInit = body === undefined ? { headers } : { headers, method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Refusal("offline", say("web.say.offline"));
  }
  if (response.headers.get("Content-Type")?.startsWith("image/")) return (await response.text()) as Answer;
  const answer = (await response.json()) as Answer & ErrorAnswer;
  if (!response.ok) throw new Refusal(answer.error?.id ?? "", answer.text ?? response.statusText);
  return answer;
}

/** Run what a click asks for; a refusal is told in words, in the place of this id. */
export function attempt(work: () => Promise<void>, place = "notice"): void {
  work().catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    tell(byId(place), error.message, 0);
  });
}

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notice(say("web.say.copied"), 3);
  } catch {
    notice(text);
  }
}
