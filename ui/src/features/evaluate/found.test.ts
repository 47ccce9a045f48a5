import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import type { SkillRow } from '$lib/ipc';
import Screen from './Evaluate.svelte';
import { result } from './fixtures';
import { margin } from './queries';
import { RunStudio, foundFile } from './studio';

// jsdom has no layout; the lists draw what fits their height.
Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 900 }, offsetWidth: { value: 600 } });

afterEach(cleanup);

const skills = ['gas', 'water'].map((name) => ({ id: `id-${name}`, name, broken: null })) as unknown as SkillRow[];

async function show(studio: RunStudio) {
  const evaluate = await studio.open();
  const onattempt = async (_what: string, work: () => Promise<unknown>) => (await work(), true);
  const files = { chooseQueries: async () => null, chooseTarget: async () => null, save: async () => '' };
  const rest = { onplay: vi.fn(), onopen: vi.fn(), onattempt, files };
  const { component } = render(Screen, { evaluate, skills, ...rest });
  return { evaluate, component };
}

function beside(): RunStudio {
  const studio = new RunStudio();
  [studio.sets, studio.runs] = [[], []];
  studio.found = [
    foundFile('gas'),
    foundFile('water', { key: 'water/triggers.json', path: 'triggers.json', queries: 5, format: 'triggers' }),
    foundFile('fire', { state: 'imported' }),
    foundFile('ash', { queries: 0, problem: 'The file is empty.' }),
  ];
  return studio;
}

it('offers what lies beside the skills where there are no queries, and one click imports all of it', async () => {
  const studio = beside();
  const { evaluate } = await show(studio);
  expect(await screen.findByText('Found 2 files with 8 test queries next to your skills')).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Import all' }));
  await waitFor(() => expect(evaluate.set).toBe('water'));
  expect(studio.asked).toContainEqual(['import found', ['gas/evals/evals.json', 'water/triggers.json']]);
  expect(evaluate.found.offered).toEqual([]);
  expect(screen.getByTestId<HTMLButtonElement>('run').disabled).toBe(false);
});

it('begins with the import by keyboard, and goes on to the run', async () => {
  const studio = beside();
  const { component } = await show(studio);
  await waitFor(() => expect(component.first()).toBe(screen.getByRole('button', { name: 'Import all' })));
  await fireEvent.click(component.first()!);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('run')));
  expect(component.first()).toBeNull();
});

it('goes on to the run after a choice, too', async () => {
  const { component } = await show(beside());
  component.ask('found');
  await fireEvent.click(await screen.findByTestId('import-found'));
  await waitFor(() => expect(screen.queryByTestId('found-evals')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('run')));
});

it('lets the author choose, says what cannot be read, and leaves what is imported', async () => {
  const studio = beside();
  const { component } = await show(studio);
  await screen.findByText('Found 2 files with 8 test queries next to your skills');
  component.ask('found');
  const list = await screen.findByTestId('found-evals');
  expect(list.textContent).toContain('The file is empty.');
  const boxes = within(list).getAllByRole<HTMLButtonElement>('checkbox');
  expect(boxes.map((box) => box.getAttribute('aria-checked'))).toEqual(['true', 'true', 'false', 'false']);
  expect(boxes[3]!.disabled).toBe(true);
  await fireEvent.click(boxes[1]!);
  await fireEvent.click(screen.getByTestId('import-found'));
  await waitFor(() => expect(studio.asked).toContainEqual(['import found', ['gas/evals/evals.json']]));
});

it('says nothing of files where there are none', async () => {
  const studio = beside();
  studio.found = [];
  await show(studio);
  expect(screen.getByText('Which skill should each query trigger?')).toBeTruthy();
});

it('measures no margin where another skill stands before the one that must not fire', () => {
  const some = { unwanted: ['gas'], score: 0.5 };
  expect(margin(result('1', [], 'water', some), 0.4)).toBeNull();
  expect(margin(result('1', [], 'gas', some), 0.6)?.value).toBeCloseTo(0.1);
  expect(margin(result('1', [], 'water', { score: 0.5 }), 0.4)?.value).toBeCloseTo(-0.1);
});
