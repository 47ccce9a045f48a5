/** Where the beginning of a name that was cut for its end really ends: an ellipsis takes the place of whole letters. */

let context: CanvasRenderingContext2D | null | undefined;

/** The width of a text in the font of an element; none where nothing can be measured. */
export function ruler(element: Element): ((text: string) => number) | null {
  context ??= document.createElement('canvas').getContext('2d');
  const pen = context;
  if (!pen) return null;
  // Written out: the shorthand is empty where a font has features of its own.
  const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  const font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  return (text) => {
    pen.font = font;
    return pen.measureText(text).width;
  };
}

/** What is left empty behind a text's letters and its ellipsis in a room that is too narrow for it; nothing in a wider one. */
export function gapIn(text: string, room: number, width: (text: string) => number): number {
  if (width(text) <= room) return 0;
  const rest = room - width('…');
  let [least, most] = [0, text.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (width(text.slice(0, middle)) <= rest) least = middle;
    else most = middle - 1;
  }
  return Math.max(0, rest - width(text.slice(0, least)));
}
