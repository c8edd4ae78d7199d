/** Links to seats: after the #, so that no browser sends it and no log has it, stands what holds a seat or leads to one. */

import { byId, copy, make, request, say } from "./page";

const INVITATION = "invite=";
/** Where the link leads that skips to what matters. */
const PLACE = "main";

export function seatPath(table: string, token: string): string {
  return `/table/${table}#${token}`;
}

export function invitePath(table: string, invitation: string): string {
  return `/table/${table}#${INVITATION}${invitation}`;
}

/** The invitation, or else the token, in what stands after the #; nothing if it is a place on the page. */
export function parseHash(hash: string): { invitation?: string; token?: string } {
  const given = hash.replace(/^#/, "");
  if (given.startsWith(INVITATION)) return { invitation: given.slice(INVITATION.length) };
  return given && given !== PLACE ? { token: given } : {};
}

/** A link to be sent, scanned or copied. */
export async function linkCard(label: string, path: string): Promise<HTMLElement> {
  const link = location.origin + path;
  const code = await request<string>("/qr", link);
  const field = make("input", { value: link, readonly: "", "aria-label": label });
  const button = make("button", { text: say("web.say.copy"), type: "button" });
  button.onclick = () => void copy(link);
  return make("li", {}, make("strong", { text: label }), make("img", { alt: "", src: `data:image/svg+xml,${encodeURIComponent(code)}` }), field, button);
}

/** Show links in a dialogue, with what to do with them. */
export function showLinks(title: string, more: string, ...cards: HTMLElement[]): void {
  byId("link-title").textContent = title;
  byId("link-more").textContent = more;
  byId("link-list").replaceChildren(...cards);
  byId<HTMLDialogElement>("link").showModal();
}
