import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Toaster } from '$kit';
import { type SkillRow, StudioError } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import { attempts, faults, later, pressInToast, wordsOf, write } from '$lib/testing/screen';
import Screen from './Evaluate.svelte';
import { metrics, runInfo } from './fixtures';
import { RunStudio } from './studio';

// The lists draw what fits their height; jsdom has none.
Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 900 }, offsetWidth: { value: 600 } });

const skills = ['gas', 'water'].map((name) => ({
  id: `id-${name}`,
  name,
  broken: null,
  updated_at: '',
})) as unknown as SkillRow[];
afterEach(() => void (app.library = null));

async function show(studio = new RunStudio(), given: readonly SkillRow[] = skills) {
  const evaluate = await studio.open();
  const { failed, onattempt } = attempts();
  const on = { onplay: vi.fn(), onopen: vi.fn() };
  const files = { chooseQueries: async () => null, chooseTarget: async () => null, save: async () => '' };
  render(Toaster);
  render(Screen, { evaluate, skills: given, onattempt, files, ...on });
  return { studio, evaluate, failed, ...on };
}
const place = () => screen.getByTestId('evaluate');
const set = async (label: string | RegExp) => {
  await fireEvent.click(screen.getByTestId('set-picker'));
  await fireEvent.click(await screen.findByText(label));
};

describe('the place', () => {
  it('says what could not be read, and reads it again', async () => {
    const studio = new RunStudio();
    const read = vi.spyOn(studio.backend, 'listRuns');
    read.mockRejectedValueOnce(new StudioError('internal', 'The runs are damaged.'));
    await show(studio);
    expect(wordsOf(screen.getByTestId('error-state'))).toContain('The runs are damaged.');
    await fireEvent.click(screen.getByText('Try again'));
    expect(await screen.findByTestId('set-bar')).toBeTruthy();
  });

  it('says that the numbers are of yesterday when a skill was changed since', async () => {
    const later = new Date(Date.UTC(2030, 0, 1)).toISOString();
    const { studio } = await show(undefined, [{ ...skills[0]!, updated_at: later }]);
    const note = screen.getByText(/Skills or queries changed since this run/);
    await fireEvent.click(within(note.closest<HTMLElement>('[role=status]')!).getByText('Run again'));
    await waitFor(() => expect(studio.asked).toContainEqual(['run', 'hybrid', 'agent-skills']));
  });

  it('says of a library that can only be read that its runs are not kept', async () => {
    app.library = { read_only: true } as never;
    await show();
    expect(screen.getByText(/This library is read-only, so runs aren't saved/)).toBeTruthy();
  });

  it('says why a run stopped, until that is dismissed', async () => {
    const { evaluate } = await show();
    await evaluate.runner.begin();
    await evaluate.follow({
      kind: 'run',
      run: { id: 'run-9', done: 1, total: 3, metrics: metrics(), state: 'failed', message: 'The model is gone.' },
    });
    expect(wordsOf(await screen.findByRole('alert'))).toContain('The run stopped: The model is gone.');
    await fireEvent.click(screen.getByLabelText('Dismiss'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows each part that failed where it stands, and the others', async () => {
    const studio = new RunStudio();
    studio.backend.sweepRun = () => Promise.reject(new StudioError('internal', 'Too few scores.'));
    studio.backend.listOverlaps = () => Promise.reject(new StudioError('internal', 'No vectors.'));
    await show(studio);
    expect(wordsOf(screen.getByTestId('sweep'))).toContain("Couldn't compute the threshold sweep");
    expect(wordsOf(screen.getByTestId('overlap'))).toContain('No vectors.');
    expect(screen.getByTestId('metric-top1')).toBeTruthy();
  });

  it('has no findings of axe', async () => {
    await show();
    expect(await faults(place())).toEqual([]);
  });
});

describe('the bar', () => {
  it('runs by Ctrl+Enter, and cancels what runs', async () => {
    const { studio, evaluate } = await show();
    const keys = () => fireEvent.keyDown(screen.getByTestId('set-picker'), { key: 'Enter', ctrlKey: true });
    await keys();
    await waitFor(() => expect(evaluate.runner.progress?.id).toBe('run-9'));
    await keys();
    expect(studio.asked.filter(([what]) => what === 'run')).toHaveLength(1);
    await fireEvent.click(await screen.findByTestId('cancel-run'));
    expect(studio.asked).toContainEqual(['cancel', 'run-9']);
  });

  it('says why a run could not be started, and can start it again', async () => {
    const { studio, failed } = await show();
    studio.backend.startRun = () => Promise.reject(new StudioError('invalid', 'The set is empty.'));
    await fireEvent.click(screen.getByTestId('run'));
    await waitFor(() => expect(failed).toEqual(['Starting the run: The set is empty.']));
    expect(screen.getByTestId<HTMLButtonElement>('run').disabled).toBe(false);
  });

  it('shows another set, and no run of the one before', async () => {
    const { evaluate } = await show();
    await set('letters');
    await waitFor(() => expect(wordsOf(screen.getByTestId('set-picker'))).toContain('letters'));
    expect(evaluate.detail).toBeNull();
    expect(screen.getByText('No run with hybrid yet')).toBeTruthy();
  });

  it('renames a set: not to the name of another, and stays where it failed', async () => {
    const { studio, evaluate, failed } = await show();
    await set('Rename “calls”…');
    const name = await screen.findByRole('textbox');
    await write(name, 'letters');
    const rename = within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: 'Rename set' });
    expect(rename.disabled).toBe(true);
    expect(await faults(screen.getByRole('dialog'))).toEqual([]);
    const real = studio.backend.renameQuerySet;
    studio.backend.renameQuerySet = () => Promise.reject(new StudioError('stale', 'It is gone.'));
    await write(name, 'phone');
    await fireEvent.click(rename);
    await waitFor(() => expect(failed).toEqual(['Renaming the set: It is gone.']));
    studio.backend.renameQuerySet = real;
    await fireEvent.click(rename);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(evaluate.set).toBe('phone');
  });

  it('deletes a set only after it said how much goes with it', async () => {
    const { studio, evaluate } = await show();
    await set('Delete “calls”…');
    const dialog = await screen.findByRole('dialog');
    expect(wordsOf(dialog)).toContain("3 queries and 2 runs will be deleted. This can't be undone.");
    expect(await faults(dialog)).toEqual([]);
    await fireEvent.click(within(dialog).getByText('Cancel'));
    expect(studio.asked).toEqual([]);
    await set('Delete “calls”…');
    await fireEvent.click(within(await screen.findByRole('dialog')).getByText('Delete set'));
    await waitFor(() => expect(evaluate.set).toBe('letters'));
    expect(studio.asked).toEqual([['delete set', 'calls']]);
  });

  it('deletes a query, and the toast brings it back as it was', async () => {
    const { studio } = await show();
    await fireEvent.click(screen.getByRole('tab', { name: /Queries/ }));
    const list = await screen.findByRole('listbox', { name: 'Test queries' });
    await fireEvent.keyDown(list, { key: 'ArrowDown' });
    await fireEvent.keyDown(list, { key: 'Delete' });
    await waitFor(() => expect(studio.asked).toEqual([['delete', ['1']]]));
    await pressInToast('Query deleted');
    await waitFor(() =>
      expect(studio.asked[1]).toEqual([
        'put',
        { id: null, query: 'query 1', expected: ['gas'], unwanted: [], source: { kind: 'written' }, set: 'calls' },
      ]),
    );
  });
});

describe('a model', () => {
  it('is asked only after the author saw what that takes', async () => {
    const { studio, evaluate } = await show();
    await evaluate.choose({ scorer: 'model' });
    await fireEvent.click(await screen.findByTestId('run'));
    const cost = await screen.findByTestId('model-cost');
    expect(wordsOf(cost)).toContain('3 (1 more cached)');
    expect(wordsOf(cost)).toContain('unknown; set prices in the Playground');
    expect(await faults(screen.getByRole('dialog'))).toEqual([]);
    await fireEvent.click(screen.getByText('Cancel'));
    expect([evaluate.runner.cost, studio.asked]).toEqual([null, []]);
    await fireEvent.click(screen.getByTestId('run'));
    await fireEvent.click(await screen.findByText('Send 3 queries'));
    await waitFor(() => expect(studio.asked).toEqual([['run', 'model', 'agent-skills']]));
  });

  it('that is not set up is said, and not asked', async () => {
    const { studio, evaluate } = await show();
    const cost = await studio.backend.estimateModelCost(null, [], null);
    studio.backend.estimateModelCost = async () => ({
      ...cost,
      calls: 0,
      unavailable: 'No model is set up.',
      dollars: 0.5,
    });
    await evaluate.choose({ scorer: 'model' });
    await fireEvent.click(await screen.findByTestId('run'));
    expect(await screen.findByText('No model is set up.')).toBeTruthy();
    expect(screen.getByText<HTMLButtonElement>(/^Send \d/).closest('button')!.disabled).toBe(true);
    expect(wordsOf(screen.getByTestId('model-cost'))).toContain('about $0.50');
  });
});

describe('the runs that are kept', () => {
  const open = async () => {
    await fireEvent.click(screen.getByTestId('runs'));
    return screen.findAllByTestId('run-row');
  };

  it('are named, shown, and compared with', async () => {
    const { studio, evaluate } = await show();
    const [, earlier] = await open();
    const name = within(earlier!).getByRole('textbox');
    await fireEvent.change(name, { target: { value: ' first try ' } });
    expect(studio.asked).toEqual([['label', 'run-1', 'first try']]);
    await fireEvent.click(within(earlier!).getByText('Show'));
    await waitFor(() => expect(evaluate.info?.id).toBe('run-1'));
    const [newest] = await open();
    await fireEvent.click(within(newest!).getByText('Compare with'));
    await waitFor(() => expect(evaluate.beforeId).toBe('run-2'));
  });

  it('are deleted after a question; the one before is shown then', async () => {
    const { studio, evaluate, failed } = await show();
    const [newest] = await open();
    const real = studio.backend.deleteRun;
    studio.backend.deleteRun = () => Promise.reject(new StudioError('internal', 'Not now.'));
    await fireEvent.click(within(newest!).getByLabelText('Delete this run'));
    await fireEvent.click(await screen.findByText('Delete run'));
    await waitFor(() => expect(failed).toEqual(['Deleting the run: Not now.']));
    expect(evaluate.info?.id).toBe('run-2');
    studio.backend.deleteRun = real;
    await fireEvent.click(within((await screen.findAllByTestId('run-row'))[0]!).getByLabelText('Delete this run'));
    await fireEvent.click(await screen.findByText('Delete run'));
    await waitFor(() => expect(evaluate.info?.id).toBe('run-1'));
  });

  it('say so where one cannot be read, with the reason', async () => {
    const studio = new RunStudio();
    const runs = [runInfo('run-2')];
    studio.runs = runs;
    studio.backend.listRuns = async () => ({
      runs,
      unreadable: [{ id: 'bad', reason: 'Its format is newer.' } as never],
    });
    await show(studio);
    await open();
    const sheet = screen.getByRole('dialog');
    expect(wordsOf(sheet)).toContain('Its format is newer.');
    expect(await faults(sheet)).toEqual([]);
  });

  it('of a set that was left while one is read are not shown late', async () => {
    const { studio, evaluate } = await show();
    const slow = later<never>();
    const real = studio.backend.getRun;
    studio.backend.getRun = () => slow.promise;
    const first = evaluate.open('run-1');
    studio.backend.getRun = real;
    await evaluate.open('run-2');
    slow.resolve((await real('run-1')) as never);
    await first;
    expect(evaluate.info?.id).toBe('run-2');
  });
});
