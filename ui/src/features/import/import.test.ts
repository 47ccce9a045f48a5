import { expect, test, vi } from 'vitest';
import type { ImportItem, ImportReport } from '$lib/ipc';
import { type ImportBackend, ImportFlow } from './import.svelte';

const item = (name: string, action: string): ImportItem => ({
  name,
  description: '',
  path: `${name}/SKILL.md`,
  action,
  files: 1,
  problem: null,
  is_broken: false,
});
const report: ImportReport = {
  imported: [],
  skipped: [{ path: 'x', code: 'too-large', message: 'Too large.' }],
  warnings: [],
  cancelled: false,
};

function backend(part: Partial<ImportBackend> = {}): ImportBackend {
  return {
    preview: vi.fn(async () => ({ items: [item('a', 'new'), item('b', 'same')], skipped: [] })),
    run: vi.fn(async () => report),
    activityId: () => 'import-1',
    cancel: vi.fn(async () => {}),
    ...part,
  };
}

test('preview, then import, then the report; what is the same does not count', async () => {
  const studio = backend();
  const flow = new ImportFlow(studio);
  await flow.choose(['/skills']);
  expect([flow.step, flow.incoming, flow.canLink]).toEqual(['preview', 1, true]);
  await flow.run();
  expect([flow.step, flow.report?.skipped.length]).toEqual(['report', 1]);
  expect(studio.run).toHaveBeenCalledExactlyOnceWith(['/skills'], true);
});

test('an archive is never linked, and an empty choice changes nothing', async () => {
  const studio = backend();
  const flow = new ImportFlow(studio);
  await flow.choose([]);
  expect(flow.step).toBe('choose');
  await flow.choose(['/skills.zip']);
  await flow.run();
  expect(studio.run).toHaveBeenCalledExactlyOnceWith(['/skills.zip'], false);
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
  finish({ ...report, cancelled: true });
  await running;
  expect(flow.report?.cancelled).toBe(true);
});
