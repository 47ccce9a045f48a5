/** How the map is looked at, for what is drawn on it. */
import { createContext } from 'svelte';
import type { Area } from './place';

/** From afar groups are told, nearer nodes by their names, and near all of a node. */
export type Level = 'far' | 'middle' | 'near';

export interface Sight {
  readonly level: Level;
  /** Whether links can be drawn from and to nodes. */
  readonly hasPorts: boolean;
}

export const [getSight, setSight] = createContext<Sight>();

/** Farther away the name of a node does not fit it. */
const FAR = 0.34;
/** Nearer, what is written on a node can be read at its own size. */
const NEAR = 0.7;

export const levelOf = (zoom: number): Level => (zoom < FAR ? 'far' : zoom < NEAR ? 'middle' : 'near');

/** Zoom that shows the nodes of a tile by name. */
export const MIDDLE = 0.4;

/**
 * What a size on the map is multiplied with to be of one size on the screen. In steps: else everything written would be laid
 * out anew for each frame of a zoom.
 */
export const scaleOf = (zoom: number): number => 1.08 ** Math.round(-Math.log(zoom) / Math.log(1.08));

export interface Viewport {
  x: number;
  y: number;
  zoom: number;
}

/** What of the map is seen. */
export const seen = ({ x, y, zoom }: Viewport, width: number, height: number): Area => ({
  x: -x / zoom,
  y: -y / zoom,
  width: width / zoom,
  height: height / zoom,
});

export const meets = (a: Area, b: Area): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

export const holds = (a: Area, b: Area): boolean =>
  a.x <= b.x && a.y <= b.y && a.x + a.width >= b.x + b.width && a.y + a.height >= b.y + b.height;

/** An area with more of it on all sides, as a share of its size. */
export const around = ({ x, y, width, height }: Area, share: number): Area => ({
  x: x - width * share,
  y: y - height * share,
  width: width * (1 + 2 * share),
  height: height * (1 + 2 * share),
});

/** Room for headings above, and for what lies over the map below. */
const MARGIN = { side: 40, top: 48, bottom: 60 };

/** The viewport that shows an area whole, at most at a zoom. */
export function fitted(area: Area, width: number, height: number, most = 1): Viewport {
  const [wide, high] = [Math.max(1, width - 2 * MARGIN.side), Math.max(1, height - MARGIN.top - MARGIN.bottom)];
  const zoom = Math.min(most, wide / Math.max(1, area.width), high / Math.max(1, area.height));
  return {
    x: MARGIN.side + (wide - area.width * zoom) / 2 - area.x * zoom,
    y: MARGIN.top + (high - area.height * zoom) / 2 - area.y * zoom,
    zoom,
  };
}
