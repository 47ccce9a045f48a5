import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { OverlapPair } from '$lib/ipc';
import Pairs from './Pairs.svelte';

const pair = (number: number): OverlapPair => ({
  a_id: `a${number}`,
  a: `first-${number}`,
  b_id: `b${number}`,
  b: `second-${number}`,
  similarity: 1 - number / 1000,
  shared_terms: [],
  confused: 0,
  is_dismissed: false,
});

it('shows fifty pairs at a time, the most alike first, and says how many there are', async () => {
  const pairs = Array.from({ length: 110 }, (_, number) => pair(number));
  render(Pairs, { pairs, onopen: () => {}, ondismiss: () => {} });
  const names = () => screen.getAllByTestId('overlap-pair').map((row) => row.dataset.a);
  expect(names()).toEqual(pairs.slice(0, 50).map((shown) => shown.a));
  expect(screen.getByText(/50 most alike of 110/)).toBeTruthy();
  await fireEvent.click(screen.getByText('Show 50 more'));
  await fireEvent.click(screen.getByText('Show 10 more'));
  expect(names()).toEqual(pairs.map((shown) => shown.a));
  expect(screen.queryByText(/most alike of/)).toBeNull();
});
