import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import type { TrashItem, TrashKind } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import { confirming } from '$lib/state/confirming.svelte';
import { mayTrash, mayTrashSkills, trashRef } from '$lib/state/trashing.svelte';
import { commandsOf } from '$lib/testing/commands';
import InUse from './InUse.svelte';
import Trash from './Trash.svelte';

const studio = commandsOf({
  listTrash: vi.fn(),
  deleteTrashed: vi.fn(),
  restoreItem: vi.fn(),
  listDependents: vi.fn(),
  listFoldersOnDisk: vi.fn(),
  restoreItems: vi.fn(),
  undoChangeSet: vi.fn(),
  trashItem: vi.fn(),
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
  studio.deleteTrashed.mockResolvedValue({ deleted: 2, kept: ['c is required by d. Remove those links first.'] });
  render(Trash);
  await fireEvent.click(await screen.findByTestId('empty-trash'));
  expect(await screen.findByText('Permanently delete 3 items?')).toBeTruthy();
  expect(studio.deleteTrashed).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByRole('button', { name: 'Delete 3 items' }));
  await vi.waitFor(() => expect(screen.queryByText('a')).toBeNull());
  expect(studio.deleteTrashed.mock.calls).toEqual([[all.map(({ item }) => item)]]);
  expect(notify.mock.calls).toEqual([['Deleted 2 items. c is required by d. Remove those links first.']]);
});

it('lists every kind, restores one as it was read, and under a free name where its own is taken', async () => {
  studio.listTrash.mockResolvedValue([lies('agent', 'Smith', 'Smith-2'), lies('link', 'one requires two')]);
  render(Trash);
  await fireEvent.click(await screen.findByRole('button', { name: 'Restore one requires two' }));
  await vi.waitFor(() =>
    expect(studio.restoreItem.mock.calls).toEqual([[trashRef('link', 'one requires two', 2), null]]),
  );
  await fireEvent.click(await screen.findByRole('button', { name: 'Restore Smith' }));
  expect(await screen.findByText('Another agent is already named Smith.')).toBeTruthy();
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

it('restores all that is listed, says what has another name and what stayed, and takes it back', async () => {
  const notify = vi.spyOn(app, 'notify');
  const lying = ['a', 'b', 'c', 'd', 'e'].map((id) => lies('skill', id)).concat(lies('agent', 'Smith', 'Smith-2'));
  studio.listTrash.mockResolvedValueOnce(lying).mockResolvedValue([]);
  const back = trashRef('agent', 'Smith', 3);
  studio.restoreItems.mockResolvedValue({
    skills: { set: { id: 'set-1' }, done: 4, refused: [{ skill: 'e', message: 'It has changed since then.' }] },
    others: [back],
    renamed: ['Smith-2'],
    kept: [],
  });
  render(Trash);
  const all = await screen.findByTestId('restore-all');
  await fireEvent.click(all);
  await vi.waitFor(() => expect(confirming.asked?.title).toBe('Restore 6 items?'));
  confirming.answer(false);
  await Promise.resolve();
  expect(studio.restoreItems).not.toHaveBeenCalled();
  await fireEvent.click(all);
  await vi.waitFor(() => expect(confirming.asked).not.toBeNull());
  confirming.answer(true);
  await vi.waitFor(() => expect(studio.restoreItems.mock.calls).toEqual([[lying.map(({ item }) => item)]]));
  await vi.waitFor(() =>
    expect(notify.mock.lastCall?.[0]).toBe(
      'Restored 5 items. Renamed because the name was already in use: Smith-2. e: It has changed since then.',
    ),
  );
  notify.mock.lastCall![1]!.perform();
  await vi.waitFor(() => expect(studio.trashItem.mock.calls).toEqual([[back, 'trash']]));
  expect(studio.undoChangeSet.mock.calls).toEqual([['set-1']]);
});

it('names the folders that stay on disk and who loads them, and has those go along that can', async () => {
  studio.listDependents.mockResolvedValue([]);
  const client = 'claude-code';
  const why = "The linked folder was kept because it is on a different disk from the system's trash.";
  const folder = (id: string, stays: string | null) => ({
    skill_id: id,
    path: `/s/${id}`,
    client,
    is_movable: stays === null,
    stays,
  });
  const folders = [folder('a', null), folder('b', why)];
  studio.listFoldersOnDisk.mockResolvedValue(folders);
  const refs = ['a', 'b'].map((id) => trashRef('skill', id, 1));
  render(InUse);
  for (const [isTicked, fate] of [
    [false, 'keep'],
    [true, 'trash'],
  ] as const) {
    const answer = mayTrashSkills(refs, '2 skills', ['a', 'b'], ['a', 'b']);
    const stays = '2 linked folders stay on disk, and Claude Code can still load skills from there.';
    await vi.waitFor(() => expect(screen.getByTestId('on-disk').textContent?.trim()).toBe(stays));
    expect([...screen.getByTestId('folders').children].map((each) => each.textContent)).toEqual([
      '/s/a',
      `/s/b: ${why}`,
    ]);
    const box = screen.getByRole('checkbox', { name: 'Also move 1 folder to the system trash' });
    if (isTicked) await fireEvent.click(box);
    await fireEvent.click(screen.getByTestId('trash-anyway'));
    expect((await answer)?.fate).toBe(fate);
  }
  // A reason that all of them have is said once.
  studio.listFoldersOnDisk.mockResolvedValue([folder('a', why), folder('b', why)]);
  const answer = mayTrashSkills(refs, '2 skills', ['a', 'b'], ['a', 'b']);
  expect((await screen.findByTestId('folders-stay')).textContent).toBe(why);
  expect([...screen.getByTestId('folders').children].map((each) => each.textContent)).toEqual(['/s/a', '/s/b']);
  expect(screen.queryByRole('checkbox')).toBeNull();
  await fireEvent.click(screen.getByTestId('trash-anyway'));
  expect((await answer)?.fate).toBe('keep');
  // What lies in no folder is not asked about.
  expect(await mayTrashSkills(refs, '2 skills', ['a', 'b'], [])).toEqual({ fate: 'keep', folders: [] });
});
