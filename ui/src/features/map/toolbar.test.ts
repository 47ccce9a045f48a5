import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { MapFindings } from '$lib/ipc';
import { data } from './fixtures';
import { LibraryMap, type MapBackend } from './map.svelte';
import Toolbar from './Toolbar.svelte';

it('says nothing of missing tools and overlaps before they are known', async () => {
  let answer: (findings: MapFindings) => void = () => {};
  const map = new LibraryMap(
    {
      getMap: async () => data(),
      getMapFindings: () => new Promise((resolve) => (answer = resolve)),
      getUndoHistory: async () => ({ done: [], undone: [], basis: '' }),
    } as unknown as MapBackend,
    { read: () => null, write: () => {} },
  );
  await map.load();
  render(Toolbar, { map, isLayingOut: false, onlayout: () => {}, oncancel: () => {} });
  const bar = screen.getByRole('toolbar');
  // The bar is as narrow as it gets here: both are said in one.
  expect(bar.textContent).toContain('… problems');
  answer({ missing: [], links: [], overlaps: 551, limit: 0.4 });
  await waitFor(() => expect(bar.textContent).toMatch(/\d problems?/));
});

it('a layout that runs can be cancelled', async () => {
  const map = new LibraryMap(
    {
      getMap: async () => data(),
      getMapFindings: async () => ({ missing: [], links: [], overlaps: 1, limit: 0.4 }),
      getUndoHistory: async () => ({ done: [], undone: [], basis: '' }),
    } as unknown as MapBackend,
    {
      read: () => null,
      write: () => {},
    },
  );
  await map.load();
  const [onlayout, oncancel] = [vi.fn(), vi.fn()];
  const { rerender } = render(Toolbar, { map, isLayingOut: false, onlayout, oncancel });
  await fireEvent.click(screen.getByRole('button', { name: 'Auto-layout' }));
  await rerender({ isLayingOut: true });
  await fireEvent.click(screen.getByRole('button', { name: 'Cancel layout' }));
  expect([onlayout.mock.calls.length, oncancel.mock.calls.length]).toEqual([1, 1]);
});
