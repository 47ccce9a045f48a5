import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Toaster, lastUndo } from '$kit';
import {
  type ChangeReport,
  type Host,
  type SearchHit,
  type SearchRequest,
  type SkillRow,
  StudioError,
  commands,
} from '$lib/ipc';
import { tell as happen } from '$lib/ipc/recorded';
import { type FirstSteps as Steps, app } from '$lib/state/app.svelte';
import { libraryClient } from '$lib/state/client.svelte';
import { firstRun } from '$lib/state/first-run.svelte';
import { trashing } from '$lib/state/trashing.svelte';
import { ODD_NAMES, faults, later, pressInToast, wordsOf, write } from '$lib/testing/screen';
import { asking, fixing } from './batch.svelte';
import type { Beside } from './beside';
import FirstSteps from './FirstSteps.svelte';
import { Library, SHOWN } from './library.svelte';
import { renaming } from './perform.svelte';
import SkillList from './SkillList.svelte';

// The list draws what fits its height; jsdom has none.
Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 900 }, offsetWidth: { value: 600 } });

const row = (name: string, some: Partial<SkillRow> = {}): SkillRow => ({
  id: name,
  name,
  description: `Does ${name}.`,
  group: 'Day',
  tags: [],
  tokens: { description: 10, body: 90, files: 0 },
  errors: 0,
  warnings: 0,
  is_fixable: false,
  has_draft: false,
  link: 'none',
  is_linked: false,
  is_written: false,
  broken: null,
  aggregate_version: 2,
  updated_at: '',
  ...some,
});
const hit = (id: string, some: Partial<SearchHit> = {}): SearchHit => ({
  kind: 'skill',
  description: '',
  id,
  name: id,
  field: 'name',
  name_ranges: [],
  passage: '',
  passage_ranges: [],
  path: '',
  score: 0,
  ...some,
});
const report = (done: number) => ({ set: { id: 'set-1' }, done, refused: [] }) as unknown as ChangeReport;

afterAll(() => void (asking.now = renaming.row = fixing.files = null));
beforeEach(() => {
  app.rows = ['boiler', 'gas', 'gasket', 'water'].map((name) => row(name));
  app.isLoading = false;
  app.history.clear();
  app.overlay = null;
  asking.now = renaming.row = fixing.files = null;
  app.firstSteps = null;
  vi.spyOn(commands, 'listDependents').mockResolvedValue([]);
  vi.spyOn(commands, 'listSkills').mockImplementation(async () => [...app.rows]);
  vi.spyOn(commands, 'listFoundEvals').mockResolvedValue([]);
  vi.spyOn(commands, 'listFoundServers').mockResolvedValue({ files: [], offered: 0, offered_files: 0 });
});
// What is on the screen goes before what it reads from is put back.
afterEach(() => (cleanup(), vi.restoreAllMocks()));

function show(
  find: (request: SearchRequest) => Promise<{ hits: SearchHit[]; total: number }> = async () => ({
    hits: [],
    total: 0,
  }),
) {
  const library = new Library(() => app.rows, find);
  render(Toaster);
  render(SkillList, { library });
  return library;
}
const list = () => screen.getByRole('listbox', { name: 'Skills' });
const drawn = () => screen.getAllByTestId('skill-row').map(({ dataset }) => dataset['name']);
const of = (name: string) => screen.getAllByTestId('skill-row').find(({ dataset }) => dataset['name'] === name)!;
const press = (key: string, some: object = {}) => fireEvent.keyDown(list(), { key, ...some });
const search = () => screen.getByTestId<HTMLInputElement>('library-search');
const pick = async (on: Element, label: string | RegExp) => {
  await fireEvent.contextMenu(on);
  await fireEvent.click(await screen.findByText(label));
};

it.each([
  ['the menu key', 'ContextMenu', {}],
  ['Shift F10', 'F10', { shiftKey: true }],
])('%s opens the menu of the skill the list is at, with all that the pointer has', async (_, key, some) => {
  show();
  app.openSkill(of('gas').dataset['id']!);
  await waitFor(() => expect(of('gas').closest('[aria-selected=true]')).toBeTruthy());
  await press(key, some);
  const byKey = (await screen.findAllByRole('menuitem')).map(wordsOf);
  expect(byKey).toEqual(expect.arrayContaining([expect.stringContaining('Copy path')]));
  await fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await fireEvent.contextMenu(of('gas'), { button: 2 });
  expect((await screen.findAllByRole('menuitem')).map(wordsOf)).toEqual(byKey);
});

describe('where there is nothing to list', () => {
  it('says that the library is read, or that it is empty and how to begin', async () => {
    app.rows = [];
    app.isLoading = true;
    show();
    expect(screen.getByLabelText('Loading the library')).toBeTruthy();
    expect(screen.getByTestId('filters').textContent).not.toMatch(/\d/);
    app.isLoading = false;
    await fireEvent.click(
      within((await screen.findByText('This library is empty')).parentElement!).getByText('New skill'),
    );
    expect(app.overlay).toBe('new-skill');
  });

  it('says what the filters left none of, and shows all again', async () => {
    const library = show();
    library.show = 'errors';
    expect(await screen.findByText('4 skills hidden by filters.')).toBeTruthy();
    await fireEvent.click(screen.getByText('Show all skills'));
    await waitFor(() => expect(drawn()).toHaveLength(4));
  });

  it('offers the search by meaning where no words fit, and words where meaning is not available', async () => {
    const library = show(async ({ mode }) => {
      if (mode === 'meaning') throw new StudioError('internal', 'The model is not there.');
      return { hits: [], total: 0 };
    });
    await write(search(), 'leak');
    expect(await screen.findByText('No skills match “leak”')).toBeTruthy();
    await fireEvent.keyDown(search(), { key: 'Enter', ctrlKey: true });
    expect(wordsOf(await screen.findByTestId('error-state'))).toContain('The model is not there.');
    await fireEvent.click(screen.getByText('Use keyword search'));
    await waitFor(() => expect(library.mode).toBe('words'));
  });
});

describe('the search', () => {
  it('keeps the last answer, opens its first skill with Enter once it is there', async () => {
    const answers: ReturnType<typeof later<{ hits: SearchHit[]; total: number }>>[] = [];
    show(() => {
      answers.push(later());
      return answers.at(-1)!.promise;
    });
    await write(search(), 'g');
    await waitFor(() => expect(answers).toHaveLength(1));
    await write(search(), 'ga');
    await fireEvent.keyDown(search(), { key: 'Enter' });
    expect(app.selectedId).toBeNull();
    answers[0]!.resolve({ hits: [hit('boiler')], total: 1 });
    await waitFor(() => expect(answers).toHaveLength(2));
    answers[1]!.resolve({ hits: [hit('gasket'), hit('gas')], total: 2 });
    await waitFor(() => expect(app.selectedId).toBe('gasket'));
    expect(drawn()).toEqual(['gasket', 'gas']);
    expect(document.activeElement).toBe(list());
  });

  it('selects all it found, and no other, and says of how many', async () => {
    const library = show(async () => ({ hits: [hit('gas'), hit('gasket')], total: 2 }));
    await write(search(), 'gas');
    await fireEvent.click(await screen.findByRole('button', { name: 'Select all 2' }));
    expect([...library.marked]).toEqual(['gas', 'gasket']);
    expect(wordsOf(screen.getByTestId('marked-bar'))).toContain('2 of 4 selected');
    expect(screen.queryByTestId('select-all')).toBeNull();
    library.mark('gas');
    await fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all 2' }));
    expect(library.marked.size).toBe(2);
    await fireEvent.click(await screen.findByRole('checkbox', { name: 'Clear selection' }));
    expect(library.marked.size).toBe(0);
  });

  it('says how many of all it shows, and shows more when asked', async () => {
    const find = vi.fn(async (_request: SearchRequest) => ({ hits: [hit('gas')], total: 789 }));
    show(find);
    await write(search(), 'gas');
    expect(wordsOf(await screen.findByTestId('found'))).toBe('1 of 789 skills Show more');
    await fireEvent.click(screen.getByTestId('show-more'));
    await waitFor(() => expect(find).toHaveBeenLastCalledWith(expect.objectContaining({ limit: 5 * SHOWN })));
    expect(screen.getByTestId<HTMLButtonElement>('sort-menu').disabled).toBe(true);
  });

  it('shows where it was found: the passage from near the place, and which file it is of', async () => {
    const passage = 'Turn the valve before anything else, then look for the leak under the sink.';
    const from = passage.indexOf('leak');
    show(async () => ({
      hits: [hit('gas', { field: 'body', passage, passage_ranges: [{ from, to: from + 4 }], path: 'SKILL.md' })],
      total: 1,
    }));
    await write(search(), 'leak');
    await waitFor(() => expect(drawn()).toEqual(['gas']));
    const words = wordsOf(of('gas'));
    expect(words).toContain('Body…');
    expect(words).not.toContain('Turn the valve');
    expect(of('gas').querySelector('mark')?.textContent).toBe('leak');
  });

  it('asks anew when the library changes while it is shown', async () => {
    const find = vi.fn(async (_request: SearchRequest) => ({ hits: [hit('gas')], total: 1 }));
    show(find);
    await write(search(), 'gas');
    await waitFor(() => expect(drawn()).toEqual(['gas']));
    find.mockResolvedValue({ hits: [hit('gasket')], total: 1 });
    app.rows = app.rows.filter(({ id }) => id !== 'gas');
    await waitFor(() => expect(drawn()).toEqual(['gasket']));
    expect(find).toHaveBeenCalledTimes(2);
  });

  it('goes down into the list without opening another than the one that is open', async () => {
    app.openSkill('water');
    show();
    await fireEvent.keyDown(search(), { key: 'ArrowDown' });
    expect([app.selectedId, document.activeElement]).toEqual(['water', list()]);
  });
});

describe('by keyboard', () => {
  it('opens with arrows, passing over the heads of groups', async () => {
    app.rows = [row('a', { group: 'Day' }), row('b', { group: 'Night' })];
    show();
    await press('ArrowDown');
    expect(app.selectedId).toBe('a');
    await press('ArrowDown');
    expect(app.selectedId).toBe('b');
    await press('Home');
    expect(app.selectedId).toBe('a');
  });

  it('jumps to the name that is typed, and to the next one with the same letter', async () => {
    show();
    await press('g');
    expect(app.selectedId).toBe('gas');
    await new Promise((done) => requestAnimationFrame(done));
    await press('w', { ctrlKey: true });
    expect(app.selectedId).toBe('gas');
  });

  it('selects several with Space, Shift and arrows, and Ctrl+A; Escape gives them up', async () => {
    app.openSkill('gas');
    const library = show();
    await press(' ');
    await press('ArrowDown', { shiftKey: true });
    expect([...library.marked]).toEqual(['gas', 'gasket']);
    expect(wordsOf(screen.getByTestId('marked-bar'))).toContain('2 of 4 selected');
    await press('a', { ctrlKey: true });
    expect(library.marked.size).toBe(4);
    await press('Escape');
    expect(screen.queryByTestId('marked-bar')).toBeNull();
  });

  it('moves the open skill to the trash, shows the next one, and the toast brings it back', async () => {
    app.openSkill('gas');
    show();
    vi.spyOn(commands, 'trashSkills').mockImplementation(async (skills) => {
      app.rows = app.rows.filter(({ id }) => !skills.some((ref) => ref.id === id));
      return report(1);
    });
    const undo = vi.spyOn(commands, 'undoChangeSet').mockResolvedValue(report(1));
    await press('Delete');
    await waitFor(() => expect(app.selectedId).toBe('gasket'));
    const gone = [{ kind: 'skill', id: 'gas', aggregate_version: 2 }];
    expect(commands.trashSkills).toHaveBeenCalledWith(gone, 'trash', 'keep');
    await pressInToast('Moved gas to trash');
    await waitFor(() => expect(undo).toHaveBeenCalledWith('set-1'));
  });

  it('asks before more than a handful go, and names them', async () => {
    app.rows = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => row(name));
    show();
    const trash = vi.spyOn(commands, 'trashSkills').mockResolvedValue(report(6));
    app.openSkill('a');
    await press('a', { ctrlKey: true });
    await press('Delete');
    await waitFor(() =>
      expect(trashing.asked).toMatchObject({ name: '6 skills', many: ['a', 'b', 'c', 'd', 'e', 'f'] }),
    );
    expect(trash).not.toHaveBeenCalled();
    trashing.answer(true);
    await waitFor(() => expect(trash).toHaveBeenCalledOnce());
  });

  it.each([
    ['all are', '', 'Import skills'],
    ['all that a filter shows are', 'errors', 'Show all skills'],
  ])('keeps the keyboard where %s gone', async (_, filter, button) => {
    app.rows = ['a', 'b'].map((name) => row(name, { errors: 1 }));
    const library = show();
    if (filter) {
      app.rows = [...app.rows, row('c')];
      library.show = 'errors';
    }
    vi.spyOn(commands, 'trashSkills').mockImplementation(async (skills) => {
      app.rows = app.rows.filter(({ id }) => !skills.some((ref) => ref.id === id));
      return report(2);
    });
    list().focus();
    await press('a', { ctrlKey: true });
    await press('Delete');
    await waitFor(() => expect(document.activeElement?.textContent?.trim()).toBe(button));
  });

  it('asks what becomes of the folder of a linked skill, and has it go along', async () => {
    app.rows = [row('gas', { link: 'linked', is_linked: true }), row('water')];
    const path = '/home/ana/.claude/skills/gas';
    const folder = { skill_id: 'gas', path, client: null, is_movable: true, stays: null };
    const folders = vi.spyOn(commands, 'listFoldersOnDisk').mockResolvedValue([folder]);
    const trash = vi.spyOn(commands, 'trashSkills').mockResolvedValue(report(1));
    show();
    app.openSkill('gas');
    await press('Delete');
    await waitFor(() => expect(trashing.asked).toMatchObject({ name: 'gas', folders: [folder] }));
    expect(folders).toHaveBeenCalledWith(['gas']);
    trashing.answer('with_folders');
    await waitFor(() => expect(trash.mock.lastCall?.[2]).toBe('trash'));
    app.openSkill('gas');
    await press('Delete');
    await waitFor(() => expect(trashing.asked).not.toBeNull());
    trashing.answer(true);
    expect(await screen.findByText('Moved gas to trash. The linked folder stays on disk')).toBeTruthy();
    app.openSkill('water');
    await press('Delete');
    await waitFor(() => expect(trash).toHaveBeenCalledTimes(3));
    expect(folders).toHaveBeenCalledTimes(2);
  });

  it('leaves what others need where the author says no', async () => {
    vi.mocked(commands.listDependents).mockResolvedValue([{ name: 'x' } as never]);
    app.openSkill('gas');
    show();
    const trash = vi.spyOn(commands, 'trashSkills');
    await press('Delete');
    await waitFor(() => expect(trashing.asked?.name).toBe('gas'));
    trashing.answer(false);
    await Promise.resolve();
    expect(trash).not.toHaveBeenCalled();
  });
});

describe('by pointer', () => {
  it('selects with Ctrl the one that is open too, and with Shift all between', async () => {
    app.openSkill('boiler');
    const library = show();
    await fireEvent.click(of('gasket'), { ctrlKey: true });
    expect([...library.marked].sort()).toEqual(['boiler', 'gasket']);
    await fireEvent.click(of('water'), { shiftKey: true });
    expect(library.marked.size).toBe(4);
    expect(app.selectedId).toBe('boiler');
  });

  it('folds a group with a click, and selects it with Ctrl', async () => {
    const library = show();
    const head = document.querySelector<HTMLElement>('[data-group=Day]')!;
    await fireEvent.click(head.querySelector('button') ?? head.firstElementChild!, { ctrlKey: true });
    expect(library.marked.size).toBe(4);
    library.toggleGroup('Day');
    await waitFor(() => expect(screen.queryByTestId('skill-row')).toBeNull());
    expect(wordsOf(document.querySelector('[data-group=Day]'))).toContain('Day');
  });

  it('fixes only where something can be fixed, and unlinks only where something is linked', async () => {
    const library = show();
    library.marked.add('gas');
    const fix = await screen.findByTestId<HTMLButtonElement>('marked-fix');
    expect([fix.disabled, fix.dataset['tip'] ?? fix.ariaLabel]).toEqual([true, 'No automatic fixes for these skills']);
    app.rows = app.rows.map((each) => (each.id === 'gas' ? { ...each, is_fixable: true } : each));
    await waitFor(() => expect(screen.getByTestId<HTMLButtonElement>('marked-fix').disabled).toBe(false));
    expect((await screen.findByTestId<HTMLButtonElement>('marked-unlink')).disabled).toBe(true);
    app.rows = app.rows.map((each) =>
      each.id === 'gas' ? { ...each, link: 'changed' as const, is_linked: true } : each,
    );
    await waitFor(() => expect(screen.getByTestId<HTMLButtonElement>('marked-unlink').disabled).toBe(false));
  });

  it('forgets selected skills that are gone', async () => {
    const library = show();
    library.marked.add('gas').add('water');
    await screen.findByText('2 of 4 selected');
    app.rows = app.rows.filter(({ id }) => id !== 'gas');
    await screen.findByText('1 of 3 selected');
    expect([...library.marked]).toEqual(['water']);
  });

  it('renames, duplicates and copies from the menu of a row', async () => {
    show();
    vi.spyOn(commands, 'duplicateSkill').mockResolvedValue(row('gas-2') as never);
    await pick(of('gas'), 'Duplicate');
    await waitFor(() => expect(app.selectedId).toBe('gas-2'));
    await pick(of('gas'), 'Rename');
    const rename = vi.spyOn(commands, 'renameSkill').mockResolvedValue(null as never);
    const judge = vi.spyOn(commands, 'checkSkillName');
    judge.mockImplementation(async (wanted) => (wanted === 'gas-leak' ? null : `${wanted} is no name.`));
    const name = await screen.findByTestId<HTMLInputElement>('rename-name');
    expect(name.value).toBe('gas');
    await write(name, 'Gas Leak');
    expect(await screen.findByText('Gas Leak is no name.')).toBeTruthy();
    await write(name, 'water');
    expect(await screen.findByText('water is no name.')).toBeTruthy();
    expect(judge).toHaveBeenLastCalledWith('water', 'gas');
    expect(screen.getByTestId<HTMLButtonElement>('rename-confirm').disabled).toBe(true);
    expect(await faults(screen.getByRole('dialog'))).toEqual([]);
    await write(name, 'gas-leak');
    await fireEvent.submit(name.closest('form')!);
    await waitFor(() => expect(rename).toHaveBeenCalledWith('gas', 'gas-leak'));
    await waitFor(() => expect(screen.queryByTestId('rename-name')).toBeNull());
    expect(lastUndo.current?.said).toBe('Renamed gas to gas-leak');
    lastUndo.take();
    await waitFor(() => expect(rename).toHaveBeenLastCalledWith('gas', 'gas'));
  });

  it('keeps the dialog where a name is refused by the studio', async () => {
    show();
    vi.spyOn(commands, 'renameSkill').mockRejectedValue(new StudioError('stale', 'It was changed meanwhile.'));
    renaming.row = app.rows[1]!;
    const name = await screen.findByTestId('rename-name');
    await write(name, 'other');
    await fireEvent.click(screen.getByTestId('rename-confirm'));
    expect(await screen.findByText('Renaming the skill failed: It was changed meanwhile.')).toBeTruthy();
    expect(screen.getByTestId<HTMLInputElement>('rename-name').value).toBe('other');
  });
});

describe('a row', () => {
  it.each<[Partial<SkillRow>, string]>([
    [{ errors: 2, warnings: 1 }, '2 errors'],
    [{ warnings: 1, has_draft: true }, '1 warning'],
    [{ has_draft: true }, 'Unsaved draft'],
    [{}, 'No problems found'],
    [{ link: 'changed' }, 'The file changed on disk. Open the skill to merge.'],
    [{ link: 'missing' }, 'The linked file is missing'],
    [{ link: 'held' }, "Not synced: the linked file isn't read or written"],
  ])('says how the skill is: %j', async (some, expected) => {
    app.rows = [row('gas', some)];
    show();
    expect(wordsOf(of('gas'))).toContain(expected);
  });

  it("of a skill that can't be read says why and opens it as text at the line", async () => {
    app.rows = [row('gas', { broken: { line: 3, message: 'a name is missing' } as SkillRow['broken'] })];
    show();
    expect(wordsOf(of('gas'))).toContain("Can't read (line 3): a name is missing");
    await fireEvent.click(screen.getByTestId('open-as-text'));
    expect([app.selectedId, app.selectedPath]).toEqual(['gas', 'SKILL.md']);
    expect(app.intents.take('jump')).toMatchObject({ skillId: 'gas', line: 3 });
  });

  it('shows names of every sort', async () => {
    app.rows = ODD_NAMES.map((name) => row(name));
    show();
    expect(drawn().sort()).toEqual([...ODD_NAMES].sort());
    expect(await faults(screen.getByLabelText('Skills', { selector: 'section' }))).toEqual([]);
  });
});

describe('the first steps', () => {
  const opened = (part: Partial<Steps> = {}): Steps => ({
    skills: 2,
    skipped: 0,
    folders: 1,
    isLinked: true,
    query: null,
    ...part,
  });
  const tell = (client: Host | null, found: Host[], is_chosen = false) =>
    libraryClient.set({ client, is_chosen, found: found.map((one) => ({ client: one, skills: 2 })) });
  const steps = () => screen.getByTestId('first-steps');
  const step = (name: string) => within(steps()).getByRole('button', { name });
  const named = () => within(steps()).getAllByRole('button').map(wordsOf).filter(Boolean);
  beforeEach(() => {
    libraryClient.set(null);
    app.intents.clear();
  });

  it('say what was opened and what is wrong, part by part, and each leads there', async () => {
    app.rows = [row('gas', { errors: 1 }), row('water')];
    app.firstSteps = opened({ skipped: 3, query: { query: 'It smells.', skill: 'gas' } });
    const library = show();
    expect(named()).toEqual(['2 skills opened', '3 skipped', '1 has problems', 'Try it']);
    expect(step('2 skills opened').dataset.tip).toBe('Linked to 1 folder. Saving a skill changes its files there.');
    await fireEvent.click(step('1 has problems'));
    expect(library.show).toBe('problems');
    await fireEvent.click(step('2 skills opened'));
    expect(library.show).toBe('all');
    await fireEvent.click(step('3 skipped'));
    expect(app.overlay).toBe('import');
    expect(within(steps()).getByText('Try a query: “It smells.”. Which skill is picked?')).toBeTruthy();
    await fireEvent.click(step('Try it'));
    expect([app.view, app.intents.take('query')]).toEqual(['playground', { query: 'It smells.' }]);
    expect(await faults(steps())).toEqual([]);
    await fireEvent.click(step('Close first steps'));
    expect(screen.queryByTestId('first-steps')).toBeNull();
  });

  it('say nothing of skills that are gone, and nothing at all over an empty library', async () => {
    app.firstSteps = opened({ skills: 4 });
    firstRun.restart();
    show();
    expect(step('4 skills opened')).toBeTruthy();
    app.rows = app.rows.slice(1);
    expect(await within(steps()).findByRole('button', { name: '3 skills opened' })).toBeTruthy();
    app.rows = [];
    await screen.findByText('This library is empty');
    expect([screen.queryByTestId('first-steps'), screen.queryByTestId('first-run-line')]).toEqual([null, null]);
  });

  it('stand alone: the next step of the first run comes once they are closed', async () => {
    app.firstSteps = opened();
    firstRun.restart();
    show();
    expect(screen.queryByTestId('first-run-line')).toBeNull();
    await fireEvent.click(step('Close first steps'));
    expect([screen.queryByTestId('first-steps'), screen.getByTestId('first-run-line')]).toEqual([
      null,
      expect.anything(),
    ]);
  });

  it('lead to Problems where the list has none', async () => {
    app.firstSteps = opened({ isLinked: false });
    show();
    expect(step('2 skills opened').dataset.tip).toBe("Copied. The folders aren't changed.");
    await fireEvent.click(step('no problems'));
    expect(app.view).toBe('problems');
  });

  it('count what else lies there, say nothing of none, and tell what could not be counted', async () => {
    app.firstSteps = opened();
    const fail = vi.spyOn(app, 'fail').mockImplementation(() => {});
    const go = vi.fn();
    const one = (id: string, count: () => Promise<number>): Beside => ({
      id,
      count,
      words: (found) => ({ words: `${found} ${id}`, after: 'files' }),
      show: go,
    });
    const beside = [
      one('evals', async () => 2),
      one('servers', async () => 0),
      one('lost', () => Promise.reject(new StudioError('file', 'gone'))),
    ];
    render(FirstSteps, { library: new Library(() => app.rows), beside });
    await fireEvent.click(await screen.findByRole('button', { name: '2 evals files' }));
    expect(go).toHaveBeenCalledOnce();
    expect(named()).toEqual(['2 skills opened', 'no problems', '2 evals files']);
    await waitFor(() => expect(fail).toHaveBeenCalledOnce());
  });

  it('count the queries and servers that were found, and lead to them', async () => {
    app.firstSteps = opened();
    const file = { queries: 3 } as Awaited<ReturnType<typeof commands.listFoundEvals>>[number];
    const imported = { ...file, state: 'imported' as const };
    vi.mocked(commands.listFoundEvals).mockResolvedValue([file, { ...file, queries: 0 }, imported]);
    vi.mocked(commands.listFoundServers).mockResolvedValue({ files: [], offered: 4, offered_files: 2 });
    show();
    await fireEvent.click(await screen.findByRole('button', { name: '1 eval file found' }));
    expect(app.view).toBe('evaluate');
    await fireEvent.click(await screen.findByRole('button', { name: '4 MCP servers' }));
    expect(app.view).toBe('tools');
    // What was imported since is not offered any more.
    vi.mocked(commands.listFoundEvals).mockResolvedValue([imported]);
    await happen({ kind: 'queries_changed' });
    await waitFor(() => expect(screen.queryByRole('button', { name: '1 eval file found' })).toBeNull());
    expect(step('4 MCP servers')).toBeTruthy();
  });

  it('say for which client the skills are by their folders, and lead to another', async () => {
    tell('claude-code', ['claude-code', 'agent-skills']);
    app.firstSteps = opened();
    show();
    expect(
      within(steps()).getByText('These skills are in Claude Code folders, so that client is shown first.'),
    ).toBeTruthy();
    for (const name of ['for Claude Code', 'Change']) {
      await fireEvent.click(step(name));
      expect(app.intents.take('client'), name).toBe(true);
    }
    tell('claude-code', ['claude-code'], true);
    await waitFor(() => expect(within(steps()).queryByText('Change')).toBeNull());
    expect(step('for Claude Code')).toBeTruthy();
  });

  it.each([
    ['Codex', 'codex'],
    ['All clients', null],
  ])('ask once for which client they are where the folders tell of two: %s', async (name, client) => {
    tell(null, ['agent-skills', 'claude-code', 'codex']);
    const choose = vi.spyOn(libraryClient, 'choose').mockImplementation(async (chosen) => tell(chosen, [], true));
    app.firstSteps = opened();
    show();
    const question = within(steps()).getByRole('group', { name: 'Which client are these skills for?' });
    expect(within(question).getAllByRole('button').map(wordsOf)).toEqual(['Claude Code', 'Codex', 'All clients']);
    await fireEvent.click(within(question).getByText(name));
    expect(choose.mock.calls).toEqual([[client]]);
    await waitFor(() => expect(within(steps()).queryByRole('group')).toBeNull());
  });

  it('ask where one client has some of the skills, and it is not clear that it has the others', () => {
    tell(null, ['codex']);
    app.firstSteps = opened();
    show();
    const question = within(steps()).getByRole('group', { name: 'Which client are these skills for?' });
    expect(within(question).getAllByRole('button').map(wordsOf)).toEqual(['Codex', 'All clients']);
  });
});
