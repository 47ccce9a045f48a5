import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChangeReport, ChangeSetInfo, LibraryProblem, ProblemFile, ProblemList } from '$lib/ipc';
import { Toaster } from '$kit';
import { commands } from '$lib/ipc';
import { recorded, recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { faults } from '$lib/testing/accessibility';
import { oddNames } from '$lib/testing/names';
import { byTip, findTip } from '$lib/testing/tips';
import { Problems } from './problems.svelte';
import ProblemsPane from './ProblemsPane.svelte';
import { setHome } from '$lib/path';

beforeAll(() => setHome('/home/ada'));
afterAll(() => setHome(null));

// The list draws what fits, and jsdom has no layout.
Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 900 }, offsetWidth: { value: 600 } });

const problem = (code: string, part: Partial<LibraryProblem> = {}): LibraryProblem => ({
  severity: 'warning',
  code,
  message: `There is no file \`${code}.md\`.`,
  subject: `${code}.md`,
  path: 'SKILL.md',
  line: 4,
  column: 2,
  end_line: 4,
  end_column: 9,
  has_fix: false,
  actions: [],
  ignored: null,
  ignored_by: null,
  ...part,
});
const file = (skill: string, problems: LibraryProblem[], part: Partial<ProblemFile> = {}): ProblemFile => ({
  skill_id: `id-${skill}`,
  skill,
  group: 'care',
  is_broken: false,
  has_draft: false,
  is_fixable: false,
  problems,
  ...part,
});
const set = (part: Partial<ChangeSetInfo> = {}): ChangeSetInfo => ({
  id: 'set-1',
  kind: 'fix',
  title: 'Fixed `link-missing` in 2 files',
  created_at: '2026-11-22T06:00:00Z',
  changes: 2,
  skills: 2,
  undone: 0,
  ...part,
});
const report = (part: Partial<ChangeReport> = {}): ChangeReport => ({ set: set(), done: 2, refused: [], ...part });

let list: ProblemList;
const studio = {
  listProblems: vi.fn<() => unknown>(),
  listClientProblems: vi.fn<(given: { client: string }) => unknown>(),
  fixAll: vi.fn<() => unknown>(),
  previewFix: vi.fn<() => unknown>(),
  ignoreProblem: vi.fn<() => unknown>(),
  stopIgnoring: vi.fn<() => unknown>(),
  ignoreRule: vi.fn<() => unknown>(),
  stopIgnoringRule: vi.fn<() => unknown>(),
  applyFixAction: vi.fn<() => unknown>(),
  listChangeSets: vi.fn<() => unknown>(),
  listChangedFiles: vi.fn<() => unknown>(),
  listFoldersOnDisk: vi.fn<() => unknown>(),
  undoChangeSet: vi.fn<() => unknown>(),
  redoChangeSet: vi.fn<() => unknown>(),
};
const fail = vi.spyOn(app, 'fail').mockImplementation(() => {});
const notify = vi.spyOn(app, 'notify').mockImplementation(() => {});
const refuse = (message: string) => () => {
  throw { code: 'file', message, detail: null };
};

beforeEach(() => {
  vi.clearAllMocks();
  list = {
    files: [
      file('gas', [problem('link', { has_fix: true }), problem('name', { severity: 'error' })]),
      file('water', [problem('link', { has_fix: true })], { group: 'home' }),
    ],
    owners: [],
    rules: [
      { code: 'link', meaning: 'A link leads nowhere', targets: [], by_hand: '' },
      { code: 'name', meaning: 'name', targets: [], by_hand: 'Only the author can name it.' },
      { code: 'upload', meaning: 'Uploads reject it', targets: ['claude-upload', 'openai-upload'], by_hand: '' },
    ],
  };
  studio.listProblems.mockImplementation(() => structuredClone(list));
  const silent = [studio.ignoreProblem, studio.stopIgnoring, studio.ignoreRule, studio.stopIgnoringRule];
  for (const command of [...silent, studio.applyFixAction]) command.mockImplementation(() => null);
  for (const command of [studio.fixAll, studio.undoChangeSet, studio.redoChangeSet])
    command.mockImplementation(() => report());
  studio.listChangeSets.mockImplementation(() => [set(), set({ id: 'set-2', undone: 2 })]);
  studio.listChangedFiles.mockImplementation(() => []);
  studio.previewFix.mockImplementation(() => ({ before: 'a\n', after: 'b\n' }));
  recordedStudio(studio);
  app.history.clear();
  app.intents.clear();
});

async function shown() {
  const problems = new Problems(commands);
  problems.grouping = 'skill';
  render(Toaster);
  const { component } = render(ProblemsPane, { problems });
  await problems.load();
  return Object.assign(problems, { pane: component });
}
/** What was said last, where it is this. */
const toast = async (message: string) =>
  (await screen.findByText(message)).closest<HTMLElement>('[data-sonner-toast]')!;
const given = (command: { mock: { lastCall?: unknown[] } }) => Object.values(command.mock.lastCall?.[0] as object);
const rows = () => screen.queryAllByTestId('library-problem').map((row) => `${row.dataset.skill} ${row.dataset.code}`);
const row = (skill: string, code: string) =>
  screen.getAllByTestId('library-problem').find((each) => each.dataset.skill === skill && each.dataset.code === code)!;
const groups = () =>
  screen.queryAllByTestId('problem-group').map((group) => group.querySelector('.truncate')?.textContent);
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('the problems of a library', () => {
  it('are counted once they are there; what is chosen stands in its field before', async () => {
    const problems = new Problems(commands);
    problems.code = 'link';
    render(ProblemsPane, { problems });
    const words = () => screen.getByTestId('library-problems').textContent;
    expect(words()).not.toMatch(/Errors\s*\d|\d of \d|Choose/);
    expect(screen.getByLabelText('Rule').textContent).toContain('link');
    await problems.load();
    await vi.waitFor(() => expect(words()).toMatch(/Errors\s*\d/));
    expect(words()).toMatch(/\d of \d problems\s+shown/);
  });

  it('begin at the top when they are grouped in the other way', async () => {
    const problems = await shown();
    const scrolled = vi.fn();
    screen.getByRole('grid', { name: 'Problems' }).scrollTo = scrolled as never;
    problems.grouping = 'rule';
    await vi.waitFor(() => expect(scrolled.mock.lastCall?.[0]).toMatchObject({ top: 0 }));
  });

  it('leave two rows to what they are filtered by where a window is narrow, with all that it can do', async () => {
    // What a window of 1024 × 700 at 200 % leaves to a place.
    const narrow = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(468);
    await shown();
    const errors = await screen.findByRole('button', { name: /^Errors\s*1$/ });
    expect(within(errors).getByText('Errors').classList).toContain('visually-hidden');
    expect(screen.getByTestId('change-history').textContent?.trim()).toBe('');
    expect(await faults()).toEqual([]);
    await fireEvent.click(button('History'));
    expect(await screen.findByRole('dialog', { name: 'Change history' })).toBeTruthy();
    narrow.mockRestore();
  });

  it('stand by skill with their place, the worst first', async () => {
    await shown();
    expect([await screen.findAllByTestId('library-problem').then(rows), groups()]).toEqual([
      ['gas name', 'gas link', 'water link'],
      ['gas', 'water'],
    ]);
    expect(row('gas', 'link').textContent?.replace(/\s+/g, ' ')).toContain('link · Ln 4, Col 2');
    expect(await faults()).toEqual([]);
  });

  it('have those of a client beside them, with the version that was measured', async () => {
    const hidden = problem('client-hidden', { severity: 'info', message: 'Codex hides the skill.' });
    studio.listClientProblems.mockImplementation(() => ({
      client: 'codex',
      version: '0.169.0',
      measured_on: '2026-11-22',
      files: [file('gas', [hidden])],
      rules: [{ code: 'client-hidden', meaning: 'A client hides the skill', targets: [], by_hand: '' }],
    }));
    const problems = await shown();
    await problems.showClient('codex');
    expect(given(studio.listClientProblems)).toEqual(['codex']);
    expect((await screen.findByTestId('client-version')).textContent?.replace(/\s+/g, ' ').trim()).toBe(
      'Codex 0.169.0, measured 2026-11-22: 1 client-specific problem',
    );
    expect(rows()).toEqual(['gas name', 'gas link', 'gas client-hidden', 'water link']);
    expect(problems.meaningOf('client-hidden')).toBe('A client hides the skill');
    expect(await faults()).toEqual([]);
    await problems.showClient('');
    await screen.findAllByTestId('library-problem');
    expect(rows()).not.toContain('gas client-hidden');
    studio.listClientProblems.mockImplementation(refuse('the library is locked'));
    await problems.showClient('gemini');
    expect(await screen.findByText("Couldn't load the Gemini CLI problems")).toBeTruthy();
  });

  it('of the client that the library is for stand among the rest, and what only other targets mind is folded', async () => {
    list.files.push(file('alarm', [problem('upload', { severity: 'error' })]));
    studio.listClientProblems.mockImplementation(({ client }: { client: string }) => ({
      client,
      version: '0.171.0',
      measured_on: '2026-11-28',
      files: [file('water', [problem('client-ignores')])],
      rules: [],
    }));
    const problems = await shown();
    await screen.findAllByTestId('library-problem');
    expect([rows()[0], groups()]).toEqual(['alarm upload', ['alarm', 'gas', 'water']]);
    problems.follow('codex');
    await problems.load();
    await vi.waitFor(() => expect(groups()).toEqual(['gas', 'water', 'For other targets']));
    expect(rows()).toEqual(['gas name', 'gas link', 'water client-ignores', 'water link']);
    await fireEvent.click(screen.getByText('For other targets').closest('button')!);
    expect(groups().slice(2)).toEqual(['For other targets', 'Uploads reject it']);
    expect(screen.getByTestId('minded-by').textContent).toBe('Claude upload, OpenAI upload');
    expect(rows().at(-1)).toBe('alarm upload');
    expect(row('alarm', 'upload').textContent).toContain('alarm');
    // What the author chooses here stays until the library is for another client.
    await problems.showClient('');
    problems.follow('codex');
    expect(problems.client).toBe('');
    problems.follow(null);
    problems.follow('gemini');
    expect(problems.client).toBe('gemini');
  });

  it('lead to their place in the editor', async () => {
    await shown();
    await fireEvent.click(byTip('There is no file link.md.', row('water', 'link')));
    expect([app.view, app.selectedId, app.intents.take('jump')]).toEqual([
      'library',
      'id-water',
      { skillId: 'id-water', path: 'SKILL.md', line: 4, range: { column: 2, endLine: 4, endColumn: 9 } },
    ]);
  });

  it('of tools and agents lead there, and have nothing to fix here', async () => {
    list = {
      ...list,
      files: [],
      owners: [
        {
          kind: 'tool',
          id: 't',
          name: 'ring',
          problems: [{ severity: 'error', code: 'tool-misses', message: 'It needs a bell.', ignored: null }],
        },
        {
          kind: 'agent',
          id: 'g',
          name: 'clerk',
          problems: [{ severity: 'warning', code: 'agent-problem', message: 'No model.', ignored: null }],
        },
      ],
    };
    await shown();
    expect(within(row('ring', 'tool-misses')).queryByRole('button', { name: /Ignore|Fix/ })).toBeNull();
    await fireEvent.click(byTip('It needs a bell.', row('ring', 'tool-misses')));
    expect(app.intents.take('tool')).toEqual({ toolId: 't' });
    await fireEvent.click(byTip('No model.', row('clerk', 'agent-problem')));
    expect(app.intents.take('node')).toBe('agent:g');
  });

  it('fold by group, and are opened with Enter', async () => {
    await shown();
    const head = () => within(screen.getAllByTestId('problem-group')[0]!).getByText('gas').closest('button')!;
    await fireEvent.click(head());
    expect([rows(), head().getAttribute('aria-expanded')]).toEqual([['water link'], 'false']);
    const keys = screen.getByRole('grid', { name: 'Problems' });
    await fireEvent.keyDown(keys, { key: 'ArrowDown' });
    await fireEvent.keyDown(keys, { key: 'Enter' });
    expect(app.selectedId).toBe('id-water');
  });

  it.each(oddNames)('name a skill %s', async (_, name) => {
    list = { ...list, files: [file(name, [problem('link')])] };
    await shown();
    expect(groups()).toEqual([name]);
  });

  it('are read anew after they could not be', async () => {
    studio.listProblems.mockImplementationOnce(refuse('the library is locked'));
    await shown();
    expect(screen.getByRole('alert').textContent).toContain('The library is locked');
    await fireEvent.click(button('Try again'));
    await vi.waitFor(() => expect(rows()).toHaveLength(3));
  });

  it('of none say so', async () => {
    list = { files: [], owners: [], rules: [] };
    await shown();
    expect(screen.getByText('No problems were found in this library.')).toBeTruthy();
    expect(await faults()).toEqual([]);
  });
});

describe('what is shown of them', () => {
  it('is narrowed by words and kinds, says how many of how many, and is cleared', async () => {
    const problems = await shown();
    await fireEvent.input(screen.getByRole('textbox', { name: 'Filter problems' }), { target: { value: 'water' } });
    expect([rows(), screen.getByText('1 of 3 problems shown').isConnected]).toEqual([['water link'], true]);
    await fireEvent.click(byTip('Hide warnings').querySelector('button')!);
    expect(screen.getByText('No matching problems')).toBeTruthy();
    expect(byTip('Show warnings')).toBeTruthy();
    await fireEvent.click(button('Clear filters'));
    expect([rows().length, problems.isFiltered]).toEqual([3, false]);
  });

  it('is by rule where that is wanted, with the skill beside each', async () => {
    await shown();
    await fireEvent.click(screen.getByRole('radio', { name: 'By rule' }));
    expect(groups()).toEqual(['name', 'A link leads nowhere']);
    expect(row('water', 'link').querySelector('.skill')?.textContent).toBe('water');
  });

  it('is of skills without a group, or of tools, where that is chosen', async () => {
    list.files.push(file('alone', [problem('link')], { group: '' }));
    const of = { severity: 'warning', code: 'tool-misses', message: 'It needs a bell.', ignored: null } as const;
    list.owners.push({ kind: 'tool', id: 't', name: 'ring', problems: [of] });
    await shown();
    await screen.findAllByTestId('library-problem');
    const choose = async (name: string) => {
      await fireEvent.keyDown(screen.getByLabelText('Group', { selector: 'button' }), { key: 'ArrowDown' });
      await fireEvent.pointerUp(await screen.findByRole('option', { name }));
    };
    await choose('No group');
    await vi.waitFor(() => expect(rows()).toEqual(['alone link']));
    await choose('Tools');
    await vi.waitFor(() => expect(rows()).toEqual(['ring tool-misses']));
    await choose('All groups');
    await vi.waitFor(() => expect(rows()).toHaveLength(5));
  });

  it('is one rule or one group', async () => {
    await shown();
    const choose = async (label: string, name: RegExp) => {
      await fireEvent.keyDown(screen.getByLabelText(label, { selector: 'button' }), { key: 'ArrowDown' });
      await fireEvent.pointerUp(await screen.findByRole('option', { name }));
    };
    await choose('Rule', /^link/);
    await vi.waitFor(() => expect(rows()).toEqual(['gas link', 'water link']));
    await choose('Group', /^home/);
    await vi.waitFor(() => expect(rows()).toEqual(['water link']));
  });
});

describe('mending', () => {
  it('one problem mends it in its skill, says so and offers it back', async () => {
    await shown();
    await fireEvent.click(within(row('gas', 'link')).getByTestId('fix-one'));
    const said = await toast('Fixed 2 files');
    expect(given(studio.fixAll)).toEqual(['link', ['id-gas']]);
    expect(said.dataset.type).toBe('success');
    await fireEvent.click(within(said).getByRole('button', { name: 'Undo' }));
    await vi.waitFor(() => expect(given(studio.undoChangeSet)).toEqual(['set-1']));
    expect(within(await toast('Undid 2 changes')).queryByRole('button')).toBeNull();
  });

  it('all of a rule is looked at first, and leaves out unsaved text and what is not ticked', async () => {
    list.files.push(file('draft', [problem('link', { has_fix: true })], { has_draft: true }));
    await shown();
    await fireEvent.click(screen.getByRole('radio', { name: 'By rule' }));
    await fireEvent.click(screen.getByTestId('fix-kind'));
    const dialog = await screen.findByRole('dialog', { name: 'Fix all: A link leads nowhere' });
    expect(within(dialog).getByRole<HTMLButtonElement>('checkbox', { name: 'Fix draft' }).disabled).toBe(true);
    await vi.waitFor(() => expect(given(studio.previewFix)).toEqual(['link', 'id-gas']));
    await fireEvent.click(within(dialog).getByRole('button', { name: 'water' }));
    await vi.waitFor(() => expect(given(studio.previewFix)).toEqual(['link', 'id-water']));
    expect(await faults(dialog)).toEqual([]);
    await fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Fix gas' }));
    await fireEvent.click(within(dialog).getByRole('button', { name: 'Fix 1 file' }));
    await vi.waitFor(() => expect(given(studio.fixAll)).toEqual(['link', ['id-water']]));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('by key fixes all of a rule: the first with fixes, or that of the row the keyboard is at', async () => {
    list.files.push(file('tea', [problem('colon', { has_fix: true, severity: 'info' })]));
    const { pane } = await shown();
    pane.fixAll();
    const fix = await screen.findByTestId('fix-chosen');
    expect([document.activeElement, fix.textContent?.trim()]).toEqual([fix, 'Fix 2 files']);
    await fireEvent.click(fix);
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(given(studio.fixAll)).toEqual(['link', ['id-gas', 'id-water']]);
    await fireEvent.click(row('tea', 'colon'));
    pane.fixAll();
    await fireEvent.click(await screen.findByRole('button', { name: 'Fix 1 file' }));
    await vi.waitFor(() => expect(given(studio.fixAll)).toEqual(['colon', ['id-tea']]));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // The rule of this one has none: another rule's are not meant.
    await fireEvent.click(row('gas', 'name'));
    expect(pane.canFixAll()).toBe(false);
    await fireEvent.click(row('tea', 'colon'));
    expect(pane.canFixAll()).toBe(true);
  });

  it('names what was left alone and why', async () => {
    studio.fixAll.mockImplementation(() =>
      report({
        done: 0,
        set: null,
        refused: [
          {
            skill_id: 's',
            skill: 'gas',
            path: 'SKILL.md',
            reason: 'has_draft',
            message: 'It has unsaved changes.',
          },
        ],
      }),
    );
    await shown();
    await fireEvent.click(within(row('gas', 'link')).getByTestId('fix-one'));
    const said = await toast("Fixed 0 files; 1 file wasn't changed");
    expect(said.dataset.type).toBe('warning');
    within(said).getByText('gas/SKILL.md: It has unsaved changes.');
    expect(within(said).queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('by what lies beyond the text does that, or says why not', async () => {
    list.files[0]!.problems = [problem('tool', { actions: [{ kind: 'create_tool', name: 'ring' }] })];
    await shown();
    await fireEvent.click(button('Create tool'));
    await vi.waitFor(() => expect(notify.mock.lastCall).toEqual(['Created the tool ring', undefined]));
    expect(given(studio.applyFixAction)).toEqual(['id-gas', { kind: 'create_tool', name: 'ring' }]);
    studio.applyFixAction.mockImplementation(refuse('There is one already.'));
    await fireEvent.click(button('Create tool'));
    await vi.waitFor(() => expect(fail.mock.lastCall?.[0]).toBe('Fixing the problem'));
    expect(notify).toHaveBeenCalledOnce();
  });

  it('of a folder that was renamed is taken back from the message', async () => {
    const action = { kind: 'rename_folder', name: 'gas', folder: 'old' } as const;
    list.files[0]!.problems = [problem('name-folder', { actions: [action] })];
    await shown();
    expect(byTip('Rename folder to gas').textContent?.trim()).toBe('Rename folder');
    await fireEvent.click(button('Rename folder'));
    await vi.waitFor(() => expect(notify.mock.lastCall?.[0]).toBe('Renamed the folder old to gas'));
    notify.mock.lastCall?.[1]?.perform();
    await vi.waitFor(() => expect(notify.mock.lastCall?.[0]).toBe('Renamed the folder gas to old'));
    expect(given(studio.applyFixAction)).toEqual(['id-gas', { kind: 'rename_folder', name: 'old', folder: 'gas' }]);
  });

  it('is not needed where it is ignored, with a reason, and that can be ended', async () => {
    const problems = await shown();
    await fireEvent.click(within(row('gas', 'name')).getByTestId('ignore-one'));
    await fireEvent.input(await screen.findByLabelText('Reason'), { target: { value: 'meant so' } });
    expect(await faults(screen.getByRole('dialog'))).toEqual([]);
    list.files[0]!.problems[1] = problem('name', { ignored: 'meant so' });
    await fireEvent.submit(screen.getByTestId('ignore-dialog'));
    await vi.waitFor(() => expect(given(studio.ignoreProblem)).toEqual(['id-gas', 'name', 'name.md', 'meant so']));
    await vi.waitFor(() => expect(rows()).toEqual(['gas link', 'water link']));
    await fireEvent.click(byTip('Show ignored problems').querySelector('button')!);
    expect([rows(), row('gas', 'name').querySelector('.reason')?.textContent]).toEqual([['gas name'], 'meant so']);
    list.files[0]!.problems[1] = problem('name');
    await fireEvent.click(button('Stop ignoring'));
    await vi.waitFor(() => expect([rows().length, problems.showsIgnored]).toEqual([3, false]));
  });
});

describe('a rule', () => {
  const byRule = async () => {
    const problems = await shown();
    await fireEvent.click(screen.getByRole('radio', { name: 'By rule' }));
    return problems;
  };
  const head = (code: string) =>
    screen.getAllByTestId('problem-group').find((each) => each.dataset.key === `rule ${code}`)!;
  const choose = async (name: RegExp) => {
    await fireEvent.keyDown(screen.getByLabelText('Ignore', { selector: 'button.select' }), { key: 'ArrowDown' });
    await fireEvent.pointerUp(await screen.findByRole('option', { name }));
  };

  it('has a fix for all, or says why it has none, and can be ignored', async () => {
    await byRule();
    expect(within(head('link')).getByTestId('fix-kind')).toBeTruthy();
    expect(findTip('Only the author can name it.', head('link'))).toBeNull();
    expect(within(head('name')).queryByTestId('fix-kind')).toBeNull();
    expect(findTip('Only the author can name it.', head('name'))).toBeTruthy();
    expect(screen.getAllByTestId('ignore-kind')).toHaveLength(2);
    expect(await faults()).toEqual([]);
  });

  it('is ignored in the library or a group with a reason, says how much that is, and is taken back', async () => {
    await byRule();
    await fireEvent.click(within(head('link')).getByTestId('ignore-kind'));
    const dialog = await screen.findByRole('dialog', { name: 'Ignore this rule?' });
    expect(dialog.textContent).toContain('A link leads nowhere');
    await choose(/group home/);
    await fireEvent.input(screen.getByLabelText('Reason'), { target: { value: 'made later' } });
    expect(await faults(dialog)).toEqual([]);
    const by = { ignored: 'made later', ignored_by: 'group' } as const;
    list.files[1]!.problems[0] = problem('link', { has_fix: true, ...by });
    await fireEvent.submit(screen.getByTestId('ignore-dialog'));
    const home = { kind: 'group', name: 'home' };
    await vi.waitFor(() => expect(given(studio.ignoreRule)).toEqual(['link', home, 'made later']));
    await vi.waitFor(() => expect(notify.mock.lastCall?.[0]).toBe('1 problem ignored'));
    expect(rows()).toEqual(['gas name', 'gas link']);
    notify.mock.lastCall?.[1]?.perform();
    await vi.waitFor(() => expect(given(studio.stopIgnoringRule)).toEqual(['link', home]));
  });

  it('says how much is ignored even where the list is read anew by others meanwhile', async () => {
    // The list stays as it was: its newer reading is not there yet.
    await byRule();
    await fireEvent.click(within(head('link')).getByTestId('ignore-kind'));
    await fireEvent.input(await screen.findByLabelText('Reason'), { target: { value: 'made later' } });
    await fireEvent.submit(screen.getByTestId('ignore-dialog'));
    await vi.waitFor(() => expect(notify.mock.lastCall?.[0]).toBe('2 problems ignored'));
  });

  it('is ignored from one of its problems in that skill, and the list of ignored ones says so', async () => {
    await shown();
    await fireEvent.click(within(row('gas', 'name')).getByTestId('ignore-one'));
    await screen.findByRole('dialog', { name: 'Ignore this problem?' });
    await choose(/rule in gas/);
    list.files[0]!.problems[1] = problem('name', { ignored: '', ignored_by: 'skill' });
    await fireEvent.submit(screen.getByTestId('ignore-dialog'));
    const here = { kind: 'skill', skill_id: 'id-gas' };
    await vi.waitFor(() => expect(given(studio.ignoreRule)).toEqual(['name', here, '']));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await fireEvent.click(byTip('Show ignored problems').querySelector('button')!);
    expect(row('gas', 'name').textContent).toContain('No reason given · rule ignored in this skill');
    await fireEvent.click(button('Stop ignoring the rule'));
    await vi.waitFor(() => expect(given(studio.stopIgnoringRule)).toEqual(['name', here]));
  });
});

describe('the history of changes', () => {
  const open = async () => {
    await shown();
    await fireEvent.click(screen.getByTestId('change-history'));
    await screen.findByRole('dialog', { name: 'Change history' });
  };

  it('lists each with what of it stands, and turns it back and forth', async () => {
    studio.listChangeSets.mockImplementation(() => [
      set(),
      set({ id: 'set-2', undone: 2 }),
      set({ id: 'set-3', undone: 1, skills: 1 }),
    ]);
    await open();
    const lines = await screen.findAllByTestId('change-set');
    expect(
      lines.map((line) => line.querySelector('.about')?.textContent?.split(' · ').slice(0, -1).join(', ')),
    ).toEqual(['2 skills', '2 skills, undone', '1 skill, 1 of 2 changes undone']);
    expect(
      lines.map((line) =>
        within(line)
          .getAllByRole('button')
          .map((each) => each.textContent?.trim()),
      ),
    ).toEqual([['Undo'], ['Redo'], ['Undo', 'Redo']]);
    expect(await faults(screen.getByRole('dialog'))).toEqual([]);
    await fireEvent.click(within(lines[1]!).getByTestId('redo-set'));
    await vi.waitFor(() => expect(given(studio.redoChangeSet)).toEqual(['set-2']));
    await toast('Redid 2 changes');
    expect(studio.listChangeSets).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['undo', 'gas', 'Undo “Fixed 2 skills”?'],
    ['redo', 'water', 'Redo “Fixed 2 skills”?'],
  ] as const)('asks first where to %s writes files on disk, as a fix does', async (way, skill, title) => {
    app.rows = recorded('listSkills')
      .slice(0, 2)
      .map((row, at) => ({
        ...row,
        id: ['id-gas', 'id-water'][at]!,
        link: 'linked',
        is_linked: true,
        is_written: true,
      }));
    studio.listChangeSets.mockImplementation(() => [set({ title: 'Fixed 2 skills', undone: 1 })]);
    studio.listChangedFiles.mockImplementation(() => [
      { skill_id: 'id-gas', is_undone: false },
      { skill_id: 'id-water', is_undone: true },
    ]);
    studio.listFoldersOnDisk.mockImplementation(() => [
      { skill_id: `id-${skill}`, path: `/home/ada/.claude/skills/${skill}` },
    ]);
    const command = way === 'undo' ? studio.undoChangeSet : studio.redoChangeSet;
    await open();
    const press = async () => fireEvent.click(await screen.findByTestId(`${way}-set`));
    await press();
    const text = `1 linked file on disk will also change, in ~/.claude/skills/${skill}.`;
    const asked = () => screen.findByRole('dialog', { name: title });
    expect((await asked()).textContent).toContain(text);
    expect(given(studio.listFoldersOnDisk)).toEqual([[`id-${skill}`]]);
    await fireEvent.click(within(await asked()).getByRole('button', { name: 'Cancel' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());
    expect(command).not.toHaveBeenCalled();
    await press();
    await fireEvent.click(within(await asked()).getByRole('button', { name: title.slice(0, 4) }));
    await vi.waitFor(() => expect(given(command)).toEqual(['set-1']));
    app.rows = [];
  });

  it('says that a turn was refused, and can be asked again', async () => {
    studio.undoChangeSet.mockImplementation(refuse('It changed since.'));
    await open();
    const undo = (await screen.findAllByTestId<HTMLButtonElement>('undo-set'))[0]!;
    await fireEvent.click(undo);
    await vi.waitFor(() => expect(fail.mock.lastCall?.[0]).toBe('Undoing the changes'));
    await vi.waitFor(() => expect(undo.disabled).toBe(false));
  });

  it.each([
    [() => [], /Fixes, replacements and other bulk changes/],
    [refuse('the library is locked'), /Couldn't load the history/],
  ])('says where there is none, or none to be read', async (answer, words) => {
    studio.listChangeSets.mockImplementation(answer);
    await open();
    expect(await screen.findByText(words)).toBeTruthy();
  });
});
