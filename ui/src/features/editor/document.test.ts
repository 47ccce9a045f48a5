import { isolateHistory } from '@codemirror/commands';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Analysis, FileContent, Finding, UndoHistory } from '$lib/ipc';
import { editorSetup } from './codemirror/setup';
import { OpenDocument, type DocumentBackend } from './document.svelte';

const TEXT = '---\nname: gas\ndescription: Old\n---\n\n# Gas\n\nBody\n';

const finding = (over: Partial<Finding> = {}): Finding => ({
  severity: 'warning',
  code: 'name-format',
  message: 'Say more.',
  start: { line: 2, column: 1 },
  end: { line: 2, column: 4 },
  from: 4,
  to: 8,
  targets: [],
  subject: '',
  actions: [],
  ignored: null,
  fix: null,
  ...over,
});

const analysis = (findings: Finding[] = []): Analysis => ({
  findings,
  frontmatter: null,
  tokens: { description: 1, body: 1, files: 0 },
  preview: '',
  preview_cut: null,
});

const scripted = () => ({
  analyze: vi.fn<DocumentBackend['analyze']>(async () => analysis()),
  analyzeForClient: vi.fn<DocumentBackend['analyzeForClient']>(async () => []),
  editFrontmatter: vi.fn<DocumentBackend['editFrontmatter']>(async (text, edit) => {
    const from = text.indexOf('description: ') + 13;
    return [{ from, to: text.indexOf('\n', from), insert: edit.kind === 'set_text' ? edit.value : '' }];
  }),
  saveDraft: vi.fn<DocumentBackend['saveDraft']>(async () => undefined),
  deleteDraft: vi.fn<DocumentBackend['deleteDraft']>(async () => undefined),
  saveUndoHistory: vi.fn<DocumentBackend['saveUndoHistory']>(async () => undefined),
  ignoreProblem: vi.fn<DocumentBackend['ignoreProblem']>(async () => undefined),
  stopIgnoring: vi.fn<DocumentBackend['stopIgnoring']>(async () => undefined),
  applyFixAction: vi.fn<DocumentBackend['applyFixAction']>(async () => undefined),
});

function open(
  content: Partial<FileContent> = {},
  over: Partial<ReturnType<typeof scripted>> = {},
  undo: UndoHistory | null = null,
) {
  const backend = { ...scripted(), ...over };
  const file = {
    path: 'SKILL.md',
    text: TEXT,
    hash: 'h1',
    is_text: true,
    aggregate_version: 1,
    draft: null,
    ...content,
  };
  const setup = editorSetup(
    'SKILL.md',
    { tools: () => [], files: () => [], first: () => null },
    { at: async () => null, open: () => {} },
    file.text,
  );
  return { document: new OpenDocument('s1', 'SKILL.md', file, backend, setup, undo), backend };
}

const type = (document: OpenDocument, insert: string, from = document.state.doc.length) =>
  document.dispatch({ changes: { from, insert }, userEvent: 'input.type' });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('undo goes on after a restart, over a draft and over a save, and only for the very text it led to', async () => {
  const first = open();
  type(first.document, ' one');
  await first.document.flush();
  const kept = first.backend.saveUndoHistory.mock.lastCall![1];

  const overDraft = open({ draft: `${TEXT} one` }, {}, kept).document;
  expect(overDraft.text).toBe(`${TEXT} one`);
  expect([overDraft.isDirty, overDraft.canUndo]).toEqual([true, true]);
  overDraft.undo();
  expect([overDraft.text, overDraft.isDirty, overDraft.canUndo]).toEqual([TEXT, false, false]);

  const overSave = open({ text: `${TEXT} one` }, {}, kept).document;
  expect([overSave.isDirty, overSave.canUndo]).toEqual([false, true]);
  overSave.undo();
  expect([overSave.text, overSave.isDirty]).toEqual([TEXT, true]);

  expect(open({ text: `${TEXT} two` }, {}, kept).document.canUndo).toBe(false);
  expect(open({ text: `${TEXT} one` }, {}, { ...kept, done: ['{"changes":1}'] }).document.canUndo).toBe(false);
});

test('a pause keeps the draft, once', async () => {
  const { document, backend } = open();
  type(document, 'a');
  type(document, 'b');
  expect(document.saveState).toBe('unsaved');
  await vi.advanceTimersByTimeAsync(400);
  expect(backend.saveDraft.mock.calls).toEqual([['s1', 'SKILL.md', `${TEXT}ab`]]);
  expect(document.saveState).toBe('kept');
});

test('typing without a pause is on disk every 800 ms all the same', async () => {
  const { document, backend } = open();
  for (let key = 0; key < 16; key += 1) {
    type(document, 'x');
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(backend.saveDraft.mock.calls.map(([, , text]) => text.length - TEXT.length)).toEqual([8, 16]);
});

test('typing back to the stored text takes the draft away', async () => {
  const { document, backend } = open();
  type(document, 'a');
  await vi.advanceTimersByTimeAsync(400);
  document.undo();
  await vi.advanceTimersByTimeAsync(400);
  expect(backend.deleteDraft).toHaveBeenCalledTimes(1);
  expect(document.saveState).toBe('saved');
});

test('a draft that cannot be written says so and is tried again', async () => {
  const saveDraft = vi
    .fn<DocumentBackend['saveDraft']>()
    .mockRejectedValueOnce(new Error('disk full'))
    .mockResolvedValue(undefined);
  const { document } = open({}, { saveDraft });
  type(document, 'a');
  await vi.advanceTimersByTimeAsync(400);
  expect(document.saveState).toBe('failed');
  await vi.advanceTimersByTimeAsync(2000);
  expect(document.saveState).toBe('kept');
  expect(saveDraft).toHaveBeenCalledTimes(2);
});

test('an older draft never lands after a newer one', async () => {
  const written: string[] = [];
  let release: () => void = () => {};
  const saveDraft = vi
    .fn<DocumentBackend['saveDraft']>()
    .mockImplementationOnce(
      (_skill, _path, text) =>
        new Promise<void>((done) => {
          release = () => {
            written.push(text);
            done();
          };
        }),
    )
    .mockImplementation(async (_skill, _path, text) => void written.push(text));
  const { document } = open({ text: '' }, { saveDraft });
  type(document, 'a');
  await vi.advanceTimersByTimeAsync(400);
  type(document, 'b');
  await vi.advanceTimersByTimeAsync(800);
  expect(written).toEqual([]);
  release();
  await vi.advanceTimersByTimeAsync(0);
  expect(written).toEqual(['a', 'ab']);
});

test('a draft of an earlier session is restored, and undo leads back to what is stored', () => {
  const { document } = open({ draft: `${TEXT}typed` });
  expect([document.text, document.isRestored, document.saveState]).toEqual([`${TEXT}typed`, true, 'kept']);
  document.undo();
  expect([document.text, document.isDirty]).toEqual([TEXT, false]);
});

test('the analysis of an older text is dropped', async () => {
  const answers: ((value: Analysis) => void)[] = [];
  const analyze = vi.fn<DocumentBackend['analyze']>(() => new Promise<Analysis>((answer) => answers.push(answer)));
  const { document } = open({}, { analyze });
  type(document, 'a');
  await vi.advanceTimersByTimeAsync(120);
  expect(analyze).toHaveBeenCalledTimes(2);
  answers[1]!(analysis([finding({ message: 'new' })]));
  answers[0]!(analysis([finding({ message: 'old' })]));
  await vi.advanceTimersByTimeAsync(0);
  expect(document.findings.map((found) => found.message)).toEqual(['new']);
});

test('an answer that comes while typing goes on is dropped too', async () => {
  const answers: ((value: Analysis) => void)[] = [];
  const { document } = open({}, { analyze: vi.fn(() => new Promise<Analysis>((answer) => answers.push(answer))) });
  type(document, 'a');
  answers[0]!(analysis([finding()]));
  await vi.advanceTimersByTimeAsync(0);
  expect(document.findings).toEqual([]);
});

test('a change of the form is one step among those of the text', async () => {
  const { document } = open();
  type(document, 'more');
  await document.editFrontmatter({ kind: 'set_text', key: 'description', value: 'New' });
  expect(document.text).toBe(`${TEXT.replace('Old', 'New')}more`);
  document.undo();
  expect(document.text).toBe(`${TEXT}more`);
  document.undo();
  expect(document.text).toBe(TEXT);
  document.redo();
  document.redo();
  expect(document.text).toBe(`${TEXT.replace('Old', 'New')}more`);
});

test('keys typed into a field of the form join into one step', async () => {
  const { document } = open();
  for (const value of ['N', 'Ne', 'New']) {
    await document.editFrontmatter({ kind: 'set_text', key: 'description', value }, { isTyping: true });
  }
  document.undo();
  expect(document.text).toBe(TEXT);
});

test('a form change is asked for again when the text changed meanwhile', async () => {
  const { document, backend } = open();
  const editing = document.editFrontmatter({ kind: 'set_text', key: 'description', value: 'New' });
  await Promise.resolve();
  type(document, 'X', 0);
  await editing;
  expect(backend.editFrontmatter).toHaveBeenCalledTimes(2);
  expect(document.text).toBe(`X${TEXT.replace('Old', 'New')}`);
});

test('hidden frontmatter cannot be typed into or deleted, while undo and the form reach it', async () => {
  const { document } = open();
  document.hideFrontmatter(true);
  type(document, 'X', 0);
  type(document, 'X', 6);
  document.dispatch({ changes: { from: 0, to: document.state.doc.length }, userEvent: 'delete.selection' });
  expect(document.text).toBe('---\nname: gas\ndescription: Old\n---\n\n');
  document.undo();
  expect(document.text).toBe(TEXT);
  document.dispatch({ selection: { anchor: 0, head: 5 }, userEvent: 'select' });
  expect(document.state.selection.main.head).toBe(TEXT.indexOf('# Gas'));
  type(document, 'Y', TEXT.indexOf('# Gas'));
  expect(document.text).toContain('\n\nY# Gas');
});

test('a body can be begun where the file ends with the frontmatter', () => {
  const { document } = open({ text: '---\nname: a\n---' });
  document.hideFrontmatter(true);
  document.dispatch({ changes: { from: 15, insert: 'x' }, selection: { anchor: 16 }, userEvent: 'input.type' });
  expect([document.text, document.state.selection.main.head]).toEqual(['---\nname: a\n---\nx', 17]);
});

test('a quick fix is one step, and what is ignored stays out of sight with its reason', async () => {
  const fix = { title: 'Rename', edits: [{ from: 10, to: 13, insert: 'gas-emergency' }] };
  let reason: string | null = null;
  const { document, backend } = open(
    {},
    { analyze: vi.fn(async () => analysis([finding({ fix }), finding({ code: 'other', ignored: reason })])) },
  );
  backend.ignoreProblem.mockImplementation(async (...[, , , why]) => void (reason = why));
  await vi.advanceTimersByTimeAsync(0);
  void document.ignore(document.findings[1]!, 'It is meant so');
  await vi.advanceTimersByTimeAsync(0);
  expect(backend.ignoreProblem).toHaveBeenCalledExactlyOnceWith('s1', 'other', '', 'It is meant so');
  expect([document.findings.length, document.ignored[0]?.ignored]).toEqual([1, 'It is meant so']);
  document.applyEdits(document.findings[0]!.fix!.edits);
  expect(document.text).toContain('name: gas-emergency\n');
  document.undo();
  expect(document.text).toBe(TEXT);
});

test('what changed outside is followed without losing the place, unless something was typed', () => {
  const content: FileContent = {
    path: 'SKILL.md',
    text: `# Top\n${TEXT}`,
    hash: 'h2',
    is_text: true,
    aggregate_version: 2,
    draft: null,
  };
  const { document } = open();
  document.dispatch({ selection: { anchor: TEXT.length } });
  document.follow(content);
  expect([document.text, document.state.selection.main.head, document.isDirty]).toEqual([
    content.text,
    content.text.length,
    false,
  ]);
  const dirty = open().document;
  type(dirty, 'mine');
  dirty.follow(content);
  expect([dirty.text, dirty.isDirty]).toEqual([`${TEXT}mine`, true]);
});

test('separate gestures stay separate steps', () => {
  const { document } = open();
  type(document, 'one');
  document.dispatch({ annotations: isolateHistory.of('full') });
  type(document, 'two');
  document.undo();
  expect(document.text).toBe(`${TEXT}one`);
});

test('a very long line is shown plain, whether it is opened or comes later', () => {
  expect(open().document.isPlain).toBe(false);
  const opened = open({ text: `${TEXT}${'x'.repeat(30_000)}\n` }).document;
  expect(opened.isPlain).toBe(true);
  const pasted = open().document;
  type(pasted, 'x'.repeat(19_000));
  expect(pasted.isPlain).toBe(false);
  type(pasted, 'x'.repeat(2_000));
  expect(pasted.isPlain).toBe(true);
  pasted.undo();
  expect(pasted.text).not.toContain('x'.repeat(20_500));
  expect(open({ draft: `${TEXT}${'x'.repeat(30_000)}` }).document.isPlain).toBe(true);
});
