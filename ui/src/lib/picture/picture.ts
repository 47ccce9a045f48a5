/** A picture to take away, a chart or the map: what it is called, how it is drawn, and what it is drawn from. */
import fontUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { type Drawing, toPng, toSvg } from './drawing';
import { type Palette, palette } from './palette';

export interface Picture {
  /** Its file's name, without an ending. */
  name: string;
  title: string;
  draw: (colours: Palette) => Drawing;
  data: unknown;
}

export type Format = 'svg' | 'png' | 'json';
export const formats: readonly { value: Format; label: string; hint: string }[] = [
  { value: 'svg', label: 'SVG', hint: 'Scales to any size, with colors and font included' },
  { value: 'png', label: 'PNG', hint: 'Twice the size, as shown on screen' },
  { value: 'json', label: 'JSON', hint: 'The underlying data' },
];

/** The interface's font as base64; none where it cannot be read, and the system's stands in. */
async function font(): Promise<string | null> {
  try {
    const bytes = new Uint8Array(await (await fetch(fontUrl)).arrayBuffer());
    let binary = '';
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return btoa(binary);
  } catch {
    return null;
  }
}

/** A picture as the text of a file, in base64 for PNG. */
export async function render(picture: Picture, format: Format): Promise<{ content: string; isBase64: boolean }> {
  if (format === 'json') return { content: `${JSON.stringify(picture.data, null, 2)}\n`, isBase64: false };
  const drawing = picture.draw(palette());
  if (format === 'png') return { content: toPng(drawing), isBase64: true };
  return { content: toSvg(drawing, await font()), isBase64: false };
}
