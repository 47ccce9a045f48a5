import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ChangeReport, SkillRow } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import { trashRef } from '$lib/state/trashing.svelte';
import { commandsOf } from '$lib/testing/commands';
import { confirming } from '$lib/state/confirming.svelte';
import { asking, askToFix, fix, fixing, trashAll, unlinkAll } from './batch.svelte';
import BatchDialog from './BatchDialog.svelte';
import { setHome } from '$lib/path';

beforeAll(() => setHome('/home/author'));
afterAll(() => setHome(null));

const studio = commandsOf({
  tagSkills: vi.fn(),
  moveSkills: vi.fn(),
  renameGroup: vi.fn(),
  trashSkills: vi.fn(),
  listProblems: vi.fn(),
  fixAll: vi.fn(),
  undoChangeSet: vi.fn(),
  unlinkSkills: vi.fn(async () => []),
  listFoldersOnDisk: vi.fn(),
  listSkills: vi.fn(async () => []),
});

const report = (done: number, refused: { skill: string; message: string }[] = []) =>
  ({ set: { id: 'set-1' }, done, refused }) as unknown as ChangeReport;
const row = (id: string, group: string, tags: string[]) => ({ id, name: id, group, tags }) as unknown as SkillRow;
const confirm = () => screen.getByTestId<HTMLButtonElement>('batch-confirm');
const type = (value: string) => fireEvent.input(screen.getByTestId('batch-text'), { target: { value } });

afterAll(() => void (asking.now = fixing.files = null));
beforeEach(() => {
  vi.clearAllMocks();
  asking.now = null;
  app.rows = [row('ann', 'Day', ['old', 'both']), row('ben', 'Night', ['both']), row('cut', 'Night', [])];
});

it('adds and removes tags of several skills in one change, and takes it back', async () => {
  studio.tagSkills.mockResolvedValue(report(2));
  studio.undoChangeSet.mockResolvedValue(report(2));
  const notify = vi.spyOn(app, 'notify');
  render(BatchDialog);
  asking.now = { what: 'tags', ids: ['ann', 'ben'] };
  await screen.findByText('Applies to 2 skills.');
  expect(confirm().disabled).toBe(true);
  await type(' new , urgent,');
  await fireEvent.click(screen.getByRole('button', { name: /^old/ }));
  await fireEvent.click(confirm());
  await vi.waitFor(() => expect(asking.now).toBeNull());
  expect(studio.tagSkills.mock.calls).toEqual([[['ann', 'ben'], ['new', 'urgent'], ['old']]]);
  const [said, action] = notify.mock.calls[0]!;
  expect([said, action?.label]).toEqual(['Changed tags for 2 skills', 'Undo']);
  action!.perform();
  await vi.waitFor(() => expect(studio.undoChangeSet).toHaveBeenCalledExactlyOnceWith('set-1'));
  await vi.waitFor(() => expect(notify.mock.lastCall?.[0]).toBe('Undone: Changed tags for 2 skills'));
});

it('says how many it is for, and what happens on disk', async () => {
  app.rows = app.rows.map((each) => ({ ...each, is_written: each.id === 'ann' }));
  render(BatchDialog);
  studio.listFoldersOnDisk.mockResolvedValue([{ skill_id: 'ann', path: '/home/author/skills/ann' }]);
  asking.now = { what: 'tags', ids: ['ann', 'ben'] };
  await screen.findByText('Applies to 2 skills. 1 linked file on disk will also change, in ~/skills/ann.');
  expect(studio.listFoldersOnDisk.mock.calls).toEqual([[['ann']]]);
  asking.now = { what: 'group', ids: ['ann', 'ben', 'cut'] };
  await screen.findByText(/^Applies to 3 skills\./);
  asking.now = { what: 'rename', group: 'Night' };
  await screen.findByText('Applies to 2 skills. Folders on disk keep their names.');
});

it('asks before more than a handful are unlinked, and takes no for an answer', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  const rows = ids.map((id) => ({ ...row(id, 'Day', []), link: 'linked' as const, is_linked: true }));
  app.rows = rows;
  await unlinkAll(ids.slice(1));
  expect(studio.unlinkSkills).toHaveBeenCalledTimes(1);
  app.rows = rows;
  const asked = unlinkAll(ids);
  await vi.waitFor(() => expect(confirming.asked?.title).toBe('Unlink 6 skills?'));
  confirming.answer(false);
  await asked;
  expect(studio.unlinkSkills).toHaveBeenCalledTimes(1);
});

it('shows the first of many tags and, when asked, all of them', async () => {
  app.rows = [
    row(
      'ann',
      'Day',
      Array.from({ length: 30 }, (_, at) => `tag-${at}`),
    ),
  ];
  render(BatchDialog);
  asking.now = { what: 'tags', ids: ['ann'] };
  const shown = () => screen.getAllByRole('button', { name: /^tag-/ }).length;
  const more = await screen.findByRole('button', { name: 'Show 6 more' });
  expect(shown()).toBe(24);
  await fireEvent.click(more);
  expect([shown(), screen.queryByRole('button', { name: /more$/ })]).toEqual([30, null]);
});

it('offers the groups there are, and renames one', async () => {
  studio.moveSkills.mockResolvedValue(report(1));
  studio.renameGroup.mockResolvedValue(report(2));
  render(BatchDialog);
  asking.now = { what: 'group', ids: ['ann'] };
  await fireEvent.click(await screen.findByRole('button', { name: 'Night' }));
  await fireEvent.click(confirm());
  await vi.waitFor(() => expect(studio.moveSkills.mock.calls).toEqual([[['ann'], 'Night']]));
  await vi.waitFor(() => expect(asking.now).toBeNull());

  asking.now = { what: 'rename', group: 'Night' };
  await screen.findByText('Rename group');
  expect(confirm().disabled).toBe(true);
  await type('Late');
  await fireEvent.click(confirm());
  await vi.waitFor(() => expect(studio.renameGroup.mock.calls).toEqual([['Night', 'Late']]));
});

it('leaves a skill only when something was trashed, and names what was left as it is', async () => {
  const notify = vi.spyOn(app, 'notify');
  const leave = vi.fn();
  studio.trashSkills.mockResolvedValueOnce({ set: null, done: 0, refused: [{ skill: 'cut', message: 'Gone.' }] });
  await trashAll([trashRef('skill', 'cut', 1)], 'cut', leave);
  expect(leave).not.toHaveBeenCalled();
  expect(notify.mock.calls.map(([said]) => said)).toEqual(['cut not changed: Gone.']);
  studio.trashSkills.mockResolvedValueOnce(report(1));
  await trashAll([trashRef('skill', 'ann', 1)], 'ann', leave);
  expect(leave).toHaveBeenCalledOnce();
});

it('fixes what can be fixed of the selected skills, and says when nothing can', async () => {
  const notify = vi.spyOn(app, 'notify');
  const files = [
    { skill_id: 'ann', is_fixable: true },
    { skill_id: 'ben', is_fixable: false },
    { skill_id: 'cut', is_fixable: false },
    { skill_id: 'dan', is_fixable: true },
  ];
  studio.listProblems.mockResolvedValue({ files, owners: [], rules: [] });
  await askToFix(['ben', 'cut']);
  expect([fixing.files, notify.mock.calls[0]?.[0]]).toEqual([null, 'No automatic fixes for 2 skills']);
  await askToFix(['ben']);
  expect([fixing.files, notify.mock.lastCall?.[0]]).toEqual([null, 'No automatic fixes for ben']);
  await askToFix(['ann', 'ben', 'cut']);
  expect(fixing.files?.map(({ skill_id }) => skill_id)).toEqual(['ann']);
  studio.fixAll.mockResolvedValue(report(1));
  await fix(['ann']);
  expect(studio.fixAll.mock.calls).toEqual([[null, ['ann']]]);
  const [said, action] = notify.mock.calls.at(-1)!;
  expect([said, action?.label]).toEqual(['Fixed 1 skill', 'Undo']);
});
