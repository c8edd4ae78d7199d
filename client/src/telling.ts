/** What something on a board means, for whoever taps it or reaches it by key: whatever carries `data-tell`, or its label. */

import { notice } from "./page";

const SECONDS = 15;

export function wireTelling(board: HTMLElement): void {
  const told = (event: Event): boolean => {
    const place = event.target instanceof Element ? event.target.closest<SVGElement>("[data-tell]") : null;
    if (place) notice(place.dataset["tell"] || place.getAttribute("aria-label") || "", SECONDS);
    return place !== null;
  };
  board.addEventListener("click", told);
  board.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && told(event)) event.preventDefault();
  });
}
