/** Which part of a long conversation is drawn: its end, or what lies around the step one looks at. */

/** Items that are drawn at once. */
export const ROOM = 200;

/** From the first item that is drawn to the one after the last. */
export interface Shown {
  from: number;
  to: number;
}

/** The part that begins at an item, or as near to it as there are items; without one the end. */
export function shownFrom(count: number, start: number | null): Shown {
  const last = Math.max(0, count - ROOM);
  const from = Math.max(0, Math.min(start ?? last, last));
  return { from, to: Math.min(count, from + ROOM) };
}

/** Where the part begins that has an item in its middle. */
export const startAround = (item: number): number => Math.max(0, item - ROOM / 2);

/** Where the part before another begins, half of it new. */
export const startBefore = ({ from }: Shown): number => Math.max(0, from - ROOM / 2);

/** Where the part after another begins; null where that is the end. */
export function startAfter({ from }: Shown, count: number): number | null {
  const start = from + ROOM / 2;
  return start + ROOM >= count ? null : start;
}
