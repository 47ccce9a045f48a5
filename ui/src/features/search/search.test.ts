import { expect, test, vi } from 'vitest';
import type { ChangeReport, ChangeSetInfo, FindFile, FindRequest, FindResult, ReplaceRequest } from '$lib/ipc';
import { FileSearch } from './search.svelte';

const match = (from: number) => ({
  range: { from, to: from + 3 },
  line: from,
  text: 'a gas leak',
  shown: { from: 2, to: 5 },
  replacement: null,
});
const file = (skill: string, starts: number[], over: Partial<FindFile> = {}): FindFile => ({
  skill_id: skill,
  skill,
  path: 'SKILL.md',
  hash: `${skill} hash`,
  has_draft: false,
  matches: starts.map(match),
  ...over,
});
const result = (files: FindFile[], over: Partial<FindResult> = {}): FindResult => {
  const shown = files.reduce((sum, { matches }) => sum + matches.length, 0);
  return { files, shown, total: shown, total_files: files.length, problem: null, ...over };
};
const set: ChangeSetInfo = {
  id: 'set',
  kind: 'replace',
  title: 'Replaced 2 matches of “gas” in 1 file',
  created_at: '',
  changes: 1,
  skills: 1,
  undone: 0,
};
const report = (over: Partial<ChangeReport> = {}): ChangeReport => ({ set, done: 1, refused: [], ...over });

function bench(found: FindResult, sets: ChangeSetInfo[] = []) {
  const studio = {
    findInFiles: vi.fn(async (_: FindRequest) => found),
    replaceInFiles: vi.fn(async (_: ReplaceRequest) => report()),
    listChangeSets: vi.fn(async () => sets),
    undoChangeSet: vi.fn(async (_: string) => report()),
    findUses: vi.fn(async () => ({ name: 'gas', uses: [] })),
  };
  return { studio, search: new FileSearch(studio) };
}

async function find(search: FileSearch, query: string) {
  search.query = query;
  search.search();
  await vi.waitFor(() => expect(search.isSearching).toBe(false));
}

test('what is found is listed by file, files fold, and a cut is said', async () => {
  const { search } = bench(result([file('a', [1, 9]), file('b', [4])], { total: 7, total_files: 5 }));
  await find(search, 'gas');
  expect(search.summary).toBe('7 results in 5 files, showing the first 3');
  expect(search.items.map(({ kind }) => kind).join()).toBe('file,match,match,file,match');
  search.toggleFile(search.result!.files[0]!);
  expect(search.items.map(({ kind }) => kind).join()).toBe('file,file,match');
  await find(search, '');
  expect([search.result, search.items.length]).toEqual([null, 0]);
});

test('only chosen matches are replaced, never over unsaved text', async () => {
  const found = result([file('a', [1, 9]), file('b', [4]), file('c', [2], { has_draft: true })]);
  const { search, studio } = bench(found, [set]);
  await find(search, 'gas');
  search.replacement = 'oil';
  search.exclude(found.files[0]!, found.files[0]!.matches[0]!);
  search.excludeFile(found.files[1]!);
  expect([search.chosenCount, search.drafts]).toEqual([1, 1]);
  expect(await search.replace()).toMatchObject({ done: 1 });
  expect(studio.replaceInFiles.mock.calls[0]![0]).toMatchObject({
    query: 'gas',
    replacement: 'oil',
    files: [{ skill_id: 'a', path: 'SKILL.md', hash: 'a hash', starts: [9] }],
  });
  expect(search.last?.id).toBe('set');
  await search.undo();
  expect(studio.undoChangeSet).toHaveBeenCalledWith('set');
});

test('the newest replacement of an earlier start can be undone, others not', async () => {
  const { search } = bench(result([]), [
    { ...set, id: 'undone', undone: 1 },
    { ...set, id: 'tags', kind: 'tag' },
    { ...set, id: 'kept' },
  ]);
  await search.readLast();
  expect(search.last?.id).toBe('kept');
});
