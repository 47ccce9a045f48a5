import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChangeReport, ChangeSetInfo, EntityUse, FindFile, FindResult, SkillRow } from '$lib/ipc';
import { commands } from '$lib/ipc';
import { recorded, recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { faults } from '$lib/testing/accessibility';
import { oddNames } from '$lib/testing/names';
import { searchActions } from '.';
import { FileSearch } from './search.svelte';
import SearchPanel from './SearchPanel.svelte';

// The list draws what fits, and jsdom has no layout.
Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 900 }, offsetWidth: { value: 600 } });

const match = (from: number, replacement: string | null = null) => ({
  range: { from, to: from + 3 },
  line: from,
  text: 'right beside a leak of gas that smells',
  shown: { from: 23, to: 26 },
  replacement,
});
const file = (skill: string, starts: number[], part: Partial<FindFile> = {}): FindFile => ({
  skill_id: `id-${skill}`,
  skill,
  path: 'SKILL.md',
  hash: 'h',
  has_draft: false,
  matches: starts.map((from) => match(from, 'oil')),
  ...part,
});
const result = (files: FindFile[], part: Partial<FindResult> = {}): FindResult => {
  const shown = files.reduce((sum, { matches }) => sum + matches.length, 0);
  return { files, shown, total: shown, total_files: files.length, problem: null, ...part };
};
const set: ChangeSetInfo = {
  id: 'set-1',
  kind: 'replace',
  title: 'Replaced 3 matches of “gas”',
  created_at: '',
  changes: 2,
  skills: 2,
  undone: 0,
};
const report = (part: Partial<ChangeReport> = {}): ChangeReport => ({ set, done: 2, refused: [], ...part });
const scopes = [
  { id: 'library', label: 'Whole library', scope: { kind: 'library' as const } },
  { id: 'group', label: 'Group care', scope: { kind: 'group' as const, name: 'care' } },
];

let found: FindResult;
const studio = {
  findInFiles: vi.fn<(given: { request: Record<string, unknown> }) => unknown>(),
  replaceInFiles: vi.fn<() => unknown>(),
  listChangeSets: vi.fn<() => unknown>(),
  undoChangeSet: vi.fn<() => unknown>(),
  findUses: vi.fn<() => unknown>(),
};
const notify = vi.spyOn(app, 'notify').mockImplementation(() => {});
const refuse = (message: string) => () => {
  throw { code: 'file', message, detail: null };
};

beforeEach(() => {
  vi.clearAllMocks();
  found = result([file('gas', [1, 9]), file('water', [4])]);
  studio.findInFiles.mockImplementation(() => structuredClone(found));
  for (const command of [studio.replaceInFiles, studio.undoChangeSet]) command.mockImplementation(() => report());
  studio.listChangeSets.mockImplementation(() => []);
  recordedStudio(studio);
  app.rows = [];
  app.history.clear();
  app.intents.clear();
});

async function shown(query = 'gas', prepare: (search: FileSearch) => void = () => {}) {
  const search = new FileSearch(commands);
  prepare(search);
  render(SearchPanel, { search, scopes });
  search.open();
  if (query !== '') await fireEvent.input(screen.getByTestId('find-query'), { target: { value: query } });
  await vi.waitFor(() => expect(search.isSearching).toBe(false));
  return search;
}
const replacing = (search: FileSearch) => Object.assign(search, { isReplacing: true, replacement: 'oil' });
const asked = () => studio.findInFiles.mock.lastCall![0].request;
const given = (command: { mock: { lastCall?: unknown[] } }) => Object.values(command.mock.lastCall?.[0] as object);
const rows = () => screen.queryAllByTestId('find-match');
const heads = () => screen.queryAllByTestId('find-file').map((head) => head.dataset.skill);
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const list = () => screen.getByRole('listbox', { name: 'Results' });

describe('find in files', () => {
  it('lists every match by file with its line, and says how many', async () => {
    await shown();
    expect([heads(), rows().map((row) => row.dataset.line)]).toEqual([
      ['gas', 'water'],
      ['1', '9', '4'],
    ]);
    expect(screen.getByTestId('find-summary').textContent?.trim()).toBe('3 results in 2 files');
    expect(rows()[0]!.querySelector('mark')?.textContent).toBe('gas');
    expect(await faults()).toEqual([]);
  });

  it('asks for what is typed, as it is to be read and where', async () => {
    const search = await shown();
    for (const name of ['Match case', 'Match whole word', 'Use regular expression'])
      await fireEvent.click(button(name));
    await fireEvent.click(screen.getByRole('checkbox', { name: 'Bundled files' }));
    await fireEvent.keyDown(screen.getByLabelText('Search in', { selector: 'button' }), { key: 'ArrowDown' });
    await fireEvent.pointerUp(await screen.findByRole('option', { name: 'Group care' }));
    await vi.waitFor(() =>
      expect(asked()).toMatchObject({
        query: 'gas',
        options: { is_case_sensitive: true, is_whole_word: true, is_regex: true },
        scope: { kind: 'group', name: 'care' },
        has_bundled_files: false,
        replacement: null,
      }),
    );
    expect(button('Match case').getAttribute('aria-pressed')).toBe('true');
    await vi.waitFor(() => expect(search.isSearching).toBe(false));
  });

  it('shows a match beside the list as one walks it, and takes the keyboard there with Enter', async () => {
    await shown();
    await fireEvent.keyDown(screen.getByTestId('find-query'), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(list());
    await fireEvent.keyDown(list(), { key: 'ArrowDown' });
    expect([app.selectedId, app.intents.take('jump')]).toEqual([
      'id-gas',
      { skillId: 'id-gas', path: 'SKILL.md', line: 1, span: { from: 1, to: 4 }, isQuiet: true },
    ]);
    await fireEvent.keyDown(list(), { key: 'Enter' });
    expect(app.intents.take('jump')).toMatchObject({ isQuiet: false });
    await fireEvent.keyDown(list(), { key: 'Escape' });
    expect(document.activeElement).toBe(screen.getByTestId('find-query'));
  });

  it('takes no answer for what is no longer typed', async () => {
    const answers: ((found: FindResult) => void)[] = [];
    studio.findInFiles.mockImplementation(() => new Promise((answer) => answers.push(answer)));
    const search = new FileSearch(commands);
    render(SearchPanel, { search, scopes });
    search.open();
    const type = (value: string) => fireEvent.input(screen.getByTestId('find-query'), { target: { value } });
    await type('old');
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    await type('new');
    answers[0]!(result([file('old', [1])]));
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    expect(heads()).toEqual([]);
    answers[1]!(result([file('new', [1])]));
    await vi.waitFor(() => expect(heads()).toEqual(['new']));
  });

  it('finds nothing any more when the field is emptied, whatever is on its way', async () => {
    const search = await shown();
    studio.findInFiles.mockImplementation(() => new Promise(() => {}));
    await fireEvent.input(screen.getByTestId('find-query'), { target: { value: 'other' } });
    await fireEvent.click(button('Clear'));
    expect([search.result, search.isSearching, rows().length]).toEqual([null, false, 0]);
  });

  it('searches again when the library changed, and keeps what was left out', async () => {
    const search = await shown('gas', replacing);
    search.exclude(search.result!.files[0]!, search.result!.files[0]!.matches[0]!);
    found = result([file('gas', [1, 9])]);
    app.rows = [{} as SkillRow];
    await vi.waitFor(() => expect(heads()).toEqual(['gas']));
    expect(search.chosenCount).toBe(1);
  });

  it.each([
    [() => result([]), 'No results'],
    [() => result([], { problem: 'The expression ( is not closed.' }), 'The expression ( is not closed.'],
    [refuse('the index is gone'), 'The search failed'],
  ])('says where there is none, and why', async (answer, words) => {
    studio.findInFiles.mockImplementation(answer);
    await shown();
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('folds a file, and is closed', async () => {
    const search = await shown();
    await fireEvent.click(screen.getAllByTestId('find-file')[0]!.querySelector('button')!);
    expect(rows().map((row) => row.dataset.line)).toEqual(['4']);
    await fireEvent.click(screen.getByTestId('close-find'));
    expect(search.isOpen).toBe(false);
  });

  it.each(oddNames)('names a file of a skill %s', async (_, name) => {
    found = result([file(name, [1])]);
    await shown();
    expect(screen.getByTestId('find-file').textContent).toContain(`${name} › SKILL.md`);
  });
});

describe('replacing', () => {
  it('shows what each match becomes, and leaves out what is not ticked', async () => {
    const search = await shown('gas', replacing);
    expect([rows()[0]!.querySelector('mark.gone')?.textContent, rows()[0]!.querySelector('ins')?.textContent]).toEqual([
      'gas',
      'oil',
    ]);
    expect(rows()[0]!.textContent).toContain('…');
    await fireEvent.click(screen.getAllByTestId('choose-match')[0]!);
    expect([rows()[0]!.querySelector('ins'), search.chosenCount]).toEqual([null, 2]);
    for (const key of ['ArrowDown', 'ArrowDown', ' ']) await fireEvent.keyDown(list(), { key });
    expect(search.chosenCount).toBe(1);
    expect(screen.getByTestId('replace-all').textContent).toContain('Replace 1');
  });

  it('leaves out a whole file, and takes it in again', async () => {
    const search = await shown('gas', replacing);
    const all = () => screen.getAllByTestId('find-file')[0]!.querySelector<HTMLButtonElement>('.all')!;
    expect(all().textContent?.trim()).toBe('Exclude file');
    await fireEvent.click(all());
    expect([search.chosenCount, all().textContent?.trim()]).toEqual([1, 'Include file']);
    await fireEvent.click(all());
    expect(search.chosenCount).toBe(3);
  });

  it('asks first, then says what was done, with its undo', async () => {
    app.rows = [{ id: 'id-gas', is_written: true } as SkillRow];
    await shown('gas', replacing);
    await fireEvent.click(screen.getByTestId('replace-all'));
    const dialog = await screen.findByRole('dialog', { name: 'Replace 3 matches in 2 files?' });
    expect([dialog.textContent?.includes('“gas” with “oil”'), studio.replaceInFiles.mock.calls.length]).toEqual([
      true,
      0,
    ]);
    expect(dialog.textContent).toContain(' 1 linked file on disk will also change. You can undo this in one step.');
    expect(await faults(dialog)).toEqual([]);
    studio.listChangeSets.mockImplementation(() => [set]);
    await fireEvent.click(button('Replace'));
    await vi.waitFor(() => expect(notify.mock.lastCall?.[0]).toBe('Replaced in 2 files'));
    notify.mock.lastCall?.[1]?.perform();
    await vi.waitFor(() => expect(given(studio.undoChangeSet)).toEqual(['set-1']));
    await vi.waitFor(() => expect(notify.mock.lastCall?.[0]).toBe('Restored 2 files'));
  });

  it('names what was left alone until that is put away', async () => {
    studio.replaceInFiles.mockImplementation(() =>
      report({
        done: 0,
        set: null,
        refused: [{ skill_id: 's', skill: 'gas', path: 'SKILL.md', reason: 'has_draft', message: 'It changed since.' }],
      }),
    );
    await shown('gas', replacing);
    await fireEvent.click(screen.getByTestId('replace-all'));
    await fireEvent.click(await screen.findByRole('button', { name: 'Replace' }));
    expect((await screen.findByTestId('replace-refused')).textContent).toBe(
      '1 file not changed: gas/SKILL.md: It changed since.',
    );
    await fireEvent.click(button('Dismiss'));
    expect(screen.queryByTestId('replace-refused')).toBeNull();
  });

  it('that fails says why, and can be tried again', async () => {
    studio.replaceInFiles.mockImplementation(refuse('The library cannot be written.'));
    const search = await shown('gas', replacing);
    await fireEvent.click(screen.getByTestId('replace-all'));
    await fireEvent.click(await screen.findByRole('button', { name: 'Replace' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The library cannot be written.');
    expect([search.isWriting, notify.mock.calls.length]).toEqual([false, 0]);
  });

  it('never touches text that is not saved, and says so', async () => {
    found = result([file('gas', [1]), file('draft', [2, 3], { has_draft: true })]);
    const search = await shown('gas', replacing);
    expect([
      search.chosenCount,
      screen.getByTestId('find-summary').textContent?.includes('1 file with unsaved changes'),
    ]).toEqual([1, true]);
    await fireEvent.click(screen.getAllByTestId('choose-match')[1]!);
    expect(search.chosenCount).toBe(1);
  });

  it('of an earlier start can be undone', async () => {
    studio.listChangeSets.mockImplementation(() => [
      { ...set, undone: 2 },
      { ...set, id: 'older' },
    ]);
    await shown('gas', replacing);
    await fireEvent.click(await screen.findByTestId('undo-replace'));
    await vi.waitFor(() => expect(given(studio.undoChangeSet)).toEqual(['older']));
  });
});

describe('uses of a name', () => {
  const use = (part: Partial<EntityUse>): EntityUse =>
    ({
      kind: 'skill',
      id: 'a',
      name: 'tours',
      how: 'linked',
      path: null,
      line: 0,
      text: '',
      range: { from: 0, to: 0 },
      shown: { from: 0, to: 0 },
      ...part,
    }) as EntityUse;
  const uses = async (list: EntityUse[]) => {
    studio.findUses.mockImplementation(() => ({ name: 'ring_bell', uses: list }));
    const search = new FileSearch(commands);
    render(SearchPanel, { search, scopes });
    await search.showUses('tool', 't');
    return search;
  };

  it('stand by file, links first, and lead to each', async () => {
    const search = await uses([
      use({}),
      use({ kind: 'agent', id: 'g', name: 'clerk', how: 'given' }),
      use({
        how: 'mentioned',
        path: 'SKILL.md',
        line: 7,
        text: 'call ring_bell now',
        range: { from: 90, to: 99 },
        shown: { from: 5, to: 14 },
      }),
    ]);
    await vi.waitFor(() => expect(screen.getAllByTestId('use')).toHaveLength(3));
    expect([
      screen.getByText(': 3 uses', { exact: false }).isConnected,
      screen.getByText('has this tool').isConnected,
    ]).toEqual([true, true]);
    const [linked, agent, text] = screen.getAllByTestId('use');
    expect(text!.querySelector('mark')?.textContent).toBe('ring_bell');
    await fireEvent.click(linked!);
    expect(app.selectedId).toBeNull();
    await fireEvent.dblClick(agent!);
    expect(app.intents.take('node')).toBe('agent:g');
    await fireEvent.click(text!);
    expect(app.intents.take('jump')).toMatchObject({ skillId: 'a', path: 'SKILL.md', line: 7, isQuiet: true });
    await fireEvent.click(screen.getByTestId('close-uses'));
    expect([search.uses, search.isOpen]).toEqual([null, false]);
  });

  it('of nothing say so', async () => {
    await uses([]);
    expect(await screen.findByText('No agent, skill or file in this library uses ring_bell.')).toBeTruthy();
  });
});

it('its actions go to the library, open the panel and take the keyboard; without a library they are not there', async () => {
  const focus = vi.fn();
  const actions = searchActions(focus);
  app.library = null;
  expect(actions.map(({ when }) => when!())).toEqual([false, false]);
  app.library = recorded('getLibrary');
  app.go('map');
  await actions[1]!.perform();
  const { fileSearch } = await import('.');
  expect([app.view, fileSearch.isOpen, fileSearch.isReplacing, focus.mock.calls.length]).toEqual([
    'library',
    true,
    true,
    1,
  ]);
  fileSearch.close();
});
