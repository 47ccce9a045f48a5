import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Activity, type SkillFolder, StudioError } from '$lib/ipc';
import { recorded, recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { faults } from '$lib/testing/accessibility';
import Welcome from './Welcome.svelte';

const folder = (client: SkillFolder['client'], path: string, skills: number): SkillFolder => ({
  client,
  path,
  shown: path.replace('/home/ana', '~'),
  skills,
});
const both = [folder('claude-code', '/home/ana/.claude/skills', 18), folder('codex', '/home/ana/.codex/skills', 2)];
const report = (imported: number, skipped = 0) => ({
  imported: Array(imported).fill({}),
  skipped: Array(skipped).fill({}),
  warnings: [],
  unreadable: 0,
  not_chosen: 0,
  is_cancelled: false,
});

const studio = {
  listSkillFolders: vi.fn<() => unknown>(),
  openOwnLibrary: vi.fn<() => unknown>(),
  openSamples: vi.fn<() => unknown>(),
  importPaths: vi.fn<() => unknown>(),
  suggestQuery: vi.fn<() => unknown>(),
  suggestSkill: vi.fn<() => unknown>(() => null),
  getLibrary: vi.fn<() => unknown>(),
  listSkills: vi.fn(() => []),
  listDrafts: vi.fn(() => []),
  getEmbeddingStatus: vi.fn(() => ({ state: 'ready' })),
  reportReady: vi.fn(() => null),
  choosePaths: vi.fn<() => unknown>(() => []),
};
const fail = vi.spyOn(app, 'fail').mockImplementation(() => {});
const refuse =
  (message: string, code = 'file') =>
  () => {
    throw { code, message, detail: null };
  };

beforeEach(() => {
  vi.clearAllMocks();
  studio.listSkillFolders.mockImplementation(() => both);
  for (const command of [studio.openOwnLibrary, studio.openSamples, studio.getLibrary])
    command.mockImplementation(() => recorded('getLibrary'));
  studio.importPaths.mockImplementation(() => report(20));
  studio.suggestQuery.mockImplementation(() => null);
  recordedStudio(studio);
  Object.assign(app, {
    error: new StudioError('no_library', 'none'),
    library: null,
    firstSteps: null,
    overlay: null,
    activities: [],
  });
});
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const given = (command: { mock: { lastCall?: unknown[] } }) => Object.values(command.mock.lastCall?.[0] as object);

describe('the first start', () => {
  it('has nothing that axe finds wrong', async () => {
    render(Welcome);
    await screen.findAllByTestId('skill-folder');
    expect(await faults()).toEqual([]);
  });

  it('opens nothing where no folder is ticked', async () => {
    render(Welcome);
    for (const row of await screen.findAllByTestId('skill-folder'))
      await fireEvent.click(within(row).getByRole('checkbox'));
    expect([
      screen.getByTestId<HTMLButtonElement>('open-own').disabled,
      screen.getByTestId('open-own').textContent?.trim(),
    ]).toEqual([true, 'Open 0 skills']);
  });

  it('links what is found unless it is told to copy, and says what came of it', async () => {
    studio.importPaths.mockImplementation(() => report(18, 2));
    render(Welcome);
    await fireEvent.click(await screen.findByTestId('open-own'));
    await vi.waitFor(() =>
      expect(app.firstSteps).toMatchObject({ skills: 18, skipped: 2, folders: 2, isLinked: true, query: null }),
    );
    expect(given(studio.importPaths)).toEqual([both.map(({ path }) => path), true]);
  });

  it('shows how far it is, and cannot be started twice', async () => {
    let finish: (what: unknown) => void = () => {};
    studio.importPaths.mockImplementation(() => new Promise((done) => (finish = done)));
    render(Welcome);
    await fireEvent.click(await screen.findByTestId('open-own'));
    await vi.waitFor(() => expect(screen.getByTestId<HTMLButtonElement>('open-own').disabled).toBe(true));
    app.activities = [{ id: 'x', title: 'Reading skills', done: 4, total: 20, is_finished: false } as Activity];
    expect((await screen.findByRole('progressbar', { name: 'Reading skills' })).getAttribute('aria-valuenow')).toBe(
      '4',
    );
    expect([
      button(/^New library/).disabled,
      screen.getAllByRole<HTMLButtonElement>('checkbox').every(({ disabled }) => disabled),
    ]).toEqual([true, true]);
    await vi.waitFor(() => expect(studio.importPaths).toHaveBeenCalledOnce());
    finish(report(20));
    await vi.waitFor(() => expect(app.firstSteps?.skills).toBe(20));
  });

  it('stays where the library cannot be made, and can be tried again', async () => {
    studio.openOwnLibrary.mockImplementation(refuse('The folder cannot be written.'));
    studio.getLibrary.mockImplementation(refuse('none', 'no_library'));
    render(Welcome);
    await fireEvent.click(await screen.findByTestId('open-own'));
    await vi.waitFor(() => expect(app.error?.message).toBe('The folder cannot be written.'));
    expect(app.firstSteps).toBeNull();
    await vi.waitFor(() => expect(screen.getByTestId<HTMLButtonElement>('open-own').disabled).toBe(false));
  });

  it('does not miss a query where none can be suggested', async () => {
    studio.suggestQuery.mockImplementation(refuse('no queries'));
    render(Welcome);
    await fireEvent.click(await screen.findByTestId('open-own'));
    await vi.waitFor(() => expect(app.firstSteps?.query).toBeNull());
    expect(fail).not.toHaveBeenCalled();
  });

  it('opens another folder where one is chosen', async () => {
    render(Welcome);
    await screen.findAllByTestId('skill-folder');
    await fireEvent.click(button('Open another folder'));
    await vi.waitFor(() => expect(studio.choosePaths).toHaveBeenCalledOnce());
    expect(studio.openOwnLibrary).not.toHaveBeenCalled();
    studio.choosePaths.mockImplementation(() => ['/elsewhere']);
    await fireEvent.click(button('Open another folder'));
    await vi.waitFor(() => expect(given(studio.importPaths)[0]).toEqual(['/elsewhere']));
  });

  it('does not go on to the import where no library could be made', async () => {
    studio.openOwnLibrary.mockImplementation(refuse('no room'));
    studio.getLibrary.mockImplementation(refuse('none', 'no_library'));
    render(Welcome);
    await fireEvent.click(button(/^Import/));
    await vi.waitFor(() => expect(app.error?.message).toBe('no room'));
    expect(app.overlay).toBeNull();
  });
});
