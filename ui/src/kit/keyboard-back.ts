/**
 * Gives the keyboard back when something that opened over a place closes. What opened it may be gone by then (the palette, a menu),
 * and a field within may have taken the keyboard before anybody noted where it was: so it is followed all the time, and goes to
 * the last one that is still there.
 */

const REMEMBERED = 32;

/** What had the keyboard, the newest last. */
let had: WeakRef<HTMLElement>[] = [];

document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  had = [...had.filter((one) => one.deref() !== target), new WeakRef(target)].slice(-REMEMBERED);
});

/** To the last one that is there and outside of what closes, where nothing else has it by now. */
export function giveKeyboardBack(closing: Element | null): void {
  const at = document.activeElement;
  if (at !== null && at !== document.body && !closing?.contains(at)) return;
  for (const one of had.map((each) => each.deref()).reverse()) {
    if (!one?.isConnected || closing?.contains(one)) continue;
    one.focus({ preventScroll: true });
    // What is disabled or not shown does not take it.
    if (document.activeElement === one) return;
  }
}
