/** Plain colours for tests of pictures. */
import type { Palette } from './palette';

export const colours: Palette = {
  surface: '#ffffff',
  text: '#111111',
  muted: '#555555',
  faint: '#777777',
  border: '#dddddd',
  grid: '#eeeeee',
  track: '#eeeeee',
  accent: '#3344cc',
  ok: '#118844',
  danger: '#cc2222',
  warn: '#aa7711',
  dangerSoft: '#ffeeee',
  description: '#2299cc',
  catalogue: '#2277dd',
  body: '#8844cc',
  files: '#cc9922',
};
