import { history } from '@codemirror/commands';
import { beforeEach, expect, test, vi } from 'vitest';
import type { FileContent, Merge, SkillDetail } from '$lib/ipc';
import { Editor, type EditorBackend } from './editor.svelte';

const merge: Merge = {
  skill_id: 's1',
  skill_name: 'gas',
  path: 'SKILL.md',
  source: 'library',
  base: 'one',
  mine: 'one mine',
  theirs: 'one theirs',
  merged: 'one mine theirs',
  conflicts: 0,
  aggregate_version: 7,
  their_hash: 'theirs',
};

/** A studio of two files a skill, in memory. */
function studio() {
  const files = new Map<string, { text: string; draft: string | null }>();
  let version = 1;
  const file = (id: string, path: string) => {
    const key = `${id}/${path}`;
    if (!files.has(key)) files.set(key, { text: 'one', draft: null });
    return files.get(key)!;
  };
  const detail = (id: string): SkillDetail => ({
    id,
    name: id,
    description: '',
    tags: [],
    allowed_tools: [],
    tools: [],
    aggregate_version: version,
    version: '',
    hash: '',
    files: [],
    tokens: { description: 1, body: 2, files: 3 },
    broken: null,
    link: null,
    versions: 1,
    uses: [],
  });
  const backend = {
    getSkill: vi.fn(async (id: string) => detail(id)),
    getFile: vi.fn(async (id: string, path: string): Promise<FileContent> => ({
      path,
      hash: '',
      is_text: true,
      aggregate_version: version,
      ...file(id, path),
    })),
    saveFile: vi.fn(async (id: string, path: string, text: string, at: number, theirHash: string | null) => {
      if (at !== version && theirHash === null) return { kind: 'conflict' as const, merge };
      version = Math.max(version, at) + 1;
      Object.assign(file(id, path), { text, draft: null });
      return { kind: 'saved' as const, detail: detail(id) };
    }),
    saveDraft: vi.fn(async (id: string, path: string, text: string) => void (file(id, path).draft = text)),
    deleteDraft: vi.fn(async (id: string, path: string) => void (file(id, path).draft = null)),
    analyze: vi.fn(async () => ({
      findings: [],
      frontmatter: null,
      tokens: { description: 0, body: 0, files: 0 },
      preview: '',
      preview_cut: null,
    })),
    editFrontmatter: vi.fn(async () => []),
    getOutsideChange: vi.fn(async (): Promise<Merge | null> => merge),
    listTools: vi.fn(async () => []),
    getUndoHistory: vi.fn(async () => ({ done: [], undone: [], basis: '' })),
    saveUndoHistory: vi.fn(async () => undefined),
  };
  const host = { openMerge: vi.fn(), notify: vi.fn(), fail: vi.fn() };
  const editor = new Editor(backend as unknown as EditorBackend, host, () => history());
  const type = (insert: string) =>
    editor.document!.dispatch({
      changes: { from: editor.document!.state.doc.length, insert },
      userEvent: 'input.type',
    });
  const other = (text: string) => {
    version += 1;
    file('s1', 'SKILL.md').text = text;
  };
  return { editor, backend, host, type, other, file };
}

beforeEach(() => void vi.useRealTimers());

test('leaving for another skill puts the draft on disk at once, and coming back finds text and history', async () => {
  const { editor, type, file } = studio();
  await editor.open('s1');
  type(' typed');
  await editor.open('s2');
  expect(file('s1', 'SKILL.md').draft).toBe('one typed');
  await editor.open('s1');
  expect([editor.document!.text, editor.document!.saveState]).toEqual(['one typed', 'kept']);
  editor.document!.undo();
  expect(editor.document!.text).toBe('one');
});

test("saving stores the text and keeps the skill's other open files current", async () => {
  const { editor, type, file, host } = studio();
  await editor.open('s1', 'references/a.md');
  type(' a');
  await editor.open('s1');
  type(' b');
  await editor.save();
  expect([file('s1', 'SKILL.md').text, editor.document!.saveState]).toEqual(['one b', 'saved']);
  await editor.open('s1', 'references/a.md');
  await editor.save();
  expect([file('s1', 'references/a.md').text, host.openMerge.mock.calls.length]).toEqual(['one a', 0]);
});

test('what is typed while saving stays unsaved and is kept', async () => {
  const { editor, type, backend } = studio();
  await editor.open('s1');
  type(' a');
  const saving = editor.save();
  await Promise.resolve();
  type(' b');
  await saving;
  expect(backend.saveFile.mock.calls[0]![2]).toMatch(/^one a/);
  expect(editor.document!.text).toBe('one a b');
  await editor.flush();
  expect(editor.document!.text === editor.document!.storedText).toBe(!editor.document!.isDirty);
});

test('a stale save leads to a merge, whose result is saved over the other side', async () => {
  const { editor, type, other, host, backend, file } = studio();
  await editor.open('s1');
  type(' mine');
  other('one theirs');
  await editor.save();
  expect([host.openMerge.mock.calls.length, editor.document!.saveState]).toEqual([1, 'unsaved']);
  host.openMerge.mock.calls[0]![1]('one mine theirs');
  await vi.waitFor(() => expect(editor.document!.saveState).toBe('saved'));
  expect(backend.saveFile.mock.calls.at(-1)).toEqual(['s1', 'SKILL.md', 'one mine theirs', 7, 'theirs']);
  expect(file('s1', 'SKILL.md').text).toBe('one mine theirs');
});

test('an untouched document follows an outside change; a touched one waits for its author', async () => {
  const { editor, type, other, host } = studio();
  const event = { skill_id: 's1', skill_name: 'gas', path: 'SKILL.md' };
  await editor.open('s1');
  other('outside');
  await editor.outsideChange({ ...event, is_applied: true });
  expect([editor.document!.text, editor.document!.isDirty, host.notify.mock.calls.length]).toEqual([
    'outside',
    false,
    1,
  ]);
  type(' mine');
  other('again');
  await editor.outsideChange({ ...event, is_applied: false });
  expect([editor.document!.text, editor.isChangedOutside]).toEqual(['outside mine', true]);
  await editor.reviewOutside();
  expect(host.openMerge).toHaveBeenCalledTimes(1);
});

test('of two skills opened quickly, the last one is shown', async () => {
  const { editor, backend } = studio();
  let slow: () => void = () => {};
  backend.getSkill.mockImplementationOnce((id) => new Promise((done) => (slow = () => done({ id } as SkillDetail))));
  const first = editor.open('s1');
  await editor.open('s2');
  slow();
  await first;
  expect(editor.detail!.id).toBe('s2');
});

test('a skill that cannot be opened says why and can be tried again', async () => {
  const { editor, backend } = studio();
  backend.getSkill.mockRejectedValueOnce({ code: 'not_found', message: 'gone', detail: null });
  await editor.open('s1');
  expect([editor.phase, editor.error]).toEqual(['error', { code: 'not_found', message: 'gone', detail: null }]);
  await editor.retry();
  expect(editor.phase).toBe('ready');
});
