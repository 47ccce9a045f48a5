/** The theme's roles as plain colours, for pictures that leave the window. */
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
  description: '--field-description',
} as const;

export type Palette = Record<keyof typeof roles, string>;

type Rgb = readonly [number, number, number];
const hex = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Reads the roles that are in force at an element; whatever form they have, the canvas turns them into red, green, blue. */
export function palette(at: Element = document.documentElement): Palette {
  const style = getComputedStyle(at);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const probe = document.body.appendChild(document.createElement('span'));
  try {
    const resolve = (role: string): string => {
      if (!context) return style.getPropertyValue(role);
      probe.style.color = `var(${role})`;
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = getComputedStyle(probe).color;
      context.fillRect(0, 0, 1, 1);
      const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
      return hex([red!, green!, blue!]);
    };
    return Object.fromEntries(Object.entries(roles).map(([name, role]) => [name, resolve(role)])) as Palette;
  } finally {
    probe.remove();
  }
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
