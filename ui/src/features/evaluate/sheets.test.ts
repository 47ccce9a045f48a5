import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { type OverlapReport, type RunComparison, type SkillRow, StudioError } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import { attempts, faults, later, wordsOf } from '$lib/testing/screen';
import ChangesPane from './ChangesPane.svelte';
import type { Evaluate } from './evaluate.svelte';
import { comparison, metrics, overlap, runInfo } from './fixtures';
import HostLists from './HostLists.svelte';
import ImportQueries from './ImportQueries.svelte';
import NearMisses from './NearMisses.svelte';
import OverlapPane from './OverlapPane.svelte';
import { RunStudio, near } from './studio';

// The lists draw what fits their height; jsdom has none.
Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 900 }, offsetWidth: { value: 600 } });

const skills = ['gas', 'water'].map((name) => ({ id: `id-${name}`, name, broken: null })) as unknown as SkillRow[];
const choose = async (label: string, option: string | RegExp) => {
  const trigger = screen.getByLabelText(label);
  await fireEvent.pointerDown(trigger, { button: 0, pointerType: 'mouse' });
  await fireEvent.pointerUp(trigger);
  const found = await screen.findByRole('option', { name: option });
  await fireEvent.pointerMove(found);
  await fireEvent.pointerUp(found);
};

describe('near misses', () => {
  async function show(studio = new RunStudio()) {
    const evaluate = await studio.open();
    const { failed, onattempt } = attempts();
    const onplay = vi.fn();
    render(NearMisses, { evaluate, skills, onattempt, onplay, onclose: vi.fn() });
    return { studio, evaluate, failed, onplay };
  }
  const misses = () => screen.getAllByTestId('near-miss').map(wordsOf);

  it('stand fair ones first, say what gives one away, and are taken one by one', async () => {
    const studio = new RunStudio();
    studio.misses = [near('the water gas', 'It names the skill.'), near('a drip')];
    await show(studio);
    await waitFor(() => expect(screen.getAllByTestId('near-miss')).toHaveLength(2));
    expect(wordsOf(screen.getByRole('dialog'))).toContain('2 suggestions, 1 usable as tests');
    expect(misses()[0]).toBe('a drip expects water, not gas Words from water: drip Add');
    expect(misses()[1]).toContain('It names the skill. Add anyway');
    await fireEvent.click(screen.getAllByTestId('accept-near-miss')[0]!);
    await waitFor(() => expect(misses()).toHaveLength(1));
    expect(studio.asked.at(-1)).toEqual([
      'put',
      { id: null, query: 'a drip', expected: ['water'], source: { kind: 'proposed' }, set: 'calls' },
    ]);
    expect(wordsOf(screen.getByRole('dialog'))).toContain('; 1 added');
  });

  it('stay where they could not be kept, and are put to the playground', async () => {
    const { studio, failed, onplay } = await show();
    studio.backend.saveQuery = () => Promise.reject(new StudioError('internal', 'The disk is full.'));
    await fireEvent.click(await screen.findByTestId('accept-near-miss'));
    await waitFor(() => expect(failed).toEqual(['Saving the query: The disk is full.']));
    await fireEvent.click(screen.getByText('a drip'));
    expect(onplay).toHaveBeenCalledWith('a drip');
  });

  it('are looked for beside one skill, and the answer for the one chosen last counts', async () => {
    const studio = new RunStudio();
    await show(studio);
    await screen.findByTestId('near-miss');
    studio.misses = [];
    await choose('Skill', 'water');
    expect(await screen.findByText('No close neighbors')).toBeTruthy();
    expect(studio.asked.at(-1)).toEqual(['near misses', 'id-water']);

    const [real, slow] = [studio.backend.listNearMisses, later<never>()];
    studio.misses = [near('a drip')];
    const proposals = await real('id-gas', 1);
    studio.misses = [];
    studio.backend.listNearMisses = (...given) => (given[0] === 'id-gas' ? slow.promise : real(...given));
    await choose('Skill', 'gas');
    await choose('Skill', 'water');
    slow.resolve(proposals as never);
    await slow.promise;
    await Promise.resolve();
    expect(await screen.findByText('No close neighbors')).toBeTruthy();
    expect(screen.queryByTestId('near-miss')).toBeNull();
  });

  it('say why nothing could be proposed', async () => {
    const studio = new RunStudio();
    studio.backend.listNearMisses = () => Promise.reject(new StudioError('internal', 'No vectors yet.'));
    await show(studio);
    const failed = await screen.findByTestId('error-state');
    expect(wordsOf(failed)).toContain("Couldn't suggest queries No vectors yet.");
    expect(await faults(screen.getByRole('dialog'))).toEqual([]);
  });
});

describe('what hosts show', () => {
  async function show(studio = new RunStudio()) {
    const evaluate = await studio.open();
    evaluate.showLower('hosts');
    const { failed, onattempt } = attempts();
    const onopen = vi.fn();
    const { container } = render(HostLists, { evaluate, onopen, onattempt });
    await screen.findByTestId('host-counts');
    return { studio, evaluate, failed, onopen, container };
  }

  it('counts who keeps what, says what each loses, and how far over the list is', async () => {
    const { container } = await show();
    expect(wordsOf(screen.getByTestId('host-counts'))).toBe(
      '1 full1 shortened1 left out 31 of 60 columns shown, 40 allowed',
    );
    const [whole, shortened, absent] = screen.getAllByTestId('host-entry').map(wordsOf);
    expect(whole).not.toContain('Full');
    expect(shortened).toContain('9 characters removed Shortened');
    expect(absent).toContain('Not in the list');
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe('The full list is 150% of the allowed size');
    expect(await faults(container)).toEqual([]);
  });

  it('leads to a comparison of the list with an installed client', async () => {
    const { evaluate } = await show();
    await fireEvent.click(screen.getByTestId('compare-client-open'));
    const wish = { scope: { kind: 'library' }, host: evaluate.hosts.shown };
    expect([app.overlay, app.intents.take('comparison')]).toEqual(['compare-client', wish]);
  });

  it('takes a number of the budget when it is left, and gives back what is none', async () => {
    const { studio } = await show();
    const share = screen.getByLabelText<HTMLInputElement>('Share');
    expect(share.value).toBe('2');
    await fireEvent.change(share, { target: { value: '' } });
    expect(share.value).toBe('2');
    await fireEvent.change(share, { target: { value: '-1' } });
    expect([share.value, studio.budgets.codex_per_mille]).toEqual(['2', 20]);
    await fireEvent.change(share, { target: { value: '3.5' } });
    await waitFor(() => expect(studio.budgets.codex_per_mille).toBe(35));
  });

  it('says why a number was refused, and keeps the one before', async () => {
    const { studio, failed, evaluate } = await show();
    studio.backend.setHostBudgets = () => Promise.reject(new StudioError('internal', 'The library is read-only.'));
    await fireEvent.change(screen.getByLabelText('Context window'), { target: { value: '1000' } });
    await waitFor(() => expect(failed).toEqual(['Setting the budget: The library is read-only.']));
    expect(evaluate.hosts.budgets.value?.context_tokens).toBe(0);
  });

  it("measures a host's list, and then says what it does to the scores", async () => {
    const { studio, evaluate } = await show();
    expect(screen.getByText(/queries in “calls” haven't been run with hybrid and this client's list yet/)).toBeTruthy();
    await fireEvent.click(screen.getByTestId('measure-host'));
    await waitFor(() => expect(studio.asked).toContainEqual(['run', 'hybrid', 'codex']));
    evaluate.runner.progress = null;
    const cut = runInfo('run-9', { host: 'codex' }, 1);
    cut.metrics = metrics(0.6);
    studio.runs = [cut, ...studio.runs];
    await evaluate.readRuns();
    expect(wordsOf(await screen.findByTestId('host-effect'))).toContain(
      'Top-1 0.800 with full descriptions → 0.600 as Codex',
    );
  });

  it('marks a host that is only documented, with its source', async () => {
    const { evaluate } = await show();
    expect(screen.queryByTestId('not-measured')).toBeNull();
    await evaluate.hosts.show('cursor');
    const mark = await screen.findByTestId('not-measured');
    expect(mark.textContent).toBe('documented, not measured');
    expect(mark.firstElementChild?.getAttribute('data-tip')).toMatch(/^Source: https:\/\/cursor\.com/);
  });

  it('opens the skill of a line by Enter, and shows the host that was asked for last', async () => {
    const { studio, evaluate, onopen } = await show();
    const list = screen.getByRole('listbox', { name: /in list order/ });
    await fireEvent.keyDown(list, { key: 'ArrowDown' });
    await fireEvent.keyDown(list, { key: 'Enter' });
    expect(onopen).toHaveBeenCalledWith('id-gas');
    const slow = later<never>();
    const real = studio.backend.getHostList;
    studio.backend.getHostList = (host) => (host === 'claude-code' ? slow.promise : real(host));
    const first = evaluate.hosts.show('claude-code');
    await evaluate.hosts.show('adk');
    slow.resolve((await real('claude-code')) as never);
    await first;
    expect(evaluate.hosts.list.value?.host).toBe('adk');
  });
});

describe('overlapping descriptions', () => {
  const menu = createRawSnippet(() => ({ render: () => '<span></span>' }));
  async function show(change: Partial<OverlapReport> = {}) {
    const studio = new RunStudio();
    studio.backend.listOverlaps = async (limit) => ({ ...overlap(), limit, ...change });
    const evaluate = await studio.open();
    const ondismiss = vi.fn();
    const { container } = render(OverlapPane, { evaluate, menu, onopen: vi.fn(), ondismiss, onattempt: vi.fn() });
    return { evaluate, ondismiss, container };
  }

  it('stand with what was dismissed last, which can be shown again', async () => {
    const [pair] = overlap().pairs;
    const dismissed = { ...pair!, a_id: 'x', a: 'old', is_dismissed: true };
    const { ondismiss, container } = await show({ pairs: [dismissed, pair!], basis: 'words' });
    expect(screen.getAllByTestId('overlap-pair').map(({ dataset }) => dataset['a'])).toEqual(['gas', 'old']);
    expect(wordsOf(screen.getByTestId('overlap'))).toContain(
      '1 dismissed, keywords only until all descriptions are indexed',
    );
    await fireEvent.click(screen.getByLabelText('Show old and water again'));
    expect(ondismiss).toHaveBeenCalledWith(dismissed, false);
    await fireEvent.click(screen.getByLabelText('Dismiss gas and water'));
    expect(ondismiss).toHaveBeenLastCalledWith(pair, true);
    expect(await faults(container)).toEqual([]);
  });

  it('are compared anew under another limit, and there may be none', async () => {
    const { evaluate } = await show({ pairs: [] });
    await choose('Similarity threshold', '0.90');
    await waitFor(() => expect(evaluate.overlap.value?.limit).toBe(0.9));
    expect(screen.getByText('Pairs with a similarity of 0.90 or higher are listed here.')).toBeTruthy();
  });
});

describe('what a run changed', () => {
  function show(change: Partial<RunComparison> = {}, error: StudioError | null = null) {
    const [before, after] = [runInfo('run-1', { label: 'before' }), runInfo('run-2')];
    const base = comparison(before, after);
    const changes = [
      ...base.changes,
      { ...base.changes[0]!, id: '4', query: 'query 4', kind: 'fixed' as const, before: null, after: 'water' },
      { ...base.changes[0]!, id: '5', query: 'query 5', kind: 'other' as const, expected: [] },
    ];
    const value: RunComparison = { ...base, changes, fixed: 1, ...change };
    const evaluate = { comparison: { value, error, isLoading: false }, maxScore: 1 } as unknown as Evaluate;
    const onplay = vi.fn();
    const { container } = render(ChangesPane, { evaluate, onplay });
    return { onplay, container };
  }
  const changes = () => screen.queryAllByTestId('run-change').map(({ dataset }) => dataset['kind']);

  it('is listed with before and after, narrowed by kind, and put to the playground', async () => {
    const { onplay, container } = show();
    expect(changes()).toEqual(['broken', 'fixed', 'other']);
    const [broken, fixed, other] = screen.getAllByTestId('run-change').map(wordsOf);
    expect(broken).toMatch(/water changed to gas, expected water/);
    expect(fixed).toMatch(/no skill changed to water/);
    expect(fixed).not.toContain('expected');
    expect(other).toContain('expected no skill');
    await fireEvent.click(screen.getByText('Fixed 1'));
    expect(changes()).toEqual(['fixed']);
    const list = screen.getByRole('listbox');
    await fireEvent.keyDown(list, { key: 'ArrowDown' });
    await fireEvent.keyDown(list, { key: 'Enter' });
    expect(onplay).toHaveBeenCalledWith('query 4');
    expect(await faults(container)).toEqual([]);
  });

  it('says that nothing did, or why they could not be compared', () => {
    const { container } = show({ changes: [] });
    expect(wordsOf(container)).toContain('No queries changed');
    show({}, new StudioError('internal', "The older run can't be read."));
    expect(wordsOf(screen.getByTestId('error-state'))).toContain("The older run can't be read.");
  });
});

describe('an import', () => {
  const importFile = vi.fn();
  function show(choose: () => Promise<string | null> = async () => null) {
    const evaluate = { set: 'calls', labelled: { import: importFile } } as unknown as Evaluate;
    render(ImportQueries, { evaluate, choose, onclose: vi.fn() });
    return within(screen.getByRole('dialog'));
  }
  const path = () => screen.getByTestId<HTMLInputElement>('import-queries-path');

  it('takes the file that is chosen, and keeps it where none was', async () => {
    const choose = vi.fn(async (): Promise<string | null> => '/home/you/a.jsonl');
    const dialog = show(choose);
    await fireEvent.click(dialog.getByText('Choose…'));
    await waitFor(() => expect(path().value).toBe('/home/you/a.jsonl'));
    choose.mockResolvedValueOnce(null);
    await fireEvent.click(dialog.getByText('Choose…'));
    expect(path().value).toBe('/home/you/a.jsonl');
    choose.mockRejectedValueOnce(new StudioError('internal', 'There is no file chooser.'));
    await fireEvent.click(dialog.getByText('Choose…'));
    expect(await screen.findByText('There is no file chooser.')).toBeTruthy();
  });

  it('says why a file could not be read, and what of it was left out, by line', async () => {
    const dialog = show(async () => '/a.jsonl');
    await fireEvent.click(dialog.getByText('Choose…'));
    importFile.mockRejectedValueOnce(new StudioError('not_found', 'There is no file /a.jsonl.'));
    await waitFor(() => expect(path().value).toBe('/a.jsonl'));
    await fireEvent.submit(path().closest('form')!);
    expect(await screen.findByText('There is no file /a.jsonl.')).toBeTruthy();
    const problems = [
      { line: 3, message: 'This is no JSON.', is_skipped: true },
      { line: null, message: 'It has no last line break.', is_skipped: false },
    ];
    importFile.mockResolvedValueOnce({
      set: 'a',
      format: 'evals',
      imported: 1,
      duplicates: 1,
      relabelled: 0,
      conflicting: 0,
      problems,
    });
    await fireEvent.submit(path().closest('form')!);
    expect(wordsOf(await screen.findByTestId('import-problems'))).toBe(
      'line 3 This is no JSON. Skippedfile It has no last line break. Imported',
    );
    expect(wordsOf(screen.getByTestId('import-result'))).toBe(
      '1 query imported into a from evals.json; 1 already in the set.',
    );
    expect(await faults(screen.getByRole('dialog'))).toEqual([]);
  });
});
