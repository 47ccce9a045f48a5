import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { FindThingsRequest, FoundThings, SearchHit } from '$lib/ipc';
import { commandsOf } from '$lib/testing/commands';
import Palette from './Palette.svelte';

const studio = commandsOf({ searchPalette: vi.fn(), findSimilar: vi.fn() });

const hit = (name: string, field: SearchHit['field']): SearchHit => ({
  kind: 'tool',
  id: name,
  name,
  description: `About ${name}.`,
  field,
  name_ranges: [],
  passage: '',
  passage_ranges: [],
  path: '',
  score: 0,
});
const input = () => screen.getByRole('combobox');
const rows = () => screen.queryAllByRole('option').map((row) => row.textContent.trim().split(/\s/)[0]);

it('s0_19 shows words at once; meaning follows a pause, one at a time, and never for what is no longer typed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  studio.searchPalette.mockImplementation(async ({ query }: { query: string }) => ({
    hits: [{ kind: 'found', hit: hit(`words-${query}`, 'name') }],
    total: 1,
  }));
  const answers: ((result: FoundThings) => void)[] = [];
  studio.findSimilar.mockImplementation(
    (_request: FindThingsRequest) => new Promise<FoundThings>((answer) => answers.push(answer)),
  );
  const answer = (name: string, hint: string | null = null) =>
    answers.shift()!({ hits: name ? [hit(name, 'meaning')] : [], total: name ? 1 : 0, hint });
  render(Palette);

  await fireEvent.input(input(), { target: { value: 'a' } });
  await vi.waitFor(() => expect(rows()).toEqual(['words-a']));
  expect(studio.findSimilar).not.toHaveBeenCalled();
  await fireEvent.input(input(), { target: { value: 'ab' } });
  await vi.waitFor(() => expect(rows()).toEqual(['words-ab']));
  await vi.waitFor(() => expect(studio.findSimilar).toHaveBeenCalledTimes(1));
  expect(studio.findSimilar.mock.calls[0]![0]).toMatchObject({ query: 'ab' });

  // The next key: what runs is overtaken, and only then the next is asked.
  await fireEvent.input(input(), { target: { value: 'abc' } });
  await vi.waitFor(() => expect(rows()).toEqual(['words-abc']));
  answer('old');
  await vi.waitFor(() => expect(studio.findSimilar).toHaveBeenCalledTimes(2));
  expect(rows()).toEqual(['words-abc']);
  answer('new');
  await vi.waitFor(() => expect(rows()).toEqual(['words-abc', 'new']));
  expect(screen.getByText('Semantic matches')).toBeTruthy();
  // What is chosen stays what it was.
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('words-abc');

  // The list came under a pointer that rests: Enter opens the first row all the same.
  const last = screen.getAllByRole('option').at(-1)!;
  const point = (clientX: number) =>
    fireEvent(last, new MouseEvent('pointermove', { bubbles: true, clientX, clientY: 5 }));
  await point(40);
  expect(last.getAttribute('aria-selected')).toBe('false');
  await point(41);
  expect(last.getAttribute('aria-selected')).toBe('true');

  // Without the model words are all there is, and that is said.
  await fireEvent.input(input(), { target: { value: 'abcd' } });
  await vi.waitFor(() => expect(studio.findSimilar).toHaveBeenCalledTimes(3));
  answer('', 'Keyword results only. The model is missing.');
  expect((await screen.findByText('Keyword results only')).dataset.tip).toContain('The model is missing.');
});
