import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { lastUndo } from '$kit';
import type { Activity, EmbeddingStatus, Host, LibraryInfo, Notice, SkillRow } from '$lib/ipc';
import { recorded, recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { libraryClient } from '$lib/state/client.svelte';
import { theme } from '$lib/theme.svelte';
import { faults } from '$lib/testing/accessibility';
import { oddNames } from '$lib/testing/names';
import { byTip, findTip } from '$lib/testing/tips';
import Notices from './Notices.svelte';
import Rail from './Rail.svelte';
import StatusLine from './StatusLine.svelte';
import TopBar from './TopBar.svelte';
import { setHome } from '$lib/path';

beforeAll(() => setHome('/home/ana'));
afterAll(() => setHome(null));

const library = (part: Partial<LibraryInfo> = {}): LibraryInfo => ({
  ...recorded('getLibrary'),
  name: 'team',
  path: '/home/ana/skills/team.db',
  notices: [],
  displaced: null,
  read_only: null,
  ...part,
});
const status = (part: Partial<EmbeddingStatus> = {}) =>
  ({ state: 'ready', model: 'mini', indexed: 1200, total: 1300, hint: null, ...part }) as EmbeddingStatus;
const activity = (id: string, part: Partial<Activity> = {}) =>
  ({ id, title: `Reading ${id}`, done: 3, total: 1200, is_finished: false, ...part }) as Activity;
const row = (part: Partial<SkillRow>) => ({ ...recorded('listSkills')[0]!, errors: 0, warnings: 0, ...part });

const studio = {
  countTrash: vi.fn(() => 0),
  listRecentLibraries: vi.fn(),
  openLibrary: vi.fn(),
  cancelActivity: vi.fn(),
  linkHeldFolders: vi.fn(),
  resumeEmbedding: vi.fn(),
  choosePaths: vi.fn(() => []),
  setSetting: vi.fn(),
  getLibraryClient: vi.fn(),
  setLibraryClient: vi.fn(),
  listServers: vi.fn(() => []),
};
const fail = vi.spyOn(app, 'fail').mockImplementation(() => {});
const switchTo = vi.spyOn(app, 'switchTo');

beforeEach(() => {
  vi.clearAllMocks();
  switchTo.mockImplementation(async (open) => void (await open()));
  studio.countTrash.mockImplementation(() => 0);
  studio.listRecentLibraries.mockImplementation(() => [library(), library({ name: 'old', path: '/old.db' })]);
  studio.getLibraryClient.mockImplementation(() => ({
    client: 'claude-code',
    is_chosen: false,
    found: [
      { client: 'claude-code', skills: 17 },
      { client: 'agent-skills', skills: 2 },
    ],
  }));
  studio.setLibraryClient.mockImplementation(({ client }: { client: Host | null }) => ({
    client,
    is_chosen: true,
    found: [],
  }));
  for (const command of [studio.openLibrary, studio.cancelActivity, studio.resumeEmbedding, studio.setSetting])
    command.mockImplementation(() => null);
  recordedStudio(studio);
  Object.assign(app, { library: library(), rows: [], activities: [], embedding: null, meter: null, overlay: null });
  Object.assign(app, { isLoading: false, error: null, asksWhereTo: false, dismissed: new Set() });
  app.history.clear();
  app.intents.clear();
  app.go('library');
  libraryClient.set(null);
});
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('the rail', () => {
  it('leads to every place, and says which one is at', async () => {
    render(Rail);
    const current = () =>
      screen
        .getAllByRole('button')
        .filter((each) => each.getAttribute('aria-current') === 'page')
        .map((each) => each.textContent?.trim());
    expect(current()).toEqual(['Library']);
    for (const [name, view] of [
      ['Map', 'map'],
      ['Playground', 'playground'],
      ['Evaluate', 'evaluate'],
      ['Tools', 'tools'],
      ['Library', 'library'],
    ] as const) {
      await fireEvent.click(button(name));
      expect([app.view, current()]).toEqual([view, [name]]);
    }
    expect(await faults()).toEqual([]);
  });

  it.each([
    [[], 'Problems', undefined],
    [[{ errors: 2, warnings: 1 }], 'Problems: 2 errors, 1 warning in skills, not counting their other files', '3'],
    [[{ warnings: 4870 }], 'Problems: 4,870 warnings in skills, not counting their other files', '99+'],
  ])('leads to the problems of %j and counts them', async (rows, name, shown) => {
    app.rows = rows.map(row);
    render(Rail);
    const place = screen.getByRole('button', { name });
    expect(place.querySelector<HTMLElement>('.count')?.dataset.count).toBe(shown);
    expect(await faults()).toEqual([]);
    await fireEvent.click(place);
    expect(app.view).toBe('problems');
  });

  it.each([
    [1, 'Trash, 1 item', '1'],
    [99, 'Trash, 99 items', '99'],
    [100, 'Trash, 100 items', '99+'],
  ])('counts %i in the trash', async (amount, name, shown) => {
    studio.countTrash.mockImplementation(() => amount);
    render(Rail);
    const trash = await screen.findByRole('button', { name });
    expect(trash.querySelector<HTMLElement>('.count')?.dataset.count).toBe(shown);
    await fireEvent.click(trash);
    expect(app.overlay).toBe('trash');
  });

  it('counts anew when something may have gone there, and nothing where it cannot', async () => {
    render(Rail);
    await vi.waitFor(() => expect(studio.countTrash).toHaveBeenCalledOnce());
    studio.countTrash.mockImplementation(() => 2);
    app.changes += 1;
    expect(await screen.findByRole('button', { name: 'Trash, 2 items' })).toBeTruthy();
    studio.countTrash.mockImplementation(() => {
      throw { code: 'file', message: 'gone' };
    });
    app.rows = [];
    expect(await screen.findByRole('button', { name: 'Trash' })).toBeTruthy();
  });

  it('has no trash without a library', () => {
    app.library = null;
    render(Rail);
    expect(button('Trash').disabled).toBe(true);
  });
});

describe('the command bar', () => {
  it('goes back and forward as far as one was', async () => {
    render(TopBar);
    expect([button('Go back').disabled, button('Go forward').disabled]).toEqual([true, true]);
    app.openSkill('a');
    app.go('map');
    await vi.waitFor(() => expect(button('Go back').disabled).toBe(false));
    await fireEvent.click(button('Go back'));
    expect([app.view, app.selectedId]).toEqual(['library', 'a']);
    await fireEvent.click(button('Go forward'));
    expect(app.view).toBe('map');
  });

  it('opens the palette', async () => {
    render(TopBar);
    await fireEvent.click(button(/Search everything/));
    expect(app.overlay).toBe('palette');
    expect(await faults()).toEqual([]);
  });

  it('offers the theme that is not seen', async () => {
    await theme.choose('light');
    render(TopBar);
    await fireEvent.click(button('Switch to dark theme'));
    expect([theme.current, document.documentElement.dataset.theme]).toEqual(['dark', 'dark']);
    await fireEvent.click(button('Switch to light theme'));
    expect(theme.current).toBe('light');
  });

  it('says what runs, how far it is and how many more, and stops them', async () => {
    app.activities = [activity('a'), activity('b')];
    render(TopBar);
    const pill = button('Cancel: Reading a').closest('.pill')!;
    expect(pill.textContent?.replace(/\s+/g, ' ').trim()).toBe('Reading a 3 of 1,200 +1');
    expect(screen.getByRole('progressbar', { name: 'Reading a' }).getAttribute('aria-valuenow')).toBe('3');
    await fireEvent.click(button('Cancel: Reading a'));
    await vi.waitFor(() => expect(studio.cancelActivity).toHaveBeenCalledTimes(2));
  });

  it('says how much only where that is known', () => {
    app.activities = [activity('a', { total: null })];
    render(TopBar);
    expect(screen.queryByText(/ of /)).toBeNull();
  });

  it('says that it opens a library, and nothing when nothing runs', async () => {
    app.isLoading = true;
    const { container } = render(TopBar);
    expect(screen.getByText('Opening…')).toBeTruthy();
    app.isLoading = false;
    await tick();
    expect(container.querySelector('.pill')).toBeNull();
  });
});

describe('the switch of clients', () => {
  const open = () => fireEvent.keyDown(button(/^Client: /), { key: 'Enter' });
  const item = (name: RegExp) => screen.findByRole('menuitem', { name });

  it('says for which client the library is, and how many skills lie in its folders', async () => {
    render(TopBar);
    await screen.findByRole('button', { name: 'Client: Claude Code' });
    expect(libraryClient.isForAdk).toBe(false);
    await open();
    expect((await item(/^Claude Code/)).textContent).toContain('17 skills in its folders');
    expect((await item(/^Codex/)).textContent).not.toContain('in its folders');
    expect(await faults()).toEqual([]);
  });

  it('takes another, or all of them', async () => {
    render(TopBar);
    await screen.findByRole('button', { name: 'Client: Claude Code' });
    await open();
    await fireEvent.click(await item(/^Codex/));
    await screen.findByRole('button', { name: 'Client: Codex' });
    await open();
    await fireEvent.click(await item(/^All clients/));
    await screen.findByRole('button', { name: 'Client: All clients' });
    expect(studio.setLibraryClient.mock.calls).toEqual([[{ client: 'codex' }], [{ client: null }]]);
    expect(libraryClient.isForAdk).toBe(true);
  });

  it('opens where somebody asks for it elsewhere, as soon as no dialog lies over it', async () => {
    app.overlay = 'palette';
    render(TopBar);
    app.chooseClient();
    await screen.findByRole('button', { name: 'Client: Claude Code' });
    expect(screen.queryByRole('menuitem')).toBeNull();
    app.overlay = null;
    expect(await item(/^All clients/)).toBeTruthy();
    expect(app.intents.peek('client')).toBeNull();
  });

  it('is not there without a library', () => {
    app.library = null;
    render(TopBar);
    expect(screen.queryByTestId('client-switch')).toBeNull();
  });
});

describe('the switch of libraries', () => {
  const open = () => fireEvent.keyDown(button(/^Library: /), { key: 'Enter' });
  const items = async () =>
    (await screen.findAllByRole('menuitem')).map((item) => item.textContent?.replace(/\s+/g, ' ').trim());

  it('lists recent ones with their paths, then the ways to another', async () => {
    render(TopBar);
    await vi.waitFor(() => expect(studio.listRecentLibraries).toHaveBeenCalled());
    await open();
    expect((await items()).slice(0, 2)).toEqual(['team/home/ana/skills/team.db', 'old/old.db']);
    expect((await items()).slice(2).map((item) => item?.replace(/ ,Ctrl.*/, ''))).toEqual([
      'Open library',
      'New library',
      'Import skills',
    ]);
    expect(await faults()).toEqual([]);
  });

  it('opens the one that is chosen', async () => {
    render(TopBar);
    await vi.waitFor(() => expect(studio.listRecentLibraries).toHaveBeenCalled());
    await open();
    await fireEvent.click(await screen.findByRole('menuitem', { name: /old/ }));
    await vi.waitFor(() => expect(studio.openLibrary.mock.calls).toEqual([[{ path: '/old.db' }]]));
    expect(switchTo.mock.lastCall?.[1]).toBe('/old.db');
  });

  it('moves nothing under the pointer while it is open: what is new comes last', async () => {
    render(TopBar);
    await vi.waitFor(() => expect(studio.listRecentLibraries).toHaveBeenCalled());
    studio.listRecentLibraries.mockImplementation(() => [
      library({ name: 'new', path: '/new.db' }),
      library({ name: 'old', path: '/old.db' }),
    ]);
    await open();
    await vi.waitFor(async () => expect((await items()).slice(0, 2)).toEqual(['old/old.db', 'new/new.db']));
  });

  it('says that recent ones cannot be read, and leads elsewhere nevertheless', async () => {
    studio.listRecentLibraries.mockImplementation(() => {
      throw { code: 'file', message: 'gone' };
    });
    app.library = null;
    render(TopBar);
    await vi.waitFor(() => expect(fail.mock.lastCall?.[0]).toBe('Reading recent libraries'));
    await fireEvent.keyDown(button('Library: none'), { key: 'Enter' });
    expect((await items()).length).toBe(3);
  });

  it.each(oddNames)('names a library %s', (_, name) => {
    app.library = library({ name });
    render(TopBar);
    expect(screen.getByRole('button', { name: /^Library: / }).getAttribute('aria-label')).toBe(`Library: ${name}`);
  });
});

describe('the status line', () => {
  it('offers to take back what was done last, until that is done', async () => {
    render(StatusLine);
    const undo = vi.fn();
    lastUndo.offer('Moved 36 skills to trash', undo);
    const offered = await screen.findByRole('button', { name: /^Moved 36 skills to trash\s+Undo$/ });
    await fireEvent.click(offered);
    expect([undo.mock.calls.length, screen.queryByTestId('last-undo')]).toEqual([1, null]);
  });

  const foot = () => screen.getByRole('contentinfo', { name: 'Status' });

  it.each([
    [[], 'No problems in skills'],
    [[{ errors: 1 }], '1 error in skills'],
    [[{ errors: 2, warnings: 1 }], '2 errors, 1 warning in skills'],
    [[{ warnings: 1500 }], '1,500 warnings in skills'],
  ])('counts problems of %j: %s, and leads to them', async (rows, words) => {
    app.rows = rows.map(row);
    render(StatusLine);
    expect(screen.getByTestId('problem-count').textContent).toBe(words);
    expect(findTip(`${words}, not counting their other files. Show all problems (Ctrl Shift M)`)).toBeTruthy();
    await fireEvent.click(screen.getByTestId('problem-count'));
    expect(app.view).toBe('problems');
  });

  it('says where the library is, what embeds and how much, and leads to the settings', async () => {
    app.embedding = status();
    render(StatusLine);
    expect(within(foot()).getByText('~/skills')).toBeTruthy();
    await fireEvent.click(button('Semantic search: ready, 92% indexed'));
    expect(app.overlay).toBe('settings');
    expect(await faults()).toEqual([]);
  });

  it('says nothing of the index where all is in it, so that no number stands beside that of skills', () => {
    app.embedding = status({ indexed: 1300 });
    render(StatusLine);
    expect(button('Semantic search: ready')).toBeTruthy();
    expect(foot().textContent).not.toContain('indexed');
  });

  it('says how much is indexed where the pill above does not', () => {
    app.embedding = status({ state: 'indexing' });
    render(StatusLine);
    expect(button('Semantic search: indexing').dataset['tip']).toContain('1,200 of 1,300 indexed');
    expect(within(foot()).queryByText(/% indexed/)).toBeNull();
  });

  it('gives the reason where the model is missing', () => {
    app.embedding = status({ state: 'missing', hint: 'The model is not in this build.' });
    render(StatusLine);
    expect(button('Semantic search: off').dataset['tip']).toBe('The model is not in this build.');
  });

  it('shows the tokens of what is open, tier by tier', () => {
    app.meter = { label: 'gas', tokens: { description: 20, body: 1000, files: 0, schemas: 4 }, total: 1024 };
    render(StatusLine);
    expect(within(foot()).getByText('1,024 tokens')).toBeTruthy();
    expect(within(foot()).getByRole('img').getAttribute('aria-label')).toBe(
      'Description 20, Body 1,000, Tool schemas 4 tokens',
    );
  });

  it('cancels just the work that is pressed, and says when that fails', async () => {
    app.activities = [activity('a'), activity('b'), activity('c')];
    render(StatusLine);
    // The first one is said above, with its progress.
    expect(findTip('Cancel: Reading a')).toBeNull();
    await fireEvent.click(byTip('Cancel: Reading b'));
    await vi.waitFor(() =>
      expect(studio.cancelActivity.mock.calls.map(([given]) => Object.values(given as object))).toEqual([['b']]),
    );
    studio.cancelActivity.mockImplementation(() => {
      throw { code: 'internal', message: 'no' };
    });
    await fireEvent.click(byTip('Cancel: Reading c'));
    await vi.waitFor(() => expect(fail.mock.lastCall?.[0]).toBe('Canceling'));
  });

  it('without a library says nothing of one', () => {
    app.library = null;
    render(StatusLine);
    expect([screen.queryByTestId('problem-count'), foot().textContent?.trim()]).toEqual([null, '']);
  });
});

describe('notices', () => {
  it('stay until they are put away, each by itself', async () => {
    app.library = library({
      notices: ['The library was upgraded.', 'A copy was made.'].map(
        (message) => ({ code: 'upgraded', message }) as unknown as Notice,
      ),
    });
    render(Notices);
    expect(screen.getAllByRole('status')).toHaveLength(2);
    await fireEvent.click(screen.getAllByRole('button', { name: 'Dismiss' })[0]!);
    expect(screen.getAllByRole('status').map((each) => each.textContent?.trim())).toEqual(['A copy was made.']);
  });

  it('of a rescue lead to its report', async () => {
    app.library = library({ notices: [{ code: 'salvaged', message: 'Rescued.' } as Notice] });
    render(Notices);
    await fireEvent.click(screen.getByTestId('rescue-report'));
    expect(app.overlay).toBe('salvaged');
  });

  it('of links that are held lead to the question', async () => {
    app.library = library({ notices: [{ code: 'held-links', message: 'Held.' } as Notice] });
    studio.linkHeldFolders.mockReturnValue({ linked: ['a'], changed: 0, not_found: [] });
    render(Notices);
    await fireEvent.click(screen.getByTestId('follow-links'));
    await vi.waitFor(() => expect(studio.linkHeldFolders).toHaveBeenCalledOnce());
    await vi.waitFor(() => expect(screen.queryByText('Held.')).toBeNull());
  });

  it('of a file that went leads to the ways out, and cannot be put away', async () => {
    const displaced = { ...recorded('getLibrary').displaced, how: 'deleted', message: 'It was deleted.' };
    app.library = library({ displaced: displaced as never });
    render(Notices);
    expect(screen.getByRole('alert').textContent).toContain("It was deleted. Changes aren't saved until you choose.");
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
    await fireEvent.click(screen.getByTestId('where-to'));
    expect(app.asksWhereTo).toBe(true);
  });

  it('of a place that cannot be written offer a copy', async () => {
    app.library = library({ read_only: 'The folder is read-only.' });
    render(Notices);
    expect(screen.getByRole('status').textContent).toContain('to make changes, save a copy');
    await fireEvent.click(screen.getByTestId('save-copy'));
    await vi.waitFor(() => expect(studio.choosePaths).toHaveBeenCalledOnce());
    expect(switchTo).not.toHaveBeenCalled();
  });

  it('of a model that is missing says what works without it, leads to where it is set up, and can be put away', async () => {
    app.embedding = status({ state: 'missing', hint: 'The model was not found.' });
    render(Notices);
    expect(screen.getByRole('status').textContent).toMatch(/Semantic search is off.*work without it/);
    await fireEvent.click(button('Set up…'));
    expect(app.overlay).toBe('settings');
    await fireEvent.click(button('Dismiss'));
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('of nothing are none', () => {
    app.embedding = status({ hint: 'All is well.' });
    const { container } = render(Notices);
    expect(container.textContent?.trim()).toBe('');
  });
});
