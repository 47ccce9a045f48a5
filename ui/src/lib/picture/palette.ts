/** The theme's roles as plain colours, for pictures that leave the window. */
import { StudioError } from '$lib/ipc';

const roles = {
  surface: '--surface',
  text: '--text',
  muted: '--text-muted',
  faint: '--text-faint',
  border: '--border',
  grid: '--grid-line',
  track: '--track',
  accent: '--accent',
  ok: '--ok',
  danger: '--danger',
  warn: '--warn',
  dangerSoft: '--danger-soft',
  description: '--field-description',
  catalogue: '--tier-catalogue',
  body: '--tier-body',
  files: '--tier-files',
} as const;

export type Palette = Record<keyof typeof roles, string>;

type Rgb = readonly [number, number, number];
const hex = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Reads the roles that are in force; whatever form they have, the canvas turns them into red, green, blue. */
export function palette(): Palette {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new StudioError('internal', "this window can't render images. Export as JSON instead");
  return Object.fromEntries(
    Object.entries(roles).map(([name, role]) => [name, painted(context, computed(role))]),
  ) as Palette;
}

/** A role's colour as the browser computes it: read from an element of its own, since one that has had another colour may still be on its way from it. */
function computed(role: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${role})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function painted(context: CanvasRenderingContext2D, colour: string): string {
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  return hex([red!, green!, blue!]);
}

const parse = (colour: string): Rgb => {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

/** `share` percent of one colour in another; both as `#rrggbb`. */
export function mix(colour: string, share: number, into: string): string {
  const [a, b] = [parse(colour), parse(into)];
  const part = (at: 0 | 1 | 2) => (a[at] * share + b[at] * (100 - share)) / 100;
  return hex([part(0), part(1), part(2)]);
}
