import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ImportRoot } from '$lib/ipc';
import { recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { commandsOf } from '$lib/testing/commands';
import LinkedFolders from './LinkedFolders.svelte';
import { standing } from './roots.svelte';

const studio = commandsOf({
  listImportRoots: vi.fn(),
  listSkills: vi.fn(async () => []),
  linkRoot: vi.fn(),
  linkHeldFolders: vi.fn(),
  linkSkills: vi.fn(),
  unlinkRoot: vi.fn(),
  relinkRoot: vi.fn(),
  reveal: vi.fn(async () => null),
});

const root = (path: string, part: Partial<ImportRoot> = {}): ImportRoot => ({
  path,
  skills: 3,
  linked: 3,
  changed: 0,
  missing: 0,
  held: 0,
  is_there: true,
  ...part,
});
const row = async (path: string) =>
  (await screen.findAllByTestId('import-root')).find((line) => line.dataset.path === path)!;

beforeEach(() => vi.clearAllMocks());

it('shows one row per folder with how its skills stand to it', async () => {
  studio.listImportRoots.mockResolvedValue([
    root('/a'),
    root('/b', { linked: 0 }),
    root('/c', { is_there: false, missing: 3 }),
  ]);
  render(LinkedFolders);
  expect(within(await row('/a')).queryByRole('button', { name: 'Link' })).toBeNull();
  expect(within(await row('/b')).queryByRole('button', { name: 'Unlink' })).toBeNull();
  expect((await row('/c')).textContent).toContain('Folder not found');
  expect(within(await row('/c')).getByRole('button', { name: /Show in file manager/ })).toHaveProperty(
    'disabled',
    true,
  );
  await fireEvent.click(within(await row('/a')).getByRole('button', { name: /Show in file manager/ }));
  expect(studio.reveal).toHaveBeenCalledExactlyOnceWith({ kind: 'root', path: '/a' });
});

it('unlinks at once, and the toast links again', async () => {
  studio.listImportRoots.mockResolvedValue([root('/a')]);
  studio.unlinkRoot.mockResolvedValue(['1', '2', '3']);
  studio.linkSkills.mockResolvedValue({ linked: ['1', '2', '3'], changed: 0, not_found: [] });
  const notify = vi.spyOn(app, 'notify').mockImplementation(() => {});
  render(LinkedFolders);
  await fireEvent.click(within(await row('/a')).getByRole('button', { name: 'Unlink' }));
  await vi.waitFor(() => expect(notify).toHaveBeenCalledOnce());
  const [said, undo] = notify.mock.calls[0]!;
  expect([said, undo?.label]).toEqual([expect.stringContaining('Unlinked 3 skills from /a'), 'Undo']);
  undo!.perform();
  await vi.waitFor(() => expect(studio.linkSkills).toHaveBeenCalledExactlyOnceWith(['1', '2', '3']));
});

it('asks before linking, and says that saving will write there', async () => {
  studio.listImportRoots.mockResolvedValue([root('/b', { linked: 0 })]);
  studio.linkRoot.mockResolvedValue({ linked: ['1'], changed: 1, not_found: ['/b/x/SKILL.md'] });
  const notify = vi.spyOn(app, 'notify').mockImplementation(() => {});
  render(LinkedFolders);
  await fireEvent.click(within(await row('/b')).getByRole('button', { name: 'Link' }));
  expect(studio.linkRoot).not.toHaveBeenCalled();
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('will write to its file in /b');
  await fireEvent.click(within(dialog).getByRole('button', { name: 'Link' }));
  await vi.waitFor(() => expect(notify).toHaveBeenCalledOnce());
  expect(notify.mock.calls[0]![0]).toMatch(
    /1 skill differs from its file.*1 file wasn't found, such as \/b\/x\/SKILL.md/,
  );
});

it('relinks to the folder that is chosen, and does nothing when none is', async () => {
  studio.listImportRoots.mockResolvedValue([root('/c', { is_there: false, missing: 3 })]);
  studio.relinkRoot.mockResolvedValue({ linked: ['1'], changed: 0, not_found: [] });
  vi.spyOn(app, 'notify').mockImplementation(() => {});
  render(LinkedFolders);
  const choosePaths = vi.fn().mockReturnValueOnce([]).mockReturnValueOnce(['/moved']);
  recordedStudio({ choosePaths });
  const relink = within(await row('/c')).getByRole('button', { name: /Relink/ });
  await fireEvent.click(relink);
  await vi.waitFor(() => expect(choosePaths).toHaveBeenCalledOnce());
  expect(studio.relinkRoot).not.toHaveBeenCalled();
  await fireEvent.click(relink);
  await vi.waitFor(() => expect(studio.relinkRoot).toHaveBeenCalledExactlyOnceWith('/c', '/moved'));
});

it('says in words how a folder stands', () => {
  expect(standing(root('/a', { linked: 0, skills: 1 }))).toBe('1 skill, not linked');
  expect(standing(root('/a', { linked: 0, held: 3 }))).toBe('3 skills, 3 not synced');
  expect(standing(root('/a', { linked: 2, held: 1 }))).toBe('2 of 3 skills linked, 1 not synced');
  expect(standing(root('/a', { linked: 2, changed: 1, missing: 1 }))).toBe(
    '2 of 3 skills linked, 1 changed on disk, 1 missing',
  );
});

it('follows what is held after a question that is asked elsewhere', async () => {
  studio.listImportRoots.mockResolvedValue([root('/h', { linked: 0, held: 3 })]);
  studio.linkHeldFolders.mockResolvedValue({ linked: ['1', '2', '3'], changed: 0, not_found: [] });
  render(LinkedFolders);
  const line = await row('/h');
  expect(line.querySelector('[data-testid="link-root"]')).toBeNull();
  await fireEvent.click(line.querySelector('[data-testid="follow-links"]')!);
  await vi.waitFor(() => expect(studio.linkHeldFolders).toHaveBeenCalledOnce());
});
