import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { NearMiss } from '$lib/ipc';
import { metrics } from './fixtures';
import MetricCard from './MetricCard.svelte';
import { cards } from './metrics';
import { isSameProposal, proposals } from './near-misses';

const miss = (query: string, skill: string, neighbour: string, leak: string | null = null): NearMiss => ({
  query,
  skill,
  neighbour,
  terms: [],
  leak,
});

it('offers a query once, with every skill that should leave it to its neighbour, fair tests first', () => {
  const leaking = miss('a drip', 'gas', 'water', 'It names the skill.');
  const [toFramework, toCore] = [miss('migrate', 'framework', 'dotnet'), miss('migrate', 'core', 'dotnet')];
  const offered = proposals([leaking, toFramework, toCore, miss('migrate', 'core', 'other')]);
  expect(offered.map((each) => [each.miss.query, each.miss.neighbour, each.skills])).toEqual([
    ['migrate', 'dotnet', ['framework', 'core']],
    ['migrate', 'other', ['core']],
    ['a drip', 'water', ['gas']],
  ]);
  expect(isSameProposal(toFramework, toCore)).toBe(true);
  expect(isSameProposal(toFramework, leaking)).toBe(false);
});

it.each(['MRR', 'AUROC'])('says in words what %s is', (label) => {
  const card = cards.find((each) => each.label === label)!;
  render(MetricCard, { card, metric: metrics()[card.id], before: null });
  expect(screen.getByText(card.brief!)).toBeTruthy();
});
