import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import type { CallOutcome, LibraryComparison } from '$lib/ipc';
import { Bench, type BenchBackend } from './bench.svelte';
import { expectationOf } from './judging';
import CasesPane from './CasesPane.svelte';
import CompareDialog from './CompareDialog.svelte';
import { DraftStudio } from '$lib/testing/drafts';
import * as make from './fixtures';
import { takeOldText } from './memory';
import LibrariesSheet from './LibrariesSheet.svelte';

afterEach(cleanup);

async function opened(some: Parameters<typeof make.backend>[0] = {}) {
  const backend = make.backend(some);
  const bench = new Bench(backend);
  bench.show(make.tool());
  await waitFor(() => expect(bench.cases.list.value && bench.libraryList.value).not.toBeNull());
  return { bench, backend };
}

it.each([
  [make.outcome(), { kind: 'equals', value: '{\n  "callId": "c-1"\n}' }],
  [make.outcome({ result: JSON.stringify('x'.repeat(3000)) }), { kind: 'success' }],
  [make.outcome({ status: 'refused', result: null }), { kind: 'refused' }],
  [make.outcome({ status: 'error', result: null, error: 'Line busy\nat x' }), { kind: 'error', text: 'Line busy' }],
  [null, { kind: 'success' }],
])('expects what the call gave: %#', (outcome, expected) => expect(expectationOf(outcome)).toEqual(expected));

it('keeps what was typed and what came of it while another tool is on the bench', async () => {
  const { bench } = await opened();
  bench.text = '{"destination":   "gas"}';
  await bench.run();
  bench.show(make.tool({ id: 'tool-2', name: 'other' }));
  expect([bench.text, bench.outcome]).toEqual(['{}', null]);
  bench.show(make.tool());
  expect(bench.text).toBe('{"destination":   "gas"}');
  expect(bench.outcome?.status).toBe('success');
});

it('has what was typed after it is closed and opened again', async () => {
  const studio = new DraftStudio();
  const drafts = studio.session<{ text: string }>('call');
  const first = new Bench(make.backend(), drafts);
  first.show(make.tool());
  first.text = '{"destination": "ga';
  first.remember();
  await drafts.flush();
  first.stop();
  const [second, slow] = [1, 2].map(() => {
    const again = studio.session<{ text: string }>('call');
    return { bench: new Bench(make.backend(), again), ready: again.ready };
  });
  slow!.bench.show(make.tool());
  await Promise.all([second!.ready, slow!.ready]);
  second!.bench.show(make.tool());
  await Promise.resolve();
  expect([second!.bench.text, slow!.bench.text]).toEqual(['{"destination": "ga', '{"destination": "ga']);
});

it('takes over what an older studio kept in the window, once', () => {
  let text = JSON.stringify([['tool-1', '{"a":1}'], ['tool-2', '{}'], 'not ours']);
  const memory = { read: () => text, write: (next: string) => void (text = next) };
  expect([takeOldText('tool-1', memory), takeOldText('tool-1', memory)]).toEqual(['{"a":1}', null]);
  expect(JSON.parse(text)).toEqual([['tool-2', '{}']]);
  text = 'not ours';
  expect(takeOldText('tool-2', memory)).toBeNull();
});

it('asks first in a comparison too, and compares again once it is allowed', async () => {
  const asked = make.outcome({ status: 'needs_consent', result: null, consent: make.consent });
  const row = { name: 'Call 1', arguments: '{}', a: asked, b: make.outcome(), is_same: null };
  const compareToolLibraries = vi
    .fn()
    .mockResolvedValueOnce({ a: 'own', b: 'mock', rows: [row], not_run: [] })
    .mockResolvedValue({ a: 'own', b: 'mock', rows: [{ ...row, a: make.outcome(), is_same: true }], not_run: [] });
  const { bench, backend } = await opened({ compareToolLibraries });
  render(CompareDialog, { bench, onclose: vi.fn() });
  (await screen.findByTestId('compare-run')).click();
  const allow = await screen.findByTestId('consent-allow');
  expect([screen.queryByRole('status'), screen.getByTestId('comparison').textContent]).toEqual([
    null,
    expect.stringContaining('not run'),
  ]);
  allow.click();
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('the same result for 1 call'));
  expect(backend.askConsent).toHaveBeenCalledWith('hash-1');
});

it('drops what a call gives once another tool is on the bench, and ends the call', async () => {
  let end!: (value: ReturnType<typeof make.outcome>) => void;
  const callTool = vi.fn(() => new Promise<ReturnType<typeof make.outcome>>((done) => (end = done)));
  const { bench, backend } = await opened({ callTool });
  const running = bench.run();
  bench.show(make.tool({ id: 'tool-2', name: 'other' }));
  end(make.outcome());
  await running;
  expect(bench.outcome).toBeNull();
  expect(backend.cancelCall).toHaveBeenCalledTimes(1);
  expect(bench.isRunning).toBe(false);
});

it('tells of each call, kept case and comparison, also of one that failed', async () => {
  const { bench, backend } = await opened();
  bench.oncalled = vi.fn();
  await bench.run();
  vi.mocked(backend.callTool).mockRejectedValueOnce(new Error('gone'));
  await bench.run();
  expect(bench.failure).not.toBeNull();
  await bench.cases.runAll(null);
  await bench.compare();
  expect(vi.mocked(bench.oncalled).mock.calls).toEqual([['tool-1'], ['tool-1'], ['tool-1'], ['tool-1']]);
});

it('calls in the name of a skill, in a library', async () => {
  const { bench, backend } = await opened();
  bench.library = 'stub';
  bench.skillId = 'skill-1';
  await bench.run();
  expect(backend.callTool).toHaveBeenCalledWith(expect.objectContaining({ library: 'stub', skill_id: 'skill-1' }));
});

it('saves a call as a case, its name and expectation filled in from it', async () => {
  const { bench, backend } = await opened();
  bench.text = '{"destination": "on_call_gas"}';
  await bench.run();
  render(CasesPane, { bench });
  bench.beginCase();
  const name = await screen.findByTestId<HTMLInputElement>('case-name');
  expect(name.value).toBe('on_call_gas');
  expect(screen.getByTestId<HTMLTextAreaElement>('case-expected').value).toContain('"callId": "c-1"');
  await fireEvent.input(screen.getByTestId('case-expected'), { target: { value: '{' } });
  expect(screen.getByTestId<HTMLButtonElement>('case-save').disabled).toBe(true);
  await fireEvent.input(screen.getByTestId('case-expected'), { target: { value: '{"callId": "c-2"}' } });
  await fireEvent.submit(name.form!);
  await waitFor(() => expect(backend.saveToolCase).toHaveBeenCalled());
  expect(vi.mocked(backend.saveToolCase).mock.calls[0]![0]).toMatchObject({
    id: '',
    tool_id: 'tool-1',
    name: 'on_call_gas',
    arguments: '{"destination": "on_call_gas"}',
    expected: { kind: 'equals', value: '{"callId": "c-2"}' },
  });
  expect(bench.cases.draft).toBeNull();
});

it('runs one case or all, and says which pass', async () => {
  const { bench, backend } = await opened();
  render(CasesPane, { bench });
  expect(screen.getByTestId('case').textContent).toContain('not run yet');
  within(screen.getByTestId('case')).getByRole('button', { name: 'Run Gas in the kitchen' }).click();
  await waitFor(() => expect(screen.getByTestId('case').textContent).toContain('passed'));
  expect(bench.text).toBe('{"destination": "gas"}');
  vi.mocked(backend.callTool).mockResolvedValueOnce(make.outcome({ result: '{"other": 1}' }));
  await bench.runCase(make.kept());
  await waitFor(() => expect(screen.getByTestId('case').textContent).toMatch(/failed.*got {"other": 1}/s));
  screen.getByTestId('run-cases').click();
  await waitFor(() => expect(screen.getByTestId('cases').textContent).toContain('1 of 1 passed'));
  const call = { tool_id: 'tool-1', library: null, skill_id: null, arguments: '{"destination": "gas"}' };
  expect(backend.callTool).toHaveBeenLastCalledWith({ ...call, call_id: expect.any(String) });
});

/** A studio that keeps three cases, and how they went. */
function keeping(callTool: BenchBackend['callTool']) {
  const cases = new Map(['1', '2', '3'].map((id) => [id, make.kept({ id, name: `Case ${id}`, arguments: id })]));
  const judgeToolCase = vi.fn(async (id: string, outcome: CallOutcome) => {
    const one = cases.get(id)!;
    const last = make.judged(one, outcome);
    cases.set(id, { ...one, last });
    return last;
  });
  return {
    callTool: vi.fn(callTool),
    judgeToolCase,
    listToolCases: vi.fn(async () => ({ cases: [...cases.values()], unreadable: [] })),
  };
}

it('keeps how one case or all of them went while another tool is on the bench', async () => {
  const { bench } = await opened(
    keeping(async (call) => make.outcome(call.arguments === '2' ? { result: '{"other": 1}' } : {})),
  );
  const leave = async () => {
    bench.show(make.tool({ id: 'tool-2', name: 'other' }));
    bench.show(make.tool());
    await waitFor(() => expect(bench.cases.list.value).not.toBeNull());
    return bench.cases.list.value!.map(({ last }) => last?.is_passed);
  };
  await bench.runCase(make.kept({ id: '2', arguments: '2' }));
  expect(await leave()).toEqual([undefined, false, undefined]);
  await bench.cases.runAll('stub');
  expect(await leave()).toEqual([true, false, true]);
});

it('asks first in a run of all cases, and runs on from there once it is allowed', async () => {
  let isAllowed = false;
  const asked = make.outcome({ status: 'needs_consent', result: null, consent: make.consent });
  const askConsent = vi.fn(async () => (isAllowed = true));
  const kept = keeping(async (call) => (call.arguments === '1' || isAllowed ? make.outcome() : asked));
  const { bench } = await opened({ ...kept, askConsent });
  render(CasesPane, { bench });
  screen.getByTestId('run-cases').click();
  (await screen.findByTestId('consent-allow')).click();
  await waitFor(() => expect(screen.getByTestId('cases').textContent).toContain('3 of 3 passed'));
  expect(kept.callTool.mock.calls.map(([call]) => call.arguments)).toEqual(['1', '2', '2', '3']);
  expect(screen.queryByTestId('consent')).toBeNull();
});

it('runs no further case once it is refused or cancelled, and leaves those as they were', async () => {
  const asked = make.outcome({ status: 'needs_consent', result: null, consent: make.consent });
  const kept = keeping(async () => asked);
  const { bench, backend } = await opened(kept);
  render(CasesPane, { bench });
  screen.getByTestId('run-cases').click();
  (await screen.findByTestId('consent-refuse')).click();
  await waitFor(() => expect(screen.queryByTestId('consent')).toBeNull());
  let end!: (value: ReturnType<typeof make.outcome>) => void;
  kept.callTool.mockImplementation(() => new Promise((done) => (end = done)));
  screen.getByTestId('run-cases').click();
  (await screen.findByTestId('cancel-cases')).click();
  expect(backend.cancelCall).toHaveBeenCalledWith(kept.callTool.mock.lastCall![0].call_id);
  end(make.outcome({ status: 'cancelled', result: null }));
  await screen.findByTestId('run-cases');
  expect([kept.callTool.mock.calls.length, kept.judgeToolCase.mock.calls.length]).toEqual([2, 0]);
  expect(bench.cases.list.value!.map(({ last }) => last)).toEqual([null, null, null]);
});

it('judges a case that asked first only once it ran', async () => {
  const asked = make.outcome({ status: 'needs_consent', result: null, consent: make.consent });
  const { bench } = await opened({ callTool: vi.fn().mockResolvedValueOnce(asked).mockResolvedValue(make.outcome()) });
  await bench.runCase(make.kept());
  expect(bench.cases.list.value![0]!.last).toBeNull();
  await bench.allow();
  await waitFor(() => expect(bench.cases.list.value![0]!.last?.is_passed).toBe(true));
});

it('a comparison that goes on can be cancelled', async () => {
  let end!: (value: LibraryComparison) => void;
  const compareToolLibraries = vi.fn<BenchBackend['compareToolLibraries']>(() => new Promise((done) => (end = done)));
  const { bench, backend } = await opened({ compareToolLibraries });
  render(CompareDialog, { bench, onclose: vi.fn() });
  (await screen.findByTestId('compare-run')).click();
  (await screen.findByTestId('compare-cancel')).click();
  expect(backend.cancelCall).toHaveBeenCalledWith(compareToolLibraries.mock.lastCall![4]);
  end({ a: 'own', b: 'mock', rows: [], not_run: ['This call'] });
  await screen.findByText(/1 call was skipped/);
});

it('compares two libraries on this call and all cases', async () => {
  const { bench, backend } = await opened();
  bench.text = '{"destination": "x"}';
  bench.comparing.scope = 'both';
  render(CompareDialog, { bench, onclose: vi.fn() });
  (await screen.findByTestId('compare-run')).click();
  const table = await screen.findByTestId('comparison');
  const texts = ['{"destination": "x"}', '{"destination": "gas"}'];
  expect(backend.compareToolLibraries).toHaveBeenCalledWith('tool-1', 'own', 'mock', texts, expect.any(String));
  expect(screen.getByRole('status').textContent).toContain('Different results for 1 of 2 calls');
  const rows = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
  expect(rows[0]).toMatch(/This call.*c-1.*"destination": "x".*different/s);
  expect(rows[1]).toMatch(/Gas in the kitchen.*same/s);
});

it('makes a library, and sets what its tools answer', async () => {
  const { bench, backend } = await opened();
  render(LibrariesSheet, { bench, onclose: vi.fn() });
  const name = await screen.findByTestId<HTMLInputElement>('library-name');
  await fireEvent.input(name, { target: { value: 'STUB' } });
  expect(screen.getByTestId<HTMLButtonElement>('library-create').disabled).toBe(true);
  await fireEvent.input(name, { target: { value: 'night' } });
  await fireEvent.submit(name.form!);
  await waitFor(() => expect(backend.createToolLibrary).toHaveBeenCalledWith('night', null));
  await waitFor(() => expect(bench.libraries.chosen).toBe('night'));
  await bench.libraries.open('stub');
  expect((await screen.findByTestId('library-content')).textContent).toContain('1 tool bound');
  const changed = {
    name: 'transfer_call',
    description: '',
    schema: '{}',
    behaviour: { kind: 'garbage' as const, text: 'x' },
  };
  await bench.libraries.put(changed);
  expect(backend.saveImplementation).toHaveBeenCalledWith('stub', changed);
});
