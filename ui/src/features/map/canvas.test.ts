import { cleanup, fireEvent, render, waitFor, within } from '@testing-library/svelte';
import { SvelteFlowProvider } from '@xyflow/svelte';
import { createRawSnippet, mount, unmount } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MapData, MapNode } from '$lib/ipc';
import { faults, wordsOf } from '$lib/testing/screen';
import Canvas from './Canvas.svelte';
import { type Change, data as fixture, link, node } from './fixtures';
import { LibraryMap, type MapBackend } from './map.svelte';

// The canvas draws what fits it; jsdom has no layout.
const sizes = { clientWidth: 1200, clientHeight: 800, offsetWidth: 1200, offsetHeight: 800 };
for (const [side, value] of Object.entries(sizes))
  Object.defineProperty(HTMLElement.prototype, side, { configurable: true, get: () => value });

let data: MapData;
beforeEach(() => void (data = fixture()));

async function show(viewport: LibraryMap['viewport'] = null) {
  const backend = {
    getMap: async () => structuredClone(data),
    getMapFindings: async () => ({ missing: [], links: [], overlaps: 1, limit: 0.4 }),
    getUndoHistory: async () => ({ done: [], undone: [], basis: '' }),
    getBlastRadius: async (key: string) => ({
      key,
      hit: [
        { key: 'skill:emergency', name: 'emergency', kind: 'skill' as const, distance: 1, is_required: true, why: '' },
      ],
    }),
  };
  const map = new LibraryMap(backend as unknown as MapBackend, { read: () => null, write: vi.fn() });
  await map.load();
  map.viewport = viewport;
  const children = createRawSnippet(() => ({
    render: () => '<div></div>',
    setup: (target) => {
      const canvas = mount(Canvas, { target, props: { map } });
      return () => void unmount(canvas);
    },
  }));
  const { container } = render(SvelteFlowProvider, { children });
  return { map, container };
}
const nodeOf = (key: string) => document.querySelector<HTMLElement>(`[data-node-key="${key}"]`);
const drawn = async (key: string) => {
  await waitFor(() => expect(nodeOf(key), key).toBeTruthy());
  return wordsOf(nodeOf(key));
};
const change = (key: string, some: Change) =>
  (data = { ...data, nodes: data.nodes.map((each) => (each.key === key ? ({ ...each, ...some } as MapNode) : each)) });

describe('a node', () => {
  it('says what it costs, how it is and what is missing', async () => {
    await show();
    expect(await drawn('skill:emergency')).toBe('emergency 88 · 1,420 · 380');
    const numbers = nodeOf('skill:emergency')!.querySelector<HTMLElement>('.numbers')!;
    expect(numbers.dataset.tip).toBe('Tokens: 88 description, 1,420 body, 380 other files');
    expect(await drawn('agent:dispatch-desk')).toContain('openai/gpt-4o-mini');
    expect(await drawn('server:telephony')).toContain('running');
    expect(await drawn('missing:git_history')).toContain('missing');
  });

  it('in the trash says so, and no link is drawn from it', async () => {
    change('skill:triage-basics', { is_trashed: true });
    await show();
    expect(await drawn('skill:triage-basics')).toContain('in trash');
    expect(nodeOf('skill:triage-basics')!.querySelector('[data-port=out]')).toBeNull();
    expect(nodeOf('skill:emergency')!.querySelector('[data-port=out]')).toBeTruthy();
  });

  it('has ports where links of it begin and end', async () => {
    await show();
    await drawn('agent:dispatch-desk');
    const ports = (key: string) =>
      [...nodeOf(key)!.querySelectorAll<HTMLElement>('[data-port]')].map(({ dataset }) => dataset['port']);
    expect(ports('agent:dispatch-desk')).toEqual(['out']);
    expect(ports('skill:emergency')).toEqual(['in', 'out']);
    expect(ports('server:telephony')).toEqual(['in']);
    expect(ports('missing:git_history')).toEqual(['in']);
  });

  it('that is a tool carries what each skill may do with it', async () => {
    data = {
      ...data,
      links: [...data.links, link('uses', 'skill:triage-basics', 'tool:transfer_call', { access: 'read' })],
    };
    await show();
    await drawn('tool:transfer_call');
    const chips = [...nodeOf('tool:transfer_call')!.querySelectorAll<HTMLElement>('.chip')];
    expect(chips.map(({ dataset }) => dataset['tip']).sort()).toEqual(['emergency: execute', 'triage-basics: read']);
  });

  it('that a stop would hit says how far it is', async () => {
    const { map } = await show();
    await drawn('tool:transfer_call');
    await map.showBlast('tool:transfer_call');
    await waitFor(() => expect(wordsOf(nodeOf('tool:transfer_call'))).toContain('here'));
    expect(wordsOf(nodeOf('skill:emergency'))).toMatch(/\b1\b/);
    expect(nodeOf('tool:git_log')!.querySelector('.ring')).toBeNull();
  });

  it('that goes from the library goes from the canvas', async () => {
    const { map } = await show();
    await drawn('tool:git_log');
    data = { ...data, nodes: data.nodes.filter(({ key }) => key !== 'tool:git_log') };
    await map.load();
    await waitFor(() => expect(nodeOf('tool:git_log')).toBeNull());
    expect(nodeOf('tool:transfer_call')).toBeTruthy();
  });
});

describe('a large map', () => {
  const many = () => {
    const nodes = Array.from({ length: 3000 }, (_, at) =>
      node(`skill:s${String(at).padStart(4, '0')}`, { group: `Group ${at % 5}`, errors: at === 0 ? 1 : 0 }),
    );
    data = { nodes, links: [], cycles: [], groups: [] };
  };
  const tiles = (container: Element) => [...container.querySelectorAll<HTMLElement>('[data-tile-key]')];

  it('is groups from afar, each with how much is in it, and no nodes', async () => {
    many();
    const { container } = await show();
    await waitFor(() => expect(tiles(container).length).toBeGreaterThan(0));
    expect(document.querySelectorAll('[data-node-key]')).toHaveLength(0);
    const words = tiles(container).map(wordsOf).join(' ');
    for (const at of [0, 1, 2, 3, 4]) expect(words).toContain(`Group ${at}`);
    expect(words).toContain('1 error');
  });

  it('says how many of a group are found, and fades the others', async () => {
    many();
    const { map, container } = await show();
    await waitFor(() => expect(tiles(container).length).toBeGreaterThan(0));
    map.onlyProblems = true;
    await waitFor(() => expect(tiles(container).filter((tile) => wordsOf(tile).includes('1 of '))).toHaveLength(1));
    expect(tiles(container).filter((tile) => tile.classList.contains('faded')).length).toBe(
      tiles(container).length - 1,
    );
  });

  it('goes to a group that is pressed', async () => {
    many();
    const { map, container } = await show();
    await waitFor(() => expect(tiles(container).length).toBeGreaterThan(0));
    expect(map.viewport).toBeNull();
    await fireEvent.click(tiles(container)[0]!);
    await waitFor(() => expect(map.viewport).not.toBeNull());
    expect(map.viewport!.zoom).toBeGreaterThan(0);
  });
  describe('whose names can be read', () => {
    const near = async () => {
      many();
      const shown = await show({ x: 0, y: 0, zoom: 0.5 });
      const picture = () => shown.container.querySelector<HTMLElement>('[data-plates]');
      await waitFor(() => expect(Number(picture()?.dataset['plates'])).toBeGreaterThan(100));
      const pane = shown.container.querySelector('.svelte-flow__pane')!;
      /** Where a node is on the screen. */
      const on = (key: string) => {
        const { x, y } = shown.map.places.get(key)!;
        return { clientX: x / 2 + 20, clientY: y / 2 + 5 };
      };
      /** Between two columns. */
      const beside = { ...on('skill:s0000'), clientX: shown.map.places.get('skill:s0000')!.x / 2 - 4 };
      const elements = () => [...document.querySelectorAll<HTMLElement>('[data-node-key]')];
      return {
        ...shown,
        picture,
        pane,
        on,
        beside,
        elements,
        keys: () => elements().map((node) => node.dataset['nodeKey']),
      };
    };
    const [first, other] = ['skill:s0000', 'skill:s0005'] as const;

    it('is a picture of them, and what one points at is an element', async () => {
      const { pane, on, beside, keys, elements } = await near();
      expect(elements()).toHaveLength(1);
      await fireEvent.pointerMove(pane, on(first));
      expect(keys()).toContain(first);
      await fireEvent.pointerMove(pane, on(other));
      expect(keys()).toContain(other);
      expect(keys()).not.toContain(first);
      await fireEvent.pointerMove(pane, beside);
      expect(keys()).not.toContain(other);
    });

    it('selects what is pressed in the picture, and nothing beside it', async () => {
      const { map, pane, on, beside } = await near();
      await fireEvent.click(pane, on(other));
      expect(map.selection).toEqual({ kind: 'node', key: other });
      await fireEvent.click(pane, beside);
      expect(map.selection).toBeNull();
    });

    it('is walked through by keys from the node in the middle, without a change of the zoom', async () => {
      const { map, container, elements, picture } = await near();
      const begin = elements()[0]!;
      begin.closest<HTMLElement>('.svelte-flow__node')!.focus();
      await fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' });
      await waitFor(() => expect(map.selection?.key).toBeTruthy());
      const key = map.selection!.key;
      expect(key).not.toBe(begin.dataset['nodeKey']);
      await waitFor(() => expect(document.activeElement?.querySelector(`[data-node-key="${key}"]`)).toBeTruthy());
      expect(picture()).toBeTruthy();
      expect(container.querySelector<HTMLElement>('[data-zoom]')?.dataset['zoom']).toBe('0.500');
    });

    it('has them all as elements where a frame is drawn around some', async () => {
      const { container, elements, pane, picture } = await near();
      const canvas = container.querySelector<HTMLElement>('.canvas')!;
      const matches = vi.spyOn(canvas, 'matches').mockReturnValue(true);
      const all = Number(picture()!.dataset['plates']);
      const begin = async () => {
        await fireEvent.keyDown(window, { key: 'Shift' });
        await waitFor(() => expect(elements().length).toBeGreaterThanOrEqual(all));
        expect(picture()).toBeNull();
      };
      await begin();
      // Nothing was framed.
      await fireEvent.keyUp(window, { key: 'Shift' });
      await waitFor(() => expect(elements()).toHaveLength(1));
      await begin();
      matches.mockRestore();
      await fireEvent.pointerDown(elements()[3]!);
      expect(picture()).toBeNull();
      await fireEvent.pointerDown(pane);
      await waitFor(() => expect(elements()).toHaveLength(1));
      expect(picture()).toBeTruthy();
    });
  });
});

it('is fitted where a remembered view shows none of it, and else as it was left', async () => {
  const far = await show({ x: -90_000, y: -90_000, zoom: 0.8 });
  await waitFor(() => expect(far.map.viewport).toBeNull());
  await drawn('skill:emergency');
  const zoomed = () => document.querySelector<HTMLElement>('.canvas')?.dataset['zoom'];
  await waitFor(() => expect(zoomed()).not.toBe('0.800'));
  cleanup();
  const near = await show({ x: 0, y: 0, zoom: 0.8 });
  await drawn('skill:emergency');
  expect([near.map.viewport, zoomed()]).toEqual([{ x: 0, y: 0, zoom: 0.8 }, '0.800']);
});

it('zooms by buttons, and fits all of it again', async () => {
  const { map, container } = await show();
  await drawn('skill:emergency');
  const zoom = within(container.querySelector<HTMLElement>('[aria-label=Zoom]')!);
  map.viewport = { x: 0, y: 0, zoom: 1 };
  await fireEvent.click(zoom.getByLabelText('Fit the whole map'));
  expect(map.viewport).toBeNull();
  expect(zoom.getByText(/\d%$/)).toBeTruthy();
  expect(await faults(container.querySelector('.map-panel')!)).toEqual([]);
});

it('has no minimap on a small canvas, of which it would take a good part', async () => {
  const [wide, high] = [
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get'),
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get'),
  ];
  // What a window of 1024 × 700 leaves beside an agent.
  wide.mockReturnValue(676);
  high.mockReturnValue(596);
  const { container } = await show({ x: -400, y: -100, zoom: 2 });
  await drawn('skill:emergency');
  expect(within(container).queryByLabelText('Minimap')).toBeNull();
  wide.mockRestore();
  high.mockRestore();
});

it('has a minimap only where some of the map is out of sight: else it would lie over a card', async () => {
  const { container } = await show({ x: -400, y: -100, zoom: 2 });
  await drawn('skill:emergency');
  expect(await within(container).findByLabelText('Minimap')).toBeTruthy();
  const zoom = within(container.querySelector<HTMLElement>('[aria-label=Zoom]')!);
  await fireEvent.click(zoom.getByLabelText('Fit the whole map'));
  await waitFor(() => expect(within(container).queryByLabelText('Minimap')).toBeNull());
});
