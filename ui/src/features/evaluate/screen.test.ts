import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import type { RunInfo, SkillRow } from '$lib/ipc';
import Screen from './Evaluate.svelte';
import { Evaluate, type EvaluateBackend } from './evaluate.svelte';
import { comparison, detail, metrics, overlap, query, runInfo, scorer, set, sweep } from './fixtures';

// jsdom has no layout; the lists draw what fits their height.
Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 900 }, offsetWidth: { value: 600 } });

const skills = ['gas', 'water'].map((name) => ({ id: `id-${name}`, name, broken: null })) as unknown as SkillRow[];
let runs: RunInfo[];
let sets = [set('calls')];
const onplay = vi.fn();
const onopen = vi.fn();
const save = vi.fn(async (path: string, _content: string, _isBase64: boolean) => `/home/you/Downloads/${path}`);
const setThreshold = vi.fn(async () => [scorer({ min_score: 0.4 })]);
const saveQuery = vi.fn(async (put) => ({ ...put, id: put.id ?? 'new', unknown: [] }));

beforeEach(() => {
  runs = [runInfo('run-2', {}, 5), runInfo('run-1', { label: 'before' }, 10)];
  sets = [set('calls')];
  vi.clearAllMocks();
});

async function show() {
  const find = (id: string) => runs.find((run) => run.id === id)!;
  const backend: Partial<EvaluateBackend> = {
    listQuerySets: async () => sets,
    listQueries: async () => [query('1', ['gas']), query('2', ['water']), query('4', ['ghost'], ['ghost'])],
    listFoundEvals: async () => [],
    listScorers: async () => [scorer()],
    listRuns: async () => ({ runs, unreadable: [] }),
    getRun: async (id) => detail(find(id)),
    compareRuns: async (before, after) => comparison(find(before), find(after)),
    sweepRun: async () => sweep(),
    listOverlaps: async () => overlap(),
    startRun: async () => 'run-9',
    setThreshold,
    saveQuery,
  };
  const evaluate = new Evaluate(backend as EvaluateBackend, { read: () => null, write: () => {} });
  await evaluate.start();
  const onattempt = async (_what: string, work: () => Promise<unknown>) => (await work(), true);
  const files = { chooseQueries: async () => null, chooseTarget: async () => null, save };
  render(Screen, { evaluate, skills, onplay, onopen, onattempt, files });
  return evaluate;
}

it('shows what a run came to, how sure, and what it was before', async () => {
  await show();
  const card = screen.getByTestId('metric-top1');
  expect(card.textContent).toContain('0.800');
  expect(card.textContent).toContain('8 of 10');
  expect(within(card).getByRole('img').getAttribute('aria-label')).toBe('95% interval 0.700 to 0.900, was 0.800');
  expect(screen.getByTestId('change-card').textContent).toMatch(/0 fixed.*1 broken.*2 same/s);
});

it('opens the queries of a cell of the confusion matrix', async () => {
  await show();
  const cell = screen.getByRole('button', { name: 'expected water, triggered gas: 1 query' });
  cell.click();
  const queries = await screen.findByTestId('cell-queries');
  await waitFor(() => expect(within(queries).getAllByTestId('cell-query')).toHaveLength(1));
  expect(queries.textContent).toContain('Broken');
  expect(queries.textContent).toContain('−0.050');
  within(queries).getByText('query 2').click();
  expect(onplay).toHaveBeenCalledWith('query 2');
});

it('moves between cells with the arrow keys, with one tab stop', async () => {
  await show();
  const cells = screen.getAllByTestId('confusion-cell');
  expect(cells.filter((cell) => cell.tabIndex === 0)).toHaveLength(1);
  const wrong = screen.getByRole('button', { name: 'expected water, triggered gas: 1 query' });
  await fireEvent.keyDown(wrong, { key: 'ArrowUp' });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('expected gas, triggered gas: 1 query');
});

it('holds the threshold as a line, and takes it', async () => {
  await show();
  const handle = screen.getByRole('slider', { name: 'Threshold' });
  expect(handle.getAttribute('aria-valuenow')).toBe('0.4');
  await fireEvent.keyDown(handle, { key: 'ArrowRight' });
  expect(handle.getAttribute('aria-valuenow')).toBe('0.6');
  expect(screen.getByTestId('sweep-table').textContent).toContain('0.60 selected');
  await fireEvent.keyDown(handle, { key: 'ArrowLeft' });
  const held = screen.getByTestId('sweep-table').querySelector('[data-kind=pick][data-on="held out"]');
  expect(held?.textContent).toContain('held out, 10');
  screen.getByTestId('use-threshold').click();
  await waitFor(() => expect(setThreshold).toHaveBeenCalledWith('hybrid', 0.4));
});

it('calls no threshold suggested where none is, and marks the one in use alone', async () => {
  const withheld = 'Too few queries to suggest a threshold.';
  const evaluate = await show();
  evaluate.sweep.set({ ...sweep(), pick: null, withheld });
  expect((await screen.findByTestId('threshold-withheld')).textContent).toBe(withheld);
  const slider = screen.getByRole('slider', { name: 'Threshold' });
  const said = () => screen.getByTestId('sweep').textContent?.replace(withheld, '');
  expect([slider.getAttribute('aria-valuenow'), screen.queryByTestId('use-threshold')]).toEqual(['0.2', null]);
  expect(said()).not.toContain('suggest');
  await fireEvent.keyDown(slider, { key: 'ArrowRight' });
  expect([slider.getAttribute('aria-valuenow'), screen.getByTestId('use-threshold').textContent?.trim()]).toEqual([
    '0.4',
    'Use 0.40',
  ]);
  expect(said()).not.toContain('suggest');
  await fireEvent.click(screen.getByText('Back to current'));
  expect(slider.getAttribute('aria-valuenow')).toBe('0.2');
});

it('says of queries that only rule a skill out, and triggered another, that they are in no row', async () => {
  const evaluate = await show();
  expect(screen.queryByTestId('matrix-apart')).toBeNull();
  const run = evaluate.run.value!;
  evaluate.run.set({ ...run, confusion: { ...run.confusion, apart: ['7'] } });
  expect((await screen.findByTestId('matrix-apart')).textContent?.trim()).toBe(
    "1 query correctly triggered a skill other than the one ruled out; it isn't in the matrix.",
  );
});

it('marks unknown labels with what to do, and keeps a query that is written', async () => {
  await show();
  await fireEvent.click(screen.getByRole('tab', { name: /Queries/ }));
  expect(await screen.findByText('unknown: ghost')).toBeTruthy();
  expect(screen.getByTestId('queries').textContent).toMatch(/1\s+query expects a skill that isn't in this library/);
  screen.getByTestId('add-query').click();
  const text = await screen.findByTestId('query-text');
  await fireEvent.input(text, { target: { value: 'a leak' } });
  await fireEvent.input(screen.getByTestId('expected-field'), { target: { value: 'wat' } });
  await fireEvent.keyDown(screen.getByTestId('expected-field'), { key: 'Enter' });
  screen.getByTestId('save-query').click();
  await waitFor(() =>
    expect(saveQuery).toHaveBeenCalledWith(
      expect.objectContaining({ query: 'a leak', expected: ['water'], set: 'calls' }),
      'ask',
    ),
  );
});

it('shows a run as it goes, with a way to stop it', async () => {
  const evaluate = await show();
  await evaluate.runner.begin();
  await evaluate.follow({
    kind: 'run',
    run: { id: 'run-9', done: 2, total: 3, metrics: metrics(0.5), state: 'running', message: null },
  });
  expect((await screen.findByTestId('run-progress')).textContent).toContain('2 of 3');
  expect(screen.getByTestId('metric-top1').textContent).toMatch(/0\.500.*so far/s);
  expect(screen.getByTestId('cancel-run')).toBeTruthy();
});

it('takes a chart away as a file', async () => {
  const evaluate = await show();
  expect(evaluate.sweep.value).not.toBeNull();
  await fireEvent.pointerDown(screen.getByRole('button', { name: 'Export the threshold sweep' }), {
    button: 0,
    pointerType: 'mouse',
  });
  await fireEvent.click(await screen.findByText('Export as JSON…'));
  expect((await screen.findByTestId<HTMLInputElement>('export-path')).value).toBe('calls-hybrid-sweep.json');
  screen.getByTestId('export-save').click();
  await waitFor(() => expect(save).toHaveBeenCalled());
  const [path, content, isBase64] = save.mock.calls[0]!;
  expect([path, isBase64, JSON.parse(content).held]).toEqual(['calls-hybrid-sweep.json', false, 0.4]);
});

it('says how to get queries where there are none', async () => {
  sets = [];
  await show();
  expect(screen.getByText('Which skill should each query trigger?')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Import queries' })).toBeTruthy();
});

it('shows what overlaps and what hosts cut where there are no queries', async () => {
  sets = [];
  runs = [];
  await show();
  expect(screen.getAllByTestId('overlap-pair')).toHaveLength(1);
  screen.getByRole('radio', { name: 'Heat map' }).click();
  await waitFor(() => expect(screen.getByTestId('heat-map')).toBeTruthy());
  await fireEvent.dblClick(screen.getByTestId('heat-map').querySelector('[data-at="1 0"]')!);
  expect(onopen).toHaveBeenCalledExactlyOnceWith('id-water');
  expect(screen.getByRole('radio', { name: 'Client lists' })).toBeTruthy();
});

it('says of few queries that they are too few for an interval', async () => {
  const few = { value: 0, low: 0, high: 0, has_interval: false, hits: 0, of: 3 };
  runs = [runInfo('run-2', {}, 5)];
  runs[0]!.metrics = { ...metrics(), top1: few };
  await show();
  const card = screen.getByTestId('metric-top1');
  expect(card.textContent).toContain('Too few queries for an interval (n = 3)');
  expect(card.textContent).not.toContain('0.000 – 0.000');
  expect(screen.getByTestId('metric-top3').textContent).toContain(' – ');
});

it('offers a run where none was made yet', async () => {
  runs = [];
  await show();
  expect(screen.getByText('No run with hybrid yet')).toBeTruthy();
  expect(screen.getAllByTestId('overlap-pair')).toHaveLength(1);
});
