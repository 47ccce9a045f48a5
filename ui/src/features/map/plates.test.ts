import { describe, expect, it } from 'vitest';
import { node } from './fixtures';
import { type Ink, drawPlates, plateAt, platesIn, platesOf, roles } from './plates';

const ink: Ink = {
  colours: Object.fromEntries(Object.keys(roles).map((role) => [role, role])) as Ink['colours'],
  weight: '400',
  family: 'Inter',
  radius: 6,
};

/** A canvas that notes what is written on it and how each box is drawn; its letters are six pixels wide. */
function pen() {
  const written: [string, number, string][] = [];
  const edges: [string, number, boolean][] = [];
  const pen = {
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 0,
    dash: [] as number[],
    measureText: (text: string) => ({ width: [...text].length * 6 }),
    fillText: (text: string, x: number) => void written.push([text, x, pen.fillStyle]),
    setLineDash: (dash: number[]) => void (pen.dash = dash),
    stroke: () => void edges.push([pen.strokeStyle, pen.lineWidth, pen.dash.length > 0]),
    beginPath: () => {},
    roundRect: () => {},
    fill: () => {},
  };
  return { context: pen as unknown as CanvasRenderingContext2D, written, edges };
}

const at = (x: number, y: number) => ({ x, y });
const usual = { lit: null, blast: null, selected: null };

function drawn(
  key: string,
  change: Parameters<typeof node>[1] = {},
  looks: Partial<Parameters<typeof platesOf>[1]> = {},
) {
  const nodes = [{ ...node(key, change), folded: 0 }];
  const { context, written, edges } = pen();
  drawPlates(context, platesOf(nodes, { places: new Map([[key, at(0, 0)]]), ...usual, ...looks }), at(0, 0), 0.5, ink);
  return { written, edges };
}

describe('a plate', () => {
  it('is the name of its node, cut where it does not fit', () => {
    expect(drawn('skill:tides').written).toEqual([['tides', 5, 'text']]);
    // 108 pixels are left for the letters of a skill at this zoom, 90 for those of a server.
    expect(drawn('skill:a-name-of-twenty-six-letters').written[0]?.[0]).toBe('a-name-of-twenty-…');
    expect(drawn('server:a-company-with-many-servers-eu').written[0]?.[0]).toBe('a-c…-servers-eu');
  });

  it('cuts no letter in two', () => {
    const name = `${'🌊'.repeat(12)}`;
    const text = drawn(`skill:${name}`).written[0]![0];
    expect(text.isWellFormed()).toBe(true);
  });

  it('shows what is wrong with its node, what is missing, and what is selected', () => {
    const edge = (...told: Parameters<typeof drawn>) => drawn(...told).edges;
    expect(edge('skill:a')).toEqual([['control', 1, false]]);
    expect(edge('skill:a', { warnings: 1 })).toEqual([['warn', 1, false]]);
    expect(edge('skill:a', { warnings: 1, errors: 1 })).toEqual([['danger', 1, false]]);
    expect(edge('missing:a')).toEqual([['danger', 1, true]]);
    expect(edge('skill:a', {}, { selected: 'skill:a' }).at(-1)).toEqual(['accent', 2, false]);
    const faded = drawn('skill:a', { errors: 1 }, { lit: new Set(['skill:b']) });
    expect(faded.edges[0]?.[0]).toBe('border');
    expect(faded.written[0]?.[2]).toBe('faint');
  });

  it('says how far it is from what would stop', () => {
    const blast = {
      key: 'tool:t',
      hit: [{ key: 'skill:a', name: 'a', kind: 'skill' as const, distance: 2, is_required: true, why: '' }],
    };
    const words = (key: string) => drawn(key, {}, { blast }).written.map(([text]) => text);
    expect(words('skill:a')).toEqual(['a', '2']);
    expect(words('tool:t')).toEqual(['t', 'here']);
    expect(words('skill:b')).toEqual(['b']);
  });
});

describe('plates', () => {
  const nodes = ['skill:a', 'skill:b', 'skill:gone'].map((key) => ({ ...node(key), folded: 0 }));
  const places = new Map([
    ['skill:a', at(0, 0)],
    ['skill:b', at(200, 20)],
  ]);
  const plates = platesOf(nodes, { places, ...usual });

  it('are found where they are seen, the upper one first', () => {
    expect(plates.map((plate) => plate.node.name)).toEqual(['a', 'b']);
    expect(plateAt(plates, at(100, 10))).toBe('skill:a');
    expect(plateAt(plates, at(210, 30))).toBe('skill:b');
    expect(plateAt(plates, at(-1, 10))).toBeNull();
  });

  it('are drawn where anything of them is seen, a mark that stands out of them too', () => {
    const inside = (x: number, y: number) =>
      platesIn(plates, { x, y, width: 10, height: 10 }, 0.5).map((plate) => plate.node.name);
    expect(inside(205, 30)).toEqual(['a', 'b']);
    expect(inside(0, -20)).toEqual(['a']);
    expect(inside(0, -40)).toEqual([]);
  });
});
