import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import type { DraftInfo } from '$lib/ipc';
import { recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { faults } from '$lib/testing/accessibility';
import { oddNames } from '$lib/testing/names';
import Drafts from './Drafts.svelte';

const draft = (skill_name: string, part: Partial<DraftInfo> = {}): DraftInfo => ({
  skill_id: `id-${skill_name}`,
  skill_name,
  path: 'SKILL.md',
  text: `${skill_name} as typed\n`,
  stored: `${skill_name} as stored\n`,
  saved_at: '2026-11-22T06:00:00Z',
  ...part,
});

const studio = {
  listDrafts: vi.fn<() => DraftInfo[]>(),
  deleteDraft: vi.fn(),
  saveDraft: vi.fn(),
  listSkills: vi.fn(() => []),
};
const notify = vi.spyOn(app, 'notify').mockImplementation(() => {});
const fail = vi.spyOn(app, 'fail').mockImplementation(() => {});

beforeEach(() => {
  vi.clearAllMocks();
  studio.listDrafts.mockImplementation(() => [draft('gas'), draft('water', { path: 'references/pipes.md' })]);
  for (const command of [studio.deleteDraft, studio.saveDraft]) command.mockImplementation(() => null);
  recordedStudio(studio);
  app.overlay = 'drafts';
  app.history.clear();
});

const options = () => screen.findAllByRole('option');
const shown = () => document.querySelector('.cm-content')?.textContent;
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

it('lists every draft with its file, and shows what the first changes', async () => {
  render(Drafts);
  expect((await options()).map((option) => option.querySelector('.name')?.textContent)).toEqual(['gas', 'water']);
  expect((await options())[1]!.textContent).toContain('references/pipes.md');
  expect(screen.getByRole('listbox', { name: '2 drafts' })).toBeTruthy();
  expect(screen.getByRole('group', { name: 'Draft changes to gas' })).toBeTruthy();
  expect(shown()).toContain('gas as typed');
});

it('has nothing that axe finds wrong', async () => {
  render(Drafts);
  await options();
  expect(await faults()).toEqual([]);
});

it('shows what another one changes, and goes on with that', async () => {
  render(Drafts);
  await fireEvent.click((await options())[1]!);
  expect((await options()).map((option) => option.getAttribute('aria-selected'))).toEqual(['false', 'true']);
  expect(shown()).toContain('water as typed');
  await press('Continue editing water');
  expect([app.overlay, app.selectedId, app.selectedPath]).toEqual([null, 'id-water', 'references/pipes.md']);
  expect(studio.deleteDraft).not.toHaveBeenCalled();
});

it('discards the one that is shown, shows the next, and offers it back', async () => {
  render(Drafts);
  await options();
  studio.listDrafts.mockImplementation(() => [draft('water')]);
  await press('Discard draft');
  await vi.waitFor(async () => expect(await options()).toHaveLength(1));
  expect(studio.deleteDraft.mock.calls.map(([given]) => Object.values(given as object))).toEqual([
    ['id-gas', 'SKILL.md'],
  ]);
  expect([shown()?.includes('water as typed'), app.overlay]).toEqual([true, 'drafts']);
  const [said, undo] = notify.mock.lastCall!;
  expect([said, undo?.label]).toEqual(['Discarded the draft of gas', 'Undo']);
  undo!.perform();
  await vi.waitFor(() => expect(studio.saveDraft).toHaveBeenCalledOnce());
  expect(Object.values(studio.saveDraft.mock.lastCall![0] as object)).toEqual(['id-gas', 'SKILL.md', 'gas as typed\n']);
  await vi.waitFor(() => expect(studio.listSkills).toHaveBeenCalledTimes(2));
});

it('closes when the last one is discarded', async () => {
  studio.listDrafts.mockImplementationOnce(() => [draft('gas')]).mockImplementation(() => []);
  render(Drafts);
  await press('Discard draft');
  await vi.waitFor(() => expect(app.overlay).toBeNull());
});

it('keeps a draft that cannot be discarded, and says why', async () => {
  studio.deleteDraft.mockImplementation(() => {
    throw { code: 'file', message: 'The disk is full.' };
  });
  render(Drafts);
  await press('Discard draft');
  await vi.waitFor(() => expect(fail).toHaveBeenCalledOnce());
  expect(fail.mock.lastCall![0]).toBe('Discarding the draft');
  expect([(await options()).length, app.overlay, notify.mock.calls.length]).toEqual([2, 'drafts', 0]);
});

it('stays on what is left where the last of the list went', async () => {
  render(Drafts);
  await fireEvent.click((await options())[1]!);
  studio.listDrafts.mockImplementation(() => [draft('gas')]);
  await press('Discard draft');
  await vi.waitFor(() => expect(shown()).toContain('gas as typed'));
  expect(await screen.findByRole('option', { selected: true })).toBeTruthy();
});

it('keeps all of them where one leaves, with Escape too', async () => {
  render(Drafts);
  await press('Keep all drafts');
  expect([app.overlay, studio.deleteDraft.mock.calls.length]).toEqual([null, 0]);
  app.overlay = 'drafts';
  await fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await vi.waitFor(() => expect(app.overlay).toBeNull());
});

it('says that nothing is unsaved, with nothing to discard', async () => {
  studio.listDrafts.mockImplementation(() => []);
  render(Drafts);
  expect(await screen.findByText('All your changes are saved.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Discard draft' })).toBeNull();
  expect(await faults()).toEqual([]);
  await fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!);
  expect(app.overlay).toBeNull();
});

it('says why they could not be read, and reads them again', async () => {
  studio.listDrafts.mockImplementationOnce(() => {
    throw { code: 'file', message: 'the library is locked' };
  });
  render(Drafts);
  expect((await screen.findByRole('alert')).textContent).toContain('The library is locked');
  await press('Try again');
  expect(await options()).toHaveLength(2);
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each(oddNames)('names a skill %s', async (_, name) => {
  studio.listDrafts.mockImplementation(() => [draft(name)]);
  render(Drafts);
  expect((await options())[0]!.querySelector('.name')?.textContent).toBe(name);
  expect(screen.getByRole('button', { name: new RegExp('^Continue editing') }).textContent).toContain(name);
});
