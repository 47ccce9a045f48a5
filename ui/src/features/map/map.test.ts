import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FileContent, MapData, MapFindings, MapLink, MapPosition, SaveOutcome, UndoHistory } from '$lib/ipc';
import { later } from '$lib/testing/screen';
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
  getMap = vi.fn(async () => structuredClone(this.data));
  savePositions = vi.fn(async (positions: MapPosition[]) => {
    for (const { key, point } of positions) {
      const node = this.data.nodes.find((known) => known.key === key);
      if (node) node.position = point;
      else this.data.groups = [...this.data.groups.filter((known) => known.key !== key), { key, point }];
    }
  });
  saveLink = vi.fn(async (wish: MapLink) => {
    if (this.refuse) throw { code: 'invalid', message: this.refuse, detail: null };
    const stored = { ...wish, aggregate_version: wish.aggregate_version + 1 };
    this.data.links = [...this.data.links.filter(({ key }) => key !== wish.key), stored];
    return stored;
  });
  removeLink = vi.fn(async (kind: string, from: string, to: string) => {
    this.data.links = this.data.links.filter(({ key }) => key !== `${kind}:${from}>${to}`);
  });
  getMapFindings = vi.fn(async (limit: number | null): Promise<MapFindings> => ({
    ...this.findings,
    limit: limit ?? 0.4,
  }));
  findings: MapFindings = { missing: [], links: [], overlaps: 1, limit: 0.4 };
  history: UndoHistory = { done: [], undone: [], basis: '' };
  getUndoHistory = vi.fn(async () => this.history);
  saveUndoHistory = vi.fn(async (_: unknown, history: UndoHistory) => void (this.history = history));
  text = 'after';
  getFile = vi.fn(async () => ({ text: this.text, draft: null, aggregate_version: 1 }) as unknown as FileContent);
  saveFile = vi.fn(async (_id: string, _path: string, text: string) => {
    this.text = text;
    return { kind: 'saved' } as SaveOutcome;
  });
  undoChangeSet = vi.fn(async () => ({ set: null, done: 1, refused: [] }));
  redoChangeSet = vi.fn(async () => ({ set: null, done: 1, refused: [] }));
  getBlastRadius = vi.fn(async (key: string) => ({
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

describe('reading', () => {
  const clientOf = () => map.data.value!.nodes.find(({ kind }) => kind === 'client')?.name;
  const withClient = (name: string) => ({ ...start(), nodes: [...start().nodes, node(`client:${name}`)] });

  it('what is found in texts late does not bring the map of before back', async () => {
    const [found, newer] = [later<MapFindings>(), later<MapData>()];
    backend.getMapFindings.mockReturnValueOnce(found.promise);
    backend.data = withClient('codex');
    await map.load();
    backend.getMap.mockReturnValueOnce(newer.promise);
    const loading = map.load();
    backend.data = withClient('gemini');
    found.resolve({ missing: [], links: [], overlaps: 0, limit: 0.4 });
    await vi.waitFor(() => expect(clientOf()).toBe('gemini'));
    newer.resolve(withClient('codex'));
    await loading;
    expect(clientOf()).toBe('gemini');
  });

  it('that was overtaken is nowhere kept', async () => {
    const [slow, found] = [later<MapData>(), later<MapFindings>()];
    backend.getMap.mockReturnValueOnce(slow.promise);
    const overtaken = map.load();
    backend.data = withClient('gemini');
    backend.getMapFindings.mockReturnValueOnce(found.promise);
    await map.load();
    slow.resolve(withClient('codex'));
    await overtaken;
    found.resolve({ missing: [node('missing:late')], links: [], overlaps: 0, limit: 0.4 });
    await vi.waitFor(() => expect(map.node('missing:late')).toBeTruthy());
    expect(clientOf()).toBe('gemini');
  });
});

describe('links', () => {
  it('are drawn between what can be linked and nothing else', async () => {
    expect(drawable('agent', 'skill')).toEqual(['assigned']);
    expect(drawable('tool', 'agent')).toEqual([]);
    expect(map.targets('skill:emergency').map(({ name }) => name)).toEqual(['crew', 'triage']);
    expect(map.canConnect('skill:emergency', 'tool:call')).toBe(false);
    expect(await map.connect('skill:triage', 'server:telephony')).toBe(false);
    expect(backend.saveLink).not.toHaveBeenCalled();
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
    const access = () => {
      const link = map.link(known.key);
      return link?.kind === 'uses' && link.access;
    };
    await map.put({ ...known, access: 'read' } as MapLink);
    expect(access()).toBe('read');
    await map.undo();
    expect(access()).toBe('execute');
    await map.remove(known.key);
    expect(has(known.key)).toBe(false);
    await map.undo();
    expect(access()).toBe('execute');
  });

  it('are undone one after the other, however fast one presses', async () => {
    await map.connect('skill:triage', 'tool:crew');
    await map.connect('skill:emergency', 'tool:crew');
    await Promise.all([map.undo(), map.undo()]);
    expect([has(key), has('uses:skill:emergency>tool:crew'), map.steps.canUndo]).toEqual([false, false, false]);
    await Promise.all([map.redo(), map.redo()]);
    expect([has(key), has('uses:skill:emergency>tool:crew'), map.steps.canRedo]).toEqual([true, true, false]);
  });

  it('are undone by a key that is pressed before they are said to be kept, not the one before them', async () => {
    await map.connect('skill:triage', 'tool:crew');
    const save = backend.saveLink.getMockImplementation()!;
    let say = () => {};
    const said = new Promise<void>((resolve) => (say = resolve));
    backend.saveLink.mockImplementationOnce(async (link) => {
      const stored = await save(link);
      await said;
      return stored;
    });
    const connected = map.connect('skill:emergency', 'tool:crew');
    const undone = map.undo();
    say();
    await Promise.all([connected, undone]);
    expect([has(key), has('uses:skill:emergency>tool:crew')]).toEqual([true, false]);
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

describe('after a restart', () => {
  /** The map as the next start opens it. */
  async function restart() {
    const next = new LibraryMap(backend, { read: () => kept, write: (text) => (kept = text) });
    await next.load();
    return next;
  }

  it('steps are undone and done again', async () => {
    await map.connect('skill:triage', 'tool:crew');
    await map.move(new Map([['tool:crew', { x: 5, y: 6 }]]));
    let next = await restart();
    expect(next.steps.undoLabel).toBe('Move nodes');
    await next.undo();
    await next.undo();
    expect(backend.data.nodes.find((known) => known.key === 'tool:crew')?.position).toBeNull();
    expect(backend.data.links.some((known) => known.key === key)).toBe(false);
    expect([next.steps.canUndo, next.refused]).toEqual([false, null]);
    next = await restart();
    await next.redo();
    expect(backend.data.links.some((known) => known.key === key)).toBe(true);
    expect(next.steps.redoLabel).toBe('Move nodes');
  });

  it('begins with the last state, also where a step was still at work as the window closed', async () => {
    await map.connect('skill:triage', 'tool:crew');
    await map.undo();
    let save = () => {};
    const saveLink = backend.saveLink.getMockImplementation()!;
    const late = new Promise<void>((resolve) => (save = resolve));
    backend.saveLink.mockImplementationOnce(async (link) => (await late, saveLink(link)));
    void map.redo();
    const settled = vi.fn();
    const closing = map.settle().then(settled);
    await Promise.resolve();
    expect(settled).not.toHaveBeenCalled();
    save();
    await closing;
    expect((await restart()).steps.undoLabel).toBe('Connect triage to crew');
  });

  it('a step whose link, place, node or text was changed since is refused in words and dropped', async () => {
    await map.connect('skill:triage', 'tool:crew');
    backend.data.links = backend.data.links.map((known) => (known.key === key ? { ...known, access: 'write' } : known));
    let next = await restart();
    await next.undo();
    expect(next.refused?.message).toContain('The link from triage to crew has changed since');
    expect([backend.data.links.some((known) => known.key === key), next.steps.canUndo]).toEqual([true, false]);

    await next.move(new Map([['tool:crew', { x: 5, y: 6 }]]));
    backend.data.nodes.find((known) => known.key === 'tool:crew')!.position = { x: 9, y: 9 };
    next = await restart();
    await next.undo();
    expect(next.refused?.message).toContain('have been moved since');
    expect(next.node('tool:crew')?.position).toEqual({ x: 9, y: 9 });

    await next.remove(key);
    backend.data.nodes = backend.data.nodes.filter((known) => known.key !== 'tool:crew');
    next = await restart();
    backend.saveLink.mockClear();
    await next.undo();
    expect(next.refused?.message).toContain('no longer in the library');
    expect(backend.saveLink).not.toHaveBeenCalled();

    const texts = [{ id: 'x', before: 'before', after: 'after' }];
    await next.steps.do(async () => ({ kind: 'rename', label: 'Rename a to b', texts }));
    backend.text = 'after and more';
    await next.undo();
    expect([backend.text, next.steps.canUndo]).toEqual(['after and more', false]);
    expect(next.refused?.message).toContain('A skill has changed since');
  });

  it('what cannot be read is forgotten with what is before it', async () => {
    await map.connect('skill:triage', 'tool:crew');
    backend.history.done = [...backend.history.done, '{"kind":"new"}', backend.history.done[0]!];
    const next = await restart();
    await next.undo();
    expect(next.steps.canUndo).toBe(false);
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
    expect(backend.savePositions).toHaveBeenCalledTimes(1);
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
    // What is selected is read with what it is linked to, whatever else is found.
    map.select({ kind: 'node', key: 'tool:call' });
    expect(map.lit).toContain('skill:emergency');
    expect(map.lit).not.toContain('skill:triage');
    map.select(null);
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
  expect(backend.getMap).toHaveBeenCalledTimes(2);
  expect(map.selection).toBeNull();
});

it('is read anew once every skill has its vector, for the overlaps', async () => {
  vi.useFakeTimers();
  const told = (indexed: number) =>
    map.follow({ kind: 'embedding', status: { model: '', state: 'ready', indexed, total: 2, hint: null } });
  backend.getMap.mockClear();
  told(1);
  await vi.advanceTimersByTimeAsync(REST);
  expect(backend.getMap).not.toHaveBeenCalled();
  told(2);
  told(2);
  await vi.advanceTimersByTimeAsync(REST);
  told(2);
  await vi.advanceTimersByTimeAsync(REST);
  expect(backend.getMap).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});

describe('a folded group', () => {
  beforeEach(() => map.toggleGroup('group:skill:Field'));

  it('is found by the names in it, and unfolded to go there', () => {
    map.search = 'tria';
    expect(map.matches.map(({ key }) => key)).toEqual(['skill:triage']);
    expect([...map.lit!]).toEqual(['group:skill:Field']);
    map.goToMatch();
    expect(map.collapsed.size).toBe(0);
    expect([map.selection, map.reveal]).toEqual([{ kind: 'node', key: 'skill:triage' }, 'skill:triage']);
  });

  it('brings all of the map into view when it is folded and unfolded as a whole', () => {
    const before = map.fits;
    map.viewport = { x: 1, y: 1, zoom: 1 };
    map.toggleGroup(null);
    expect([map.viewport, map.fits]).toEqual([null, before + 1]);
  });
});

it('goes from one match to the next, names that start with it first', () => {
  map.search = 'c';
  expect(map.matches.map(({ name }) => name)).toEqual(['call', 'crew', 'emergency']);
  map.goToMatch();
  map.goToMatch();
  expect(map.selection?.key).toBe('tool:crew');
});

it('draws what is found in texts when it comes, and says how many overlaps there are beyond those drawn', async () => {
  backend.data.nodes = backend.data.nodes.filter(({ kind }) => kind !== 'missing');
  backend.data.links = backend.data.links.filter(({ kind }) => kind !== 'overlap' && kind !== 'names');
  backend.findings = {
    missing: [node('missing:git_history')],
    links: [
      link('names', 'skill:triage', 'missing:git_history'),
      link('overlap', 'skill:emergency', 'skill:triage', { similarity: 0.8 }),
      link('overlap', 'skill:gone', 'skill:triage', { similarity: 0.8 }),
    ],
    overlaps: 4321,
    limit: 0.4,
  };
  await map.load();
  await vi.waitFor(() => expect(map.counts).toEqual({ missing: 1, overlap: 1, cycle: 0 }));
  expect(map.overlaps).toBe(4321);
  await map.move(new Map([['tool:crew', { x: 5, y: 6 }]]));
  expect(map.counts.missing).toBe(1);
  await map.setOverlapLimit(0.7);
  expect(backend.getMapFindings).toHaveBeenLastCalledWith(0.7);
});

it('a library is looked at as it was left, and else fitted', () => {
  const opened = (text: string | null) => new LibraryMap(backend, { read: () => text, write: () => {} });
  expect(opened(null).viewport).toBeNull();
  expect(opened('{"viewport":{"x":3,"y":4,"zoom":1}}').viewport).toEqual({ x: 3, y: 4, zoom: 1 });
});
