import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MapData, MapLink } from '$lib/ipc';
import { faults } from '$lib/testing/accessibility';
import { data as fixture, link, node } from '../fixtures';
import { LibraryMap, type MapBackend } from '../map.svelte';
import { fold } from '../model';
import MapList from './MapList.svelte';
import { parentOf, rowsOf } from './rows';

// The list draws what fits its height; jsdom has none.
Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 900 }, offsetWidth: { value: 600 } });

let data: MapData;
const backend = {
  getMap: vi.fn(async () => data),
  getMapFindings: vi.fn(async () => ({ missing: [], links: [], overlaps: 1, limit: 0.4 })),
  getUndoHistory: vi.fn(async () => ({ done: [], undone: [], basis: '' })),
  saveUndoHistory: vi.fn(async () => null),
  savePositions: vi.fn(),
  getBlastRadius: vi.fn(),
  saveLink: vi.fn(async (put: MapLink) => {
    const stored = { ...put, aggregate_version: put.aggregate_version + 1 };
    data = { ...data, links: [...data.links.filter(({ key }) => key !== put.key), stored] };
    return stored;
  }),
  removeLink: vi.fn(async (kind: string, from: string, to: string) => {
    data = { ...data, links: data.links.filter(({ key }) => key !== `${kind}:${from}>${to}`) };
  }),
};
beforeEach(() => {
  data = fixture();
  vi.clearAllMocks();
});

async function show() {
  const map = new LibraryMap(backend as unknown as MapBackend, { read: () => null, write: () => {} });
  await map.load();
  const { container } = render(MapList, { map });
  return { map, container };
}
const line = (key: string) => screen.getByTestId('map-list').querySelector<HTMLElement>(`[data-key="${key}"]`)!;
const words = (key: string) => line(key).textContent!.replace(/\s+/g, ' ').trim();
const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });
const uses = 'uses:skill:emergency>tool:transfer_call';

describe('its lines', () => {
  it('stand by kind, nodes with what leads to them, links with what they are', async () => {
    await show();
    expect(words('skill')).toBe('Skills3');
    expect(words('skill:emergency')).toContain('Loaded by dispatch-desk');
    expect(words(uses)).toContain('uses transfer_call execute');
    expect(words('missing:git_history')).toContain('Missing; referenced by plumbing-leaks');
    expect(words('server:telephony')).toContain('running; provides transfer_call');
    expect(line(uses).getAttribute('aria-level')).toBe('3');
  });

  it('name groups and models as they are called', async () => {
    const named: Partial<Record<string, object>> = {
      'skill:emergency': { group: 'github+copilot' },
      'agent:dispatch-desk': { model: 'gpt-4.1' },
    };
    data = { ...data, nodes: data.nodes.map((one) => ({ ...one, ...named[one.key] }) as typeof one) };
    await show();
    expect(words('skill:emergency')).toContain('github+copilot; loaded by dispatch-desk');
    expect(words('agent:dispatch-desk')).toContain('gpt-4.1');
  });

  it('are those of what is lit only, and links of folded groups stand once', () => {
    const shown = fold(data, new Set());
    expect(rowsOf(shown, new Set(['skill:emergency']), new Set(['skill:emergency'])).map(({ key }) => key)).toEqual([
      'skill',
      'skill:emergency',
    ]);
    const rows = rowsOf(shown, null, new Set());
    expect(
      rows[
        parentOf(
          rows,
          rows.findIndex(({ key }) => key === uses),
        )
      ]?.key,
    ).toBe('skill:emergency');
    expect(parentOf(rows, 0)).toBe(0);
  });

  it('are drawn in part where there are many', async () => {
    const nodes = Array.from({ length: 600 }, (_, at) => node(`tool:t${String(at).padStart(3, '0')}`));
    data = { nodes, links: [], cycles: [], groups: [] };
    await show();
    expect(screen.getByTestId('map-list').getAttribute('aria-rowcount')).toBe('601');
    expect(screen.getAllByRole('row').length).toBeLessThan(80);
  });
});

describe('by keyboard', () => {
  it('has one tab stop, moves by arrows, opens and closes', async () => {
    await show();
    const rows = screen.getAllByRole('row');
    expect(rows.filter((row) => row.tabIndex === 0)).toHaveLength(1);
    rows[0]!.focus();
    await press('ArrowDown');
    await waitFor(() => expect(document.activeElement).toBe(line('agent:dispatch-desk')));
    await press('ArrowLeft');
    expect(line('agent:dispatch-desk').getAttribute('aria-expanded')).toBe('false');
    await press('ArrowLeft');
    await waitFor(() => expect(document.activeElement).toBe(line('agent')));
    await press('End');
    await waitFor(() => expect(document.activeElement).toBe(line('missing:git_history')));
  });

  it('selects with Enter, and follows what is selected elsewhere', async () => {
    const { map } = await show();
    line('agent').focus();
    await press('ArrowDown');
    await press('Enter');
    expect(map.selection).toEqual({ kind: 'node', key: 'agent:dispatch-desk' });
    map.show({ kind: 'link', key: uses });
    await waitFor(() => expect(line(uses).tabIndex).toBe(0));
  });

  it('unfolds a group with Enter, and goes on with the first node in it', async () => {
    const { map } = await show();
    const group = 'group:tool:telephony';
    map.toggleGroup(group);
    await waitFor(() => expect(line(group)).toBeTruthy());
    line(group).focus();
    await press('Enter');
    await waitFor(() => expect(document.activeElement).toBe(line('tool:transfer_call')));
    expect([line(group), map.collapsed.size]).toEqual([null, 0]);
  });

  it('connects: C, a name, Enter; the keyboard is on the new link', async () => {
    const { map } = await show();
    line('skill:triage-basics').focus();
    await press('c');
    const field = await screen.findByRole('combobox', { name: 'Connect triage-basics to' });
    await fireEvent.input(field, { target: { value: 'git_log' } });
    await fireEvent.keyDown(field, { key: 'Enter' });
    const made = 'uses:skill:triage-basics>tool:git_log';
    await waitFor(() => expect(document.activeElement).toBe(line(made)));
    expect(map.steps.undoLabel).toBe('Connect triage-basics to git_log');
  });

  it('removes a link, and goes to its node', async () => {
    await show();
    line(uses).focus();
    await press('Delete');
    await waitFor(() => expect(document.activeElement).toBe(line('skill:emergency')));
    expect(line(uses)).toBeNull();
    line('provided:tool:transfer_call>server:telephony').focus();
    await press('Delete');
    expect(backend.removeLink).toHaveBeenCalledOnce();
  });

  it('changes access and need from within a line', async () => {
    await show();
    line(uses).focus();
    await press('ArrowRight');
    const button = within(line(uses)).getByRole('button', { name: 'Access to transfer_call' });
    expect(document.activeElement).toBe(button);
    await press('ArrowLeft');
    expect(document.activeElement).toBe(line(uses));
    button.focus();
    await fireEvent.keyDown(button, { key: 'Enter' });
    await fireEvent.click(button);
    const choice = await screen.findByRole('menuitem', { name: /write/ }).catch(() => screen.findByText('write'));
    await fireEvent.pointerUp(choice);
    await fireEvent.click(choice);
    await waitFor(() => expect(backend.saveLink).toHaveBeenCalledWith(expect.objectContaining({ access: 'write' })));
  });
});

it('has no findings of axe', async () => {
  data = { ...data, links: [...data.links, link('given', 'agent:dispatch-desk', 'tool:git_log')] };
  const { container } = await show();
  expect(await faults(container)).toEqual([]);
});
