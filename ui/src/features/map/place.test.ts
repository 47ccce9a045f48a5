import { describe, expect, it } from 'vitest';
import { node } from './fixtures';
import type { ShownNode } from './model';
import { type Tile, place } from './place';
import { fitted, levelOf, meets, scaleOf } from './sight';

const skills = (count: number, group: (at: number) => string): ShownNode[] =>
  Array.from({ length: count }, (_, at) => ({ ...node(`skill:skill-${at}`, { group: group(at) }), folded: 0 }));

const apart = (tiles: readonly Tile[]) =>
  tiles.every((tile, at) => tiles.slice(at + 1).every((other) => !meets(tile, other)));

describe('a large map', () => {
  for (const [count, groups] of [
    [218, 9],
    [460, 40],
    [2000, 150],
    [10000, 380],
    [10000, 1],
  ] as const) {
    it(`of ${count} skills in ${groups} groups is tiles that can be named with all of it in view`, () => {
      const nodes = skills(count, (at) => `group ${(at * 7) % groups}`);
      const { tiles, places, bounds } = place(nodes, []);
      expect(tiles.flatMap(({ keys }) => keys).sort()).toEqual(nodes.map(({ key }) => key).sort());
      expect(apart(tiles)).toBe(true);
      expect(new Set([...places.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(count);
      // In a window of 1440 × 900, beside the rail and the inspector.
      const { zoom } = fitted(bounds, 1050, 790);
      if (levelOf(zoom) !== 'far') return;
      for (const tile of tiles) expect([tile.width * zoom >= 48, tile.height * zoom >= 30]).toEqual([true, true]);
    });
  }

  it('parts large groups by name, and lets small ones share a tile', () => {
    const nodes = skills(2000, (at) => (at < 1000 ? 'large' : `g${Math.floor(at / 3)}`));
    const { tiles } = place(nodes, []);
    expect(tiles[0]?.name).toBe('large: skill-0 – skill-90');
    expect(tiles.at(-1)).toMatchObject({ name: 'g636 – g666', detail: '92 skills, 31 groups' });
  });

  it('has a tile where most of its nodes were moved to, and none where they were scattered', () => {
    const nodes = skills(100, (at) => `g${at % 2}`);
    for (const [at, moved] of nodes.entries())
      moved.position = { x: 5000 + (at % 10) * 258, y: 70 * Math.floor(at / 10) };
    expect(place(nodes, []).tiles.every(({ x, isLoose }) => x >= 4900 && !isLoose)).toBe(true);
    for (const [at, moved] of nodes.entries()) moved.position = { x: at * 900, y: (at % 7) * 900 };
    expect(place(nodes, []).tiles.every(({ isLoose }) => isLoose)).toBe(true);
  });
});

it('writes at one size on the screen, however near', () => {
  for (const zoom of [0.02, 0.1, 0.33, 0.69]) expect(Math.abs(scaleOf(zoom) * zoom - 1)).toBeLessThan(0.05);
});
