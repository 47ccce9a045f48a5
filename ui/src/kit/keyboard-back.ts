/**
 * Gives the keyboard back when something that opened over a place closes. What opened it may be gone by then (the palette, a menu),
 * and a field within may have taken the keyboard before anybody noted where it was: so it is followed all the time, and goes to
 * the last one that is still there.
 */

const REMEMBERED = 32;
/** What lies over a place, or over another of these, and has not begun to go. */
const OPEN = ':is(.kit-dialog, .kit-popup)[data-state=open]';

/** What had the keyboard, the newest last. */
let had: WeakRef<HTMLElement>[] = [];

document.addEventListener('focusin', ({ target }) => {
  // Who holds the keyboard within a dialog may have taken it back before this is heard.
  if (!(target instanceof HTMLElement) || target !== document.activeElement) return;
  const open = target.closest(OPEN);
  const isWithin = (one: WeakRef<HTMLElement>) => open?.contains(one.deref() ?? null) === true;
  const entered = had.findIndex(isWithin);
  // What it strayed to behind `open`, which took it back at once: at the end of a round WebKit goes on behind it.
  const kept = entered < 0 ? had : had.filter((one, at) => at < entered || isWithin(one));
  had = [...kept.filter((one) => one.deref() !== target), new WeakRef(target)];
  // The oldest of the same layer: what opened the layer is still asked for.
  if (had.length > REMEMBERED) had.splice(Math.max(0, had.findIndex(isWithin)), 1);
});

/**
 * To the last one that is there and outside of what closes, where nothing else has it by now. Where something still lies, or
 * has just come, over the place, what is behind that gets no keyboard: a dialog that opens as another goes would lose it.
 */
export function giveKeyboardBack(closing: Element | null): void {
  const at = document.activeElement;
  if (at !== null && at !== document.body && !closing?.contains(at)) return;
  const over = [...document.querySelectorAll<HTMLElement>(OPEN)].filter((one) => one !== closing).at(-1);
  had = had.filter((each) => !closing?.contains(each.deref() ?? null));
  const before = had.map((each) => each.deref()).reverse();
  for (const one of over ? [...before.filter((each) => over.contains(each ?? null)), over] : before) {
    if (!one?.isConnected) continue;
    one.focus({ preventScroll: true });
    // What is disabled or not shown does not take it.
    if (document.activeElement === one) return;
  }
}
