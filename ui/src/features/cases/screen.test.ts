import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConsentRequest } from '$lib/ipc';
import { attempts, wordsOf, write } from '$lib/testing/screen';
import CasesPlace from './CasesPlace.svelte';
import { CaseStudio, caseResult, setup, testCase } from './fixtures';

// jsdom has no layout; lists draw what fits their height.
Object.defineProperties(HTMLElement.prototype, {
  offsetHeight: { value: 900 },
  offsetWidth: { value: 600 },
  clientWidth: { get: () => 600, configurable: true },
});
HTMLElement.prototype.scrollTo = () => {};

const request = {
  hash: 'h',
  kind: 'tool',
  subject: 'sayHello',
  argv: ['node'],
  previous_argv: null,
  cwd: null,
  environment: [],
  sandbox: 'Landlock',
  changed: [],
} as unknown as ConsentRequest;

let studio: CaseStudio;
const onsimulate = vi.fn();
const onsession = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  localStorage.clear();
  studio = new CaseStudio();
});

const plain = (text: string) => createRawSnippet(() => ({ render: () => `<p>${text}</p>` })) as never;

async function show() {
  const cases = await studio.open();
  const { onattempt } = attempts();
  const choose = async () => '/skills/pico/evals/evals.json';
  const snippets = { form: plain('The setup'), editor: plain('The editor') };
  render(CasesPlace, { cases, onattempt, onsimulate, onsession, choose, start: setup, ...snippets });
  return cases;
}
const rows = () => screen.getAllByTestId('case-row');
const detail = () => screen.getByTestId('case-detail');

describe('test cases', () => {
  it('are run whole, say how far that is, and stand with what failed', async () => {
    studio.cases = [testCase('a'), testCase('bad', { last: caseResult(true) }), testCase('gone'), testCase('z')];
    let go = () => {};
    studio.gate = new Promise<void>((resolve) => (go = resolve));
    await show();
    expect(rows().map((row) => row.dataset.standing)).toEqual(['new', 'passed', 'new', 'new']);
    await fireEvent.click(screen.getByTestId('run-cases'));
    expect(rows().map((row) => row.dataset.standing)).toEqual(['running', 'queued', 'queued', 'queued']);
    expect(wordsOf(screen.getByTestId('cases-progress'))).toBe('0 of 4');
    go();
    await waitFor(() => expect(screen.getByTestId('cases-passed').textContent).toBe('2 of 4 test cases passed'));
    expect(studio.of('run')).toEqual([['a'], ['bad'], ['gone'], ['z']]);
    expect(rows().map((row) => row.dataset.standing)).toEqual(['passed', 'failed', 'problem', 'passed']);
    // Those that failed can be looked at, and run, alone.
    await fireEvent.click(screen.getByRole('radio', { name: 'Failed 2' }));
    expect(rows()).toHaveLength(2);
    await fireEvent.click(screen.getByText('Case gone'));
    expect(within(detail()).getByText('No agent named “nobody” in the library.')).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: /^Run 2/ }));
    await waitFor(() => expect(studio.of('run').slice(4)).toEqual([['bad'], ['gone']]));
  });

  it('are a list that leads to the case where there is room for one pane', async () => {
    const wide = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(468);
    studio.cases = [testCase('a'), testCase('b')];
    await show();
    const seen = () => [rows()[0]!, detail()].map((part) => part.closest('[hidden]') === null);
    expect(seen()).toEqual([true, false]);
    await fireEvent.click(screen.getByText('Case b'));
    expect(seen()).toEqual([false, true]);
    await fireEvent.click(screen.getByRole('button', { name: 'Back to test cases' }));
    expect(seen()).toEqual([true, false]);
    wide.mockRestore();
  });

  it('show what was expected against what came, and what only a person can judge', async () => {
    studio.cases = [
      testCase('bad', {
        expected_output: 'A table',
        setup: { ...setup, inputs: [{ skill: 'pico', path: 'evals/files/trial.txt' }] },
        missing_files: ['trial.pdf'],
        assertions: [{ kind: 'judged', text: 'Quotes the source' }],
      }),
    ];
    await show();
    expect(within(screen.getByTestId('case-checks')).getByText('Activates pico')).toBeTruthy();
    expect(screen.queryByTestId('case-got')).toBeNull();
    await fireEvent.click(screen.getByTestId('run-case'));
    const checks = async () => [...(await screen.findByTestId('case-checks')).querySelectorAll('li')];
    await waitFor(async () => expect((await checks()).map((check) => check.dataset.met)).toEqual(['true', 'false']));
    expect(wordsOf((await checks())[1]!)).toBe('Activates pico The skill pico was not activated.');
    expect(wordsOf(screen.getByTestId('case-got'))).toContain('glossary');
    expect([...screen.getByTestId('case-judged').querySelectorAll('li')].map(wordsOf)).toEqual([
      'A table',
      'Quotes the source',
    ]);
    expect(wordsOf(screen.getByTestId('case-inputs'))).toBe('evals/files/trial.txt');
    expect(wordsOf(screen.getByTestId('case-missing'))).toBe('trial.pdf');
    await fireEvent.click(screen.getByTestId('case-session'));
    expect(onsession.mock.calls[0]![0]).toMatchObject({ id: 'bad' });
  });

  it('are cancelled: the one that runs, and those after it', async () => {
    studio.cases = [testCase('a'), testCase('b')];
    let go = () => {};
    studio.gate = new Promise<void>((resolve) => (go = resolve));
    const cases = await show();
    await fireEvent.click(screen.getByTestId('run-cases'));
    await fireEvent.click(screen.getByTestId('cancel-cases'));
    go();
    await waitFor(() => expect(cases.isRunning).toBe(false));
    expect([studio.of('cancel'), studio.of('run')]).toEqual([[['a']], [['a']]]);
  });

  it('that need permission wait for it, and go on where they were', async () => {
    studio.cases = [testCase('a'), testCase('b')];
    studio.asks = request;
    await show();
    await fireEvent.click(screen.getByTestId('run-cases'));
    await fireEvent.click(await screen.findByTestId('consent-allow'));
    await waitFor(() => expect(studio.of('run')).toEqual([['a'], ['a'], ['b']]));
    expect(screen.queryByTestId('consent')).toBeNull();
  });

  it('are found, edited and deleted; one that cannot be read says why', async () => {
    studio.cases = [testCase('a'), testCase('b', { messages: ['Search PubMed'] })];
    studio.unreadable = [{ id: 'u', name: 'Old', reason: "It's damaged: no name." }];
    await show();
    expect(screen.getByTestId('unreadable').textContent).toContain("It's damaged: no name.");
    await write(screen.getByRole('textbox', { name: 'Find a test case' }), 'pubmed');
    expect(rows()).toHaveLength(1);
    await fireEvent.click(screen.getByRole('button', { name: 'Edit test case' }));
    expect(screen.getByText('The editor')).toBeTruthy();
    await fireEvent.click(within(detail()).getByRole('button', { name: 'Delete test case' }));
    await screen.findByText('The test case will be permanently deleted.');
    await fireEvent.click(screen.getAllByRole('button', { name: 'Delete test case' }).at(-1)!);
    await waitFor(() => expect(studio.of('delete')).toEqual([['b']]));
    await write(screen.getByRole('textbox', { name: 'Find a test case' }), '');
    expect(rows()).toHaveLength(1);
  });

  it('that are none say how they are made', async () => {
    await show();
    await fireEvent.click(screen.getByRole('button', { name: 'Go to Simulate' }));
    expect(onsimulate).toHaveBeenCalled();
  });
});

describe('an evals.json', () => {
  it('is shown before it comes in: what is checked, what is kept for a person, what is missing or left out', async () => {
    const judged = { kind: 'judged' as const, text: 'Quotes the source' };
    const entry = { name: 'pico 1', prompt: 'Extract', expected_output: '', files: [] };
    studio.file = {
      skill: 'pico',
      agents: ['reviewer'],
      entries: [{ ...entry, assertions: [judged, { kind: 'contains', text: 'PICO' }] }],
      skipped: [{ id: '2', name: 'Entry 2', reason: 'It has no “prompt”.' }],
      missing: [{ case: 'pico 1', file: 'trial.pdf' }],
    };
    const cases = await show();
    await fireEvent.click(screen.getByTestId('import-evals'));
    await fireEvent.click(screen.getByTestId('choose-evals'));
    const facts = [...(await screen.findByTestId('evals-facts')).children].map(wordsOf);
    expect(facts[0]).toContain('1 test case');
    expect(facts[1]).toBe('1 of 2 assertions checked automatically');
    expect(facts[2]).toContain('Quotes the source');
    expect(facts[3]).toBe("pico 1 is imported without trial.pdf, which isn't in the skill.");
    expect(facts[4]).toBe('Entry 2 skipped: It has no “prompt”.');
    expect(screen.getByText('The setup')).toBeTruthy();
    await fireEvent.click(screen.getByTestId('take-evals'));
    await waitFor(() => expect(cases.list.value).toHaveLength(1));
    // The agent that has the skill, not the one that was set up last.
    expect(studio.of('import')).toEqual([['/skills/pico/evals/evals.json', 'reviewer']]);
    expect(cases.current?.id).toBe('new');
  });

  it('that cannot be read says so, and another can be chosen', async () => {
    studio.backend.readSimulationCases = async () => {
      throw { code: 'Invalid', message: "x can't be read as evals.json: it has no list “evals”." };
    };
    await show();
    await fireEvent.click(screen.getByTestId('import-evals'));
    await fireEvent.click(screen.getByTestId('choose-evals'));
    expect(await screen.findByText(/it has no list/)).toBeTruthy();
    expect((screen.getByTestId('take-evals') as HTMLButtonElement).disabled).toBe(true);
  });
});
