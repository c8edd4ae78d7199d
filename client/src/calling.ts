/** Calling somebody who does not look at the page: by a notification, where the browser has them and they are allowed. */

import { keepSetting, setting } from "./mine";
import { byId, notice, say } from "./page";

const known = "Notification" in window;

/** Let notifications be switched on; a browser that has none does not offer them. */
export function wireCalling(): void {
  const box = byId<HTMLInputElement>("notify");
  const offered = box.closest("label");
  if (offered) offered.hidden = !known;
  box.checked = known && setting("notify", false);
  box.onchange = () => void choose(box);
}

async function choose(box: HTMLInputElement): Promise<void> {
  keepSetting("notify", box.checked);
  if (!box.checked || (await Notification.requestPermission()) === "granted") return;
  box.checked = false;
  keepSetting("notify", false);
  notice(say("web.say.no-notify"));
}

/** Call with these words; a later call of the same tag takes the place of an earlier one. */
export function call(words: string, tag: string): void {
  if (!known || !document.hidden || !setting("notify", false) || Notification.permission !== "granted") return;
  try {
    new Notification(say("web.say.your-turn"), { body: words, tag }).onclick = () => window.focus();
  } catch {
    // Some phones have the name and allow nothing by it: title and sound call there.
  }
}
