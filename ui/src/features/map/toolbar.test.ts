import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { data } from './fixtures';
import { LibraryMap, type MapBackend } from './map.svelte';
import Toolbar from './Toolbar.svelte';

it('a layout that runs can be cancelled', async () => {
  const map = new LibraryMap(
    {
      map: async () => data(),
      mapFindings: async () => ({ missing: [], links: [], overlaps: 1, limit: 0.4 }),
      readUndoHistory: async () => ({ done: [], undone: [], basis: '' }),
    } as unknown as MapBackend,
    {
      read: () => null,
      write: () => {},
    },
  );
  await map.load();
  const [onlayout, oncancel] = [vi.fn(), vi.fn()];
  const { rerender } = render(Toolbar, { map, isLayingOut: false, onlayout, oncancel });
  await fireEvent.click(screen.getByRole('button', { name: 'Lay out' }));
  await rerender({ isLayingOut: true });
  await fireEvent.click(screen.getByRole('button', { name: 'Cancel layout' }));
  expect([onlayout.mock.calls.length, oncancel.mock.calls.length]).toEqual([1, 1]);
});
