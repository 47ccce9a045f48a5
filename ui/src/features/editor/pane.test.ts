import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Analysis, FieldValue, FileContent, Finding, Frontmatter, SkillDetail } from '$lib/ipc';
import { commands } from '$lib/ipc';
import { recorded, recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { libraryClient } from '$lib/state/client.svelte';
import { faults } from '$lib/testing/accessibility';
import { oddNames } from '$lib/testing/names';
import { wordsOf } from '$lib/testing/screen';
import { Editor } from './editor.svelte';
import EditorPane from './EditorPane.svelte';

// jsdom has no layout; the editor asks where letters are.

const TEXT = '---\nname: gas\ndescription: Old\n---\n\n# Gas\n\nBody\n';
const detail = (part: Partial<SkillDetail> = {}): SkillDetail => ({
  ...recorded('getSkill'),
  id: 's1',
  name: 'gas',
  aggregate_version: 1,
  link: null,
  ...part,
});
const frontmatter = (part: Partial<Frontmatter> = {}): Frontmatter => ({
  fields: [],
  definition: [],
  body_from: 35,
  unreadable: null,
  ...part,
});
const finding = (severity: Finding['severity'], from: number, part: Partial<Finding> = {}): Finding => ({
  severity,
  code: `code-${from}`,
  message: `Wrong at ${from}.`,
  start: { line: 2, column: 1 },
  end: { line: 2, column: 4 },
  from,
  to: from + 3,
  targets: [],
  subject: '',
  actions: [],
  ignored: null,
  fix: null,
  ...part,
});

let skill: SkillDetail;
let file: Partial<FileContent>;
let analysis: Analysis;
const studio = {
  getSkill: vi.fn<() => unknown>(),
  getFile: vi.fn<(given: { skillId: string; path: string }) => unknown>(),
  getUndoHistory: vi.fn(() => ({ done: [], undone: [], basis: '' })),
  saveUndoHistory: vi.fn(() => null),
  analyze: vi.fn(() => structuredClone(analysis)),
  analyzeForClient: vi.fn(() => []),
  getSkillInList: vi.fn<() => unknown>(),
  saveDraft: vi.fn(() => null),
  deleteDraft: vi.fn(() => null),
  saveFile: vi.fn<(given: unknown) => unknown>(),
  getOutsideChange: vi.fn<() => unknown>(),
  listTools: vi.fn(() => []),
  unlinkSkills: vi.fn<() => unknown>(() => ['s1']),
  listSkills: vi.fn(() => []),
};
const host = { openMerge: vi.fn(), notify: vi.fn(), fail: vi.fn(), isReadOnly: () => Boolean(app.library?.read_only) };
vi.spyOn(app, 'notify').mockImplementation(() => {});

beforeEach(() => {
  vi.clearAllMocks();
  skill = detail();
  file = {};
  analysis = {
    findings: [],
    frontmatter: frontmatter(),
    tokens: { description: 1, body: 2, files: 0 },
    preview: '',
    preview_cut: null,
  };
  studio.getSkill.mockImplementation(() => structuredClone(skill));
  studio.getFile.mockImplementation(({ path }) => ({
    path,
    text: TEXT,
    hash: 'h',
    is_text: true,
    aggregate_version: 1,
    draft: null,
    ...file,
  }));
  studio.saveFile.mockImplementation(() => ({ kind: 'saved', detail: detail({ aggregate_version: 2 }) }));
  recordedStudio(studio);
  libraryClient.set(null);
  Object.assign(app, { library: { ...recorded('getLibrary'), read_only: null }, overlay: null, rows: [] });
  app.history.clear();
  app.intents.clear();
  app.go('library');
});
afterEach(cleanup);

const given = (command: { mock: { lastCall?: unknown[] } }) => Object.values(command.mock.lastCall?.[0] as object);
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const text = () => screen.getByTestId('editor-content').textContent;
const onproblems = vi.fn();

async function shown() {
  const editor = new Editor(commands, host);
  render(EditorPane, { editor, onproblems });
  app.openSkill('s1');
  await vi.waitFor(() => expect(editor.phase).not.toBe('loading'));
  await vi.waitFor(() =>
    expect(editor.document?.analysis ?? editor.error ?? editor.document?.isText === false).toBeTruthy(),
  );
  return editor;
}
const type = (editor: Editor, insert: string) =>
  editor.document!.dispatch({ changes: { from: editor.document!.state.doc.length, insert }, userEvent: 'input.type' });

describe('the editor', () => {
  it('of nothing says what to do', async () => {
    render(EditorPane, { editor: new Editor(commands, host), onproblems });
    expect(screen.getByText('Import or create a skill to open it here.')).toBeTruthy();
    expect(await faults()).toEqual([]);
  });

  it('leads to a comparison of its skill with an installed client, where there is room for that', async () => {
    Object.defineProperty(HTMLElement.prototype, 'clientWidth', { value: 900, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'clientWidth'));
    await shown();
    await fireEvent.click(await screen.findByTestId('compare-client-open'));
    const wish = { scope: { kind: 'skill', skill_id: 's1' } };
    expect([app.overlay, app.intents.take('comparison')]).toEqual(['compare-client', wish]);
  });

  it('exports its skill, where there is room for that', async () => {
    Object.defineProperty(HTMLElement.prototype, 'clientWidth', { value: 900, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'clientWidth'));
    await shown();
    await fireEvent.click(await screen.findByTestId('export-menu'));
    const entries = (await screen.findAllByRole('menuitem')).map((each) => wordsOf(each));
    expect(entries).toEqual(['Export as .skill… ,Ctrl Shift E', 'Copy to client folder…']);
  });

  it('opens what is chosen, with its frontmatter as a form and its body as text', async () => {
    await shown();
    expect([screen.getByTestId('skill-name').textContent, screen.getByTestId('save-state').textContent]).toEqual([
      'gas',
      'Saved',
    ]);
    expect(await screen.findByTestId('frontmatter-form')).toBeTruthy();
    await vi.waitFor(() => expect(text()).toContain('Body'));
    expect(text()).not.toContain('name: gas');
    expect(screen.getByText(/^Ln \d+, Col \d+$/)).toBeTruthy();
    expect(await faults()).toEqual([]);
  });

  it('says how much of the description the client of the library shows, and marks where that ends', async () => {
    libraryClient.set({ client: 'codex', is_chosen: true, found: [] });
    const description: FieldValue = { key: 'description', text: 'Old', items: [], form: 'text', line: 3 };
    analysis.frontmatter = frontmatter({ fields: [description] });
    studio.getSkillInList.mockImplementation(() => ({
      host: 'codex',
      state: 'shortened',
      shown_chars: 2,
      whole_chars: 3,
      cut_at: TEXT.indexOf('Old') + 2,
      why: null,
      rule: 'Codex shortens all descriptions.',
    }));
    const editor = await shown();
    const said = 'Codex shows 2 of 3 characters of this description';
    const line = await screen.findByTestId('in-list');
    expect([line.textContent, line.dataset.tip]).toEqual([said, `${said}. Codex shortens all descriptions.`]);
    expect(screen.getByTestId('text-mark').previousSibling?.textContent).toBe('Ol');
    await fireEvent.click(screen.getByRole('radio', { name: 'YAML' }));
    await vi.waitFor(() => expect(screen.getByRole('img', { name: said })).toBeTruthy());
    expect(await faults()).toEqual([]);
    expect([given(studio.getSkillInList), editor.document!.target]).toEqual([['s1', 'codex'], 'codex']);
    // For all clients it is said of each; where nobody said for which the library is, of none.
    libraryClient.set({ client: null, is_chosen: true, found: [] });
    await vi.waitFor(() => expect(screen.getByTestId('in-list').textContent).toMatch(/^\d+ of \d+ clients don't show/));
    libraryClient.set(null);
    await vi.waitFor(() => expect(screen.queryByTestId('in-list')).toBeNull());
    expect([screen.queryByTestId('description-cut'), editor.document!.target]).toEqual([null, 'agent-skills']);
  });

  it('shows the YAML where that is wanted, and says so for the next file too', async () => {
    const editor = await shown();
    await fireEvent.click(screen.getByRole('radio', { name: 'YAML' }));
    await vi.waitFor(() => expect(text()).toContain('name: gas'));
    expect([screen.queryByTestId('frontmatter-form'), editor.preferredMode]).toEqual([null, 'yaml']);
  });

  it('that cannot open a skill says why, and opens it when that is gone', async () => {
    studio.getSkill.mockImplementationOnce(() => {
      throw { code: 'not_found', message: 'the skill is gone', detail: null };
    });
    await shown();
    expect(screen.getByRole('alert').textContent).toContain('The skill is gone');
    await fireEvent.click(button('Try again'));
    await vi.waitFor(() => expect(screen.getByTestId('skill-name').textContent).toBe('gas'));
  });

  it('shows no text of what is none', async () => {
    file = { is_text: false, text: '' };
    await shown();
    expect(screen.getByText('Not a text file')).toBeTruthy();
    expect(screen.queryByTestId('editor-content')).toBeNull();
  });

  it('shows frontmatter that cannot be read as it is, with why', async () => {
    analysis.frontmatter = frontmatter({ unreadable: 'Line 2: a colon is expected.' });
    await shown();
    await vi.waitFor(() => expect(screen.getByTestId('unreadable').textContent).toBe('Line 2: a colon is expected.'));
    expect([
      screen.getByRole<HTMLButtonElement>('radio', { name: 'Form' }).disabled,
      text()?.includes('name: gas'),
    ]).toEqual([true, true]);
  });

  it.each([
    [[], 'No problems found'],
    [[finding('info', 40)], 'No problems found, 1 info'],
    [[finding('error', 4), finding('warning', 40), finding('warning', 44)], '1 error 2 warnings'],
  ])('counts what is wrong, and leads to it', async (findings, words) => {
    analysis.findings = findings;
    await shown();
    const counts = screen.getByTestId('problem-counts');
    await vi.waitFor(() => expect(counts.textContent?.replace(/\s+/g, ' ').trim()).toBe(words));
    await fireEvent.click(counts);
    expect(onproblems).toHaveBeenCalledOnce();
  });

  it('says beside the form how many problems it has, not those of the body', async () => {
    analysis.findings = [finding('warning', 4), finding('error', 40)];
    await shown();
    await vi.waitFor(() => expect(screen.getByText('Frontmatter').parentElement?.textContent).toContain('1 warning'));
    expect(screen.getByText('Frontmatter').parentElement?.textContent).not.toContain('error');
  });

  it('says to whoever listens how many problems there are, and which one they went to', async () => {
    analysis.findings = [
      finding('warning', 4, { start: { line: 2, column: 1 }, end: { line: 2, column: 4 } }),
      finding('error', 40, { message: 'No such tool: `gauge`.' }),
    ];
    const editor = await shown();
    const said = (id: string) => screen.getByTestId(id).textContent;
    expect([said('problems-said'), said('finding-said')]).toEqual(['1 error, 1 warning', '']);
    app.showProblem('s1', { path: 'SKILL.md', line: 2, column: 1, end_line: 2, end_column: 4 });
    await vi.waitFor(() => expect(said('finding-said')).toBe('Warning: Wrong at 4.'));
    app.showProblemOf('s1', 'first');
    app.showProblemOf('s1', 'last');
    await vi.waitFor(() => expect(said('finding-said')).toBe('Error: No such tool: gauge.'));
    analysis.findings = [];
    type(editor, 'more');
    await vi.waitFor(() => expect(said('problems-said')).toBe('No problems found'));
  });

  it.each(oddNames)('opens a skill %s', async (_, name) => {
    skill = detail({ name });
    await shown();
    expect(screen.getByTestId('skill-name').textContent).toBe(name);
  });
});

describe('what is typed', () => {
  it('is unsaved, then kept, then saved', async () => {
    const editor = await shown();
    const state = () => screen.getByTestId('save-state').dataset.state;
    // Each pause in typing is no news for whoever listens.
    const said = () => screen.getByTestId('saved-said').textContent;
    // It is kept when typing rests, which it does not.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    type(editor, 'more');
    await vi.waitFor(() => expect(state()).toBe('unsaved'));
    vi.useRealTimers();
    await editor.flush();
    await vi.waitFor(() => expect([state(), said()]).toEqual(['kept', '']));
    expect(given(studio.saveDraft as never)).toEqual(['s1', 'SKILL.md', `${TEXT}more`]);
    await fireEvent.click(screen.getByTestId('save'));
    await vi.waitFor(() => expect([state(), said()]).toEqual(['saved', 'Saved']));
    expect(given(studio.saveFile)).toEqual(['s1', 'SKILL.md', `${TEXT}more`, 1, null]);
    expect(screen.queryByTestId('save')).toBeNull();
  });

  it('that cannot be saved stays, and the failure is told', async () => {
    studio.saveFile.mockImplementation(() => {
      throw { code: 'file', message: 'no room', detail: null };
    });
    const editor = await shown();
    type(editor, 'more');
    await fireEvent.click(await screen.findByTestId('save'));
    await vi.waitFor(() => expect(host.fail).toHaveBeenCalledOnce());
    expect([host.fail.mock.lastCall?.[0], editor.document!.isDirty, editor.document!.text]).toEqual([
      'Saving SKILL.md',
      true,
      `${TEXT}more`,
    ]);
  });

  it('that cannot be kept says so, with why', async () => {
    studio.saveDraft.mockImplementationOnce(() => {
      throw { code: 'file', message: 'no room on the disk', detail: null };
    });
    const editor = await shown();
    type(editor, 'more');
    await editor.flush();
    await vi.waitFor(() => expect(screen.getByTestId('save-state').textContent).toContain('Not saved'));
    expect(screen.getByTestId('save-state').dataset.tip).toBe("Couldn't save the draft: no room on the disk");
  });

  it('is taken back and done again from the head', async () => {
    const editor = await shown();
    expect(screen.getByTestId<HTMLButtonElement>('undo').disabled).toBe(true);
    type(editor, 'more');
    await vi.waitFor(() => expect(screen.getByTestId<HTMLButtonElement>('undo').disabled).toBe(false));
    await fireEvent.click(screen.getByTestId('undo'));
    expect([editor.document!.text, editor.document!.isDirty]).toEqual([TEXT, false]);
    await fireEvent.click(screen.getByTestId('redo'));
    expect(editor.document!.text).toBe(`${TEXT}more`);
  });

  it('is compared with what is saved, and saved from there', async () => {
    const editor = await shown();
    type(editor, 'more');
    await fireEvent.keyDown(await screen.findByRole('button', { name: /draft actions/ }), { key: 'Enter' });
    await fireEvent.click(await screen.findByRole('menuitem', { name: 'Compare with saved' }));
    const dialog = await screen.findByRole('dialog', { name: 'Compare with saved' });
    expect(dialog.querySelector('.cm-changedLine')?.textContent).toContain('more');
    expect(await faults(dialog)).toEqual([]);
    await fireEvent.click([...dialog.querySelectorAll('button')].find((each) => each.textContent?.trim() === 'Save')!);
    await vi.waitFor(() => expect(studio.saveFile).toHaveBeenCalledOnce());
  });

  it('and left from an earlier time is said to be a draft, and can be discarded and brought back', async () => {
    file = { draft: `${TEXT}from before` };
    const editor = await shown();
    expect(screen.getByText(/This is an unsaved draft from an earlier session/)).toBeTruthy();
    await fireEvent.click(screen.getByTestId('discard-draft'));
    await vi.waitFor(() => expect(screen.queryByTestId('discard-draft')).toBeNull());
    expect(editor.document!.text).toBe(TEXT);
    editor.document!.undo();
    expect(editor.document!.text).toBe(`${TEXT}from before`);
  });

  it('in a library that cannot be written is refused, and the head says why', async () => {
    app.library = { ...recorded('getLibrary'), read_only: 'The folder is read-only.' };
    const editor = await shown();
    type(editor, 'more');
    expect(editor.document!.text).toBe(TEXT);
    expect([screen.getByTestId('save-state').textContent, screen.getByTestId('save-state').dataset.tip]).toEqual([
      'Read-only',
      'The folder is read-only.',
    ]);
    expect((await screen.findByTestId('frontmatter-form')).querySelector('fieldset')?.disabled).toBe(true);
  });
});

describe('files on disk', () => {
  it('that changed outside lead to the merge', async () => {
    const merge = { skill_id: 's1', path: 'SKILL.md' };
    studio.getOutsideChange.mockImplementation(() => merge);
    const editor = await shown();
    type(editor, 'mine');
    await editor.outsideChange({ skill_id: 's1', skill_name: 'gas', path: 'SKILL.md', is_applied: false });
    expect(await screen.findByText(/SKILL.md was changed on disk while you were editing/)).toBeTruthy();
    await fireEvent.click(screen.getByTestId('review-merge'));
    await vi.waitFor(() => expect(host.openMerge.mock.lastCall?.[0]).toEqual(merge));
  });

  it('that changed back are nothing to merge', async () => {
    studio.getOutsideChange.mockImplementation(() => null);
    const editor = await shown();
    await editor.outsideChange({ skill_id: 's1', skill_name: 'gas', path: 'SKILL.md', is_applied: false });
    await fireEvent.click(await screen.findByTestId('review-merge'));
    await vi.waitFor(() => expect(screen.queryByTestId('review-merge')).toBeNull());
    expect(host.openMerge).not.toHaveBeenCalled();
  });

  it('whose folder is missing can be unlinked', async () => {
    skill = detail({
      link: { folder: '/skills/gas', is_missing: true, changed: [] } as unknown as SkillDetail['link'],
    });
    await shown();
    expect(screen.getByText(/The linked folder \/skills\/gas is missing/)).toBeTruthy();
    await fireEvent.click(button('Unlink'));
    await vi.waitFor(() => expect(given(studio.unlinkSkills as never)).toEqual([['s1']]));
  });
});

describe('going to a place in the text', () => {
  const head = (editor: Editor) => editor.document!.state.selection.main;

  it('in the frontmatter shows the YAML, and selects it', async () => {
    const editor = await shown();
    app.showProblem('s1', { path: 'SKILL.md', line: 2, column: 7, end_line: 2, end_column: 10 });
    await vi.waitFor(() => expect([head(editor).from, head(editor).to]).toEqual([10, 13]));
    expect(editor.document!.mode).toBe('yaml');
  });

  it('in the body leaves the form', async () => {
    const editor = await shown();
    const at = TEXT.indexOf('Body');
    app.openSkill('s1', { line: 8, span: { from: at, to: at + 4 } });
    await vi.waitFor(() => expect(head(editor).from).toBe(at));
    expect(editor.document!.mode).toBe('form');
  });

  it.each([
    ['first', 37],
    ['last', 44],
  ] as const)('goes to the %s problem once the text is read', async (which, from) => {
    analysis.findings = [finding('info', 36), finding('warning', 44), finding('error', 37)];
    const editor = await shown();
    app.showProblemOf('s1', which);
    await vi.waitFor(() => expect(head(editor).from).toBe(from));
    expect(app.intents.peek('jump')).toBeNull();
  });

  it('waits for the skill it is of', async () => {
    await shown();
    app.intents.put('jump', { skillId: 'other', path: 'SKILL.md', line: 2 });
    await Promise.resolve();
    expect(app.intents.peek('jump')).toMatchObject({ skillId: 'other' });
  });
});
