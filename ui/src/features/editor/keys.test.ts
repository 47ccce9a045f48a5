import { openSearchPanel, search } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { fireEvent, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FileContent, Finding, NamedEntity } from '$lib/ipc';
import { commands } from '$lib/ipc';
import { recorded, recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { editorActions } from './actions';
import { fileStart, toolStart } from './codemirror/completion';
import { findPanel } from './codemirror/find-panel';
import { languageOf } from './codemirror/language';
import { isPlain, LONGEST_LINE, unlessLong } from './codemirror/long-lines';
import { difference } from './difference';
import { Editor } from './editor.svelte';
import { openEntity } from './names';

// jsdom has no layout; the editor asks where letters are.

const TEXT = '---\nname: gas\nallowed-tools:\n  - send_sms\n---\nUse `send` and [a](ref';
const studio = {
  getSkill: vi.fn<() => unknown>(() => ({ ...recorded('getSkill'), id: 's1', name: 'gas', link: null })),
  getFile: vi.fn(({ path }: { path: string }): FileContent => ({
    path,
    text: TEXT,
    hash: 'h',
    is_text: true,
    aggregate_version: 1,
    draft: null,
  })),
  getUndoHistory: vi.fn(() => ({ done: [], undone: [], basis: '' })),
  saveUndoHistory: vi.fn(() => null),
  saveDraft: vi.fn(() => null),
  deleteDraft: vi.fn(() => null),
  analyze: vi.fn<() => unknown>(),
  saveFile: vi.fn<() => unknown>(),
  findEntity: vi.fn<() => unknown>(() => null),
};
const notify = vi.spyOn(app, 'notify').mockImplementation(() => {});
const fail = vi.spyOn(app, 'fail').mockImplementation(() => {});
const entity = (part: Partial<NamedEntity>): NamedEntity =>
  ({
    range: { from: 0, to: 4 },
    kind: 'tool',
    id: 't1',
    name: 'send_sms',
    description: '',
    signature: '',
    tokens: null,
    problem: null,
    ...part,
  }) as NamedEntity;
let findings: Finding[];

beforeEach(() => {
  vi.clearAllMocks();
  findings = [];
  studio.analyze.mockImplementation(() => ({
    findings,
    frontmatter: { fields: [], definition: [], body_from: 40, unreadable: null },
    tokens: { description: 0, body: 0, files: 0 },
    preview: '',
    preview_cut: null,
  }));
  studio.findEntity.mockImplementation(() => null);
  recordedStudio(studio);
  Object.assign(app, { rows: [], overlay: null });
  app.history.clear();
  app.intents.clear();
  app.go('library');
});
let view: EditorView | null = null;
afterEach(() => view?.destroy());

describe('what can be done in the editor', () => {
  const host = { openMerge: vi.fn(), notify: vi.fn(), fail: vi.fn() };
  const begun = async () => {
    const editor = new Editor(commands, host);
    const actions = editorActions(editor);
    const can = (id: string) => actions.find((action) => action.id === id)!.when?.() ?? true;
    const perform = (id: string) => actions.find((action) => action.id === id)!.perform();
    return { editor, can, perform };
  };
  const opened = async () => {
    const all = await begun();
    await all.editor.open('s1');
    await vi.waitFor(() => expect(all.editor.document?.analysis).toBeTruthy());
    return all;
  };
  const everything = [
    'editor.save',
    'editor.undo',
    'editor.redo',
    'editor.discard-draft',
    'editor.mode',
    'editor.quick-fix',
    'editor.definition',
    'editor.uses',
    'editor.test',
  ];

  it('is nothing where nothing is open, elsewhere, or under a dialog', async () => {
    const { can, editor } = await begun();
    expect(everything.filter(can)).toEqual([]);
    await editor.open('s1');
    expect(everything.filter(can)).toEqual([
      'editor.save',
      'editor.mode',
      'editor.definition',
      'editor.uses',
      'editor.test',
    ]);
    app.overlay = 'settings';
    expect(everything.filter(can)).toEqual([]);
    app.overlay = null;
    app.go('map');
    expect(everything.filter(can)).toEqual([]);
  });

  it('undo, redo and discard are there with something to take back, but not in a field that has an undo of its own', async () => {
    const { can, perform, editor } = await opened();
    editor.document!.dispatch({ changes: { from: 0, insert: 'x' }, userEvent: 'input.type' });
    expect(['editor.undo', 'editor.redo', 'editor.discard-draft'].map(can)).toEqual([true, false, true]);
    const field = document.body.appendChild(document.createElement('input'));
    field.focus();
    expect(can('editor.undo')).toBe(false);
    field.remove();
    perform('editor.undo');
    expect([editor.document!.text, can('editor.redo'), can('editor.discard-draft')]).toEqual([TEXT, true, false]);
    perform('editor.redo');
    expect(editor.document!.text).toBe(`x${TEXT}`);
    await perform('editor.discard-draft');
    expect(editor.document!.text).toBe(TEXT);
  });

  it('switches between form and YAML, and tests in the playground', async () => {
    const { perform, editor } = await opened();
    perform('editor.mode');
    expect(editor.document!.mode).toBe('yaml');
    perform('editor.mode');
    expect(editor.document!.mode).toBe('form');
    perform('editor.test');
    expect([app.view, app.intents.take('query')]).toEqual(['playground', { skillId: 's1' }]);
  });

  it('offers a quick fix where the file has one, and says where the cursor is at none', async () => {
    const none: Finding = {
      severity: 'warning',
      code: 'c',
      message: '',
      start: { line: 2, column: 1 },
      end: { line: 2, column: 3 },
      from: 4,
      to: 6,
      targets: [],
      subject: '',
      actions: [],
      ignored: null,
      fix: null,
    };
    findings = [none];
    expect((await opened()).can('editor.quick-fix')).toBe(false);
    findings = [none, { ...none, actions: [{ kind: 'save_as_utf8' }] }];
    const { perform, can } = await opened();
    expect(can('editor.quick-fix')).toBe(true);
    perform('editor.quick-fix');
    expect(notify.mock.lastCall).toEqual(['No quick fix available here']);
  });

  it('goes from problem to problem, then to the next skill', async () => {
    const at = (from: number, line: number): Finding => ({
      severity: 'warning',
      code: 'c',
      message: '',
      start: { line, column: 1 },
      end: { line, column: 3 },
      from,
      to: from + 2,
      targets: [],
      subject: '',
      actions: [],
      ignored: null,
      fix: null,
    });
    findings = [at(4, 2), at(20, 3)];
    const { perform, can, editor } = await opened();
    expect(can('problems.next')).toBe(true);
    perform('problems.next');
    expect(app.intents.take('jump')).toMatchObject({
      skillId: 's1',
      line: 2,
      range: { column: 1, endLine: 2, endColumn: 3 },
    });
    editor.document!.dispatch({ selection: { anchor: 20 } });
    app.rows = [{ ...recorded('listSkills')[0]!, id: 's2', errors: 1 }];
    perform('problems.next');
    expect([app.selectedId, app.intents.take('jump')]).toEqual(['s2', expect.objectContaining({ problem: 'first' })]);
  });

  it('opens what the cursor is on, or says to put it on a name', async () => {
    const { perform } = await opened();
    await perform('editor.definition');
    expect(notify.mock.lastCall?.[0]).toContain('Place the cursor on a tool or skill name');
    studio.findEntity.mockImplementation(() => entity({}));
    await perform('editor.definition');
    expect(app.intents.take('tool')).toEqual({ toolId: 't1' });
    studio.findEntity.mockImplementation(() => {
      throw { code: 'internal', message: 'no' };
    });
    await perform('editor.definition');
    expect(fail.mock.lastCall?.[0]).toBe('Going to the definition');
  });

  it('lists uses of what the cursor is on, else of the skill', async () => {
    const { perform } = await opened();
    await perform('editor.uses');
    expect(app.intents.take('uses')).toEqual({ kind: 'skill', id: 's1' });
    studio.findEntity.mockImplementation(() => entity({ kind: 'missing_tool', id: '' }));
    await perform('editor.uses');
    expect(app.intents.take('uses')).toEqual({ kind: 'missing_tool', id: 'send_sms' });
  });
});

it.each([
  ['host_tool', /built into the agent client/],
  ['missing_tool', /The library has no tool named send_sms/],
] as const)('a name of a %s opens nothing, and says why', (kind, words) => {
  openEntity(entity({ kind }));
  expect([notify.mock.lastCall?.[0], app.view]).toEqual([expect.stringMatching(words), 'library']);
});

describe('completion', () => {
  it.each([
    ['Use `sen', 5],
    ['Use `', 5],
    ['`a` then sen', null],
    ['plain words', null],
  ])('of a tool in %j begins at %s', (before, at) => expect(toolStart(before, false)).toBe(at));

  it.each([
    ['  - sen', 4],
    ['allowed-tools: a, se', 18],
    ['allowed-tools: [', 16],
    ['word', null],
  ])('of a tool in the list of tools, in %j, begins at %s', (before, at) => expect(toolStart(before, true)).toBe(at));

  it.each([
    ['see [it](ref', 9],
    ['see [it](', 9],
    ['see [it](a b', null],
    ['see (ref', null],
  ])('of a file in %j begins at %s', (before, at) => expect(fileStart(before)).toBe(at));
});

describe('find in the open file', () => {
  const begin = () => {
    const state = EditorState.create({
      doc: 'gas, Gas and gasket',
      extensions: search({ top: true, createPanel: findPanel }),
    });
    view = new EditorView({ state, parent: document.body });
    openSearchPanel(view);
    return view;
  };
  const field = () => screen.getByTestId<HTMLInputElement>('find-field');
  const count = () => screen.getByTestId('find-count').textContent;
  const type = (value: string, into = field()) => fireEvent.input(into, { target: { value } });
  const head = (shown: EditorView) => [shown.state.selection.main.from, shown.state.selection.main.to];

  it('counts what it finds, and walks it with Enter', async () => {
    const shown = begin();
    await type('gas');
    expect(count()).toBe('3 results');
    await fireEvent.keyDown(field(), { key: 'Enter' });
    expect([head(shown), count()]).toEqual([[0, 3], '1 of 3']);
    await fireEvent.keyDown(field(), { key: 'Enter' });
    expect(head(shown)).toEqual([5, 8]);
    await fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true });
    expect(head(shown)).toEqual([0, 3]);
  });

  it.each([
    ['Match case', '2 results'],
    ['Match whole word', '2 results'],
  ])('%s narrows it, and says that it is on', async (name, words) => {
    begin();
    await type('gas');
    const toggle = screen.getByRole('button', { name });
    await fireEvent.click(toggle);
    expect([count(), toggle.getAttribute('aria-pressed')]).toEqual([words, 'true']);
    await fireEvent.click(toggle);
    expect([count(), toggle.getAttribute('aria-pressed')]).toEqual(['3 results', 'false']);
  });

  it('says that an expression is none', async () => {
    begin();
    await fireEvent.click(screen.getByRole('button', { name: 'Use regular expression' }));
    await type('(');
    expect([count(), field().getAttribute('aria-invalid')]).toEqual(['Invalid regex', 'true']);
  });

  it('replaces one with Enter, and all with the button', async () => {
    const shown = begin();
    await type('gas');
    const replace = screen.getByTestId<HTMLInputElement>('replace-field');
    await type('oil', replace);
    await fireEvent.keyDown(field(), { key: 'Enter' });
    await fireEvent.keyDown(replace, { key: 'Enter' });
    expect(shown.state.doc.toString()).toBe('oil, Gas and gasket');
    await fireEvent.click(screen.getByRole('button', { name: 'Replace all matches in this file' }));
    expect([shown.state.doc.toString(), count()]).toEqual(['oil, oil and oilket', 'No results']);
  });

  it('is closed with its cross', async () => {
    begin();
    await fireEvent.click(screen.getByRole('button', { name: 'Close (Esc)' }));
    expect(screen.queryByTestId('find-field')).toBeNull();
  });
});

describe('a very long line', () => {
  const begin = (doc: string) => EditorState.create({ doc, extensions: unlessLong([], doc) });

  it('makes a text plain, when it is opened and when it is typed', () => {
    expect([isPlain(begin('short')), isPlain(begin('x'.repeat(LONGEST_LINE + 1)))]).toEqual([false, true]);
    const grown = begin('x'.repeat(LONGEST_LINE)).update({ changes: { from: 0, insert: 'y' } }).state;
    expect(isPlain(grown)).toBe(true);
    expect(isPlain(grown.update({ changes: { from: 0, to: 9000 } }).state)).toBe(true);
  });

  it('may come of joining two', () => {
    const half = 'x'.repeat(LONGEST_LINE - 100);
    const state = begin(`${half}\n${half}`);
    expect(isPlain(state)).toBe(false);
    expect(isPlain(state.update({ changes: { from: half.length, to: half.length + 1 } }).state)).toBe(true);
  });
});

it.each([
  ['gas leak', 'gas leaks', { from: 8, to: 8, insert: 's' }],
  ['aaa', 'aa', { from: 2, to: 3, insert: '' }],
  ['one two three', 'one 2 three', { from: 4, to: 7, insert: '2' }],
  ['same', 'same', null],
  ['', 'new', { from: 0, to: 0, insert: 'new' }],
])('from %j to %j is the smallest change', (before, after, expected) =>
  expect(difference(before, after)).toEqual(expected),
);

it.each([
  ['SKILL.md', true],
  ['a/b.PY', true],
  ['data.jsonl', true],
  ['Makefile', false],
  ['picture.png', false],
])('%s has a language: %s', (path, has) =>
  expect(Array.isArray(languageOf(path)) && (languageOf(path) as unknown[]).length === 0).toBe(!has),
);
