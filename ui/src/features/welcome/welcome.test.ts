import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ImportReport, LibraryInfo, SkillFolder } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import { commandsOf } from '$lib/testing/commands';
import Welcome from './Welcome.svelte';

const studio = commandsOf({
  listSkillFolders: vi.fn(),
  openOwnLibrary: vi.fn(),
  openSamples: vi.fn(),
  importPaths: vi.fn(),
  suggestQuery: vi.fn(),
  suggestSkill: vi.fn(),
  getLibrary: vi.fn(),
  listSkills: vi.fn(async () => []),
  listDrafts: vi.fn(async () => []),
  getEmbeddingStatus: vi.fn(async () => ({ state: 'ready' })),
  reportReady: vi.fn(async () => null),
});

const folder = (client: SkillFolder['client'], name: string, skills: number): SkillFolder => ({
  client,
  path: `/home/ana/.${name}/skills`,
  shown: `~/.${name}/skills`,
  skills,
});
const info = { name: 'My skills', path: '/data/My skills.db', notices: [] } as unknown as LibraryInfo;
const report = (imported: number, skipped: number) =>
  ({ imported: Array(imported).fill({}), skipped: Array(skipped).fill({}), warnings: [] }) as unknown as ImportReport;

beforeEach(() => {
  vi.clearAllMocks();
  app.error = { code: 'no_library' } as typeof app.error;
  app.library = null;
  app.firstSteps = null;
  app.overlay = null;
  app.history.clear();
  studio.openOwnLibrary.mockResolvedValue(info);
  studio.openSamples.mockResolvedValue(info);
  studio.getLibrary.mockResolvedValue(info);
  studio.suggestQuery.mockResolvedValue({ query: 'find a tide table', skill: 'tide-tables' });
  studio.suggestSkill.mockResolvedValue('id-tides');
});

it('offers the folders found with their counts, and opens those that are chosen as is said', async () => {
  studio.listSkillFolders.mockResolvedValue([folder('claude-code', 'claude', 18), folder('gemini', 'gemini', 1)]);
  studio.importPaths.mockResolvedValue(report(17, 1));
  render(Welcome);
  const rows = await screen.findAllByTestId('skill-folder');
  expect(rows.map((row) => row.textContent?.replace(/\s+/g, ' ').trim())).toEqual([
    'Claude Code ~/.claude/skills 18 skills',
    'Gemini CLI ~/.gemini/skills 1 skill',
  ]);
  expect(screen.getByTestId('open-own').textContent).toContain('Open 19 skills');
  expect(screen.getByTestId('consequence').textContent).toContain('its files in that folder change');

  await fireEvent.click(within(rows[1]!).getByRole('checkbox'));
  expect(screen.getByTestId('open-own').textContent).toContain('Open 18 skills');
  await fireEvent.click(screen.getByRole('radio', { name: 'Copy' }));
  expect(screen.getByTestId('consequence').textContent).toContain("Changes you make here don't affect the folders");
  await fireEvent.click(screen.getByTestId('open-own'));
  await vi.waitFor(() => expect(app.firstSteps).not.toBeNull());
  expect(studio.importPaths.mock.calls).toEqual([[['/home/ana/.claude/skills'], false]]);
  expect(app.firstSteps).toEqual({
    skills: 17,
    skipped: 1,
    folders: 1,
    isLinked: false,
    query: { query: 'find a tide table', skill: 'tide-tables' },
  });
  await vi.waitFor(() => expect(app.selectedId).toBe('id-tides'));
});

it('says that no folder was found, and leads to the samples, an import or a new library', async () => {
  studio.listSkillFolders.mockResolvedValue([]);
  render(Welcome);
  expect(await screen.findByText(/No skills found/)).toBeTruthy();
  expect(screen.getByRole('button', { name: /Open a folder/ })).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: /^New library/ }));
  expect(app.overlay).toBe('new-library');
  await fireEvent.click(screen.getByRole('button', { name: /^Import/ }));
  await vi.waitFor(() => expect(app.overlay).toBe('import'));
  expect(studio.openOwnLibrary).toHaveBeenCalledOnce();
  await fireEvent.click(screen.getByRole('button', { name: /^Start from samples/ }));
  await vi.waitFor(() => expect(studio.openSamples).toHaveBeenCalledOnce());
});

it('says why it could not look, and looks again', async () => {
  studio.listSkillFolders.mockRejectedValueOnce({ code: 'file', message: 'The disk is gone.', detail: null });
  studio.listSkillFolders.mockResolvedValueOnce([folder('codex', 'codex', 2)]);
  render(Welcome);
  expect(await screen.findByText('The disk is gone.')).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findAllByTestId('skill-folder')).toHaveLength(1);
});
