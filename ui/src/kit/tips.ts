/** What a tooltip is of, whether it says more than is seen, and where it stands: beside what it explains, never over it. */

export type Side = 'bottom' | 'top' | 'right' | 'left';
interface Size {
  width: number;
  height: number;
}
type Edges = Pick<DOMRect, 'top' | 'right' | 'bottom' | 'left'>;

/** Between the tooltip and what it explains, and between it and the window's edge. */
const GAP = 6;
const EDGE = 8;
/** What has more children is a list or a canvas, and no row of controls. */
const MOST_CONTROLS = 32;

/** What the pointer explains at a place: the nearest element with words of its own. */
export function anchorAt(target: Element, { clientX: x, clientY: y }: { clientX: number; clientY: number }) {
  // What is disabled hears no pointer: its parent does.
  for (const child of target.childElementCount <= MOST_CONTROLS ? target.children : []) {
    if (!(child instanceof HTMLElement) || !child.matches(':disabled[data-tip]')) continue;
    const { top, right, bottom, left } = child.getBoundingClientRect();
    if (x >= left && x <= right && y >= top && y <= bottom) return child;
  }
  return target.closest<HTMLElement>('[data-tip]');
}

const wordsOf = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
/** The words of an element that are seen. */
function seenIn(element: Element): string {
  const hidden = [...element.querySelectorAll('.visually-hidden')].map(({ textContent }) => textContent ?? '');
  return wordsOf(hidden.reduce((text, each) => text.replace(each, ''), element.textContent ?? ''));
}
const isCut = (element: Element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth;

/** Whether there is anything to say that is not on the screen: what is read whole needs no tooltip, nor does an open menu. */
export function saysMore(anchor: HTMLElement): boolean {
  const words = wordsOf(anchor.dataset.tip);
  if (!words || !anchor.isConnected || anchor.getAttribute('aria-expanded') === 'true') return false;
  const isMore = !seenIn(anchor).includes(words) || anchor.dataset.tipKbd !== undefined;
  return isMore || [anchor, ...anchor.querySelectorAll('*')].some(isCut);
}

/** Where a tooltip of this size stands: on the side that is asked for, else where there is room; null where there is none. */
export function placeOf(anchor: Edges, tip: Size, view: Size, wish: Side = 'bottom'): { x: number; y: number } | null {
  const room: Record<Side, number> = {
    bottom: view.height - anchor.bottom - tip.height,
    top: anchor.top - tip.height,
    right: view.width - anchor.right - tip.width,
    left: anchor.left - tip.width,
  };
  const sides: Side[] = [wish, 'bottom', 'top', 'right', 'left'];
  const side = sides.find((each) => room[each] >= GAP + EDGE);
  if (!side) return null;
  const within = (at: number, size: number, whole: number) => Math.max(EDGE, Math.min(at, whole - EDGE - size));
  const x = within((anchor.left + anchor.right - tip.width) / 2, tip.width, view.width);
  const y = within((anchor.top + anchor.bottom - tip.height) / 2, tip.height, view.height);
  return {
    bottom: { x, y: anchor.bottom + GAP },
    top: { x, y: anchor.top - GAP - tip.height },
    right: { x: anchor.right + GAP, y },
    left: { x: anchor.left - GAP - tip.width, y },
  }[side];
}
