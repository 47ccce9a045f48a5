import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OverlapPair } from '$lib/ipc';
import Pairs from './Pairs.svelte';
import { setHome } from '$lib/path';

beforeAll(() => setHome('/home/ada'));
afterAll(() => setHome(null));

const pair = (number: number): OverlapPair => ({
  a_id: `a${number}`,
  a: `first-${number}`,
  a_group: '',
  a_path: '',
  b_id: `b${number}`,
  b: `second-${number}`,
  b_group: '',
  b_path: '',
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
  expect(screen.getByText(/50 most similar of 110/)).toBeTruthy();
  await fireEvent.click(screen.getByText('Show 50 more'));
  await fireEvent.click(screen.getByText('Show 10 more'));
  expect(names()).toEqual(pairs.map((shown) => shown.a));
  expect(screen.queryByText(/most similar of/)).toBeNull();
});

it('tells skills of one name apart, puts the pair that was asked for first, and offers what can be done with both', async () => {
  const docx = { a: 'docx', b: 'docx', a_group: 'blue', b_group: 'green', b_path: '/home/ada/green/docx/SKILL.md' };
  const pairs = [pair(0), { ...pair(1), ...docx }, { ...pair(2), is_dismissed: true }];
  const opened: string[] = [];
  render(Pairs, {
    pairs,
    asked: { aId: 'b1', bId: 'a1' },
    onopen: (id: string) => opened.push(id),
    ondismiss: () => {},
  });
  const [first] = screen.getAllByTestId('overlap-pair');
  expect([first!.dataset.a, first!.classList.contains('asked')]).toEqual(['docx', true]);
  await fireEvent.click(screen.getByRole('button', { name: 'docx green' }));
  expect(opened).toEqual(['b1']);
  await fireEvent.keyDown(screen.getAllByTestId('pair-menu')[0]!, { key: 'Enter' });
  const entries = (await screen.findAllByRole('menuitem')).map((entry) => entry.textContent?.trim());
  expect(entries).toEqual([
    'Compare…',
    'Open docx in blue',
    'Open docx in green',
    'Dismiss',
    'Move docx in blue to trash',
    'Move docx in green to trash',
  ]);
});

it('tells skills of one name and group apart by their folders, whose ends are never cut', () => {
  const path = (team: string) => `/home/ada/work/skills/${team}/docx/SKILL.md`;
  const docx = { a: 'docx', b: 'docx', a_path: path('blue'), b_path: path('green') };
  render(Pairs, { pairs: [{ ...pair(1), ...docx }], onopen: () => {}, ondismiss: () => {} });
  const side = screen.getByRole('button', { name: 'docx ~/work/skills/green/docx' });
  expect(side.dataset.tip).toBe(`Open ${path('green')}`);
  expect(side.querySelector('.truncate-start')?.textContent).toBe('~/work/skills/green/docx');
});
