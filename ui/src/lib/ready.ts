/** Tells whoever started the program that the first content is on screen. */
import { commands } from './ipc';

let announced = false;

/** An attachment for what counts as content: two frames after it is mounted, it has been painted. */
export function announceReady(): void {
  if (announced) return;
  announced = true;
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      document.documentElement.dataset.ready = 'true';
      // Nobody on screen waits for this; it only ends the measurement of the start.
      commands.reportReady().catch(() => {});
    }),
  );
}
