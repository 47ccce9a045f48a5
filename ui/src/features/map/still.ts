/**
 * A still of lines: while a node is dragged on a large map, the lines that stay where they are do not have to be drawn again
 * for each frame.
 */
export interface Sector {
  /** Left upper corner of what is seen, and the size of it, on the map. */
  x: number;
  y: number;
  width: number;
  height: number;
  zoom: number;
}

interface Look {
  stroke: string;
  width: number;
  dash: number[];
  opacity: number;
}

/** Draws the lines of a picture that are seen, as they look there, onto a canvas of the size of the sector. */
export function drawStill(canvas: HTMLCanvasElement, picture: SVGElement, { x, y, width, height, zoom }: Sector) {
  const density = zoom * devicePixelRatio;
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  const context = canvas.getContext('2d');
  if (!context) return;
  context.setTransform(density, 0, 0, density, -x * density, -y * density);
  // Lines of one class look alike, and asking for the looks of each takes longer than drawing it.
  const looks = new Map<string, Look>();
  for (const group of picture.querySelectorAll<SVGElement>(':scope > g')) {
    const path = group.firstElementChild;
    const name = group.getAttribute('class') ?? '';
    const look = looks.get(name) ?? lookOf(group, path);
    looks.set(name, look);
    context.strokeStyle = look.stroke;
    context.lineWidth = look.width;
    context.globalAlpha = look.opacity;
    context.setLineDash(look.dash);
    context.stroke(new Path2D(path?.getAttribute('d') ?? ''));
  }
}

function lookOf(group: Element, path: Element | null): Look {
  const style = getComputedStyle(path ?? group);
  return {
    stroke: style.stroke,
    width: Number.parseFloat(style.strokeWidth),
    dash: style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(/[ ,]+/).map(Number.parseFloat),
    opacity: Number(style.strokeOpacity),
  };
}
