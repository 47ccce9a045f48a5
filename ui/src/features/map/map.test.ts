import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MapData, MapLink, MapPosition } from '$lib/ipc';
import { link, node } from './fixtures';
import { LibraryMap, REST } from './map.svelte';
import { drawable, fold, targetsOf } from './model';
import { neighbour } from './keys';
import { place } from './place';
import { readView } from './view';

const start = (): MapData => ({
  nodes: [
    node('agent:desk'),
    node('skill:emergency', { group: 'Field' }),
    node('skill:triage', { group: 'Field' }),
    node('tool:call', { group: 'telephony' }),
    node('tool:crew', { group: 'telephony' }),
    node('server:telephony'),
    node('missing:git_history'),
  ],
  links: [
    link('assigned', 'agent:desk', 'skill:emergency'),
    link('uses', 'skill:emergency', 'tool:call', { access: 'execute' }),
    link('provided', 'tool:call', 'server:telephony', { aggregate_version: 0 }),
    link('provided', 'tool:crew', 'server:telephony', { aggregate_version: 0 }),
    link('names', 'skill:triage', 'missing:git_history', { aggregate_version: 0 }),
    link('overlap', 'skill:emergency', 'skill:triage', { aggregate_version: 0, similarity: 0.8 }),
  ],
  cycles: [],
  groups: [],
});

/** A studio that keeps links and places as the real one does. */
class Backend {
  data = start();
  refuse: string | null = null;
  map = vi.fn(async () => structuredClone(this.data));
  putPositions = vi.fn(async (positions: MapPosition[]) => {
    for (const { key, point } of positions) {
      const node = this.data.nodes.find((known) => known.key === key);
      if (node) node.position = point;
      else this.data.groups = [...this.data.groups.filter((known) => known.key !== key), { key, point }];
    }
  });
  putLink = vi.fn(async (wish: MapLink) => {
    if (this.refuse) throw { code: 'invalid', message: this.refuse, detail: null };
    const stored = { ...wish, aggregate_version: wish.aggregate_version + 1 };
    this.data.links = [...this.data.links.filter(({ key }) => key !== wish.key), stored];
    return stored;
  });
  deleteLink = vi.fn(async (kind: string, from: string, to: string) => {
    this.data.links = this.data.links.filter(({ key }) => key !== `${kind}:${from}>${to}`);
  });
  blastRadius = vi.fn(async (key: string) => ({
    key,
    hit: [
      { key: 'skill:emergency', name: 'emergency', kind: 'skill' as const, distance: 1, is_required: true, why: '' },
    ],
  }));
}

let backend: Backend;
let map: LibraryMap;
let kept: string | null;
const key = 'uses:skill:triage>tool:crew';
const has = (wanted: string) => map.data.value!.links.some((known) => known.key === wanted);

beforeEach(async () => {
  backend = new Backend();
  kept = null;
  map = new LibraryMap(backend, { read: () => kept, write: (text) => (kept = text) });
  await map.load();
});

describe('links', () => {
  it('are drawn between what can be linked and nothing else', async () => {
    expect(drawable('agent', 'skill')).toEqual(['assigned']);
    expect(drawable('tool', 'agent')).toEqual([]);
    expect(map.targets('skill:emergency').map(({ name }) => name)).toEqual(['crew', 'triage']);
    expect(map.canConnect('skill:emergency', 'tool:call')).toBe(false);
    expect(await map.connect('skill:triage', 'server:telephony')).toBe(false);
    expect(backend.putLink).not.toHaveBeenCalled();
  });

  it('are one step each, undone and done again', async () => {
    expect(await map.connect('skill:triage', 'tool:crew')).toBe(true);
    expect(map.selection).toEqual({ kind: 'link', key });
    expect(map.steps.undoLabel).toBe('Connect triage to crew');
    await map.undo();
    expect(has(key)).toBe(false);
    await map.redo();
    expect(has(key)).toBe(true);
    expect(map.steps.canRedo).toBe(false);
  });

  it('come back as they were after a change is undone', async () => {
    const known = map.link('uses:skill:emergency>tool:call')!;
    await map.put({ ...known, access: 'read' });
    expect(map.link(known.key)?.access).toBe('read');
    await map.undo();
    expect(map.link(known.key)?.access).toBe('execute');
    await map.remove(known.key);
    expect(has(known.key)).toBe(false);
    await map.undo();
    expect(map.link(known.key)?.access).toBe('execute');
  });

  it('are undone one after the other, however fast one presses', async () => {
    await map.connect('skill:triage', 'tool:crew');
    await map.connect('skill:emergency', 'tool:crew');
    await Promise.all([map.undo(), map.undo()]);
    expect([has(key), has('uses:skill:emergency>tool:crew'), map.steps.canUndo]).toEqual([false, false, false]);
    await Promise.all([map.redo(), map.redo()]);
    expect([has(key), has('uses:skill:emergency>tool:crew'), map.steps.canRedo]).toEqual([true, true, false]);
  });

  it('to another parent come back to the first when undone', async () => {
    backend.data.nodes.push(node('skill:basics'));
    backend.data.links.push(link('parent', 'skill:triage', 'skill:emergency'));
    await map.load();
    // As the studio does: a skill has one parent.
    backend.data.links = backend.data.links.filter(({ kind }) => kind !== 'parent');
    await map.connect('skill:triage', 'skill:basics', 'parent');
    expect(has('parent:skill:triage>skill:emergency')).toBe(false);
    await map.undo();
    expect([has('parent:skill:triage>skill:emergency'), has('parent:skill:triage>skill:basics')]).toEqual([
      true,
      false,
    ]);
  });

  it('that close a circle are refused in words, and leave no step', async () => {
    backend.refuse = 'This would close a circle: emergency → triage → emergency.';
    expect(await map.connect('skill:emergency', 'skill:triage')).toBe(false);
    expect(map.refused?.message).toContain('emergency → triage → emergency');
    expect(map.steps.canUndo).toBe(false);
  });
});

describe('places', () => {
  it('are kept, however many nodes were moved, as one step', async () => {
    const point = { x: 5, y: 6 };
    await map.move(
      new Map([
        ['tool:call', point],
        ['tool:crew', point],
      ]),
    );
    expect(backend.putPositions).toHaveBeenCalledTimes(1);
    expect(map.places.get('tool:crew')).toEqual(point);
    await map.undo();
    expect(map.places.get('tool:crew')).not.toEqual(point);
    expect(backend.data.nodes.find((known) => known.key === 'tool:crew')?.position).toBeNull();
  });

  it('of folded groups are kept too', async () => {
    map.toggleGroup('group:tool:telephony');
    const point = { x: 7, y: 8 };
    await map.move(new Map([['group:tool:telephony', point]]));
    expect(map.places.get('group:tool:telephony')).toEqual(point);
    await map.load();
    expect(map.places.get('group:tool:telephony')).toEqual(point);
    await map.undo();
    expect(map.places.get('group:tool:telephony')).not.toEqual(point);
  });

  it('are the same for the same library, and never shared by two nodes', () => {
    const shown = fold(start(), new Set());
    const [one, other] = [place(shown.nodes, shown.links).places, place(shown.nodes.toReversed(), shown.links).places];
    expect([...one].sort()).toEqual([...other].sort());
    expect(new Set([...one.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(shown.nodes.length);
  });

  it('lead by arrow keys to the nearest node that way', () => {
    const places = new Map([
      ['a', { x: 0, y: 0 }],
      ['b', { x: 0, y: 60 }],
      ['c', { x: 300, y: 10 }],
    ]);
    expect(neighbour(places, 'a', 'ArrowDown')).toBe('b');
    expect(neighbour(places, 'a', 'ArrowRight')).toBe('c');
    expect(neighbour(places, 'a', 'ArrowUp')).toBeNull();
    expect(neighbour(places, 'a', 'x')).toBeNull();
  });
});

describe('what stands out', () => {
  it('is what is searched for, in any case', () => {
    expect(map.lit).toBeNull();
    map.search = 'CRE';
    expect([...map.lit!]).toEqual(['tool:crew']);
    map.search = 'nowhere';
    expect(map.lit?.size).toBe(0);
  });

  it('is what is not filtered out', () => {
    map.toggleKind('tool');
    expect(map.lit?.has('tool:call')).toBe(false);
    expect(map.lit?.has('missing:git_history')).toBe(false);
    map.toggleKind('tool');
    map.onlyProblems = true;
    expect([...map.lit!]).toEqual(['missing:git_history']);
  });

  it('is what depends on a node while that is asked', async () => {
    await map.showBlast('tool:call');
    expect([...map.lit!]).toEqual(['tool:call', 'skill:emergency']);
    await map.showBlast(null);
    expect(map.lit).toBeNull();
  });

  it('is stepped through, round and round', () => {
    map.step('missing');
    expect(map.selection).toEqual({ kind: 'node', key: 'missing:git_history' });
    map.step('overlap');
    expect(map.reveal).toBe('overlap:skill:emergency>skill:triage');
    expect(map.counts).toEqual({ missing: 1, overlap: 1, cycle: 0 });
  });
});

it('folds groups, with their links each drawn once, and remembers it', () => {
  map.toggleGroup('group:tool:telephony');
  expect(map.shown.nodes.find(({ folded }) => folded)?.folded).toBe(2);
  expect(map.shown.links.filter(({ kind }) => kind === 'provided')).toHaveLength(1);
  expect(readView(kept).collapsed).toEqual(['group:tool:telephony']);
  map.toggleGroup(null);
  expect(map.collapsed.size).toBe(0);
});

it('offers nothing for a node that is linked to everything', () => {
  const data = start();
  data.links.push(link('uses', 'skill:triage', 'tool:call'), link('uses', 'skill:triage', 'tool:crew'));
  const triage = data.nodes.find((known) => known.key === 'skill:triage')!;
  expect(targetsOf(data, triage).map((known) => known.key)).toEqual(['skill:emergency']);
});

it('reads a burst of events once, and lets go of a selection that is gone', async () => {
  vi.useFakeTimers();
  map.select({ kind: 'node', key: 'tool:crew' });
  backend.data.nodes = backend.data.nodes.filter((known) => known.key !== 'tool:crew');
  for (let at = 0; at < 5; at++) map.follow({ kind: 'tools_changed' });
  await vi.advanceTimersByTimeAsync(REST);
  vi.useRealTimers();
  expect(backend.map).toHaveBeenCalledTimes(2);
  expect(map.selection).toBeNull();
});

it('is read anew once every skill has its vector, for the overlaps', async () => {
  vi.useFakeTimers();
  const told = (indexed: number) =>
    map.follow({ kind: 'embedding', status: { model: '', state: 'ready', indexed, total: 2, hint: null } });
  backend.map.mockClear();
  told(1);
  await vi.advanceTimersByTimeAsync(REST);
  expect(backend.map).not.toHaveBeenCalled();
  told(2);
  told(2);
  await vi.advanceTimersByTimeAsync(REST);
  told(2);
  await vi.advanceTimersByTimeAsync(REST);
  expect(backend.map).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});
