import { describe, expect, it } from 'vitest';
import type { MapData, MapLink, MapPoint } from '$lib/ipc';
import { recorded } from '$lib/ipc/recorded';
import { link, node } from './fixtures';
import { endsOf, linesOf, pointsOf, roundNodes } from './links';
import { type Shown, type ShownNode, fold } from './model';
import { nodeHeight, place, widthOf } from './place';
import { type Box, Streets, drawn, left, right } from './streets';

/** Whether a straight line enters a box, found by halving it: another way than the one that is tried. */
function enters(box: Box, a: MapPoint, b: MapPoint): boolean {
  const [least, most] = [{ x: Math.min(a.x, b.x), y: Math.min(a.y, b.y) }, { x: Math.max(a.x, b.x), y: Math.max(a.y, b.y) }]; // prettier-ignore
  if (most.x <= box.x || least.x >= box.x + box.width || most.y <= box.y || least.y >= box.y + box.height) return false;
  if (Math.hypot(b.x - a.x, b.y - a.y) < 1) return true;
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  return enters(box, a, middle) || enters(box, middle, b);
}

const meets = (box: Box, points: readonly MapPoint[]) => points.some((point, at) => at > 0 && enters(box, points[at - 1]!, point)); // prettier-ignore

/** Whether anything of a line may lie in a box. */
function areaOf(points: readonly MapPoint[]) {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return (box: Box) => right > box.x && left < box.x + box.width && bottom > box.y && top < box.y + box.height;
}

/** The links that run behind a card they do not end at. */
function behind({ nodes, links }: Shown): string[] {
  const { places } = place(nodes, links);
  const boxes = nodes.map((node) => {
    return { ...places.get(node.key)!, key: node.key, width: widthOf(node), height: nodeHeight(node) };
  });
  return linesOf(links, roundNodes(endsOf({ nodes, links }, places))).flatMap(({ link, path }) => {
    const points = pointsOf(path);
    const isNear = areaOf(points);
    const others = boxes.filter((box) => isNear(box) && box.key !== link.from && box.key !== link.to);
    return others.filter((box) => meets(box, points)).map(({ key }) => `${link.key} behind ${key}`);
  });
}

/** A library of so many skills: a number that follows from the one before stands for chance. */
function generated(skills: number, seed: number): Shown {
  let now = seed;
  const below = (most: number) => (now = (now * 48_271) % 2_147_483_647) % most;
  const [agents, tools, servers, groups] = [12, Math.round(skills / 7), 9, Math.round(skills / 25)];
  const many = (count: number, of: (at: number) => ShownNode) => Array.from({ length: count }, (_, at) => of(at));
  const nodes = [
    ...many(agents, (at) => ({ ...node(`agent:a${at}`), folded: 0 })),
    ...many(skills, (at) => ({ ...node(`skill:s${at}`, { group: `g${below(groups)}` }), folded: 0 })),
    ...many(tools, (at) => ({ ...node(`tool:t${at}`, { group: `p${below(servers)}` }), folded: 0 })),
    ...many(servers, (at) => ({ ...node(`server:p${at}`), folded: 0 })),
  ];
  const links = new Map<string, MapLink>();
  const put = (made: MapLink) => made.from !== made.to && links.set(made.key, made);
  for (let at = 0; at < skills; at++) {
    put(link('assigned', `agent:a${below(agents)}`, `skill:s${at}`));
    put(link('uses', `skill:s${at}`, `tool:t${below(tools)}`));
    put(link('depends', `skill:s${at}`, `skill:s${below(skills)}`));
    put(link('overlap', `skill:s${at}`, `skill:s${below(skills)}`, { similarity: 0.9 }));
  }
  for (let at = 0; at < tools; at++) {
    put(link('provided', `tool:t${at}`, `server:p${below(servers)}`));
    put(link('needs', `tool:t${at}`, `tool:t${below(tools)}`));
    put(link('given', `agent:a${below(agents)}`, `tool:t${at}`));
  }
  return { nodes, links: [...links.values()] };
}

describe('no link runs behind a card that it does not end at', () => {
  it('in the sample library', () => {
    const shown = fold(recorded('getMap') as MapData, new Set());
    expect(shown.links.length).toBeGreaterThan(50);
    expect(behind(shown)).toEqual([]);
  });

  for (const [skills, seed] of [
    [1, 1],
    [40, 2],
    [90, 3],
    [1000, 4],
    [1000, 5],
  ] as const)
    it(`in a library of ${skills} skills, made from ${seed}`, () => {
      expect(behind(generated(skills, seed))).toEqual([]);
    });
});

describe('streets', () => {
  const box = (x: number, y: number): Box => ({ x, y, width: 100, height: 40 });
  const [from, high, low, to] = [box(0, 0), box(200, -20), box(200, 42), box(400, 0)];
  const streets = new Streets([from, high, low, to]);

  it('lead through the gap between two cards', () => {
    const way = streets.way(from, right, to, left, 0)!;
    expect(way[0]).toMatchObject({ x: 100, y: 20 });
    expect(way.at(-1)).toMatchObject({ x: 400, y: 20 });
    expect(way.map(({ y }) => y)).toContain(31);
    expect(pointsOf(drawn(way)).every(({ y }) => y >= 20 && y <= 31)).toBe(true);
  });

  it('have lanes, so that links in one street can be told apart', () => {
    const heights = [-1, 0, 1].map((lane) => streets.way(from, right, to, left, lane)!.map(({ y }) => y)[2]);
    expect(new Set(heights).size).toBe(3);
  });

  it('lead nowhere between cards that lie on each other', () => {
    const heap = [box(0, 0), box(50, 20)] as const;
    expect(new Streets(heap).way(heap[0], right, heap[1], left, 0)).toBeNull();
    expect(streets.way(from, right, box(9, 9), left, 0)).toBeNull();
  });
});
