/** Where the beginning of a name that was cut for its end really ends: an ellipsis takes the place of whole letters. */

/** A name whose beginning may be cut, and what is drawn nearer to the other part then. */
interface Cut {
  beginning: string;
  moved: HTMLElement;
  /** To the right, or to the left. */
  way: 1 | -1;
}

const cuts = new WeakMap<Element, Cut>();
let context: CanvasRenderingContext2D | null | undefined;
let observer: ResizeObserver | undefined;
/** How many names are on screen. */
let watched = 0;
const measured = new Map<string, number>();
const MOST_MEASURED = 2_000;

/** Draws a name's end right behind the ellipsis of its beginning for as long as that is there. */
export function closeGap(beginning: Element, cut: Cut): () => void {
  cuts.set(beginning, cut);
  observer ??= new ResizeObserver(moveAll);
  observer.observe(beginning);
  watched += 1;
  return () => {
    observer?.unobserve(beginning);
    watched -= 1;
    if (watched === 0) observer = undefined;
    cut.moved.style.transform = '';
  };
}

/** A list shows hundreds of names at once: all is read before any is moved, as a reading after a change costs a new layout. */
function moveAll(entries: ResizeObserverEntry[]) {
  const gaps = entries.map(({ target, contentRect }) => {
    const cut = cuts.get(target);
    // Letters of a zoomed page are narrower than those of a canvas: whether there is an ellipsis, the element tells.
    const isCut = contentRect.width > 0 && target.scrollWidth > target.clientWidth;
    return cut && isCut ? gapOf(target, cut.beginning, contentRect.width + 0.1) : 0;
  });
  for (const [at, { target }] of entries.entries()) {
    const cut = cuts.get(target);
    const gap = gaps[at]!;
    if (cut) cut.moved.style.transform = gap === 0 ? '' : `translateX(${(cut.way * gap).toFixed(1)}px)`;
  }
}

/** The gap of a text in the font of an element; none where nothing can be measured. */
function gapOf(element: Element, text: string, room: number): number {
  // Written out: the shorthand is empty where a font has features of its own.
  const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  const font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  const key = `${room} ${font} ${text}`;
  const known = measured.get(key);
  if (known !== undefined) return known;
  context ??= document.createElement('canvas').getContext('2d');
  const pen = context;
  if (!pen) return 0;
  pen.font = font;
  const gap = gapIn(text, room, (part) => pen.measureText(part).width);
  // The same names come back at every key that is typed into a filter.
  if (measured.size >= MOST_MEASURED) measured.clear();
  measured.set(key, gap);
  return gap;
}

/** What is left empty behind a text's letters and its ellipsis in a room that is too narrow for it; nothing in a wider one. */
export function gapIn(text: string, room: number, width: (text: string) => number): number {
  if (width(text) <= room) return 0;
  const rest = room - width('…');
  return Math.max(0, rest - width(text.slice(0, fitting(text, rest, width))));
}

/** How many letters of a text fit a room. */
function fitting(text: string, room: number, width: (text: string) => number): number {
  let [least, most] = [0, text.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (width(text.slice(0, middle)) <= room) least = middle;
    else most = middle - 1;
  }
  return least;
}

/** Letters of an end that begins at a joint of the name, and of one where there is no joint. */
const [LEAST, MOST, USUAL] = [6, 14, 9];
/** A name of so many letters is cut nowhere but at its end. */
const SHORT = 15;

/** Where the end of a name begins that is kept when the name is cut: at a joint, so that no word is cut in two. */
export function endOf(text: string): number {
  if (text.length <= SHORT) return text.length;
  // The last joint: in a narrow place the beginning needs the room.
  const end = text.slice(-MOST, -LEAST);
  const joint = Math.max(...['-', '_', '/', '.'].map((letter) => end.lastIndexOf(letter)));
  return text.length - (joint < 0 ? USUAL : MOST - joint);
}

/** A name as it fits a room, its beginning cut before what follows `at`. */
export function cutTo(text: string, room: number, width: (text: string) => number, at = text.length): string {
  if (width(text) <= room) return text;
  const [beginning, end] = [text.slice(0, at), text.slice(at)];
  const kept = beginning.slice(0, fitting(beginning, room - width(`…${end}`), width));
  // A letter of two halves is not cut in two.
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…${end}`;
}
