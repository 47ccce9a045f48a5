/**
 * A picture as a list of shapes with their colours resolved: written as SVG that needs nothing beside it, or painted on
 * a canvas. Knows neither what is drawn nor the theme.
 */
import { StudioError } from '$lib/ipc';

export type Shape =
  | {
      kind: 'rect';
      x: number;
      y: number;
      width: number;
      height: number;
      fill?: string;
      stroke?: string;
      radius?: number;
    }
  | { kind: 'line'; x1: number; y1: number; x2: number; y2: number; stroke: string; width?: number; dash?: string }
  | { kind: 'path'; d: string; fill?: string; stroke?: string; width?: number; dash?: string; opacity?: number }
  | { kind: 'circle'; x: number; y: number; r: number; fill: string; stroke?: string }
  | {
      kind: 'text';
      x: number;
      y: number;
      text: string;
      fill: string;
      size?: number;
      weight?: number;
      anchor?: 'start' | 'middle' | 'end';
      /** Degrees, about its own start. */
      rotate?: number;
    };

export interface Drawing {
  width: number;
  height: number;
  background: string;
  title: string;
  shapes: Shape[];
}

export const FAMILY = "'Inter Variable', Inter, system-ui, sans-serif";

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** XML has no place for control characters. */
const escape = (text: string) =>
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').replace(/[&<>"']/g, (each) => escapes[each]!);
const attributes = (values: Record<string, string | number | undefined>) =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? Math.round(value * 100) / 100 : escape(value!)}"`)
    .join('');

function element(shape: Shape): string {
  switch (shape.kind) {
    case 'rect': {
      const { x, y, width, height, fill = 'none', stroke, radius } = shape;
      return `<rect${attributes({ x, y, width, height, rx: radius, fill, stroke })}/>`;
    }
    case 'line': {
      const { x1, y1, x2, y2, stroke, width = 1, dash } = shape;
      return `<line${attributes({ x1, y1, x2, y2, stroke, 'stroke-width': width, 'stroke-dasharray': dash })}/>`;
    }
    case 'path': {
      const { d, fill = 'none', stroke, width, dash, opacity } = shape;
      const rest = { 'stroke-width': width, 'stroke-dasharray': dash, 'stroke-linejoin': stroke && 'round', opacity };
      return `<path${attributes({ d, fill, stroke, ...rest })}/>`;
    }
    case 'circle':
      return `<circle${attributes({ cx: shape.x, cy: shape.y, r: shape.r, fill: shape.fill, stroke: shape.stroke, 'stroke-width': shape.stroke && 1.5 })}/>`;
    case 'text': {
      const { x, y, text, fill, size = 11, weight, anchor, rotate } = shape;
      const turn = rotate === undefined ? undefined : `rotate(${rotate} ${Math.round(x)} ${Math.round(y)})`;
      return `<text${attributes({ x, y, fill, 'font-size': size, 'font-weight': weight, 'text-anchor': anchor, transform: turn })}>${escape(text)}</text>`;
    }
  }
}

/** A drawing as SVG. `font` is a WOFF2 file as base64, carried along so that the picture looks the same everywhere. */
export function toSvg({ width, height, background, title, shapes }: Drawing, font: string | null = null): string {
  const face = font
    ? `<style>@font-face{font-family:'Inter Variable';font-weight:100 900;src:url(data:font/woff2;base64,${font}) format('woff2')}</style>`
    : '';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg"${attributes({ width, height, viewBox: `0 0 ${width} ${height}`, 'font-family': FAMILY, role: 'img' })}>`,
    `<title>${escape(title)}</title>${face}`,
    element({ kind: 'rect', x: 0, y: 0, width, height, fill: background }),
    ...shapes.map(element),
    '</svg>',
    '',
  ].join('\n');
}

function paint(context: CanvasRenderingContext2D, shape: Shape) {
  context.save();
  const dash = 'dash' in shape && shape.dash ? shape.dash.split(' ').map(Number) : [];
  context.setLineDash(dash);
  context.lineJoin = 'round';
  if (shape.kind === 'text') paintText(context, shape);
  else if (shape.kind === 'line') {
    context.strokeStyle = shape.stroke;
    context.lineWidth = shape.width ?? 1;
    context.stroke(new Path2D(`M${shape.x1} ${shape.y1}L${shape.x2} ${shape.y2}`));
  } else {
    const outline = new Path2D(shape.kind === 'path' ? shape.d : undefined);
    if (shape.kind === 'rect') outline.roundRect(shape.x, shape.y, shape.width, shape.height, shape.radius ?? 0);
    if (shape.kind === 'circle') outline.arc(shape.x, shape.y, shape.r, 0, 2 * Math.PI);
    if (shape.kind === 'path') context.globalAlpha = shape.opacity ?? 1;
    if (shape.fill) {
      context.fillStyle = shape.fill;
      context.fill(outline);
    }
    if (shape.stroke) {
      context.strokeStyle = shape.stroke;
      context.lineWidth = shape.kind === 'path' ? (shape.width ?? 1) : shape.kind === 'circle' ? 1.5 : 1;
      context.stroke(outline);
    }
  }
  context.restore();
}

function paintText(context: CanvasRenderingContext2D, shape: Extract<Shape, { kind: 'text' }>) {
  context.translate(shape.x, shape.y);
  if (shape.rotate !== undefined) context.rotate((shape.rotate * Math.PI) / 180);
  context.fillStyle = shape.fill;
  context.font = `${shape.weight ?? 440} ${shape.size ?? 11}px ${FAMILY}`;
  context.textAlign = shape.anchor === 'middle' ? 'center' : (shape.anchor ?? 'start');
  context.fillText(shape.text, 0, 0);
}

/** A drawing as PNG, base64, at `density` pixels a pixel. */
export function toPng({ width, height, background, shapes }: Drawing, density = 2): string {
  const canvas = document.createElement('canvas');
  canvas.width = width * density;
  canvas.height = height * density;
  const context = canvas.getContext('2d');
  if (!context) throw new StudioError('internal', "this window can't render images. Export as SVG instead");
  context.scale(density, density);
  context.fillStyle = background;
  context.fillRect(0, 0, width, height);
  for (const shape of shapes) paint(context, shape);
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
}
