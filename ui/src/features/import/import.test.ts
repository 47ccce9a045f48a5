import { expect, test, vi } from 'vitest';
import { type ImportInspection, type ImportItem, type ImportPreview, type ImportReport, StudioError } from '$lib/ipc';
import { foundItem as item, nothing } from './fixtures';
import { type ImportBackend, ImportFlow } from './import.svelte';

const report: ImportReport = {
  imported: [],
  skipped: [{ path: 'x', code: 'too-large', title: 'Too large', message: 'Too large.' }],
  warnings: [],
  unreadable: 0,
  not_chosen: 0,
  is_cancelled: false,
};

function backend(part: Partial<ImportBackend> = {}, items: ImportItem[] = [item('a'), item('b', 'identical')]) {
  return {
    preview: vi.fn(async (): Promise<ImportPreview> => ({ folder: '/skills', items, skipped: [], format: null })),
    inspect: vi.fn(async (): Promise<ImportInspection> => nothing),
    dismissFinding: vi.fn(async () => {}),
    restoreFinding: vi.fn(async () => {}),
    runRows: vi.fn(async () => report),
    run: vi.fn(async () => report),
    activityId: () => 'import-1',
    cancel: vi.fn(async () => {}),
    ...part,
  };
}

test('preview, then import of what is chosen, then the report; copying is the default', async () => {
  const studio = backend();
  const flow = new ImportFlow(studio);
  await flow.choose(['/skills']);
  expect([flow.step, flow.chosen.map(({ name }) => name), flow.canLink, flow.way]).toEqual([
    'preview',
    ['a'],
    true,
    'copy',
  ]);
  await flow.run();
  expect([flow.step, flow.report?.skipped.length]).toEqual(['report', 1]);
  expect(studio.run).toHaveBeenCalledExactlyOnceWith({
    paths: ['/skills'],
    chosen: ['/skills/a/SKILL.md'],
    is_linked: false,
    group: null,
  });
});

test('what is linked and the same cannot be chosen, and its folder stays linked', async () => {
  const items = [item('a', 'same'), item('b')];
  const flow = new ImportFlow(backend({}, items));
  await flow.choose(['/skills']);
  expect(flow.way).toBe('link');
  flow.set(items, true);
  expect(flow.chosen.map(({ name }) => name)).toEqual(['b']);
});

test('a folder of a client is linked unless the author says otherwise, an archive in it copied', async () => {
  const preview = async () => ({ folder: '/a', items: [item('a')], skipped: [], format: null, is_own: true });
  const flow = new ImportFlow(backend({ preview }));
  await flow.choose(['/home/ann/.claude/skills']);
  expect(flow.way).toBe('link');
  await flow.choose(['/home/ann/.claude/skills/a.skill']);
  expect(flow.way).toBe('copy');
});

test('linking chooses what the library has unlinked; a choice made by hand stays', async () => {
  const items = [item('a', 'unlinked'), item('b'), item('c')];
  const flow = new ImportFlow(backend({}, items));
  await flow.choose(['/skills']);
  flow.set([items[1]!], false);
  expect(flow.chosen.map(({ name }) => name)).toEqual(['c']);
  flow.way = 'link';
  expect(flow.chosen.map(({ name }) => name)).toEqual(['a', 'c']);
});

test('an archive is never linked, and an empty choice changes nothing', async () => {
  const studio = backend();
  const flow = new ImportFlow(studio);
  await flow.choose([]);
  expect(flow.step).toBe('choose');
  await flow.choose(['/skills.zip']);
  flow.way = 'link';
  flow.group = '  Packed ';
  await flow.run();
  expect(studio.run).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ is_linked: false, group: 'Packed' }));
});

test('what cannot be read says so and lets the author choose again', async () => {
  const flow = new ImportFlow(
    backend({ preview: () => Promise.reject({ code: 'file', message: 'Permission denied.', detail: null }) }),
  );
  await flow.choose(['/root']);
  expect([flow.step, flow.error?.code, flow.error?.message]).toEqual(['choose', 'file', 'Permission denied.']);
});

test('cancelling names the running activity', async () => {
  let finish: (report: ImportReport) => void = () => {};
  const studio = backend({ run: () => new Promise((done) => (finish = done)) });
  const flow = new ImportFlow(studio);
  await flow.choose(['/skills']);
  const running = flow.run();
  await flow.cancel();
  expect(studio.cancel).toHaveBeenCalledExactlyOnceWith('import-1');
  finish({ ...report, is_cancelled: true });
  await running;
  expect(flow.report?.is_cancelled).toBe(true);
});

test('rows come in whole, in the format they are in, without a preview of skills', async () => {
  const studio = backend({
    preview: async () => ({ folder: '', items: [], skipped: [], format: 'light4j-sql' as const }),
  });
  const flow = new ImportFlow(studio);
  await flow.choose(['/a.sql']);
  expect([flow.step, flow.format, flow.canLink, flow.chosen]).toEqual(['preview', 'light4j-sql', false, []]);
  await flow.run();
  expect(studio.runRows).toHaveBeenCalledExactlyOnceWith(['/a.sql'], 'light4j-sql');
  expect(studio.run).not.toHaveBeenCalled();
  expect(flow.step).toBe('report');
});

test('what could not be scanned is still previewed, and said; what the author did not allow is not', async () => {
  const failing = (code: 'file' | 'cancelled') => async () => {
    throw new StudioError(code, 'No.');
  };
  const flow = new ImportFlow(backend({ inspect: failing('file') }));
  await flow.choose(['/skills']);
  expect([flow.step, flow.inspectionError?.message]).toEqual(['preview', 'No.']);
  for (const part of [{ preview: failing('cancelled') }, { inspect: failing('cancelled') }]) {
    const other = new ImportFlow(backend(part));
    await other.choose(['/skills']);
    expect([other.step, other.isInspecting, other.error?.code]).toEqual(['choose', false, 'cancelled']);
  }
});

test('the preview does not wait for the scan, and nothing is imported before that has ended', async () => {
  let end: (inspection: ImportInspection) => void = () => {};
  const studio = backend({ inspect: () => new Promise((done) => (end = done)) });
  const flow = new ImportFlow(studio);
  const chosen = flow.choose(['/skills']);
  await vi.waitFor(() => expect(flow.step).toBe('preview'));
  expect([flow.chosen.length, flow.isInspecting, flow.inspection]).toEqual([1, true, null]);
  await flow.run();
  expect(flow.step).toBe('preview');
  expect(studio.run).not.toHaveBeenCalled();
  end(nothing);
  await chosen;
  expect([flow.isInspecting, flow.inspection]).toEqual([false, nothing]);
  await flow.run();
  expect(studio.run).toHaveBeenCalledOnce();
});

test('what a link leads to is read, too, and what was ticked before stays', async () => {
  const studio = backend({
    preview: vi.fn(async (paths: string[]): Promise<ImportPreview> => {
      const items = paths.includes('/mine/c/SKILL.md') ? [item('a'), item('b'), item('c')] : [item('a'), item('b')];
      return { folder: '/skills', items, skipped: [], format: null };
    }),
  });
  const flow = new ImportFlow(studio);
  await flow.choose(['/skills']);
  flow.set([item('a')], false);
  flow.group = 'Mine';
  await flow.follow('/mine/c/SKILL.md');
  expect([flow.step, flow.chosen.map(({ name }) => name), flow.isInspecting]).toEqual(['preview', ['b', 'c'], false]);
  expect(studio.inspect).toHaveBeenLastCalledWith(['/skills', '/mine/c/SKILL.md']);
  await flow.run();
  expect(studio.run).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ paths: ['/skills', '/mine/c/SKILL.md'], group: 'Mine' }),
  );
});

test('a link that the author does not let be followed leaves the preview as it is', async () => {
  const preview = vi.fn(async (): Promise<ImportPreview> => ({
    folder: '/skills',
    items: [item('a')],
    skipped: [],
    format: null,
  }));
  const studio = backend({ preview });
  const flow = new ImportFlow(studio);
  await flow.choose(['/skills']);
  preview.mockRejectedValueOnce(new StudioError('cancelled', 'No.'));
  await expect(flow.follow('/mine/c/SKILL.md')).rejects.toThrow('No.');
  expect([flow.step, flow.paths, flow.isFollowing, flow.inspection]).toEqual(['preview', ['/skills'], false, nothing]);
  await flow.run();
  expect(studio.run).toHaveBeenCalledOnce();
});

test('a scan that ends after something else was chosen says nothing of it', async () => {
  const ends: ((inspection: ImportInspection) => void)[] = [];
  const flow = new ImportFlow(backend({ inspect: () => new Promise((done) => ends.push(done)) }));
  const first = flow.choose(['/one']);
  await vi.waitFor(() => expect(ends).toHaveLength(1));
  const second = flow.choose(['/two']);
  await vi.waitFor(() => expect(ends).toHaveLength(2));
  ends[0]!({ ...nothing, manifests: [] });
  await first;
  expect([flow.isInspecting, flow.inspection]).toEqual([true, null]);
  flow.again();
  ends[1]!(nothing);
  await second;
  expect([flow.step, flow.isInspecting, flow.inspection]).toEqual(['choose', false, null]);
});
