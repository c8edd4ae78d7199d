/** Small sounds, made on the spot. */

import { byId } from "./page";
import { keepSetting, setting } from "./mine";

let context: AudioContext | null = null;
let on = setting("sound", true);

export function wireSound(): void {
  const button = byId<HTMLButtonElement>("sound");
  const show = () => button.setAttribute("aria-pressed", String(on));
  button.addEventListener("click", () => {
    on = !on;
    keepSetting("sound", on);
    show();
    plop();
  });
  show();
  // A browser lets a page sound only after somebody has touched it.
  addEventListener("pointerdown", () => void context?.resume());
}

/** Something was laid down. */
export function plop(): void {
  tone(320, 140, 0.09, 0.12);
}

/** It is your turn. */
export function bell(): void {
  tone(880, 870, 0.5, 0.1);
  tone(1320, 1310, 0.4, 0.05);
}

function tone(from: number, to: number, seconds: number, loud: number): void {
  if (!on || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  const oscillator = new OscillatorNode(context, { type: "sine", frequency: from });
  oscillator.frequency.exponentialRampToValueAtTime(to, now + seconds);
  const gain = new GainNode(context, { gain: loud });
  gain.gain.exponentialRampToValueAtTime(0.0001, now + seconds);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start();
  oscillator.stop(now + seconds);
}
