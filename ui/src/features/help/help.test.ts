import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { recorded, recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { firstRun } from '$lib/state/first-run.svelte';
import { faults } from '$lib/testing/accessibility';
import About from './About.svelte';
import FirstRun from './FirstRun.svelte';
import Licenses from './Licenses.svelte';
import Report from './Report.svelte';

const studio = {
  getProgramVersion: vi.fn<() => unknown>(() => '1.2.3'),
  getDiagnostics: vi.fn<() => unknown>(() => 'Skill Studio 1.2.3\nlinux'),
  choosePaths: vi.fn<() => unknown>(() => ['/home/ana/report.txt']),
  saveExport: vi.fn<(given: unknown) => unknown>(() => '/home/ana/report.txt'),
  suggestSkill: vi.fn(() => recorded('listSkills')[0]!.id),
  suggestQuery: vi.fn(() => null),
};
const writeText = vi.fn(async () => {});
const fail = vi.spyOn(app, 'fail').mockImplementation(() => {});
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  recordedStudio(studio);
  Object.assign(app, { overlay: null, rows: recorded('listSkills') });
  firstRun.restart();
});

it('says which version it is, what its places are for, and leads to the licenses and the first steps', async () => {
  render(About);
  await vi.waitFor(() => expect(screen.getByTestId('version').textContent).toBe('Version 1.2.3'));
  expect(screen.getByTestId('about').textContent).toMatch(/Playground.*no telemetry.*Apache-2\.0/s);
  expect(await faults()).toEqual([]);
  await fireEvent.click(button('Licenses'));
  expect(app.overlay).toBe('licenses');
  await fireEvent.click(button('First steps'));
  expect(app.overlay).toBe('first-run');
});

it('lists what is inside with its license, and filters by both', async () => {
  render(Licenses);
  await screen.findByTestId('licenses');
  const filter = (value: string) =>
    fireEvent.input(screen.getByLabelText('Filter by name or license'), { target: { value } });
  const rows = () => within(screen.getByTestId('licenses')).getAllByRole('row').slice(1);
  for (const [name, kind] of [
    ['w3c-keyname', 'npm package'],
    ['onnxruntime', 'Model file'],
    ['rusqlite', 'Rust crate'],
  ] as const) {
    await filter(name);
    await vi.waitFor(() => expect(rows()).toHaveLength(1));
    const cells = [...rows()[0]!.children].map(({ textContent }) => textContent?.trim());
    expect(cells).toEqual([expect.stringMatching(new RegExp(`^${name} [\\d.]+$`)), kind, 'MIT']);
  }
  await filter('no such package');
  expect(await screen.findByText('No packages found')).toBeTruthy();
});

it('shows a report before it is copied or saved, with what was typed, and sends nothing', async () => {
  render(Report);
  expect((await screen.findByTestId('diagnostics')).textContent).toBe('Skill Studio 1.2.3\nlinux');
  expect(screen.getByRole('dialog').textContent).toContain('Nothing is sent automatically.');
  await fireEvent.input(screen.getByTestId('happened'), { target: { value: ' It closed. ' } });
  const report = 'What happened\nIt closed.\n\nSkill Studio 1.2.3\nlinux';
  await fireEvent.click(button('Copy'));
  await vi.waitFor(() => expect(writeText).toHaveBeenCalledExactlyOnceWith(report));
  await fireEvent.click(button('Save…'));
  await vi.waitFor(() => expect(studio.saveExport).toHaveBeenCalledOnce());
  expect(studio.saveExport.mock.lastCall?.[0]).toEqual({
    path: '/home/ana/report.txt',
    content: report,
    isBase64: false,
  });
  studio.choosePaths.mockImplementationOnce(() => []);
  await fireEvent.click(button('Save…'));
  await vi.waitFor(() => expect(studio.choosePaths).toHaveBeenCalledTimes(2));
  expect([studio.saveExport.mock.calls.length, fail.mock.calls.length]).toEqual([1, 0]);
});

it('says why there are no diagnostics, and asks again', async () => {
  studio.getDiagnostics.mockImplementationOnce(() => {
    throw { code: 'internal', message: 'The log is gone.', detail: null };
  });
  render(Report);
  expect(await screen.findByText('The log is gone.')).toBeTruthy();
  expect(button('Copy').disabled).toBe(true);
  await fireEvent.click(button(/again|Retry/i));
  expect(await screen.findByTestId('diagnostics')).toBeTruthy();
});

it('has five steps, each with the button that does it, marks those that were taken, and can be skipped', async () => {
  const { unmount } = render(FirstRun);
  const steps = () => within(screen.getByTestId('first-run')).getAllByRole('listitem');
  expect(steps()).toHaveLength(5);
  await fireEvent.click(screen.getByTestId('take-query'));
  await vi.waitFor(() => expect(app.view).toBe('playground'));
  expect(steps()[1]!.textContent).not.toContain('done');
  firstRun.take('query');
  await vi.waitFor(() => expect(steps()[1]!.textContent).toContain('done'));
  await fireEvent.click(screen.getByTestId('skip-first-run'));
  expect([firstRun.isShown, app.overlay]).toEqual([false, null]);
  unmount();
  render(FirstRun);
  await fireEvent.click(button('Show in Library'));
  expect([firstRun.isShown, firstRun.isTaken('query')]).toEqual([true, true]);
});

it('offers no problem to fix where there is none', () => {
  firstRun.hasNothingToFix = true;
  const { unmount } = render(FirstRun);
  expect(screen.queryByTestId('take-fix')).toBeNull();
  expect(screen.getByText(/there's nothing to fix/)).toBeTruthy();
  unmount();
  firstRun.hasNothingToFix = false;
  render(FirstRun);
  expect(screen.getByTestId('take-fix')).toBeTruthy();
});
