import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import type { TrashItem, TrashKind } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import { mayTrash, trashRef } from '$lib/state/trashing.svelte';
import { commandsOf } from '$lib/testing/commands';
import InUse from './InUse.svelte';
import Trash from './Trash.svelte';

const studio = commandsOf({
  listTrash: vi.fn(),
  deleteTrashed: vi.fn(),
  restoreItem: vi.fn(),
  listDependents: vi.fn(),
  listSkills: vi.fn(async () => []),
});
beforeEach(() => vi.clearAllMocks());

const lies = (kind: TrashKind, id: string, free_name: string | null = null): TrashItem => ({
  item: trashRef(kind, id, 2),
  name: id,
  description: '',
  trashed_at: '2026-11-22T06:00:00Z',
  free_name,
});

it('deletes all that is listed after naming how many, and says what stayed', async () => {
  const notify = vi.spyOn(app, 'notify');
  const all = ['a', 'b', 'c'].map((id) => lies('skill', id));
  studio.listTrash.mockResolvedValueOnce(all).mockResolvedValue([all[2]]);
  studio.deleteTrashed.mockResolvedValue({ deleted: 2, kept: ['c is needed by d. Remove those links first.'] });
  render(Trash);
  await fireEvent.click(await screen.findByTestId('empty-trash'));
  expect(await screen.findByText('Delete 3 items forever?')).toBeTruthy();
  expect(studio.deleteTrashed).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByRole('button', { name: 'Delete 3 items' }));
  await vi.waitFor(() => expect(screen.queryByText('a')).toBeNull());
  expect(studio.deleteTrashed.mock.calls).toEqual([[all.map(({ item }) => item)]]);
  expect(notify.mock.calls).toEqual([['Deleted 2 items. c is needed by d. Remove those links first.']]);
});

it('lists every kind, restores one as it was read, and under a free name where its own is taken', async () => {
  studio.listTrash.mockResolvedValue([lies('agent', 'Smith', 'Smith-2'), lies('link', 'one requires two')]);
  render(Trash);
  await fireEvent.click(await screen.findByRole('button', { name: 'Restore one requires two' }));
  await vi.waitFor(() =>
    expect(studio.restoreItem.mock.calls).toEqual([[trashRef('link', 'one requires two', 2), null]]),
  );
  await fireEvent.click(await screen.findByRole('button', { name: 'Restore Smith' }));
  expect(await screen.findByText('Another agent is named Smith by now.')).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Restore as Smith-2' }));
  await vi.waitFor(() => expect(studio.restoreItem.mock.calls[1]).toEqual([trashRef('agent', 'Smith', 2), 'Smith-2']));
});

it('asks only where others depend on it, names them, and takes no for an answer', async () => {
  const bikes = [trashRef('skill', 'bikes', 1)];
  studio.listDependents.mockResolvedValueOnce([]);
  expect(await mayTrash(bikes, 'bikes')).toBe(true);
  const why = 'tours requires bikes.';
  // Two skills may have one name.
  studio.listDependents.mockResolvedValue(
    ['tours', 'other-tours'].map((id) => ({ kind: 'skill', id, name: 'tours', why })),
  );
  render(InUse);
  for (const [button, expected] of [
    ['Cancel', false],
    ['Move to trash', true],
  ] as const) {
    const answer = mayTrash(bikes, 'bikes');
    expect(await screen.findAllByText(why)).toHaveLength(2);
    await fireEvent.click(screen.getByRole('button', { name: button }));
    expect(await answer).toBe(expected);
  }
});
