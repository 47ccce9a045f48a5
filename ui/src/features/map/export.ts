/** The map as a picture to take away: boxes, names, links and what their strokes mean, in the colours that are handed in. */
import type { MapLink, MapLinkKind, MapPoint, Tokens } from '$lib/ipc';
import type { Drawing, Shape } from '$lib/picture/drawing';
import type { Palette } from '$lib/picture/palette';
import type { Picture } from '$lib/picture/picture';
import { accessOf, lettersOf } from './flow';
import { type Line, endsOf, linesOf, roundNodes, wordsOf } from './links';
import { type Shown, type ShownNode, detailOf, findingsOf, isAbsent, isStored, tokensOf } from './model';
import { nodeHeight, widthOf } from './place';

const MARGIN = 56;
const HEAD = 40;
const LEGEND = 44;
const SMALLEST = 480;
const LETTER = 12;

interface Box {
  node: ShownNode;
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Stroke {
  colour: keyof Palette;
  width: number;
  dash?: string;
}

const plain: Stroke = { colour: 'faint', width: 1.25 };

function strokeOf(link: MapLink): Stroke {
  if (link.kind === 'names') return { colour: 'danger', width: 1.5, dash: '4 3' };
  if (link.kind === 'overlap') return { colour: 'warn', width: 1.5, dash: '1.5 3' };
  if (link.kind === 'depends') return { colour: 'muted', width: 1.75, dash: link.is_required ? undefined : '5 3' };
  return plain;
}

const legend: { label: string; kind: MapLinkKind; stroke: Stroke }[] = [
  { label: 'loads, uses, provided by', kind: 'uses', stroke: plain },
  { label: 'requires', kind: 'depends', stroke: { colour: 'muted', width: 1.75 } },
  { label: 'optional', kind: 'depends', stroke: { colour: 'muted', width: 1.75, dash: '5 3' } },
  { label: 'references, missing', kind: 'names', stroke: { colour: 'danger', width: 1.5, dash: '4 3' } },
  { label: 'overlap', kind: 'overlap', stroke: { colour: 'warn', width: 1.5, dash: '1.5 3' } },
];

/** A name cut to what fits, by the mean width of a letter. */
function fit(text: string, width: number, size: number): string {
  const most = Math.max(1, Math.floor(width / (size * 0.58)));
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

function nodeShapes({ node, x, y, width, height }: Box, colours: Palette): Shape[] {
  const isMissing = isAbsent(node);
  const { errors, warnings } = findingsOf(node);
  const edge = isMissing || errors > 0 ? colours.danger : warnings > 0 ? colours.warn : colours.border;
  const radius = node.kind === 'agent' ? height / 2 : 6;
  const detail = isMissing
    ? node.is_trashed
      ? 'in trash'
      : 'missing'
    : node.folded > 0
      ? `${node.folded} collapsed`
      : detailOf(node);
  const inset = node.kind === 'agent' ? 18 : 12;
  const name = fit(node.name, width - 2 * inset, 12);
  const shapes: Shape[] = [
    { kind: 'rect', x, y, width, height, radius, fill: isMissing ? colours.dangerSoft : colours.surface, stroke: edge },
    {
      kind: 'text',
      x: x + inset,
      y: y + (height < 40 ? height / 2 + 4 : 20),
      text: name,
      fill: isMissing ? colours.danger : colours.text,
      size: 12,
      weight: 600,
    },
  ];
  if (height >= 40 && node.kind !== 'skill' && detail)
    shapes.push({
      kind: 'text',
      x: x + inset,
      y: y + 36,
      text: fit(detail, width - 2 * inset, 10),
      fill: colours.faint,
    });
  if (height < 40 && isMissing)
    shapes.push({
      kind: 'text',
      x: x + width - 10,
      y: y + height / 2 + 4,
      text: 'missing',
      fill: colours.danger,
      anchor: 'end',
    });
  const tokens = tokensOf(node);
  if (tokens)
    shapes.push(...tierShapes(tokens, { x: x + inset, y: y + height - 16, width: width - 2 * inset }, colours));
  return shapes;
}

/** A skill's tokens by tier, each as long as its share. */
function tierShapes(tokens: Tokens, bar: { x: number; y: number; width: number }, colours: Palette): Shape[] {
  const parts = [
    [tokens.description, colours.catalogue],
    [tokens.body, colours.body],
    [tokens.files, colours.files],
  ] as const;
  const total = Math.max(1, tokens.description + tokens.body + tokens.files);
  const shapes: Shape[] = [{ kind: 'rect', ...bar, height: 5, radius: 2, fill: colours.track }];
  let { x } = bar;
  for (const [amount, fill] of parts) {
    const width = (amount / total) * bar.width;
    if (width > 0) shapes.push({ kind: 'rect', x, y: bar.y, width, height: 5, fill });
    x += width;
  }
  return shapes;
}

function linkShapes({ link, path, arrow, middle, side }: Line, colours: Palette): Shape[] {
  const { colour, width, dash } = strokeOf(link);
  const shapes: Shape[] = [{ kind: 'path', d: path, stroke: colours[colour], width, dash }];
  if (arrow) shapes.push({ kind: 'path', d: arrow, stroke: colours[colour], width });
  const text = wordsOf(link);
  if (text) {
    const half = text.length * 3 + 4;
    const x = middle.x + { start: half + 4, middle: 0, end: -half }[side];
    const ground = { x: x - half, y: middle.y - 7, width: 2 * half, height: 14 };
    shapes.push(
      { kind: 'rect', ...ground, radius: 3, fill: colours.surface },
      {
        kind: 'text',
        x,
        y: middle.y + 3.5,
        text,
        fill: colours[colour],
        size: 10,
        weight: 500,
        anchor: 'middle',
      },
    );
  }
  return shapes;
}

/** What skills may do with a tool, one below the other at its left side. */
function letterShapes({ x, y, height }: Box, letters: readonly string[], colours: Palette): Shape[] {
  const top = y + height / 2 - (letters.length * LETTER) / 2;
  return letters.flatMap((text, at): Shape[] => {
    const width = text.length * 6 + 6;
    const ground = { x: x - width, y: top + at * LETTER, width, height: LETTER };
    return [
      { kind: 'rect', ...ground, radius: 2, fill: colours.surface, stroke: colours.border },
      {
        kind: 'text',
        x: x - width / 2,
        y: ground.y + LETTER - 3,
        text,
        fill: colours.muted,
        size: 9,
        weight: 600,
        anchor: 'middle',
      },
    ];
  });
}

function legendShapes(links: readonly MapLink[], y: number, colours: Palette): Shape[] {
  const shapes: Shape[] = [];
  let x = MARGIN;
  const isThere = ({ kind, stroke }: (typeof legend)[number]) =>
    links.some((link) =>
      kind === 'uses' ? isStored(link.kind) : link.kind === kind && strokeOf(link).dash === stroke.dash,
    );
  for (const { label, stroke } of legend.filter(isThere)) {
    const line = { stroke: colours[stroke.colour], width: stroke.width, dash: stroke.dash };
    shapes.push(
      { kind: 'line', x1: x, y1: y, x2: x + 24, y2: y, ...line },
      { kind: 'text', x: x + 30, y: y + 4, text: label, fill: colours.muted },
    );
    x += 54 + label.length * 6;
  }
  if (links.some((link) => link.kind === 'uses'))
    shapes.push({ kind: 'text', x, y: y + 4, text: 'R W X  read, write, execute', fill: colours.muted });
  return shapes;
}

/** The map as shapes, moved so that all of it is seen. Links to what has no place are left out with it. */
export function drawMap(
  { nodes, links }: Shown,
  places: ReadonlyMap<string, MapPoint>,
  colours: Palette,
  title: string,
): Drawing {
  const placed = nodes.filter((node) => places.has(node.key));
  const left = Math.min(...placed.map((node) => places.get(node.key)!.x), Infinity);
  const top = Math.min(...placed.map((node) => places.get(node.key)!.y), Infinity);
  const boxes = new Map<string, Box>();
  for (const node of placed) {
    const { x, y } = places.get(node.key)!;
    boxes.set(node.key, {
      node,
      x: x - left + MARGIN,
      y: y - top + MARGIN + HEAD,
      width: widthOf(node),
      height: nodeHeight(node),
    });
  }
  const all = [...boxes.values()];
  const width = Math.max(SMALLEST, ...all.map((box) => box.x + box.width + MARGIN));
  const foot = Math.max(MARGIN + HEAD, ...all.map((box) => box.y + box.height + MARGIN));
  const lines = linesOf(links, roundNodes(endsOf({ nodes: placed, links }, boxes)));
  const access = accessOf({ nodes, links });
  return {
    width: Math.ceil(width),
    height: Math.ceil(foot + LEGEND),
    background: colours.surface,
    title,
    shapes: [
      { kind: 'text', x: MARGIN, y: 36, text: title, fill: colours.text, size: 15, weight: 600 },
      ...lines.flatMap((line) => linkShapes(line, colours)),
      ...all.flatMap((box) => [
        ...letterShapes(box, lettersOf(access.get(box.node.key) ?? []), colours),
        ...nodeShapes(box, colours),
      ]),
      ...legendShapes(links, foot + LEGEND / 2 - 6, colours),
    ],
  };
}

/** The map as it stands, for the export menu. */
export function mapPicture(library: string, shown: Shown, places: ReadonlyMap<string, MapPoint>): Picture {
  const name = library
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return {
    name: [name, 'map'].filter(Boolean).join('-'),
    title: 'the map',
    draw: (colours) => drawMap(shown, places, colours, library),
    data: { nodes: shown.nodes, links: shown.links, places: Object.fromEntries(places) },
  };
}
