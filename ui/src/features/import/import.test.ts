import { expect, test, vi } from 'vitest';
import { type ImportInspection, type ImportItem, type ImportReport, StudioError } from '$lib/ipc';
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
    preview: vi.fn(async () => ({ folder: '/skills', items, skipped: [] })),
    inspect: vi.fn(async (): Promise<ImportInspection> => nothing),
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
  const studio = backend({ inspect: async () => ({ ...nothing, format: 'light4j-sql' }) });
  const flow = new ImportFlow(studio);
  await flow.choose(['/a.sql']);
  expect([flow.step, flow.format, flow.canLink, flow.chosen]).toEqual(['preview', 'light4j-sql', false, []]);
  expect(studio.preview).not.toHaveBeenCalled();
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
  const refused = backend({ inspect: failing('cancelled') });
  const other = new ImportFlow(refused);
  await other.choose(['/skills']);
  expect([other.step, other.error?.code]).toEqual(['choose', 'cancelled']);
  expect(refused.preview).not.toHaveBeenCalled();
});
