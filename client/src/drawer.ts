/** Log, chat and tools: log and chat beside the board where there is room, otherwise one at a time over what is below or beside it. */

import { byId } from "./page";

const beside = matchMedia("(min-width: 1180px) and (min-aspect-ratio: 1/1)");
const tabs = [...document.querySelectorAll<HTMLElement>("[data-opens]")];

/** Whether what is opened lies over the buttons to play with. */
export function overlaid(): boolean {
  return !beside.matches;
}

/** Open a drawer, or close them all. */
export function openDrawer(name: string | null): void {
  byId("main").dataset["open"] = name ?? "";
  for (const tab of tabs) {
    const open = tab.dataset["opens"] === name;
    tab.setAttribute("aria-expanded", String(open));
    if (open) delete tab.dataset["news"];
  }
  if (name === "log") byId("log").scrollTop = byId("log").scrollHeight;
}

/** Mark the tab of a drawer that is not seen. */
export function news(name: string): void {
  if (byId("main").dataset["open"] === name) return;
  for (const tab of tabs) if (tab.dataset["opens"] === name) tab.dataset["news"] = String(Number(tab.dataset["news"] ?? 0) + 1);
}

/** Close what is open; whoever was in it is back at its tab. */
export function closeDrawer(): boolean {
  const drawer = byId("main").dataset["open"];
  if (!drawer) return false;
  if (document.activeElement?.closest("#drawer, #tools")) tabs.find((tab) => tab.dataset["opens"] === drawer)?.focus();
  openDrawer(null);
  return true;
}

export function wireDrawer(): void {
  for (const tab of tabs) tab.onclick = () => openDrawer(tab.getAttribute("aria-expanded") === "true" ? null : (tab.dataset["opens"] ?? null));
  for (const button of document.querySelectorAll<HTMLElement>(".drawer-close")) button.onclick = () => closeDrawer();
  // Whoever chooses on the board wants to see what there is to confirm.
  byId("board").addEventListener("click", () => closeDrawer());
}
