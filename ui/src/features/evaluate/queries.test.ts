import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { StudioError } from '$lib/ipc';
import { ODD_NAMES, attempts, faults, later, wordsOf, write } from '$lib/testing/screen';
import ExpectedField from './ExpectedField.svelte';
import { query } from './fixtures';
import QueriesPane from './QueriesPane.svelte';
import { RunStudio } from './studio';

// The list draws what fits its height; jsdom has none.
Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 900 }, offsetWidth: { value: 600 } });

async function show(studio = new RunStudio()) {
  const evaluate = await studio.open();
  const { failed, onattempt } = attempts();
  const on = { onplay: vi.fn(), ondelete: vi.fn() };
  const { component } = render(QueriesPane, { evaluate, names: ['gas', 'water'], onattempt, ...on });
  return { studio, evaluate, failed, pane: component, ...on };
}
const list = () => screen.getByRole('listbox', { name: 'Test queries' });
const rows = () => screen.queryAllByTestId('query-row').map(wordsOf);
const press = (key: string) => fireEvent.keyDown(list(), { key });
const text = () => screen.getByTestId<HTMLTextAreaElement>('query-text');
const expected = () => screen.getByTestId<HTMLInputElement>('expected-field');

describe('the list', () => {
  it('says of each query how the run answered it, and what is expected', async () => {
    await show();
    expect(rows()).toEqual([
      expect.stringMatching(/^passed query 1 gas$/),
      expect.stringMatching(/^failed, triggered gas query 2 water$/),
      expect.stringMatching(/^passed query 3 no skill$/),
    ]);
  });

  it('is narrowed by words and by kind, and shown whole again', async () => {
    await show();
    await write(screen.getByLabelText('Find queries'), 'query water');
    await waitFor(() => expect(rows()).toHaveLength(1));
    await write(screen.getByLabelText('Find queries'), 'nothing');
    expect(await screen.findByText('No matching queries')).toBeTruthy();
    await fireEvent.click(screen.getByText('Show all'));
    await waitFor(() => expect(rows()).toHaveLength(3));
  });

  it('shows those with unknown labels when asked, and how many they are', async () => {
    const studio = new RunStudio();
    studio.queries = [query('1', ['gas']), query('2', ['ghost'], ['ghost']), query('3', ['spook'], ['spook'])];
    await show(studio);
    const note = screen.getByText(/queries expect a skill that isn't in this library, so runs skip them/);
    await fireEvent.click(note);
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(rows()[0]).toBe('skipped query 2 unknown: ghost');
  });

  it('leaves out no query for a skill that must not fire and is not there', async () => {
    const studio = new RunStudio();
    studio.queries = [{ ...query('1', ['gas'], ['ghost']), unwanted: ['ghost'] }];
    await show(studio);
    expect(rows()[0]).not.toContain('skipped');
    expect(rows()[0]).toContain('unknown: ghost');
    expect(screen.queryByText(/runs skip/)).toBeNull();
  });

  it('says that the set is empty, that it is read, and what failed', async () => {
    const studio = new RunStudio();
    studio.queries = [];
    const { evaluate } = await show(studio);
    expect(screen.getByText('No queries in this set')).toBeTruthy();
    const adders = () => screen.queryAllByTestId('empty-action').length;
    expect(adders()).toBe(1);
    await fireEvent.click(screen.getByTestId('add-query'));
    // What is asked for is open: it isn't offered over its own form.
    await waitFor(() => expect(adders()).toBe(0));
    const answer = later<never>();
    studio.backend.listQueries = () => answer.promise;
    evaluate.labelled.queries.clear();
    void evaluate.labelled.readQueries();
    expect(await screen.findByLabelText('Loading queries')).toBeTruthy();
    answer.reject(new StudioError('internal', 'The table is damaged.'));
    expect(wordsOf(await screen.findByTestId('error-state'))).toContain('The table is damaged.');
  });

  it('shows queries of every sort', async () => {
    const studio = new RunStudio();
    studio.queries = ODD_NAMES.map((name, at) => ({ ...query(String(at), ['gas']), query: name }));
    await show(studio);
    for (const [at, name] of ODD_NAMES.entries()) expect(rows()[at]).toContain(name.trim());
  });
});

describe('a query', () => {
  it('is opened by arrows, mended and kept with what it expects', async () => {
    const { studio } = await show();
    await press('ArrowDown');
    await waitFor(() => expect(text().value).toBe('query 1'));
    expect(screen.getByTestId<HTMLButtonElement>('save-query').disabled).toBe(true);
    await write(text(), ' a hiss ');
    await fireEvent.keyDown(text(), { key: 'Enter' });
    await waitFor(() =>
      expect(studio.asked).toContainEqual(['put', expect.objectContaining({ id: '1', query: 'a hiss' })]),
    );
    await waitFor(() => expect(rows()[0]).toContain('a hiss'));
  });

  it('takes Shift and Enter for a line of its own', async () => {
    const { studio } = await show();
    await press('ArrowDown');
    await write(await screen.findByTestId('query-text'), 'a');
    await fireEvent.keyDown(text(), { key: 'Enter', shiftKey: true });
    expect(studio.asked).toEqual([]);
  });

  it('is closed by Escape, and the keyboard is in the list again', async () => {
    await show();
    await press('ArrowDown');
    await fireEvent.keyDown(await screen.findByTestId('query-text'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByTestId('query-form')).toBeNull());
    expect(document.activeElement).toBe(list());
  });

  it('is deleted by Delete; the next one is open then, at the end the one before', async () => {
    const { ondelete } = await show();
    await press('End');
    await press('Delete');
    expect(ondelete).toHaveBeenCalledWith(expect.objectContaining({ id: '3' }));
    await waitFor(() => expect(text().value).toBe('query 2'));
  });

  it('has a menu by the menu key, too', async () => {
    const { onplay, ondelete } = await show();
    await press('End');
    await press('ContextMenu');
    await fireEvent.click(await screen.findByRole('menuitem', { name: 'Open in Playground' }));
    expect(onplay).toHaveBeenCalledWith('query 3');
    await press('ContextMenu');
    await fireEvent.click(await screen.findByRole('menuitem', { name: /^Delete/ }));
    expect(ondelete).toHaveBeenCalledWith(expect.objectContaining({ id: '3' }));
  });

  it('is put to the playground as it is written', async () => {
    const { onplay } = await show();
    await press('ArrowDown');
    await write(await screen.findByTestId('query-text'), 'as written');
    await fireEvent.click(screen.getByText('Open in Playground'));
    expect(onplay).toHaveBeenCalledWith('as written');
  });

  it('stays as it was written where it could not be kept', async () => {
    const { studio, failed } = await show();
    studio.backend.saveQuery = () => Promise.reject(new StudioError('internal', 'The disk is full.'));
    await press('ArrowDown');
    await write(await screen.findByTestId('query-text'), 'mine');
    await fireEvent.click(screen.getByTestId('save-query'));
    await waitFor(() => expect(failed).toEqual(['Saving the query: The disk is full.']));
    expect(text().value).toBe('mine');
  });

  it('that is new leaves the next one without skills, unless that is to have the same', async () => {
    const { studio } = await show();
    await fireEvent.click(screen.getByTestId('add-query'));
    expect(screen.queryByTestId('delete-query')).toBeNull();
    await write(await screen.findByTestId('query-text'), 'a drip');
    await write(expected(), 'wat');
    await fireEvent.keyDown(expected(), { key: 'Enter' });
    await fireEvent.keyDown(text(), { key: 'Enter' });
    await waitFor(() => expect(text().value).toBe(''));
    expect(studio.asked).toEqual([
      ['put', expect.objectContaining({ id: null, query: 'a drip', expected: ['water'] })],
    ]);
    expect(wordsOf(screen.getByTestId('query-form'))).not.toContain('water');
    await fireEvent.click(screen.getByTestId('same-skills'));
    expect(wordsOf(screen.getByTestId('query-form'))).toContain('water');
    expect(screen.queryByTestId('same-skills')).toBeNull();
  });

  it('that expects a skill which is gone says what to do', async () => {
    const studio = new RunStudio();
    studio.queries = [query('1', ['ghost'], ['ghost'])];
    await show(studio);
    await press('ArrowDown');
    expect(await screen.findByText(/No skill is named ghost, so runs skip this query/)).toBeTruthy();
    expect(await faults(screen.getByTestId('queries'))).toEqual([]);
  });
});

describe('the field of expected skills', () => {
  const names = ['gas', 'gas-meter', 'water'];
  function field(value: string[] = []) {
    const onchange = vi.fn();
    render(ExpectedField, { value, names, onchange });
    return onchange;
  }
  const options = () =>
    within(screen.getByRole('listbox', { hidden: true })).queryAllByRole('option', { hidden: true });
  const key = (name: string) => fireEvent.keyDown(expected(), { key: name });

  it('offers what fits, moves by arrows, and takes with Enter or a click', async () => {
    const onchange = field();
    await write(expected(), 'gas');
    expect(options().map(wordsOf)).toEqual(['gas', 'gas-meter']);
    await key('ArrowDown');
    expect(expected().getAttribute('aria-activedescendant')).toBe(options()[1]!.id);
    await key('ArrowDown');
    await key('Enter');
    expect(onchange).toHaveBeenLastCalledWith(['gas-meter']);
    await write(expected(), 'wat');
    await fireEvent.click(options()[0]!);
    expect(onchange).toHaveBeenLastCalledWith(['water']);
  });

  it('offers none that is taken, and takes the last one away with Backspace', async () => {
    const onchange = field(['water', 'gas']);
    await write(expected(), 'gas');
    expect(options().map(wordsOf)).toEqual(['gas-meter']);
    await key('Backspace');
    expect(onchange).not.toHaveBeenCalled();
    await write(expected(), '');
    await key('Backspace');
    expect(onchange).toHaveBeenLastCalledWith(['water']);
  });

  it('closes its list with Escape and no more, and when it is left', async () => {
    const onchange = field();
    const outside = vi.fn();
    document.addEventListener('keydown', outside);
    await write(expected(), 'gas');
    await key('Escape');
    expect([options(), outside.mock.calls]).toEqual([[], []]);
    await key('Escape');
    expect(outside).toHaveBeenCalledOnce();
    document.removeEventListener('keydown', outside);
    await write(expected(), 'gas');
    await fireEvent.blur(expected());
    expect(options()).toEqual([]);
    expect(onchange).not.toHaveBeenCalled();
  });
});
