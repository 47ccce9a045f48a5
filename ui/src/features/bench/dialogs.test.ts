import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Toaster } from '$kit';
import { type CallOutcome, StudioError, type ToolCase } from '$lib/ipc';
import { credentials } from '$lib/state/credentials.svelte';
import { ODD_NAMES, faults, later, pressInToast, wordsOf, write } from '$lib/testing/screen';
import BenchPane from './Bench.svelte';
import { Bench } from './bench.svelte';
import * as make from './fixtures';

// jsdom has no layout; the editors of JSON ask where letters are.

let shown: Bench | null = null;
afterEach(() => {
  shown?.stop();
  vi.useRealTimers();
});

async function show(some: Parameters<typeof make.backend>[0] = {}, text?: string) {
  const backend = make.backend(some);
  const bench = (shown = new Bench(backend));
  bench.show(make.tool());
  if (text !== undefined) bench.text = text;
  render(Toaster);
  render(BenchPane, { bench, tool: make.tool(), skills: [{ id: 'skill-1', name: 'gas-emergency' }] });
  await waitFor(() => expect(bench.libraryList.value).not.toBeNull());
  await waitFor(() => expect(bench.cases.list.isLoading).toBe(false));
  return { bench, backend };
}
const cases = () => screen.getByTestId('cases');
const more = async (name: string, label: string) => {
  await fireEvent.click(screen.getByLabelText(`More options for ${name}`));
  await fireEvent.click(await screen.findByRole('menuitem', { name: label }));
};
const choose = async (label: string, option: string | RegExp) => {
  const trigger = screen.getByLabelText(label);
  await fireEvent.pointerDown(trigger, { button: 0, pointerType: 'mouse' });
  await fireEvent.pointerUp(trigger);
  const found = await screen.findByRole('option', { name: option });
  await fireEvent.pointerMove(found);
  await fireEvent.pointerUp(found);
};
const ask = async (label: string) => {
  await fireEvent.click(screen.getByLabelText('More options'));
  await fireEvent.click(await screen.findByText(label));
  return screen.findByRole('dialog');
};
const last = (some: object) => ({
  case_id: 'case-1',
  is_passed: false,
  message: '',
  elapsed_us: 900,
  library: null,
  ran_at: '2026-01-05T10:00:00Z',
  ...some,
});

describe('the saved cases', () => {
  it('say how each went, and how many pass', async () => {
    const list = [
      make.kept({ last: last({ is_passed: true }) }),
      make.kept({
        id: 'b',
        name: 'b',
        last: last({ message: 'no\n  such queue' }),
        expected: { kind: 'error', text: 'queue' },
      }),
      make.kept({ id: 'c', name: 'c', expected: { kind: 'refused' } }),
    ];
    await show({ listToolCases: vi.fn(async () => ({ cases: list, unreadable: [] })) });
    expect(wordsOf(cases())).toContain('1 of 3 passed');
    const rows = screen.getAllByTestId('case');
    expect(wordsOf(rows[0]!)).toMatch(/^passed Gas in the kitchen expects callId/);
    expect(wordsOf(rows[1]!)).toMatch(/^failed b should fail: queue.*got no such queue$/);
    expect(wordsOf(rows[2]!)).toMatch(/^not run yet c should be rejected/);
    expect(rows[1]!.dataset.tip).toMatch(/^Failed with real tools/);
  });

  it('say that they are read, that there is none, and what failed', async () => {
    const answer = later<{ cases: ToolCase[]; unreadable: [] }>();
    const { bench } = await show();
    const list = vi.spyOn(bench.cases, 'reread');
    bench.cases.list.clear();
    void bench.cases.list.load(() => answer.promise.then((found) => found.cases));
    expect(await screen.findByText(/^Loading the tests/)).toBeTruthy();
    answer.reject(new StudioError('internal', 'The table is damaged.'));
    const failed = await screen.findByTestId('error-state');
    expect(wordsOf(failed)).toContain("Couldn't load the tests The table is damaged.");
    await fireEvent.click(within(failed).getByText('Try again'));
    expect(list).toHaveBeenCalled();
    expect(await screen.findByTestId('case')).toBeTruthy();
  });

  it('list one that cannot be read with its reason, and delete it', async () => {
    const unreadable = [{ id: 'bad', name: 'bad', reason: 'Its format is newer.' }];
    const { backend } = await show({ listToolCases: vi.fn(async () => ({ cases: [], unreadable })) });
    expect(wordsOf(cases())).toContain('Its format is newer.');
    expect(screen.queryByText(/Save a call with its expected result/)).toBeNull();
    await fireEvent.click(within(cases()).getByLabelText('Delete bad'));
    expect(backend.deleteToolCase).toHaveBeenCalledWith('bad');
  });

  it('are loaded, run and deleted from the menu; the toast brings one back', async () => {
    const { bench, backend } = await show();
    const name = 'Gas in the kitchen';
    await more(name, 'Load arguments');
    expect(bench.text).toBe('{"destination": "gas"}');
    expect(backend.callTool).not.toHaveBeenCalled();
    await more(name, 'Run');
    await waitFor(() => expect(backend.judgeToolCase).toHaveBeenCalledWith('case-1', expect.anything()));
    await more(name, 'Delete');
    await pressInToast(`Deleted “${name}”`);
    await waitFor(() =>
      expect(backend.saveToolCase).toHaveBeenCalledWith(expect.objectContaining({ id: '', name }), 'ask'),
    );
  });

  it('say why one could not be deleted, and offer no undo for it', async () => {
    const refused = new StudioError('internal', 'The library is read-only.');
    await show({
      listToolCases: vi.fn(async () => ({ cases: [make.kept({ name: 'kept on' })], unreadable: [] })),
      deleteToolCase: vi.fn(async () => Promise.reject(refused)),
    });
    await more('kept on', 'Delete');
    expect(await within(cases()).findByText('The library is read-only.')).toBeTruthy();
    expect(screen.queryByText('Deleted “kept on”')).toBeNull();
    await fireEvent.click(within(cases()).getByLabelText('Dismiss'));
    expect(screen.queryByText('The library is read-only.')).toBeNull();
  });

  it('run all by one button, which cancels them while they run', async () => {
    const answer = later<CallOutcome>();
    const { backend } = await show({ callTool: vi.fn(() => answer.promise) });
    await fireEvent.click(screen.getByTestId('run-cases'));
    expect(wordsOf(screen.getByTestId('case'))).toMatch(/^running/);
    await fireEvent.click(screen.getByTestId('cancel-cases'));
    expect(backend.cancelCall).toHaveBeenCalledOnce();
    answer.resolve(make.outcome());
    expect(await screen.findByTestId('run-cases')).toBeTruthy();
    expect(backend.judgeToolCase).not.toHaveBeenCalled();
  });
});

describe('a case that is written', () => {
  const name = () => screen.getByTestId<HTMLInputElement>('case-name');
  const expected = () => screen.getByTestId<HTMLTextAreaElement>('case-expected');

  it('begins with what the call gave, wants a name and a result that is JSON', async () => {
    const { backend } = await show({}, '{"destination": "gas"}');
    await fireEvent.click(screen.getByTestId('run-call'));
    await screen.findByTestId('outcome');
    await fireEvent.click(screen.getByTestId('save-case'));
    const dialog = await screen.findByRole('dialog');
    expect([name().value, JSON.parse(expected().value)]).toEqual(['gas', { callId: 'c-1' }]);
    await write(name(), ' ');
    expect(within(dialog).getByText('Enter a name, such as “No reason given”.')).toBeTruthy();
    await write(name(), 'No reason');
    await write(expected(), '{');
    expect(screen.getByTestId<HTMLButtonElement>('case-save').disabled).toBe(true);
    expect(await faults(dialog)).toEqual([]);
    await write(expected(), '[]');
    await fireEvent.click(screen.getByTestId('case-save'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(backend.saveToolCase).toHaveBeenCalledWith(
      expect.objectContaining({ name: 'No reason', expected: { kind: 'equals', value: '[]' } }),
      'ask',
    );
  });

  it('expects something else, starting from what the call gave, and again what it did', async () => {
    await show();
    await more('Gas in the kitchen', 'Edit…');
    expect(expected().value).toBe('callId');
    await choose('Expected result', 'Rejected');
    await waitFor(() => expect(screen.queryByTestId('case-expected')).toBeNull());
    await choose('Expected result', 'Error contains');
    expect((await screen.findByTestId<HTMLTextAreaElement>('case-expected')).value).toBe('');
    expect(screen.getByText('Leave empty to accept any error.')).toBeTruthy();
    await choose('Expected result', 'Result contains');
    await waitFor(() => expect(expected().value).toBe('callId'));
  });

  it('stays where it was refused, and asks what becomes of a credential in it', async () => {
    const saveToolCase = vi
      .fn(async (one: ToolCase) => one)
      .mockRejectedValueOnce(new StudioError('invalid', 'Another case has this name.'))
      .mockRejectedValueOnce(new StudioError('credentials', 'The arguments hold a key.'));
    await show({ saveToolCase });
    await more('Gas in the kitchen', 'Edit…');
    await fireEvent.click(screen.getByTestId('case-save'));
    expect(await within(screen.getByRole('dialog')).findByText('Another case has this name.')).toBeTruthy();
    await fireEvent.click(screen.getByTestId('case-save'));
    await waitFor(() =>
      expect(credentials.asked).toMatchObject({ message: 'The arguments hold a key.', what: 'call' }),
    );
    credentials.answer(null);
    expect(await within(screen.getByRole('dialog')).findByText('The arguments hold a key.')).toBeTruthy();
    expect(saveToolCase).toHaveBeenCalledTimes(2);
  });
});

describe('the tool libraries', () => {
  it('are made under a name that is free, perhaps as a copy, and opened', async () => {
    const { bench, backend } = await show();
    const sheet = await ask('Tool libraries…');
    const name = within(sheet).getByTestId('library-name');
    await write(name, ' STUB ');
    expect(within(sheet).getByText('A library named STUB already exists.')).toBeTruthy();
    await fireEvent.submit(name.closest('form')!);
    expect(backend.createToolLibrary).not.toHaveBeenCalled();
    await write(name, ' staging ');
    await choose('Copy from', 'mock');
    await fireEvent.submit(name.closest('form')!);
    await waitFor(() => expect(backend.createToolLibrary).toHaveBeenCalledWith('staging', 'mock'));
    await waitFor(() => expect(bench.libraries.chosen).toBe('staging'));
    expect(await faults(sheet)).toEqual([]);
  });

  it('keep the name where making one failed, until the reason is dismissed', async () => {
    await show({
      createToolLibrary: vi.fn(async () => Promise.reject(new StudioError('internal', 'The disk is full.'))),
    });
    const sheet = await ask('Tool libraries…');
    const name = within(sheet).getByTestId<HTMLInputElement>('library-name');
    await write(name, 'staging');
    await fireEvent.submit(name.closest('form')!);
    expect(await within(sheet).findByText('The disk is full.')).toBeTruthy();
    expect(name.value).toBe('staging');
    await fireEvent.click(within(sheet).getByLabelText('Dismiss'));
    expect(within(sheet).queryByText('The disk is full.')).toBeNull();
  });

  it('are deleted after a question; those of the studio are not', async () => {
    const { bench, backend } = await show();
    bench.library = 'stub';
    const sheet = await ask('Tool libraries…');
    expect(within(sheet).queryByLabelText('Delete mock')).toBeNull();
    await fireEvent.click(within(sheet).getByLabelText('Delete stub'));
    const list = vi.mocked(backend.listToolLibraries);
    list.mockResolvedValue((await backend.listToolLibraries()).filter((one) => one.name !== 'stub'));
    await fireEvent.click(await screen.findByText('Delete library'));
    await waitFor(() => expect(backend.deleteToolLibrary).toHaveBeenCalledWith('stub'));
    await waitFor(() => expect(bench.library).toBe('own'));
  });
});

describe('a comparison', () => {
  const run = () => screen.getByTestId<HTMLButtonElement>('compare-run');

  it('is of two different libraries, and says where they give the same', async () => {
    const { bench } = await show();
    const dialog = await ask('Compare two libraries…');
    bench.comparing.b = 'own';
    await screen.findByText('Choose two different libraries.');
    expect(run().disabled).toBe(true);
    bench.comparing.b = 'mock';
    await waitFor(() => expect(run().disabled).toBe(false));
    await fireEvent.click(within(dialog).getByText('both'));
    await fireEvent.click(run());
    expect(await within(dialog).findByText('Different results for 1 of 2 calls.')).toBeTruthy();
    const rows = within(screen.getByTestId('comparison')).getAllByRole('row').slice(1).map(wordsOf);
    expect(rows[0]).toMatch(/^This call.*different$/);
    expect(rows[1]).toMatch(/^Gas in the kitchen.*same$/);
    expect(await faults(dialog)).toEqual([]);
  });

  it('says why it failed, and what a cancelled one left out', async () => {
    const compareToolLibraries = vi.fn().mockRejectedValueOnce(new StudioError('internal', 'mock is gone.'));
    const { backend } = await show({ compareToolLibraries });
    const dialog = await ask('Compare two libraries…');
    await fireEvent.click(run());
    expect(await within(dialog).findByText('mock is gone.')).toBeTruthy();
    const answer = later<unknown>();
    compareToolLibraries.mockReturnValueOnce(answer.promise);
    await fireEvent.click(run());
    await fireEvent.click(await screen.findByTestId('compare-cancel'));
    expect(backend.cancelCall).toHaveBeenCalledWith(compareToolLibraries.mock.lastCall![4]);
    answer.resolve({ a: 'own', b: 'mock', rows: [], not_run: ['{}', '{}'] });
    expect(await within(dialog).findByText('2 calls were skipped because the comparison was canceled.')).toBeTruthy();
    expect([within(dialog).queryByRole('status'), within(dialog).queryByTestId('comparison')]).toEqual([null, null]);
  });

  it('ends when it is closed, and tells nothing of a call made before', async () => {
    const answer = later<never>();
    const callTool = vi.fn(async () => Promise.reject(new StudioError('internal', 'The server is gone.')));
    const { backend, bench } = await show({ compareToolLibraries: vi.fn(() => answer.promise), callTool });
    await bench.run();
    const dialog = await ask('Compare two libraries…');
    expect(within(dialog).queryByText('The server is gone.')).toBeNull();
    await fireEvent.click(run());
    await screen.findByTestId('compare-cancel');
    const { callId } = bench.comparing;
    await fireEvent.click(within(dialog).getByLabelText('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(backend.cancelCall).toHaveBeenCalledWith(callId);
  });

  it('that is refused asks again, and stays open', async () => {
    const asked = make.outcome({ status: 'needs_consent', result: null, consent: make.consent });
    const rows = [{ name: 'Call 1', arguments: '{}', a: asked, b: asked, is_same: null }];
    await show({ compareToolLibraries: vi.fn(async (_, a: string, b: string) => ({ a, b, rows, not_run: [] })) });
    const dialog = await ask('Compare two libraries…');
    await fireEvent.click(run());
    await fireEvent.click(await screen.findByTestId('consent-refuse'));
    expect(await within(dialog).findByText('Nothing compared yet')).toBeTruthy();
    expect(run().disabled).toBe(false);
  });

  it('of another tool begins with the call on the bench again', async () => {
    const { bench } = await show();
    bench.comparing.scope = 'cases';
    bench.show(make.tool({ id: 'tool-2', name: 'other' }));
    expect(bench.comparing.scope).toBe('call');
  });
});

describe('a call', () => {
  it('tells its time while it goes on', async () => {
    const answer = later<CallOutcome>();
    await show({ callTool: vi.fn(() => answer.promise) });
    vi.useFakeTimers();
    await fireEvent.click(screen.getByTestId('run-call'));
    await vi.advanceTimersByTimeAsync(2300);
    flushSync();
    expect(wordsOf(screen.getByTestId('elapsed'))).toBe('2.3 s');
    answer.resolve(make.outcome());
    await vi.advanceTimersByTimeAsync(0);
    expect(screen.queryByTestId('elapsed')).toBeNull();
  });

  it('that could not be made at all says why, until that is dismissed', async () => {
    await show({ callTool: vi.fn(async () => Promise.reject(new StudioError('not_found', 'There is no such tool.'))) });
    await fireEvent.click(screen.getByTestId('run-call'));
    expect(await screen.findByText('There is no such tool.')).toBeTruthy();
    expect(screen.queryByTestId('outcome')).toBeNull();
    await fireEvent.click(screen.getByLabelText('Dismiss'));
    expect(screen.queryByText('There is no such tool.')).toBeNull();
  });

  it('shows what it said, what confined it, and where it failed', async () => {
    const trace = [
      { stage: 'look_up' as const, state: 'passed' as const, start_us: 0, elapsed_us: 10, note: '' },
      { stage: 'handler' as const, state: 'failed' as const, start_us: 10, elapsed_us: 90, note: 'exit code 1' },
      { stage: 'result' as const, state: 'not_reached' as const, start_us: 0, elapsed_us: 0, note: '' },
    ];
    const failed = {
      status: 'error' as const,
      result: null,
      error: 'It ended with `1`.',
      log: 'one\ntwo\n',
      sandbox: 'bwrap, no network',
      trace,
    };
    await show({ callTool: vi.fn(async () => make.outcome(failed)) });
    await fireEvent.click(screen.getByTestId('run-call'));
    const outcome = await screen.findByTestId('outcome');
    expect(wordsOf(outcome)).toContain('It ended with 1.');
    expect(wordsOf(outcome)).toContain('bwrap, no network');
    expect(wordsOf(outcome)).toContain('Log, 2 lines');
    const stages = within(screen.getByTestId('trace')).getAllByRole('listitem').map(wordsOf);
    expect(wordsOf(screen.getByTestId('trace'))).toContain('2 stages');
    expect(stages[1]).toContain('failed here. exit code 1');
    expect(stages[2]).toContain('– not reached');
  });

  it('is made in the name of a skill, whose access is said', async () => {
    const { backend } = await show();
    await choose('As skill', /gas-emergency.*Access: execute/);
    await fireEvent.click(screen.getByTestId('run-call'));
    await waitFor(() =>
      expect(backend.callTool).toHaveBeenCalledWith(expect.objectContaining({ skill_id: 'skill-1' })),
    );
  });
});

describe('the arguments', () => {
  it('have no form where the schema is none, and can be written as JSON', async () => {
    const { bench } = await show();
    bench.show(make.tool({ id: 't2', spec: { schema: '[]' } as never }));
    await fireEvent.click(await screen.findByText('Edit as JSON'));
    expect(bench.mode).toBe('json');
  });

  it('say that there are none to give', async () => {
    const { bench } = await show();
    bench.show(make.tool({ id: 't2', spec: { schema: '{"type": "object"}' } as never }));
    expect(await screen.findByText('No arguments.')).toBeTruthy();
  });

  it.each(ODD_NAMES)('take texts of every sort: %s', async (text) => {
    const { bench } = await show();
    const field = screen
      .getByTestId('arguments')
      .querySelector<HTMLElement>('[data-pointer="/destination"] :is(input, textarea)')!;
    await write(field, text);
    flushSync();
    expect(JSON.parse(bench.text)).toEqual({ destination: text });
  });
});

it('has no findings of axe', async () => {
  await show();
  await fireEvent.click(screen.getByTestId('run-call'));
  await screen.findByTestId('outcome');
  expect(await faults(screen.getByLabelText('Run'))).toEqual([]);
});
