import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClientView, Host, HostState, ScoreReport, SkillRow, ViewPart } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import { libraryClient } from '$lib/state/client.svelte';
import { wordsOf } from '$lib/testing/screen';
import { Kept, QuietBackend, candidate, clientView, noResolution, report, resolved } from './fixtures';
import Screen from './Playground.svelte';
import { Playground } from './playground.svelte';
import type { Settings } from './settings';
import { AROUND, LINE, MARK, linesOf, rowsOf } from './sight-rows';

// The lists draw what fits their height; jsdom has none.
Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 900 }, offsetWidth: { value: 400 } });

const skills = ['gas', 'water', 'power'].map((name) => ({
  id: `id-${name}`,
  name,
  tags: [],
  description: `About ${name}.`,
})) as unknown as SkillRow[];

const line = (name: string, text: string, state: HostState = 'whole', lost_chars = 0): ViewPart => ({
  text,
  skill: { skill_id: `id-${name}`, name, state, lost_chars },
});
const view = (host: Host): ClientView =>
  clientView({
    host,
    parts: [
      { text: '\n\nThe following skills are available:\n\n', skill: null },
      line('gas', '- gas: Smells of gas.\n'),
      line('water', '- water\n', 'name_only', 120),
    ],
    missing: [
      { skill_id: 'id-power', name: 'power', shown: '', whole_chars: 0, state: 'refused', why: 'it has no name' },
    ],
    whole: 140,
    shown: 20,
    budget: 50,
    tokens: 12,
  });

let backend: QuietBackend;
let asked: Host[];
const isFor = (client: Host | null) => libraryClient.set({ client, is_chosen: true, found: [] });

beforeEach(() => {
  backend = new QuietBackend();
  asked = [];
  backend.getClientView = async (host) => (asked.push(host), view(host));
  backend.score = async (query, scorer): Promise<ScoreReport> =>
    report(query, scorer, [candidate('gas', 1, 0.9), candidate('water', 2, 0.8, 'beyond_top_k')]);
  isFor('claude-code');
});
afterEach(() => libraryClient.set(null));

async function show(settings: Partial<Settings> = {}) {
  const playground = new Playground(backend, new Kept(JSON.stringify({ query: 'smell', ...settings })), new Kept());
  const on = { onopen: vi.fn(), onindex: vi.fn(), onimport: vi.fn() };
  render(Screen, { playground, skills, ...on });
  await playground.start();
  return { playground, ...on };
}
const column = () => screen.findByTestId('client-column');
const rows = () => screen.queryAllByTestId('client-row');
const scorers = () => screen.queryAllByTestId('scorer').map(({ dataset }) => dataset['scorer']);
const rowOf = async (name: string) =>
  waitFor(() => {
    const found = rows().find(({ dataset }) => dataset['name'] === name);
    expect(found).toBeDefined();
    return found!;
  });

describe('in a library of a client', () => {
  it('what the client sees comes first, to the letter, with what fell off and what it costs', async () => {
    await show();
    expect(wordsOf(within(await column()).getByRole('heading'))).toBe('What Claude Code sees');
    await rowOf('gas');
    expect(rows().map(wordsOf)).toEqual([
      'The following skills are available:',
      '- gas: Smells of gas.',
      expect.stringContaining('Name only: description removed (120 characters)'),
      'Not in the list',
      expect.stringMatching(/power.*Unreadable.*it has no name/),
    ]);
    expect(wordsOf(screen.getByTestId('client-cost'))).toContain('20 of 50 columns allowed');
    expect(wordsOf(screen.getByTestId('client-cost'))).toContain('12 tokens');
    const all = [...document.querySelectorAll('[data-testid=client-column], [data-testid=scorer]')];
    expect(all[0]).toBe(await column());
  });

  it('scorers are predictions, adk is none, and what adk-rust alone has is away', async () => {
    const resolving = vi.spyOn(backend, 'resolve');
    const { playground } = await show({ columns: ['adk', 'bm25'], topK: 3 });
    await waitFor(() => expect(scorers()).toEqual(['hybrid']));
    expect(playground.policy('hybrid').top_k).toBe(1);
    for (const id of ['top-k', 'mode-segment', 'host-tools', 'bound-tools'])
      expect(screen.queryByTestId(id)).toBeNull();
    expect(screen.queryByLabelText('Resolved context')).toBeNull();
    playground.setColumn(0, 'adk');
    for (let at = 0; at < 4; at++) playground.addColumn();
    expect(playground.columns).toEqual(['hybrid', 'embedding']);
    await waitFor(() => expect(scorers()).toEqual(['hybrid', 'embedding']));
    expect(resolving).not.toHaveBeenCalled();
  });

  it('skills are scored as the client shows them, and the second is no victim of top_k', async () => {
    const scoring = vi.spyOn(backend, 'score');
    await show();
    const second = () => document.querySelector<HTMLElement>('[data-testid=candidate][data-name=water]');
    await waitFor(() => expect(second()).toBeTruthy());
    expect(second()?.dataset['state']).toBe('passes');
    expect(scoring.mock.calls.every(([, scorer, , host]) => scorer === 'hybrid' && host === 'claude-code')).toBe(true);
  });

  it('a click on a line opens the skill, or tries other words for it where a query is asked', async () => {
    const { playground, onopen } = await show({ query: '' });
    (await rowOf('gas')).click();
    expect(onopen).toHaveBeenCalledExactlyOnceWith('id-gas');
    playground.set({ query: 'smell' });
    (await rowOf('water')).click();
    await waitFor(() => expect(playground.whatIf.skillId).toBe('id-water'));
    expect([onopen.mock.calls.length, playground.chosen]).toEqual([1, 'id-water']);
    expect(await screen.findByTestId('what-if')).toBeTruthy();
  });

  it('the keys pass what stands around the entries, and Enter does what a click does', async () => {
    const { onopen } = await show({ query: '' });
    await rowOf('gas');
    const list = within(await column()).getByRole('listbox');
    list.focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await fireEvent.keyDown(list, { key });
    expect(onopen).toHaveBeenCalledExactlyOnceWith('id-water');
  });

  it('Down leads from the query into the list', async () => {
    await show({ query: '' });
    await rowOf('gas');
    await fireEvent.keyDown(screen.getByTestId('query-input'), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(within(await column()).getByRole('listbox'));
  });

  it('a count shows only skills in that state, and all of them when it is pressed again', async () => {
    await show();
    await rowOf('gas');
    const only = within(screen.getByTestId('client-counts')).getByRole('button', { name: /Name only/ });
    await fireEvent.click(only);
    await waitFor(() => expect(rows().map(({ dataset }) => dataset['name'])).toEqual(['water']));
    await fireEvent.click(only);
    await rowOf('gas');
  });

  it('another list is looked at without leaving the client, which comes back with another library', async () => {
    const { playground } = await show();
    playground.set({ host: 'codex' });
    await waitFor(() => expect(asked.at(-1)).toBe('codex'));
    expect(wordsOf(within(await column()).getByRole('heading'))).toBe('What Codex sees');
    isFor('copilot');
    await waitFor(() => expect(asked.at(-1)).toBe('copilot'));
    expect(playground.host).toBe('copilot');
  });

  it('the installed client is one click away', async () => {
    const compare = vi.spyOn(app, 'openComparison').mockReturnValue(undefined);
    await show();
    await column();
    screen.getByTestId('compare-client-open').click();
    expect(compare).toHaveBeenCalledWith({ scope: { kind: 'library' }, host: 'claude-code' });
    compare.mockRestore();
  });

  it('what it chose for libraries of all clients stays there', async () => {
    const kept = new Kept(JSON.stringify({ columns: ['bm25', 'adk'], host: 'codex' }));
    const playground = new Playground(backend, kept, new Kept());
    playground.set({ host: 'gemini' });
    playground.setColumn(0, 'embedding');
    expect([playground.columns, playground.host]).toEqual([['embedding'], 'gemini']);
    isFor(null);
    expect([playground.columns, playground.host]).toEqual([['bm25', 'adk'], 'codex']);
    const written: unknown = JSON.parse(kept.text!);
    expect(written).toMatchObject({ columns: ['bm25', 'adk'], host: 'codex', predictions: ['embedding'] });
  });

  it('says why there is no list, with a way to try again', async () => {
    backend.getClientView = () => Promise.reject(new Error('the library is locked'));
    await show();
    const alert = await within(await column()).findByRole('alert');
    backend.getClientView = async (host) => view(host);
    within(alert).getByRole('button', { name: /again/i }).click();
    await rowOf('gas');
  });
});

it.each<Host | null>([null, 'adk'])('in a library for %s everything is as it was', async (client) => {
  isFor(client);
  backend.resolve = async () => ({ ...noResolution, resolved: resolved() });
  await show();
  await waitFor(() => expect(scorers()).toEqual(['adk', 'hybrid']));
  expect(screen.queryByTestId('client-column')).toBeNull();
  expect(asked).toEqual([]);
  for (const id of ['top-k', 'mode-segment', 'host-tools']) expect(screen.getByTestId(id)).toBeTruthy();
});

describe('queries to try', () => {
  const suggest = (skillId: string | null) =>
    skillId === null
      ? [{ query: 'Can you read my meter?', skill: 'power' }]
      : [
          { query: 'I smell gas', skill: 'gas' },
          { query: 'My stove hisses', skill: 'gas' },
        ];
  beforeEach(() => {
    backend.suggestQueries = async (skillId) => suggest(skillId);
  });

  it('come from the skills where nothing is labelled, and from labels where there are some', async () => {
    await show({ query: '' });
    await waitFor(() => expect(wordsOf(screen.getByTestId('examples-try'))).toContain('Can you read my meter?'));
    document.body.innerHTML = '';
    backend.labels = [
      { id: '1', set: 'calls', query: 'It is dark', expected: ['power'], source: { kind: 'written' }, unknown: [] },
    ];
    await show({ query: '' });
    await waitFor(() => expect(wordsOf(screen.getByTestId('examples-try'))).toContain('It is dark'));
    expect(wordsOf(screen.getByTestId('examples-try'))).not.toContain('meter');
  });

  it('are offered of the skill that is put to the test, until they are put away', async () => {
    const { playground } = await show();
    await playground.suggestions.of('id-gas');
    const offered = await screen.findByRole('group', { name: 'Suggested queries for gas' });
    within(offered).getByRole('button', { name: 'My stove hisses' }).click();
    await waitFor(() => expect(playground.query).toBe('My stove hisses'));
    const hisses = () => within(offered).getByRole('button', { name: 'My stove hisses' });
    await waitFor(() => expect(hisses().getAttribute('aria-pressed')).toBe('true'));
    within(offered).getByRole('button', { name: 'Hide suggested queries' }).click();
    await waitFor(() => expect(screen.queryByTestId('try-queries')).toBeNull());
  });

  it('tell where they could not be read', async () => {
    const fail = vi.fn();
    backend.suggestQueries = vi.fn().mockRejectedValue(new Error('gone'));
    const playground = new Playground(backend, new Kept(), new Kept(), fail);
    await playground.suggestions.of('id-gas');
    expect(fail).toHaveBeenCalledExactlyOnceWith('Loading suggested queries', expect.any(Error));
  });
});

describe('rows', () => {
  it.each([
    ['', 10, 1],
    ['0123456789', 10, 1],
    ['0123456789a', 10, 2],
    ['a\nb\n', 10, 3],
    ['日本語日本語', 10, 2],
  ])('%j in %i columns takes %i lines', (text, columns, lines) => {
    expect(linesOf(text, columns)).toHaveLength(lines);
  });

  it.each([
    ['- gas: Smells of gas', ['- gas: ', 'Smells of ', 'gas']],
    ['ends here.  Goes on', ['ends here.  ', 'Goes on']],
    ['- /a/very/long/path and', ['- /a/very/', 'long/path ', 'and']],
    ['  indented', ['  indented']],
    ['日本語 日本語', ['日本語 ', '日本語']],
  ])('%j breaks between words, and loses no letter', (text, lines) => {
    expect(linesOf(text, 10)).toEqual(lines);
    expect(lines.join('')).toBe(text);
  });

  it('are as high as their lines and marks, and leave out what is only line ends', () => {
    const made = rowsOf(
      clientView({
        parts: [{ text: '\n', skill: null }, line('gas', `- ${'g'.repeat(20)}\n`, 'shortened', 3), line('x', '- x\n')],
      }),
      11,
      null,
    );
    expect(made.map(({ key, height }) => [key, height])).toEqual([
      ['id-gas', 2 * LINE + AROUND + MARK],
      ['id-x', LINE + AROUND],
    ]);
  });

  it('of ten thousand skills are all there, each once', () => {
    const parts = Array.from({ length: 10_000 }, (_, at) => line(`s${at}`, `- s${at}: Does ${at}.\n`));
    const made = rowsOf(clientView({ parts }), 60, null);
    expect(new Set(made.map(({ key }) => key)).size).toBe(10_000);
  });
});
