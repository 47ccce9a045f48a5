/**
 * Nodes of a large map from farther away, drawn into one picture: each a box with its name. As elements hundreds of them take
 * most of each frame of a move, and most of the window's memory.
 */
import { cutTo, endOf } from '$kit';
import type { BlastRadius, MapPoint } from '$lib/ipc';
import { type ShownNode, distancesOf, findingsOf } from './model';
import { type Area, nodeHeight, widthOf } from './place';
import { meets } from './sight';

export interface Plate extends Area {
  node: ShownNode;
  isSelected: boolean;
  isFaded: boolean;
  /** How far it is from what would stop; none where that would not reach it. */
  distance: number | null;
}

interface Looks {
  places: ReadonlyMap<string, MapPoint>;
  lit: ReadonlySet<string> | null;
  blast: BlastRadius | null;
  selected: string | null;
}

export function platesOf(nodes: readonly ShownNode[], { places, lit, blast, selected }: Looks): Plate[] {
  const distances = distancesOf(blast);
  return nodes.flatMap((node) => {
    const at = places.get(node.key);
    if (!at) return [];
    return {
      ...at,
      node,
      width: widthOf(node),
      height: nodeHeight(node),
      isSelected: selected === node.key,
      isFaded: lit !== null && !lit.has(node.key),
      distance: distances.get(node.key) ?? null,
    };
  });
}

/** The node that is seen at a point of the map. */
export function plateAt(plates: readonly Plate[], { x, y }: MapPoint): string | null {
  const isThere = (plate: Plate) =>
    plate.x <= x && x <= plate.x + plate.width && plate.y <= y && y <= plate.y + plate.height;
  return plates.findLast(isThere)?.node.key ?? null;
}

/** The plates of which something may be seen in an area: a mark of some, too, that stands out of them. */
export const platesIn = (plates: readonly Plate[], area: Area, zoom: number): Plate[] =>
  plates.filter((plate) => {
    const out = RING.height / 2 / zoom;
    const { x, y, width, height } = plate;
    return meets(area, { x: x - out, y: y - out, width: width + 2 * out, height: height + 2 * out });
  });

/** The theme's roles a plate is drawn with. */
export const roles = {
  raised: '--surface-raised',
  text: '--text',
  muted: '--text-muted',
  faint: '--text-faint',
  border: '--border',
  control: '--border-control',
  accent: '--accent',
  danger: '--danger',
  dangerSoft: '--danger-soft',
  warn: '--warn',
  inverse: '--inverse',
  inverseText: '--inverse-text',
} as const;

/** What the picture is drawn with. */
export interface Ink {
  colours: Record<keyof typeof roles, string>;
  /** Weight and family of what is written. */
  weight: string;
  family: string;
  /** Of the corners of a box, on the map. */
  radius: number;
}

/** Sizes on the screen, whatever the zoom. */
const TEXT = 10.5;
const PADDING = 5;
const RING = { height: 18, padding: 4 };

/** Draws plates onto a picture, its upper left corner at a point of the map as large as it is at that zoom. */
export function drawPlates(
  context: CanvasRenderingContext2D,
  plates: readonly Plate[],
  { x: left, y: top }: MapPoint,
  zoom: number,
  ink: Ink,
): void {
  context.textBaseline = 'middle';
  context.font = `${ink.weight} ${TEXT}px ${ink.family}`;
  // Names take most of the time; the finer spacing of letters is not seen at this size.
  context.fontKerning = 'none';
  context.textRendering = 'optimizeSpeed';
  const width = measure(context);
  for (const plate of plates) {
    // On whole pixels, so that thin lines are sharp.
    const [x, y] = [Math.round(plate.x * zoom) - left, Math.round(plate.y * zoom) - top];
    const box = { x, y, width: Math.round(plate.width * zoom), height: Math.round(plate.height * zoom) };
    drawBox(context, plate, box, ink, zoom);
    drawName(context, plate, box, ink, width);
    if (plate.distance !== null) drawRing(context, plate.distance, box, ink, width);
  }
}

type Measure = (text: string) => number;

/** Widths of texts, of plain ones from the widths of their letters: asking for each text takes longer than drawing it. */
function measure(context: CanvasRenderingContext2D): Measure {
  const letters = new Map<string, number>();
  const letterOf = (letter: string) => {
    const known = letters.get(letter) ?? context.measureText(letter).width;
    letters.set(letter, known);
    return known;
  };
  return (text) => {
    if (!/^[\u0020-\u007e…]*$/.test(text)) return context.measureText(text).width;
    let sum = 0;
    for (const letter of text) sum += letterOf(letter);
    return sum;
  };
}

const isAlarming = ({ kind, is_trashed }: ShownNode) => kind === 'missing' || is_trashed;

function edgeOf({ node, isSelected, isFaded }: Plate, { colours }: Ink): string {
  const { errors, warnings } = findingsOf(node);
  if (isFaded) return colours.border;
  if (isSelected) return colours.accent;
  if (errors > 0 || isAlarming(node)) return colours.danger;
  return warnings > 0 ? colours.warn : colours.control;
}

function drawBox(context: CanvasRenderingContext2D, plate: Plate, box: Area, ink: Ink, zoom: number) {
  const { node, isSelected } = plate;
  const radius = node.kind === 'agent' ? box.height / 2 : ink.radius * zoom;
  const outline = (inset: number) => {
    context.beginPath();
    context.roundRect(box.x + inset, box.y + inset, box.width - 2 * inset, box.height - 2 * inset, radius);
  };
  context.fillStyle = isAlarming(node) ? ink.colours.dangerSoft : ink.colours.raised;
  context.strokeStyle = edgeOf(plate, ink);
  context.setLineDash(isAlarming(node) ? [3, 2] : []);
  context.lineWidth = 1;
  outline(0.5);
  context.fill();
  context.stroke();
  if (node.folded > 0) {
    outline(2.5);
    context.stroke();
  }
  if (isSelected) {
    context.lineWidth = 2;
    outline(-1);
    context.stroke();
  }
}

function drawName(
  context: CanvasRenderingContext2D,
  { node, isFaded }: Plate,
  box: Area,
  { colours }: Ink,
  width: Measure,
) {
  const middle = box.y + box.height / 2;
  let room = box.width - 2 * PADDING;
  if (node.folded > 0) {
    const many = String(node.folded);
    context.fillStyle = isFaded ? colours.faint : colours.muted;
    context.fillText(many, box.x + box.width - PADDING - width(many), middle);
    room -= width(many) + PADDING;
  }
  context.fillStyle = isFaded ? colours.faint : isAlarming(node) ? colours.danger : colours.text;
  // Servers are few, and those of one company are called alike.
  const name = cutTo(node.name, room, width, node.kind === 'server' ? endOf(node.name) : undefined);
  context.fillText(name, box.x + PADDING, middle);
}

function drawRing(context: CanvasRenderingContext2D, distance: number, box: Area, { colours }: Ink, widthOf: Measure) {
  const text = distance === 0 ? 'here' : String(distance);
  const wide = widthOf(text);
  const width = Math.max(RING.height, wide + 2 * RING.padding);
  const [x, y] = [box.x + box.width - width + RING.height / 2, box.y - RING.height / 2];
  context.fillStyle = colours.inverse;
  context.beginPath();
  context.roundRect(x, y, width, RING.height, RING.height / 2);
  context.fill();
  context.fillStyle = colours.inverseText;
  context.fillText(text, x + (width - wide) / 2, y + RING.height / 2);
}
