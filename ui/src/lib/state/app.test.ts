import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Activity, EmbeddingStatus, LibraryInfo, Merge, SkillRow } from '$lib/ipc';
import { beforeClosing, StudioError } from '$lib/ipc';
import { recorded, recordedStudio } from '$lib/ipc/recorded';
import { appThatSays } from './app.svelte';
import { keepPlace } from './crash';
import { readablePath } from '$lib/path';

const said = { toast: vi.fn(), toastError: vi.fn() };
let app = appThatSays(said);

const library = (name: string) =>
  ({ ...recorded('getLibrary'), name, path: `/${name}.db`, notices: [] }) as LibraryInfo;
const row = (id: string, part: Partial<SkillRow> = {}) => ({ ...recorded('listSkills')[0]!, id, name: id, ...part });
const activity = (id: string, part: Partial<Activity> = {}) =>
  ({ id, kind: 'index', title: `Work ${id}`, done: 1, total: 2, is_finished: false, ...part }) as Activity;
const refused = (code: string, message = 'It does not work.') => {
  throw { code, message, detail: null };
};

const studio = {
  getLibrary: vi.fn(),
  listSkills: vi.fn(),
  listDrafts: vi.fn(),
  getEmbeddingStatus: vi.fn(),
  openLibrary: vi.fn(),
  cancelActivity: vi.fn(),
  suggestQuery: vi.fn(),
  suggestSkill: vi.fn(),
};

beforeEach(() => {
  vi.clearAllMocks();
  studio.getLibrary.mockImplementation(() => library('here'));
  studio.listSkills.mockImplementation(() => [
    row('a', { errors: 2, warnings: 1 }),
    row('b', { errors: 0, warnings: 3 }),
  ]);
  studio.listDrafts.mockImplementation(() => []);
  studio.getEmbeddingStatus.mockImplementation(() => ({
    state: 'ready',
    model: 'mini',
    indexed: 2,
    total: 2,
    hint: null,
  }));
  recordedStudio(studio);
  app = appThatSays(said);
});

describe('opening the window', () => {
  it('shows the library with its skills, and counts their problems', async () => {
    await app.load();
    expect([app.library?.name, app.rows.map(({ id }) => id), app.errors, app.warnings]).toEqual([
      'here',
      ['a', 'b'],
      2,
      4,
    ]);
    expect([app.isLoading, app.error]).toEqual([false, null]);
    expect(readablePath(`${recorded('getLibrary').home}/skills`), 'the studio says what the home folder is').toBe(
      '~/skills',
    );
  });

  it('keeps why there is none, and shows nothing of another', async () => {
    await app.load();
    studio.getLibrary.mockImplementation(() => refused('damaged_library', 'It is damaged.'));
    await app.load();
    expect([app.error?.code, app.library, app.rows, app.isLoading]).toEqual(['damaged_library', null, [], false]);
  });

  it('greets with the drafts of the last time, unless something is open already', async () => {
    await app.load();
    await app.greet();
    expect(app.overlay).toBeNull();
    studio.listDrafts.mockImplementation(() => recorded('listDrafts').concat([{} as never]));
    app.overlay = 'import';
    await app.greet();
    expect(app.overlay).toBe('import');
    app.overlay = null;
    await app.greet();
    expect(app.overlay).toBe('drafts');
  });

  it('begins where it was after the page crashed, in that library alone, says so once, and not at another start', async () => {
    const place = { view: 'library', skillId: 'b', path: null } as const;
    const start = async (hash: string) => {
      location.hash = hash;
      app = appThatSays(said);
      said.toast.mockClear();
      app.start()();
      await vi.waitFor(() => expect(app.isLoading).toBe(false));
      await vi.waitFor(() => expect(studio.listDrafts).toHaveBeenCalled());
      studio.listDrafts.mockClear();
      return [app.selectedId, said.toast.mock.calls.length, location.hash];
    };
    keepPlace({ library: '/here.db', place });
    expect(await start('')).toEqual([null, 0, '']);
    expect(await start('#crashed')).toEqual(['b', 1, '']);
    expect(said.toast.mock.lastCall?.[0]).toBe('The window crashed and was reloaded. Your drafts are kept.');
    keepPlace({ library: '/there.db', place });
    expect(await start('#crashed')).toEqual([null, 1, '']);
  });

  it('greets nobody where no library is', async () => {
    app.error = new StudioError('no_library', 'none');
    await app.greet();
    expect(studio.listDrafts).not.toHaveBeenCalled();
  });

  it('takes news of the index for newer than an answer that was on its way', async () => {
    const status = {
      state: 'indexing',
      model: 'mini',
      indexed: 9,
      total: 10,
      hint: null,
    } as unknown as EmbeddingStatus;
    studio.getEmbeddingStatus.mockImplementation(() => {
      app.follow({ kind: 'embedding', status });
      return { ...status, indexed: 1 };
    });
    await app.greet();
    expect(app.embedding?.indexed).toBe(9);
  });
});

describe('what came into an empty library', () => {
  const opened = { skills: 2, skipped: 0, folders: 1, isLinked: true };
  beforeEach(() => {
    studio.suggestQuery.mockImplementation(() => ({ query: 'when is high tide', skill: 'a' }));
    studio.suggestSkill.mockImplementation(() => 'b');
  });

  it('is told with a query to try, and the skill to look at first is open, without a step to come back to', async () => {
    await app.load();
    await app.showOpened(opened);
    expect([app.firstSteps?.query?.query, app.selectedId, app.history.canGoBack]).toEqual([
      'when is high tide',
      'b',
      false,
    ]);
  });

  it('takes nobody from where they went, and nothing opens over what they opened', async () => {
    await app.load();
    app.go('map');
    await app.showOpened(opened);
    expect([app.view, app.selectedId]).toEqual(['map', 'b']);
    app.openSkill('a');
    await app.openFirstSkill();
    expect(app.selectedId).toBe('a');
  });

  it('is told also where no query or skill can be suggested, which is said of the skill', async () => {
    await app.load();
    studio.suggestQuery.mockImplementation(() => refused('file'));
    studio.suggestSkill.mockImplementation(() => refused('file'));
    await app.showOpened(opened);
    expect([app.firstSteps, app.selectedId]).toEqual([{ ...opened, query: null }, null]);
    expect(said.toastError).toHaveBeenCalledOnce();
  });

  it('is seen as a whole where it is large, until the author has gone somewhere', async () => {
    studio.getLibrary.mockImplementation(() => ({ ...library('here'), opens_on: 'overview' }) as LibraryInfo);
    await app.load();
    app.go('map');
    expect(app.startAtOverview()).toBe(false);
    app.go('library');
    await app.showOpened(opened);
    expect([app.view, app.selectedId]).toEqual(['overview', null]);
    app.openSkill('a');
    expect(app.startAtOverview()).toBe(false);
  });

  it('opens nothing where there is no skill', async () => {
    await app.load();
    studio.suggestSkill.mockImplementation(() => null);
    await app.openFirstSkill();
    expect(app.selectedId).toBeNull();
  });
});

describe('another library', () => {
  beforeEach(() => app.load());

  it('takes the place of this one, and nothing of this one stays', async () => {
    const kept = vi.fn(async () => {});
    const stop = beforeClosing(kept);
    app.openSkill('a');
    app.openTool({ toolId: 't' });
    app.dismissNotice('Upgraded.');
    app.meter = { label: 'a', tokens: { description: 1, body: 1, files: 1 }, total: 3 };
    studio.getLibrary.mockImplementation(() => library('there'));
    let wasSwitching = false;
    await app.switchTo(async () => {
      wasSwitching = app.isSwitching && kept.mock.calls.length === 1;
      return library('there');
    });
    stop();
    expect([wasSwitching, app.isSwitching, app.library?.name]).toEqual([true, false, 'there']);
    expect([app.selectedId, app.intents.peek('tool'), app.meter, app.dismissed.size]).toEqual([null, null, null, 0]);
    expect([app.history.canGoBack, app.view]).toEqual([false, 'tools']);
  });

  it('is there before it has said what it has to say', async () => {
    let answer = (_: null) => {};
    studio.getEmbeddingStatus.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    const isThere = vi.fn();
    const done = app.switchTo(async () => library('there')).then(isThere);
    await vi.waitFor(() => expect(isThere).toHaveBeenCalled());
    expect([app.isSwitching, studio.listDrafts.mock.calls.length]).toEqual([false, 0]);
    answer(null);
    await done;
    await vi.waitFor(() => expect(studio.listDrafts).toHaveBeenCalledOnce());
  });

  it('that cannot be opened leaves this one open, and is told', async () => {
    app.openSkill('a');
    await app.switchTo(async () => refused('not_a_library', 'It is a picture.'), '/picture.db');
    expect([app.library?.name, app.error, app.selectedId, app.isSwitching]).toEqual(['here', null, 'a', false]);
    expect(said.toastError.mock.calls.map(([error, what]) => [(error as StudioError).message, what])).toEqual([
      ['It is a picture.', 'Opening the library'],
    ]);
    expect(app.failedPath).toBe('/picture.db');
  });

  it('that cannot be opened where none is left says so in the place', async () => {
    studio.getLibrary.mockImplementation(() => refused('no_library'));
    await app.switchTo(async () => refused('damaged_library', 'It is damaged.'), '/broken.db');
    expect([app.error?.message, app.failedPath, said.toastError.mock.calls.length]).toEqual([
      'It is damaged.',
      '/broken.db',
      0,
    ]);
  });

  it('is read by itself where the list of the one before could not be read to its end', async () => {
    let refuse = (_: unknown) => {};
    studio.listSkills.mockImplementationOnce(() => new Promise((_, reject) => (refuse = reject)));
    const before = app.reloadRows();
    await vi.waitFor(() => expect(studio.listSkills).toHaveBeenCalledTimes(2));
    studio.getLibrary.mockImplementation(() => library('there'));
    const switched = app.switchTo(async () => library('there'));
    await vi.waitFor(() => expect(studio.getLibrary).toHaveBeenCalledTimes(2));
    refuse({ code: 'no_library', message: 'It was closed.', detail: null });
    await Promise.all([before, switched]);
    expect([app.error, app.library?.name, app.rows.length]).toEqual([null, 'there', 2]);
  });

  it('waits for one that is being opened, so that nothing is written between the two', async () => {
    let open = () => {};
    const first = app.switchTo(() => new Promise((resolve) => (open = () => resolve(library('one')))));
    const second = vi.fn(async () => (expect(app.isSwitching).toBe(true), library('two')));
    const done = app.switchTo(second);
    await vi.waitFor(() => expect(app.isSwitching).toBe(true));
    expect(second).not.toHaveBeenCalled();
    open();
    await first;
    await done;
    expect([second.mock.calls.length, app.isSwitching]).toEqual([1, false]);
  });

  it('offers no rescue of a file that failed before', async () => {
    await app.switchTo(async () => refused('damaged_library'), '/broken.db');
    await app.switchTo(async () => library('here'));
    expect(app.failedPath).toBeNull();
  });
});

describe('the list of skills', () => {
  it('is read once more, not twice, where several ask while it is read', async () => {
    const answers: ((rows: SkillRow[]) => void)[] = [];
    studio.listSkills.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    const asked = [app.reloadRows(), app.reloadRows(), app.reloadRows()];
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    answers[0]!([row('old')]);
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[1]!([row('new')]);
    await Promise.all(asked);
    expect([app.rows.map(({ id }) => id), answers.length]).toEqual([['new'], 2]);
  });

  it('is asked for again after it failed', async () => {
    studio.listSkills.mockImplementationOnce(() => refused('file'));
    await expect(app.reloadRows()).rejects.toThrow('It does not work.');
    await app.reloadRows();
    expect(app.rows.map(({ id }) => id)).toEqual(['a', 'b']);
  });
});

describe('what the studio tells', () => {
  it('of work: one entry each, the newest, until it is done', () => {
    for (const each of [activity('x'), activity('y'), activity('x', { done: 2 })])
      app.follow({ kind: 'activity', activity: each });
    expect(app.running.map(({ id, done }) => [id, done])).toEqual([
      ['y', 1],
      ['x', 2],
    ]);
    app.follow({ kind: 'activity', activity: activity('x', { is_finished: true }) });
    expect(app.running.map(({ id }) => id)).toEqual(['y']);
  });

  it('is cancelled all together, and what cannot be is told', async () => {
    for (const id of ['x', 'y']) app.follow({ kind: 'activity', activity: activity(id) });
    studio.cancelActivity.mockImplementation(() => null);
    await app.cancelRunning();
    expect(studio.cancelActivity.mock.calls.map(([given]) => Object.values(given as object))).toEqual([['x'], ['y']]);
    studio.cancelActivity.mockImplementation(() => refused('internal', 'too late'));
    await app.cancelRunning();
    expect(said.toastError).toHaveBeenCalledOnce();
  });

  it('of the library: a notice once, until it is put away', async () => {
    await app.load();
    const notice = { code: 'upgraded', message: 'The library was upgraded.' } as never;
    app.follow({ kind: 'notice', notice });
    app.follow({ kind: 'notice', notice });
    expect(app.notices.map(({ message }) => message)).toEqual(['The library was upgraded.']);
    app.dismissNotice('The library was upgraded.');
    expect(app.notices).toEqual([]);
  });

  it.each(['tools_changed', 'servers_changed'] as const)('%s is counted for whoever shows them', (kind) => {
    const before = app.changes;
    app.follow({ kind } as never);
    expect([app.changes - before, studio.listSkills.mock.calls.length]).toEqual([1, 0]);
  });

  it('of rows that changed: they are read anew, and a failure is told', async () => {
    studio.listSkills.mockImplementation(() => refused('file', 'the file is gone'));
    app.follow({ kind: 'library_changed' } as never);
    await vi.waitFor(() => expect(said.toastError).toHaveBeenCalledOnce());
    expect(said.toastError.mock.lastCall?.[1]).toBe('Reading the list of skills');
  });
});

describe('what fails', () => {
  it('is told with what it was; what was cancelled is not', async () => {
    expect(await app.attempt('Saving', async () => refused('file', 'no room'))).toBe(false);
    expect(await app.attempt('Saving', async () => refused('cancelled'))).toBe(false);
    app.unexpected(new StudioError('cancelled', 'stopped'));
    app.unexpected(new TypeError('x is undefined'));
    expect(said.toastError.mock.calls.map(([error, what]) => [(error as StudioError).message, what])).toEqual([
      ['no room', 'Saving'],
      ['something unexpected went wrong', undefined],
    ]);
    expect(await app.attempt('Saving', async () => {})).toBe(true);
  });
});

describe('going places', () => {
  it('opens a skill, its problem, its file, and forgets where the keyboard was to go', () => {
    app.openSkill('a', { focus: true });
    expect(app.intents.peek('focus')).toBe('a');
    app.openSkill('b', { path: 'notes.md', line: 4 });
    expect([app.view, app.selectedId, app.selectedPath, app.intents.peek('focus')]).toEqual([
      'library',
      'b',
      'notes.md',
      null,
    ]);
    expect(app.intents.take('jump')).toEqual({ skillId: 'b', path: 'notes.md', line: 4 });
    app.openFile('deep/a.md');
    expect([app.selectedId, app.selectedPath]).toEqual(['b', 'deep/a.md']);
    const place = { line: 2, column: 3, end_line: 2, end_column: 9 };
    app.showProblem('a', { path: 'SKILL.md', ...place });
    expect(app.selectedPath).toBeNull();
    expect(app.intents.take('jump')).toMatchObject({ line: 2, range: { column: 3, endLine: 2, endColumn: 9 } });
    app.showProblem('a', { path: 'agents/openai.yaml', ...place });
    expect(app.selectedPath).toBe('agents/openai.yaml');
    expect(app.intents.take('jump')).toMatchObject({ skillId: 'a', path: 'agents/openai.yaml', line: 2 });
    app.showProblemOf('a', 'last');
    expect(app.intents.take('jump')).toMatchObject({ skillId: 'a', problem: 'last' });
  });

  it('leaves the editor empty without a step to come back to', () => {
    app.openSkill('a');
    app.meter = { label: 'a', tokens: { description: 1, body: 1, files: 1 }, total: 3 };
    app.closeSkill();
    expect([app.selectedId, app.meter, app.history.canGoForward]).toEqual([null, null, false]);
  });

  it('asks each place for what it is to do there', () => {
    app.showOnMap('tool:a');
    app.openMap('lay-out');
    app.findUses({ kind: 'tool', id: 'a' });
    app.openPlayground();
    expect([
      app.intents.take('node'),
      app.intents.take('map'),
      app.intents.take('uses'),
      app.intents.take('query'),
    ]).toEqual(['tool:a', 'lay-out', { kind: 'tool', id: 'a' }, null]);
    app.openPlayground({ query: '' });
    expect([app.view, app.intents.take('query')]).toEqual(['playground', { query: '' }]);
  });

  it('goes on with an import after the new library it was asked for, also where that was left', () => {
    app.openImport(['/skills']);
    app.newLibraryForImport(['/skills']);
    app.overlay = 'new-library';
    app.leaveNewLibrary();
    expect([app.overlay, app.intents.take('paths')]).toEqual(['import', ['/skills']]);
    app.leaveNewLibrary();
    expect(app.overlay).toBeNull();
  });

  it('puts a merge to the author, with who gets the answer', () => {
    const resolved = vi.fn();
    app.openMerge({ base: 'b' } as unknown as Merge, resolved);
    app.merge?.resolved('text');
    expect(resolved).toHaveBeenCalledExactlyOnceWith('text');
  });
});
