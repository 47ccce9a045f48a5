import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type MapData,
  type MapFindings,
  type MapLink,
  type MapPosition,
  StudioError,
  type UndoHistory,
} from '$lib/ipc';
import { ODD_NAMES, faults, later, wordsOf, write } from '$lib/testing/screen';
import { createRawSnippet } from 'svelte';
import { data as fixture, link, node } from './fixtures';
import { LibraryMap, type MapBackend } from './map.svelte';
import Screen from './Map.svelte';

// The canvas and its bar draw what fits them; jsdom has no layout.
const sizes = { clientWidth: 1200, clientHeight: 800, offsetWidth: 1200, offsetHeight: 800 };
for (const [side, value] of Object.entries(sizes))
  Object.defineProperty(HTMLElement.prototype, side, { configurable: true, get: () => value });

/** Layouts that were begun, to be answered by the test. */
const workers: Hand[] = [];
class Hand {
  onmessage: (event: object) => void = () => {};
  isOver = false;
  postMessage = () => void workers.push(this);
  terminate = () => (this.isOver = true);
}
vi.stubGlobal('Worker', Hand);

let data: MapData;
let backend: ReturnType<typeof studio>;
const studio = () => ({
  getMap: vi.fn(async () => structuredClone(data)),
  getMapFindings: vi.fn(async (limit: number | null): Promise<MapFindings> => ({
    missing: [],
    links: [],
    overlaps: 551,
    limit: limit ?? 0.4,
  })),
  getUndoHistory: vi.fn(async (): Promise<UndoHistory> => ({ done: [], undone: [], basis: '' })),
  saveUndoHistory: vi.fn(async () => null),
  savePositions: vi.fn(async (_places: MapPosition[]) => null),
  getBlastRadius: vi.fn(async (key: string) => ({ key, hit: [] })),
  saveLink: vi.fn(async (put: MapLink) => {
    const stored = { ...put, aggregate_version: put.aggregate_version + 1 };
    data = { ...data, links: [...data.links.filter(({ key }) => key !== put.key), stored] };
    return stored;
  }),
  removeLink: vi.fn(async (kind: string, from: string, to: string) => {
    data = { ...data, links: data.links.filter(({ key }) => key !== `${kind}:${from}>${to}`) };
  }),
});
beforeEach(() => {
  data = fixture();
  backend = studio();
  workers.length = 0;
});

async function show(isRead = true) {
  const kept = vi.fn();
  const map = new LibraryMap(backend as unknown as MapBackend, { read: () => null, write: kept });
  if (isRead) await map.load();
  const onimport = vi.fn();
  render(Screen, { map, onimport });
  return { map, kept, onimport };
}
const bar = () => screen.getByRole('toolbar', { name: 'Map' });
const press = (label: string) => fireEvent.click(within(bar()).getByText(label));
const nodeOf = (key: string) =>
  document.querySelector(`[data-node-key="${key}"]`)?.closest<HTMLElement>('.svelte-flow__node') ?? null;

describe('the place', () => {
  it('says what failed and reads it again, and what to do where there is nothing', async () => {
    backend.getMap.mockRejectedValueOnce(new StudioError('internal', 'The links are damaged.'));
    const { onimport } = await show();
    expect(wordsOf(screen.getByTestId('error-state'))).toContain("Couldn't load the map The links are damaged.");
    data = { nodes: [], links: [], cycles: [], groups: [] };
    await fireEvent.click(screen.getByText('Try again'));
    expect(await screen.findByText('Nothing to show yet')).toBeTruthy();
    expect(within(bar()).getByText<HTMLButtonElement>('Auto-layout').closest('button')!.disabled).toBe(true);
    await fireEvent.click(screen.getByText('Import skills'));
    expect(onimport).toHaveBeenCalledOnce();
  });

  it('says why a change was refused, until that is dismissed', async () => {
    const { map } = await show();
    backend.saveLink.mockRejectedValueOnce(new StudioError('invalid', 'That closes a circle.'));
    await map.connect('skill:triage-basics', 'skill:emergency', 'depends');
    expect(wordsOf(await screen.findByRole('alert'))).toBe('That closes a circle.');
    await fireEvent.click(screen.getByLabelText('Dismiss'));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the place where there is room for one pane', () => {
  const known = createRawSnippet(() => ({ render: () => '<p>what is known</p>' }));
  const list = createRawSnippet(() => ({ render: () => '<p>the list</p>' }));
  const isSeen = (text: string) => screen.getByText(text).closest('[hidden]') === null;
  async function showIn(width: number) {
    const wide = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
    const map = new LibraryMap(backend as unknown as MapBackend, { read: () => null, write: vi.fn() });
    await map.load();
    const { component } = render(Screen, { map, inspector: known, list });
    await waitFor(() => expect(screen.getByText('what is known')).toBeTruthy());
    return { map, wide, find: () => component.find() };
  }

  it('leads from the map to what is known of the selection and back; who looks for something sees the map', async () => {
    const { wide, find } = await showIn(468);
    await waitFor(() => expect(isSeen('what is known')).toBe(false));
    await fireEvent.click(screen.getByRole('button', { name: 'Details' }));
    expect(isSeen('what is known')).toBe(true);
    await fireEvent.click(screen.getByRole('button', { name: 'Back to map' }));
    expect(isSeen('what is known')).toBe(false);
    await fireEvent.click(screen.getByRole('button', { name: 'Details' }));
    find();
    await waitFor(() => expect(isSeen('what is known')).toBe(false));
    await fireEvent.click(screen.getByRole('button', { name: 'Details' }));
    await write(screen.getByLabelText<HTMLInputElement>('Find on the map'), 'e');
    expect(isSeen('what is known')).toBe(false);
    await fireEvent.click(screen.getByRole('button', { name: 'Details' }));
    await press('List');
    expect([isSeen('the list'), isSeen('what is known')]).toEqual([true, false]);
    expect(screen.queryByRole('button', { name: 'Details' })).toBeNull();
    wide.mockRestore();
  });

  it('has both beside one another in a window of 600 pixels', async () => {
    const { wide } = await showIn(556);
    expect([isSeen('what is known'), screen.queryByRole('button', { name: 'Details' })]).toEqual([true, null]);
    wide.mockRestore();
  });
});

describe('the bar', () => {
  it('counts what is found, goes to it with Enter, and round again', async () => {
    const { map } = await show();
    const field = screen.getByLabelText<HTMLInputElement>('Find on the map');
    await write(field, 'e');
    const found = map.matches.map(({ key }) => key);
    expect(wordsOf(within(bar()).getByRole('status'))).toBe(`${String(found.length)} found`);
    for (const key of [...found, found[0]]) {
      await fireEvent.keyDown(field, { key: 'Enter' });
      expect(map.selection).toEqual({ kind: 'node', key });
    }
    await write(field, 'nothing at all');
    expect(wordsOf(within(bar()).getByRole('status'))).toBe('0 found');
    await fireEvent.keyDown(field, { key: 'Enter' });
    expect(map.selection?.key).toBe(found[0]);
  });

  it('fades kinds, and says that it does', async () => {
    const { map } = await show();
    await press('All types');
    await fireEvent.click(await screen.findByRole('menuitem', { name: 'Tools' }));
    expect(map.lit?.has('tool:git_log')).toBe(false);
    await waitFor(() => expect(within(bar()).getByText('Filtered')).toBeTruthy());
    await press('Filtered');
    await fireEvent.click(await screen.findByText('Only with problems'));
    expect([...map.lit!]).toEqual(['skill:plumbing-leaks']);
  });

  it('folds by server and group and unfolds, and remembers it', async () => {
    const { map, kept } = await show();
    await press('Collapse by server and group');
    expect(map.collapsed.size).toBeGreaterThan(0);
    expect(JSON.parse(kept.mock.lastCall![0])).toMatchObject({ collapsed: [...map.collapsed] });
    await press('Expand all');
    expect(map.collapsed.size).toBe(0);
  });

  it('steps through what is missing and goes round, and offers no circle where there is none', async () => {
    data = { ...data, nodes: [...data.nodes, node('missing:other')] };
    const { map } = await show();
    for (const key of ['missing:git_history', 'missing:other', 'missing:git_history']) {
      await press('2 missing');
      expect(map.selection).toEqual({ kind: 'node', key });
    }
    expect(within(bar()).getByText<HTMLButtonElement>('0 cycles').disabled).toBe(true);
  });

  it('says how many overlaps are drawn of how many, and draws others from another similarity on', async () => {
    await show();
    const overlaps = await within(bar()).findByText('1 of 551 overlaps');
    await fireEvent.click(overlaps);
    await fireEvent.click(await screen.findByText('0.80'));
    await waitFor(() => expect(backend.getMapFindings).toHaveBeenLastCalledWith(0.8));
  });

  it('names what can be undone and done again, and does it', async () => {
    const { map } = await show();
    expect(within(bar()).getByLabelText<HTMLButtonElement>('Nothing to undo').disabled).toBe(true);
    await map.connect('skill:triage-basics', 'tool:git_log');
    await fireEvent.click(await within(bar()).findByLabelText('Undo: Connect triage-basics to git_log'));
    await fireEvent.click(await within(bar()).findByLabelText('Redo: Connect triage-basics to git_log'));
    await waitFor(() => expect(within(bar()).getByLabelText('Nothing to redo')).toBeTruthy());
    expect(backend.saveLink).toHaveBeenCalledTimes(2);
  });

  it('has no findings of axe', async () => {
    await show();
    expect(await faults(bar())).toEqual([]);
  });
});

describe('a layout', () => {
  const answer = (places: unknown, at = 0) => workers[at]!.onmessage({ data: { places } });

  it('is kept as one step, and cancelled it changes nothing', async () => {
    const { map } = await show();
    await press('Auto-layout');
    await press('Cancel layout');
    expect(workers[0]!.isOver).toBe(true);
    await waitFor(() => expect(within(bar()).getByText('Auto-layout')).toBeTruthy());
    expect(backend.savePositions).not.toHaveBeenCalled();
    await press('Auto-layout');
    answer([['skill:emergency', 5, 7]], 1);
    await waitFor(() => expect(map.steps.undoLabel).toBe('Auto-layout'));
    expect(backend.savePositions).toHaveBeenCalledWith([{ key: 'skill:emergency', point: { x: 5, y: 7 } }]);
  });

  it('that fails says why', async () => {
    await show();
    await press('Auto-layout');
    workers[0]!.onmessage({ data: { error: 'It ran out of memory.' } });
    expect(wordsOf(await screen.findByRole('alert'))).toBe('Auto-layout failed: It ran out of memory.');
    expect(within(bar()).getByText('Auto-layout')).toBeTruthy();
  });

  it('that is left with the place is ended', async () => {
    const map = new LibraryMap(backend as unknown as MapBackend, { read: () => null, write: () => {} });
    await map.load();
    const { unmount } = render(Screen, { map });
    await press('Auto-layout');
    unmount();
    expect(workers[0]!.isOver).toBe(true);
  });
});

describe('the canvas', () => {
  it('draws every node by name, whatever the name is', async () => {
    data = { ...data, nodes: [...data.nodes, ...ODD_NAMES.map((name, at) => node(`skill:odd-${at}`, { name }))] };
    await show();
    for (const { key, name } of data.nodes) {
      await waitFor(() => expect(nodeOf(key), key).toBeTruthy());
      expect(wordsOf(nodeOf(key)), key).toContain(name.slice(0, 20));
    }
  });

  it('is walked through by arrows, and selects what the keyboard is at', async () => {
    const { map } = await show();
    await waitFor(() => expect(nodeOf('agent:dispatch-desk')).toBeTruthy());
    nodeOf('agent:dispatch-desk')!.focus();
    await fireEvent.keyDown(nodeOf('agent:dispatch-desk')!, { key: 'ArrowRight' });
    expect(map.selection?.key).toMatch(/^skill:/);
    await waitFor(() => expect(document.activeElement).toBe(nodeOf(map.selection!.key)));
    await fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    expect(map.selection).toBeNull();
  });

  it('connects by C and a name, and says nothing is left where that is so', async () => {
    const { map } = await show();
    await waitFor(() => expect(nodeOf('skill:triage-basics')).toBeTruthy());
    await fireEvent.keyDown(nodeOf('skill:triage-basics')!, { key: 'c' });
    const finder = await screen.findByRole('combobox', { name: 'Connect triage-basics to' });
    await write(finder, 'git_log');
    await fireEvent.keyDown(finder, { key: 'Enter' });
    await waitFor(() => expect(map.link('uses:skill:triage-basics>tool:git_log')).toBeTruthy());
    expect(screen.queryByTestId('connect-menu')).toBeNull();
  });

  it('removes the link that is selected by Delete, and no node', async () => {
    const { map } = await show();
    await waitFor(() => expect(nodeOf('skill:emergency')).toBeTruthy());
    map.select({ kind: 'node', key: 'skill:emergency' });
    await fireEvent.keyDown(nodeOf('skill:emergency')!, { key: 'Delete' });
    expect(backend.removeLink).not.toHaveBeenCalled();
    map.select({ kind: 'link', key: 'uses:skill:emergency>tool:transfer_call' });
    await fireEvent.keyDown(nodeOf('skill:emergency')!, { key: 'Delete' });
    await waitFor(() => expect(map.link('uses:skill:emergency>tool:transfer_call')).toBeNull());
    expect(backend.removeLink).toHaveBeenCalledOnce();
  });

  it('lets go of a blast radius by Escape before of what is selected', async () => {
    const { map } = await show();
    await waitFor(() => expect(nodeOf('skill:emergency')).toBeTruthy());
    map.select({ kind: 'node', key: 'skill:emergency' });
    await map.showBlast('skill:emergency');
    await fireEvent.keyDown(nodeOf('skill:emergency')!, { key: 'Escape' });
    expect([map.blast, map.selection?.key]).toEqual([null, 'skill:emergency']);
    await fireEvent.keyDown(nodeOf('skill:emergency')!, { key: 'Escape' });
    expect(map.selection).toBeNull();
  });

  it('unfolds a group by Enter on it', async () => {
    const { map } = await show();
    const group = 'group:tool:telephony';
    map.toggleGroup(group);
    await waitFor(() => expect(nodeOf(group)).toBeTruthy());
    expect(nodeOf('tool:transfer_call')).toBeNull();
    await fireEvent.keyDown(nodeOf(group)!, { key: 'Enter' });
    await waitFor(() => expect(nodeOf('tool:transfer_call')).toBeTruthy());
  });

  it('shows a map that was overtaken by no older answer', async () => {
    const { map } = await show();
    const slow = later<MapData>();
    backend.getMap.mockReturnValueOnce(slow.promise);
    const first = map.load();
    data = { ...data, nodes: data.nodes.filter(({ key }) => key !== 'tool:git_log') };
    await map.load();
    slow.resolve(fixture());
    await first;
    await waitFor(() => expect(nodeOf('tool:git_log')).toBeNull());
    expect(map.node('tool:git_log')).toBeNull();
  });

  it('counts nodes under the heads of their columns, missing tools apart', async () => {
    data = { ...data, links: [...data.links, link('given', 'agent:dispatch-desk', 'tool:git_log')] };
    await show();
    const heads = await waitFor(() => screen.getAllByRole('heading', { level: 2 }).map(wordsOf));
    expect(heads).toEqual(expect.arrayContaining(['Agents 1', 'Skills 3', 'Servers 1']));
    expect(heads.find((head) => head.startsWith('Tools'))).toBe('Tools 2, 1 missing');
  });
});
