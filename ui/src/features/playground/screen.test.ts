import { render, screen, waitFor, within } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Resolution, ScoreReport, Scorer, SkillRow } from '$lib/ipc';
import Playground from './Playground.svelte';
import { candidate, fields, noResolution, report, resolved } from './fixtures';
import { Playground as Controller } from './playground.svelte';

const smell = { word: 'smell', count: 1, is_stop_word: false, fields: fields({ description: 0.5, body: 0.25 }) };
const the = { word: 'the', count: 2, is_stop_word: true, fields: fields({ body: 0.5 }) };
const gas = { ...candidate('gas', 1, 1.25), fields: fields({ description: 0.5, body: 0.75 }), words: [smell, the] };
const water = { ...candidate('water', 2, 0.5, 'below_min_score'), reason: 'Below the minimum of 1.' };

// jsdom has no layout; the lists draw what fits their height.
Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 900 }, offsetWidth: { value: 400 } });

let reports: Record<Scorer, ScoreReport | Error>;
let resolution: Resolution;
let onopen: ReturnType<typeof vi.fn<(skillId: string) => void>>;

beforeEach(() => {
  reports = { adk: report('smell', 'adk', [gas, water]), embedding: report('smell', 'embedding', [gas, water]) };
  const rejected = [{ skill_id: 'id-water', name: 'water', score: 0.5, reason: water.reason }];
  resolution = { ...noResolution, resolved: resolved({ omitted: ['ghost'] }), rejected };
  onopen = vi.fn();
});

async function show(query = 'smell') {
  const score = async (_query: string, scorer: Scorer) => {
    const answer = reports[scorer];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const backend = { score, resolve: async () => resolution, listTools: async () => [] };
  const playground = new Controller(backend, { read: () => JSON.stringify({ query }), write: () => {} });
  render(Playground, { playground, skills: [] as SkillRow[], onopen });
  await playground.start();
  return playground;
}

const rowOf = (scorer: Scorer, name: string) =>
  document.querySelector<HTMLElement>(`[data-testid=candidate][data-scorer=${scorer}][data-name=${name}]`);

it('shows who wakes under each scorer, and who does not', async () => {
  await show();
  await waitFor(() => expect(rowOf('adk', 'gas')).toBeTruthy());
  expect(rowOf('adk', 'gas')?.dataset['state']).toBe('wakes');
  expect(rowOf('embedding', 'gas')?.dataset['state']).toBe('would_wake');
  expect(rowOf('adk', 'water')?.dataset['state']).toBe('below_min_score');
});

it('s4_14_the_context_is_on_screen_byte_for_byte', async () => {
  await show();
  const text = await screen.findByTestId('resolved-instruction');
  expect(text.textContent).toBe(resolution.resolved?.instruction);
  expect(screen.getByTestId('bound-tools').textContent).toContain('1 omitted, permissive: it is in no tool library.');
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
  rejected.click();
  expect(onopen).toHaveBeenCalledWith('id-water');
});

it('says why a scorer cannot answer, beside the one that can', async () => {
  reports.embedding = { ...report('smell', 'embedding', []), unavailable: 'The model is still being fetched.' };
  await show();
  expect((await screen.findByTestId('scorer-unavailable')).textContent).toContain('still being fetched');
  expect(rowOf('adk', 'gas')).toBeTruthy();
});

it('shows a failure where it happened, with a way to try again', async () => {
  reports.adk = new Error('the library is locked');
  await show();
  expect((await screen.findByRole('alert')).textContent).toContain('the library is locked');
  expect(rowOf('embedding', 'gas')).toBeTruthy();
});

it('asks for a query before there is one', async () => {
  await show('');
  expect(screen.getByText('What would a user say?')).toBeTruthy();
  expect(document.querySelector('[data-testid=candidate]')).toBeNull();
});
