import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Dependent, TrashItem, TrashKind } from '$lib/ipc';
import { recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { mayTrash, mayTrashSkills, trashing, trashRef } from '$lib/state/trashing.svelte';
import { faults } from '$lib/testing/accessibility';
import { oddNames } from '$lib/testing/names';
import { wordsOf } from '$lib/testing/screen';
import InUse from './InUse.svelte';
import Trash from './Trash.svelte';

const lies = (kind: TrashKind, name: string, part: Partial<TrashItem> = {}): TrashItem => ({
  item: trashRef(kind, `id-${name}`, 2),
  name,
  description: '',
  trashed_at: '2026-11-22T06:00:00Z',
  free_name: null,
  ...part,
});
const studio = {
  listTrash: vi.fn<() => unknown>(),
  deleteTrashed: vi.fn<() => unknown>(),
  restoreItem: vi.fn<() => unknown>(),
  listDependents: vi.fn<() => unknown>(),
  listFoldersOnDisk: vi.fn(() => [
    { skill_id: 'gas', path: '/home/ada/gas', client: null, is_movable: true, stays: null },
  ]),
  listSkills: vi.fn(() => []),
};
const fail = vi.spyOn(app, 'fail').mockImplementation(() => {});
const notify = vi.spyOn(app, 'notify').mockImplementation(() => {});
const refuse = (message: string) => () => {
  throw { code: 'file', message, detail: null };
};

beforeEach(() => {
  vi.clearAllMocks();
  studio.listTrash.mockImplementation(() => [
    lies('skill', 'gas', { description: 'About gas.' }),
    lies('tool', 'ring'),
    lies('link', 'a requires b'),
  ]);
  studio.restoreItem.mockImplementation(() => null);
  studio.deleteTrashed.mockImplementation(() => ({ deleted: 1, kept: [] }));
  recordedStudio(studio);
  app.overlay = 'trash';
  app.history.clear();
});
const names = () => [...document.querySelectorAll('li .name')].map((each) => each.textContent);
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });
const given = (command: { mock: { lastCall?: unknown[] } }) => Object.values(command.mock.lastCall?.[0] as object);

it('lists what lies there with what it is, and has nothing that axe finds wrong', async () => {
  render(Trash);
  await button('Restore gas');
  expect([...document.querySelectorAll('li .about')].map((each) => each.textContent)).toEqual([
    'About gas.',
    'tool',
    'link',
  ]);
  expect(screen.getByText('3 items')).toBeTruthy();
  expect(await faults()).toEqual([]);
});

it('is narrowed to a kind, and all of that kind are deleted', async () => {
  render(Trash);
  await button('Restore gas');
  await fireEvent.keyDown(screen.getByLabelText('Type', { selector: 'button' }), { key: 'ArrowDown' });
  expect((await screen.findAllByRole('option')).map((option) => option.textContent?.trim())).toEqual([
    'All types',
    'Skills',
    'Tools',
    'Links',
  ]);
  await fireEvent.pointerUp(screen.getByRole('option', { name: 'Tools' }));
  await vi.waitFor(() => expect(names()).toEqual(['ring']));
  expect(screen.getByText('1 tool')).toBeTruthy();
  await fireEvent.click(screen.getByTestId('empty-trash'));
  studio.listTrash.mockImplementation(() => [lies('skill', 'gas')]);
  await fireEvent.click(await button('Delete 1 tool'));
  await vi.waitFor(() => expect(given(studio.deleteTrashed)).toEqual([[trashRef('tool', 'id-ring', 2)]]));
  // Of its kind nothing is left: all kinds are shown again.
  await vi.waitFor(() => expect(names()).toEqual(['gas']));
});

it('restores a skill, and leads to it', async () => {
  render(Trash);
  studio.listTrash.mockImplementation(() => []);
  await fireEvent.click(await button('Restore gas'));
  await vi.waitFor(() => expect(notify.mock.lastCall?.[0]).toBe('Restored gas'));
  expect([
    given(studio.restoreItem)[0],
    await screen.findByText('The trash is empty').then((each) => each.isConnected),
  ]).toEqual([trashRef('skill', 'id-gas', 2), true]);
  notify.mock.lastCall?.[1]?.perform();
  expect([app.overlay, app.selectedId]).toEqual([null, 'id-gas']);
});

it('has nowhere to lead to for what is no skill', async () => {
  render(Trash);
  await fireEvent.click(await button('Restore ring'));
  await vi.waitFor(() => expect(notify.mock.lastCall).toEqual(['Restored ring', undefined]));
});

it('keeps what cannot be restored, and says why', async () => {
  studio.restoreItem.mockImplementation(refuse('It changed.'));
  render(Trash);
  await fireEvent.click(await button('Restore gas'));
  await vi.waitFor(() => expect(fail.mock.lastCall?.[0]).toBe('Restoring gas'));
  expect([names().length, notify.mock.calls.length]).toEqual([3, 0]);
});

it.each([
  ['gas', /files, drafts and versions are deleted too/],
  ['ring', /^You can't undo this\.$/],
])('says what goes with %s before it is deleted, and takes no for an answer', async (name, words) => {
  render(Trash);
  await fireEvent.click(await button(`Delete ${name} permanently`));
  expect(await screen.findByText(words)).toBeTruthy();
  await fireEvent.click(await button('Cancel'));
  await vi.waitFor(() => expect(screen.queryByText(words)).toBeNull());
  expect(studio.deleteTrashed).not.toHaveBeenCalled();
});

it('says why something stayed, and how much more', async () => {
  studio.deleteTrashed.mockImplementation(() => ({
    deleted: 0,
    kept: ['gas is needed by tours.', 'ring is needed.', 'x is needed.'],
  }));
  render(Trash);
  await fireEvent.click(await button('Delete gas permanently'));
  await fireEvent.click(await button('Delete permanently'));
  await vi.waitFor(() =>
    expect(notify.mock.lastCall?.[0]).toBe("gas is needed by tours. 2 more items couldn't be deleted."),
  );
});

it('draws two hundred of many, and says of how many', async () => {
  studio.listTrash.mockImplementation(() => Array.from({ length: 1234 }, (_, at) => lies('link', `l${at}`)));
  render(Trash);
  expect((await screen.findByText('Showing the 200 most recent of 1,234.')).isConnected).toBe(true);
  expect(names()).toHaveLength(200);
});

it('that cannot be read is read again', async () => {
  studio.listTrash.mockImplementationOnce(refuse('the library is locked'));
  render(Trash);
  expect((await screen.findByRole('alert')).textContent).toContain('The library is locked');
  await fireEvent.click(await button('Try again'));
  await vi.waitFor(() => expect(names()).toHaveLength(3));
});

it.each(oddNames)('names what lies there %s', async (_, name) => {
  studio.listTrash.mockImplementation(() => [lies('agent', name)]);
  render(Trash);
  await vi.waitFor(() => expect(names()).toEqual([name]));
});

it('names fifty of those who depend on something, and counts the others', async () => {
  studio.listDependents.mockImplementation(() =>
    Array.from(
      { length: 53 },
      (_, at): Dependent => ({ kind: 'skill', id: `${at}`, name: `s${at}`, why: `s${at} requires gas.` }) as Dependent,
    ),
  );
  render(InUse);
  const answer = mayTrash([trashRef('skill', 'gas', 1)], 'gas');
  const dialog = await screen.findByRole('dialog', { name: 'Move gas to trash?' });
  expect([dialog.querySelectorAll('li').length, screen.getByText('And 3 more.').isConnected]).toEqual([50, true]);
  expect(await faults()).toEqual([]);
  await fireEvent.keyDown(dialog, { key: 'Escape' });
  expect([await answer, trashing.asked]).toEqual([false, null]);
});

it.each([
  [1, 'You can restore it from the trash.'],
  [2, 'You can restore them from the trash.'],
])('of %i that go it says: %s', async (amount, said) => {
  studio.listDependents.mockImplementation(() => []);
  render(InUse);
  const skills = Array.from({ length: amount }, (_, at) => trashRef('skill', `s${at}`, 1));
  const answer = mayTrashSkills(skills, `${amount} skills`, ['gas'], ['gas']);
  await screen.findByRole('dialog');
  expect(screen.getByText(said)).toBeTruthy();
  await fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(await answer).toBeNull();
});

it('names many that go at once, and what depends on them', async () => {
  studio.listDependents.mockImplementation(() => [
    { kind: 'agent', id: '1', name: 'desk', why: 'desk uses gas.' } as Dependent,
  ]);
  render(InUse);
  const names = ['gas', 'fire', 'flood', 'storm', 'quake', 'wind'];
  const answer = mayTrash(
    names.map((name) => trashRef('skill', name, 1)),
    '6 skills',
    names,
  );
  await screen.findByRole('dialog', { name: 'Move 6 skills to trash?' });
  expect([...screen.getByTestId('to-trash').children].map(wordsOf)).toEqual(names);
  expect(wordsOf(screen.getByTestId('dependents'))).toBe('desk uses gas.');
  expect(screen.getByText(/used in 1 place and will show as missing there until you restore them/).isConnected).toBe(
    true,
  );
  expect(await faults()).toEqual([]);
  await fireEvent.click(screen.getByTestId('trash-anyway'));
  expect(await answer).toBe(true);
});
