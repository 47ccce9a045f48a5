import { describe, expect, it } from 'vitest';
import { data, link, node } from './fixtures';
import { FlowNodes, keyOf } from './flow';
import { endsOf, labelsOf, linesOf, route } from './links';
import { fold } from './model';
import { place } from './place';

const box = (x: number, y: number) => ({ x, y, width: 100, height: 40 });
const depends = link('depends', 'skill:a', 'skill:b');
const uses = link('uses', 'skill:a', 'tool:b');
const numbers = (path: string) => path.match(/-?[\d.]+/g)!.map(Number);

describe('where a link runs', () => {
  it('leaves at the right and comes in at the left between columns', () => {
    const at = numbers(route(uses, box(0, 0), box(300, 200)).path);
    expect(at.slice(0, 2)).toEqual([100, 20]);
    expect(at.slice(-2)).toEqual([300, 220]);
  });

  it('goes straight to the next in a column, whichever is above', () => {
    const down = route(depends, box(0, 0), box(0, 60));
    expect(down).toMatchObject({ path: 'M50,40L50,60', side: 'start' });
    const up = route(depends, box(0, 60), box(0, 0));
    expect(up.path).toBe(down.path);
    expect([down.arrow, up.arrow]).toEqual([expect.stringContaining('L50,60'), expect.stringContaining('L50,40')]);
    expect(route(link('overlap', 'skill:a', 'skill:b'), box(0, 0), box(0, 60)).arrow).toBe('');
  });

  it('goes round the others of a column, from node to node', () => {
    const { path, arrow } = route(depends, box(0, 0), box(10, 400));
    const at = numbers(path);
    expect(arrow).toContain('L10,420');
    expect([at[0], at[1], at.at(-2), at.at(-1)]).toEqual([0, 20, 10, 420]);
    expect(at[2]).toBeLessThan(0);
  });

  it('ends at both nodes where a kind stands in several columns', () => {
    const { path, arrow } = route(depends, box(300, 0), box(0, 200));
    const at = numbers(path);
    expect(arrow).toContain('L100,220');
    expect(at.slice(0, 2)).toEqual([100, 220]);
    expect(at.slice(-2)).toEqual([300, 20]);
  });
});

it('draws a line for each link that has both ends, and says what it means', () => {
  const shown = fold(data(), new Set());
  const { places } = place(shown.nodes, shown.links);
  const lines = linesOf(shown.links, endsOf(shown, places));
  expect(lines).toHaveLength(shown.links.length);
  const of = (kind: string) => lines.find((line) => line.link.kind === kind)!;
  expect(of('uses').label).toBe('emergency uses transfer_call');
  expect(of('uses').look).toBe('uses execute');
  expect(of('overlap').words).toBe('overlap 0.87');
  expect(linesOf([link('uses', 'skill:emergency', 'tool:gone')], endsOf(shown, places))).toEqual([]);
  places.delete('skill:emergency');
  expect(linesOf(shown.links, endsOf(shown, places)).length).toBeLessThan(lines.length);
});

it('writes what lies at one place as one, and always what is selected', () => {
  const shown = fold(
    data({ links: [depends, link('parent', 'skill:a', 'skill:b')], nodes: [node('skill:a'), node('skill:b')] }),
    new Set(),
  );
  const at = (x: number, y: number) => new Map([['skill:a', { x: 0, y: 0 }], ['skill:b', { x, y }]]); // prettier-ignore
  const words = (places: ReturnType<typeof at>, selected: string | null) =>
    labelsOf(linesOf(shown.links, endsOf(shown, places)), selected, endsOf(shown, places)).map((label) => label.words);
  expect(words(at(0, 80), null)).toEqual(['requires, parent']);
  expect(words(at(0, 900), null)).toEqual([]);
  expect(words(at(0, 900), depends.key)).toEqual(['requires']);
  // Also where another link at the same place comes first, and their words would cover a node.
  const [first, last] = [link('overlap', 'skill:a', 'skill:b', { similarity: 0.9 }), depends];
  const pair = fold(
    data({ links: [first, last], nodes: [node('skill:a'), node('skill:b'), node('skill:c')] }),
    new Set(),
  );
  const places = new Map([['skill:a', { x: 0, y: 0 }], ['skill:b', { x: 0, y: 80 }], ['skill:c', { x: 110, y: 50 }]]); // prettier-ignore
  const ends = endsOf(pair, places);
  const of = (selected: string | null) => labelsOf(linesOf(pair.links, ends), selected, ends).map(({ words }) => words);
  expect([of(null), of(last.key)]).toEqual([[], ['overlap 0.90, requires']]);
});

it('makes only those nodes anew that changed', () => {
  const made = new FlowNodes();
  const shown = () => fold(data(), new Set());
  const { places } = place(shown().nodes, shown().links);
  const options = { places, lit: null, blast: null, access: new Map(), selected: null };
  const before = made.of(shown().nodes, options);
  const after = made.of(shown().nodes, { ...options, selected: 'skill:emergency' });
  const changed = after.filter((now, at) => now !== before[at]).map(keyOf);
  expect(changed).toEqual(['skill:emergency']);
  const more = made.of([...shown().nodes, { ...node('skill:new'), folded: 0 }], options);
  expect(more.filter((now) => !before.includes(now) && !after.includes(now)).map(keyOf)).toEqual([
    'skill:emergency',
    'skill:new',
  ]);
});

it('gives a node that comes the elements of one that went, and leaves the others where they are', () => {
  const made = new FlowNodes();
  const options = { places: new Map(), lit: null, blast: null, access: new Map(), selected: null };
  const of = (...keys: string[]) =>
    made.of(fold(data({ nodes: keys.map((key) => node(key)) }), new Set()).nodes, options);
  const slots = (...keys: string[]) => Object.fromEntries(of(...keys).map((flow) => [keyOf(flow), flow.id]));
  const before = slots('skill:a', 'skill:b', 'skill:c');
  const after = slots('skill:b', 'skill:c', 'skill:d', 'skill:e');
  expect(after['skill:d']).toBe(before['skill:a']);
  expect([after['skill:b'], after['skill:c']]).toEqual([before['skill:b'], before['skill:c']]);
  expect(new Set(Object.values(after)).size).toBe(4);
  expect(of('skill:e', 'skill:d', 'skill:c', 'skill:b').map(keyOf)).toEqual([
    'skill:d',
    'skill:b',
    'skill:c',
    'skill:e',
  ]);
});
