import { render, screen, waitFor, within } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import {
  ADK_SKILL,
  ADK_WORDS,
  type Resolution,
  type ScoreReport,
  type Scorer,
  type SkillRow,
  StudioError,
} from '$lib/ipc';
import type { Settings } from './settings';
import Playground from './Playground.svelte';
import {
  Kept,
  QuietBackend,
  candidate,
  explanation,
  fields,
  noResolution,
  report,
  resolved,
  whatIfReport,
} from './fixtures';
import { Playground as Controller } from './playground.svelte';

const smell = { word: 'smell', count: 1, is_stop_word: false, fields: fields({ description: 0.5, body: 0.25 }) };
const the = { word: 'the', count: 2, is_stop_word: true, fields: fields({ body: 0.5 }) };
const gas = { ...candidate('gas', 1, 1.25), fields: fields({ description: 0.5, body: 0.75 }), words: [smell, the] };
const water = { ...candidate('water', 2, 0.5, 'below_min_score'), reason: 'Below the 1.00 threshold.' };

const skills = (): SkillRow[] =>
  ['gas', 'water'].map((name) => ({
    id: `id-${name}`,
    name,
    description: '',
    group: '',
    tags: [],
    tokens: { description: 0, body: 0, files: 0 },
    errors: 0,
    warnings: 0,
    is_fixable: false,
    has_draft: false,
    link: 'none',
    is_linked: false,
    is_written: false,
    broken: null,
    aggregate_version: 1,
    updated_at: '',
  }));

// jsdom has no layout; the lists draw what fits their height.
Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 900 }, offsetWidth: { value: 400 } });

let reports: Partial<Record<Scorer, ScoreReport | Error>>;
let resolution: Resolution;
let backend: QuietBackend;
let onopen: ReturnType<typeof vi.fn<(skillId: string) => void>>;

beforeEach(() => {
  reports = { adk: report('smell', 'adk', [gas, water]), hybrid: report('smell', 'hybrid', [gas, water]) };
  const rejected = [{ skill_id: 'id-water', name: 'water', score: 0.5, reason: water.reason }];
  resolution = { ...noResolution, resolved: resolved({ omitted: ['ghost'] }), rejected, rejected_in_all: 9999 };
  onopen = vi.fn();
  backend = new QuietBackend();
  backend.score = async (query, scorer) => {
    const answer = reports[scorer] ?? report(query, scorer, []);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  backend.resolve = async () => resolution;
});

async function show(query = 'smell', settings: Partial<Settings> = {}) {
  const playground = new Controller(backend, new Kept(JSON.stringify({ query, ...settings })), new Kept());
  render(Playground, { playground, skills: skills(), onopen });
  await playground.start();
  return playground;
}

const rowOf = (scorer: Scorer, name: string) =>
  document.querySelector<HTMLElement>(`[data-testid=candidate][data-scorer=${scorer}][data-name=${name}]`);

it('shows who wakes under each scorer, and who does not', async () => {
  await show();
  await waitFor(() => expect(rowOf('adk', 'gas')).toBeTruthy());
  expect(rowOf('adk', 'gas')?.dataset['state']).toBe('wakes');
  expect(rowOf('hybrid', 'gas')?.dataset['state']).toBe('would_wake');
  expect(rowOf('adk', 'water')?.dataset['state']).toBe('below_min_score');
});

it('offers labelled queries to try where nothing was asked, and a neutral one where there are none', async () => {
  backend.labels = [
    { id: '1', set: 'calls', query: 'I smell gas', expected: ['gas'], source: { kind: 'written' }, unknown: [] },
    { id: '2', set: 'calls', query: 'hello', expected: [], source: { kind: 'written' }, unknown: [] },
  ];
  const playground = await show('');
  const offered = await screen.findByTestId('examples-try');
  expect(
    within(offered)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['I smell gas', 'hello']);
  within(offered).getByRole('button', { name: 'I smell gas' }).click();
  await waitFor(() => expect(rowOf('adk', 'gas')).toBeTruthy());
  expect([playground.query, playground.recent]).toEqual(['I smell gas', ['I smell gas']]);
  document.body.innerHTML = '';
  backend.labels = [];
  await show('');
  expect(within(await screen.findByTestId('examples-try')).getAllByRole('button')).toHaveLength(1);
});

it('takes skills of one name for as many skills as they are', async () => {
  const twin = { ...gas, id: 'id-twin', rank: 2, score: 1.1 };
  reports = { adk: report('smell', 'adk', [gas, twin]), hybrid: report('smell', 'hybrid', [gas, twin]) };
  const [one, other] = skills() as [SkillRow, SkillRow];
  const playground = new Controller(backend, new Kept(JSON.stringify({ query: 'smell' })), new Kept());
  render(Playground, { playground, skills: [one, { ...other, name: one.name }], onopen });
  await playground.start();
  await waitFor(() => expect(document.querySelectorAll('[data-scorer=adk][data-name=gas]')).toHaveLength(2));
  expect(document.querySelectorAll('[data-kind=by_name] option[value=gas]')).toHaveLength(1);
});

it('s4_14_the_context_is_on_screen_byte_for_byte', async () => {
  await show();
  const text = await screen.findByTestId('resolved-instruction');
  expect(text.textContent).toBe(resolution.resolved?.instruction);
  expect(screen.getByTestId('bound-tools').textContent).toContain('1 tool omitted: not in any tool library.');
});

it('explains a score by word and field, summing to it', async () => {
  await show();
  await waitFor(() => expect(rowOf('adk', 'gas')).toBeTruthy());
  rowOf('adk', 'gas')?.click();
  const explanation = await screen.findByTestId('explanation');
  const words = within(explanation).getAllByRole('row').slice(1, -1);
  expect(words.map((row) => [...row.children].map((cell) => cell.textContent?.trim()).join(' '))).toEqual([
    'smell – 0.500 – 0.250 0.750',
    'the ×2 – – – 0.500 0.500',
  ]);
  expect(within(explanation).getByTestId('explanation-sum').textContent).toBe('1.250');
  within(explanation).getByTestId('open-in-library').click();
  expect(onopen).toHaveBeenCalledWith('id-gas');
});

it('x_21_says_of_every_other_skill_why_not', async () => {
  await show();
  const rejected = await screen.findByTestId('rejected');
  expect(rejected.textContent).toContain(water.reason);
  const cuts = screen.getAllByTestId('cut').map((cut) => cut.textContent?.replace(/\s+/g, ' ').trim());
  expect(cuts).toContain('First 1 of 9,999 skills Show more');
  rejected.click();
  expect(onopen).toHaveBeenCalledWith('id-water');
});

it('says why a scorer cannot answer, beside the one that can', async () => {
  reports.hybrid = { ...report('smell', 'hybrid', []), unavailable: 'The model is still being fetched.' };
  await show();
  expect((await screen.findByTestId('scorer-unavailable')).textContent).toContain('still being fetched');
  expect(rowOf('adk', 'gas')).toBeTruthy();
});

it('shows a failure where it happened, with a way to try again', async () => {
  reports.adk = new StudioError('internal', 'the library is locked');
  await show();
  expect((await screen.findByRole('alert')).textContent).toContain('The library is locked');
  expect(rowOf('hybrid', 'gas')).toBeTruthy();
});

it('asks for a query before there is one', async () => {
  await show('');
  expect(screen.getByText('What would a user say?')).toBeTruthy();
  expect(document.querySelector('[data-testid=candidate]')).toBeNull();
});

it('shows what counts by meaning, and takes it into the sum', async () => {
  const near = {
    text: 'Use when it smells.',
    field: 'description' as const,
    similarity: 0.71,
    fields: fields({ description: 0.2 }),
  };
  const meant = { ...candidate('gas', 1, 0.45), fields: fields({ description: 0.45 }), words: [smell], meaning: near };
  reports.hybrid = report('smell', 'hybrid', [meant]);
  backend.explainSkill = async () =>
    explanation(meant, {
      rival: { ...water, score: 0.3 },
      to_rival: 0.15,
      shared_words: ['smell'],
      counterfactuals: [
        {
          word: 'smell',
          field: 'description' as const,
          rank: 3,
          score: 0.1,
          sentence: 'Without *smell* it drops to rank 3.',
        },
      ],
    });
  await show();
  await waitFor(() => expect(rowOf('hybrid', 'gas')?.textContent).toContain('≈ Use when it smells.'));
  rowOf('hybrid', 'gas')?.click();
  const pane = await screen.findByTestId('explanation');
  expect((await within(pane).findByTestId('counterfactual')).textContent).toContain(
    'Without smell it drops to rank 3.',
  );
  expect(within(pane).getByTestId('meaning-row').textContent).toContain('0.200');
  expect(within(pane).getByTestId('to-rival').textContent).toContain('ahead');
  expect(within(pane).getByTestId('nearest').textContent).toContain('0.71');
  screen.getByTestId('explanation-close').click();
  expect(await screen.findByTestId('resolved-name')).toBeTruthy();
});

it('tries another wording: ranks, flips, keeping', async () => {
  backend.askWhatIf = async ({ query, scorer }) => ({
    ...whatIfReport({ ...gas, rank: 1 }, query, scorer),
    flips: [
      {
        id: 'q1',
        query: 'rotten eggs',
        expected: ['gas'],
        before: null,
        after: 'gas',
        before_score: 0.28,
        after_score: 0.47,
        kind: 'fixed',
      },
    ],
    fixed: 1,
    waiting: 2,
  });
  const playground = await show();
  await waitFor(() => expect(rowOf('hybrid', 'gas')).toBeTruthy());
  rowOf('hybrid', 'gas')?.click();
  (await screen.findByTestId('try-wording')).click();
  const area = await screen.findByTestId<HTMLTextAreaElement>('what-if-description');
  area.value = 'A smell of rotten eggs.';
  area.dispatchEvent(new Event('input', { bubbles: true }));
  expect((await screen.findByTestId('what-if-diff')).textContent?.trim()).toBe('A smell of gas. rotten eggs.');
  const flip = await screen.findByTestId('flip');
  expect(flip.textContent).toContain('none');
  expect(flip.textContent).toContain('0.280 → 0.470');
  expect(screen.getByTestId('flips-count').textContent).toContain('1 of 3 test queries');
  expect(screen.getByTestId('what-if-waiting').textContent).toBe('2 left to compare');
  screen.getByTestId('what-if-keep').click();
  await waitFor(() => expect(backend.wording.description).toBe('A smell of rotten eggs.'));
  expect(playground.whatIf.changed).toEqual([]);
});

it('asks a chat model only by its button, and says the cost before', async () => {
  reports.model = { ...report('smell', 'model', []), unavailable: 'Not asked yet.' };
  backend.askModel = async () => report('smell', 'model', [gas]);
  await show('smell', { columns: ['adk', 'model'] });
  expect((await screen.findByTestId('model-cost')).textContent).toContain('$0.00100');
  screen.getByTestId('ask-model-button').click();
  await waitFor(() => expect(rowOf('model', 'gas')?.dataset['state']).toBe('would_wake'));
});

it('says why a query has no words, and of which version of adk-rust that is so', async () => {
  const reason = `The query has no words to score. ${ADK_WORDS}`;
  reports.adk = report('日本', 'adk', [
    candidate('broken', 0, 0, 'broken'),
    { ...candidate('gas', 0, 0, 'empty_query'), reason },
  ]);
  await show('日本');
  expect((await screen.findByTestId('no-words')).textContent).toBe(reason);
  expect(ADK_WORDS).toContain(`adk-skill ${ADK_SKILL}`);
});

it('takes tags apart while they are typed', async () => {
  const playground = await show();
  await waitFor(() => expect(rowOf('hybrid', 'gas')).toBeTruthy());
  await playground.tryWording('id-gas');
  (await screen.findByRole('radio', { name: 'Tags' })).click();
  const input = await screen.findByTestId<HTMLInputElement>('what-if-tags');
  for (const letter of ', leak,') {
    input.value += letter;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await Promise.resolve();
  }
  expect(input.value).toBe('safety, leak,');
  expect(playground.whatIf.wording?.tags).toEqual(['safety', 'leak']);
});
