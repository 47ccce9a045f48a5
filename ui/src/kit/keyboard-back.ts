/**
 * Gives the keyboard back when something that opened over a place closes. What opened it may be gone by then (the palette, a menu),
 * and a field within may have taken the keyboard before anybody noted where it was: so it is followed all the time, and goes to
 * the last one that is still there, or to what stands in its place. So it does where what has it goes from the page.
 */
import { gapOf, heirIn } from './keyboard-heir';

const REMEMBERED = 32;
/** What lies over a place, or over another of these, and has not begun to go. */
const OPEN = ':is(.kit-dialog, .kit-popup)[data-state=open]';

/** What had the keyboard, the newest last. */
let had: WeakRef<HTMLElement>[] = [];
/** What has it, or had it when it went from the page. */
let held: WeakRef<HTMLElement> | null = null;

document.addEventListener('focusin', ({ target }) => {
  // Who holds the keyboard within a dialog may have taken it back before this is heard.
  if (!(target instanceof HTMLElement) || target !== document.activeElement) return;
  held = new WeakRef(target);
  const open = target.closest(OPEN);
  const isWithin = (one: WeakRef<HTMLElement>) => open?.contains(one.deref() ?? null) === true;
  const entered = had.findIndex(isWithin);
  // What it strayed to behind `open`, which took it back at once: at the end of a round WebKit goes on behind it.
  const kept = entered < 0 ? had : had.filter((one, at) => at < entered || isWithin(one));
  had = [...kept.filter((one) => one.deref() !== target), new WeakRef(target)];
  // The oldest of the same layer: what opened the layer is still asked for.
  if (had.length > REMEMBERED) had.splice(Math.max(0, had.findIndex(isWithin)), 1);
});

// A click beside everything leaves nothing to follow. Of what is taken from the page WebKit tells no such thing.
document.addEventListener('focusout', ({ relatedTarget }) => relatedTarget ?? (held = null));

/** Where those were that are gone from the page. */
const gaps = new WeakMap<HTMLElement, NonNullable<ReturnType<typeof gapOf>>>();

const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

new MutationObserver((records) => {
  for (const one of had.map((each) => each.deref())) {
    if (!one || one.isConnected || gaps.has(one)) continue;
    const gap = gapOf(one, records);
    if (!gap) continue;
    gaps.set(one, gap);
    if (one === held?.deref() && isNowhere()) heirIn(gap, one)?.focus({ preventScroll: true });
  }
}).observe(document, { childList: true, subtree: true });

/** It, or what stands in its place. */
function nowOf(one: HTMLElement | undefined): HTMLElement | null {
  if (!one || one.isConnected) return one ?? null;
  const gap = gaps.get(one);
  return gap?.parent.isConnected ? heirIn(gap, one) : null;
}

/**
 * To the last one that is there and outside of what closes, where nothing else has it by now. Where something still lies, or
 * has just come, over the place, what is behind that gets no keyboard: a dialog that opens as another goes would lose it.
 */
export function giveKeyboardBack(closing: Element | null): void {
  if (!isNowhere() && !closing?.contains(document.activeElement)) return;
  const over = [...document.querySelectorAll<HTMLElement>(OPEN)].filter((one) => one !== closing).at(-1);
  had = had.filter((each) => !closing?.contains(each.deref() ?? null));
  for (const each of had.toReversed()) {
    const one = nowOf(each.deref());
    if (one && (!over || over.contains(one)) && takesKeyboard(one)) return;
  }
  if (over) takesKeyboard(over);
}

/** Gives it the keyboard; what is disabled or not shown does not take it. */
function takesKeyboard(one: HTMLElement): boolean {
  one.focus({ preventScroll: true });
  return document.activeElement === one;
}
