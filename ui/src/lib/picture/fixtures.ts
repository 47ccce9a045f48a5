/** Plain colours for tests of pictures. */
import type { Palette } from './palette';

export const colours: Palette = {
  surface: 'white',
  text: 'black',
  muted: 'dimgray',
  faint: 'gray',
  border: 'gainsboro',
  grid: 'whitesmoke',
  track: 'lightgray',
  accent: 'blue',
  ok: 'green',
  danger: 'red',
  warn: 'orange',
  dangerSoft: 'pink',
  description: 'teal',
  catalogue: 'navy',
  body: 'purple',
  files: 'gold',
};
