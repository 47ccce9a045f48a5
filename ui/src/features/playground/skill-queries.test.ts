import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Toaster } from '$kit';
import { StudioError, type SkillQuery, type SkillQueryResults, type SkillQueryTest, type SkillRow } from '$lib/ipc';
import { attempts, faults, later, wordsOf, write } from '$lib/testing/screen';
import { Kept, QuietBackend, candidate, report, skillQueries, skillQuery, skillResults } from './fixtures';
import { expectedText } from './expectations';
import Screen from './Playground.svelte';
import { Playground } from './playground.svelte';
import { READ_REST, TEST_REST } from './tested-skill.svelte';
import { WHAT_IF_REST } from './what-if.svelte';

// The lists draw what fits their height; jsdom has none.
Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 900 }, offsetWidth: { value: 400 } });

const smell = skillQuery('I smell gas');
const leak = skillQuery('The tap drips', 'not_this_skill');

/** Keeps the queries, and how each goes. */
class Backend extends QuietBackend {
  queries: SkillQuery[] = [smell, leak];
  tests: SkillQueryTest[] = [];
  override listSkillQueries = async (_skill: string) => skillQueries(this.queries);
  override testSkillQueries = async (test: SkillQueryTest): Promise<SkillQueryResults> => {
    this.tests.push(test);
    const isDraft = test.wording !== null;
    return skillResults(this.queries.map((query) => [query, isDraft || query !== leak, isDraft ? 1 : 3]));
  };
  override saveSkillQuery: QuietBackend['saveSkillQuery'] = async (_skill, id, text, expectation) => {
    const saved = skillQuery(text, expectation);
    if (id !== null) saved.labelled.id = id;
    const isKnown = this.queries.some(({ labelled }) => labelled.id === saved.labelled.id);
    this.queries = isKnown
      ? this.queries.map((query) => (query.labelled.id === saved.labelled.id ? saved : query))
      : [...this.queries, saved];
    return saved.labelled;
  };
  override deleteQueries: QuietBackend['deleteQueries'] = async (ids) => {
    this.queries = this.queries.filter(({ labelled }) => !ids.includes(labelled.id));
  };
  override saveQuery: QuietBackend['saveQuery'] = async (query) => {
    const labelled = { ...query, id: query.id ?? 'new', unknown: [] };
    const known = this.queries.find((each) => each.labelled.id === labelled.id);
    if (known) this.queries = this.queries.map((each) => (each === known ? { ...each, labelled } : each));
    else this.queries = [...this.queries, { ...smell, labelled }];
    return labelled;
  };
}

let backend: Backend;
beforeEach(() => {
  backend = new Backend();
});

const made = (query = '') => new Playground(backend, new Kept(JSON.stringify({ query })), new Kept());

describe('the skill under test', () => {
  let playground: Playground;
  const rest = (ms = TEST_REST) => vi.advanceTimersByTimeAsync(ms);
  beforeEach(async () => {
    vi.useFakeTimers();
    playground = made();
    await playground.start();
    void playground.testSkill('id-gas');
    await rest(1000);
  });
  afterEach(() => vi.useRealTimers());

  it('opens with its queries, of which one that should trigger it is asked', () => {
    expect(playground.tested.queries).toEqual([smell, leak]);
    expect([playground.query, playground.chosen]).toEqual(['I smell gas', 'id-gas']);
    expect(playground.tested.resultOf(leak)).toMatchObject({ is_right: false, rank: 3 });
  });

  it('is asked about by its own words until it has queries', async () => {
    backend.queries = [];
    backend.suggestQueries = async () => [{ query: 'My stove hisses', skill: 'power' }];
    void playground.testSkill('id-power');
    await rest(1000);
    expect(playground.query).toBe('My stove hisses');
  });

  it.each([
    ['its queries', [smell], []],
    ['what is suggested', [], ['My stove hisses']],
  ])('leaves the query that was typed, with %s a press away', async (_, queries, suggested) => {
    backend.queries = queries;
    backend.suggestQueries = async () => [{ query: 'My stove hisses', skill: 'power' }];
    playground.set({ query: 'typed' });
    void playground.testSkill('id-power');
    await rest(1000);
    expect([playground.query, playground.tested.skillId]).toEqual(['typed', 'id-power']);
    expect(playground.tested.queries).toEqual(queries);
    expect(playground.suggestions.own.map(({ query }) => query)).toEqual(suggested);
  });

  it('is tested with each draft, and as it is saved only where something else changed', async () => {
    const before = backend.tests.length;
    void playground.tryWording('id-gas');
    await rest(1000);
    expect(backend.tests.length).toBe(before);
    playground.whatIf.edit({ description: 'A hiss.' });
    await rest();
    expect(backend.tests.slice(before).map(({ wording }) => wording?.description)).toEqual(['A hiss.']);
    expect(playground.tested.resultOf(leak)).toMatchObject({ is_right: true, rank: 1 });
    expect(playground.tested.savedResultOf(leak)).toMatchObject({ is_right: false, rank: 3 });
    playground.set({ query: 'typed' });
    await rest(1000);
    expect(backend.tests.length, 'the query of the moment is none of its own').toBe(before + 1);
    playground.setMinScore('hybrid', 0.6);
    await rest(1000);
    expect(backend.tests.slice(before + 1).map(({ wording }) => wording?.description)).toEqual([undefined, 'A hiss.']);
  });

  it('has one batch under way and one waiting; what was overtaken is never shown', async () => {
    const slow = later<SkillQueryResults>();
    const answer = backend.testSkillQueries;
    await playground.tryWording('id-gas');
    await rest(1000);
    const drafts: (string | undefined)[] = [];
    backend.testSkillQueries = (test) => {
      drafts.push(test.wording?.description);
      return drafts.length === 1 ? slow.promise : answer(test);
    };
    for (const description of ['a', 'ab', 'abc', 'abcd']) {
      playground.whatIf.edit({ description });
      await rest(WHAT_IF_REST + TEST_REST);
    }
    expect([drafts, playground.tested.isTesting]).toEqual([['a'], true]);
    slow.resolve(skillResults([[smell, false, 9]]));
    await rest(1000);
    expect([drafts, playground.tested.isTesting]).toEqual([['a', 'abcd'], false]);
    expect(playground.tested.resultOf(smell)).toMatchObject({ is_right: true, rank: 1 });
  });

  it('is tested as it is saved once, however many drafts are typed meanwhile', async () => {
    const slow = later<SkillQueryResults>();
    const answer = backend.testSkillQueries;
    await playground.tryWording('id-gas');
    await rest(1000);
    const drafts: (string | undefined)[] = [];
    backend.testSkillQueries = (test) => {
      drafts.push(test.wording?.description);
      return drafts.length === 1 ? slow.promise : answer(test);
    };
    playground.setMinScore('hybrid', 0.6);
    await rest(1000);
    playground.whatIf.edit({ description: 'a' });
    await rest(1000);
    slow.resolve(skillResults([[leak, false, 7]]));
    await rest(1000);
    expect(drafts).toEqual([undefined, 'a']);
    expect([playground.tested.savedResultOf(leak)?.rank, playground.tested.resultOf(leak)?.rank]).toEqual([7, 1]);
  });

  it('is tested as it is saved anew where that changed while it was tested', async () => {
    const slow = later<SkillQueryResults>();
    const answer = backend.testSkillQueries;
    backend.testSkillQueries = () => slow.promise;
    playground.setMinScore('hybrid', 0.6);
    await rest(1000);
    backend.testSkillQueries = answer;
    playground.tested.follow();
    slow.resolve(skillResults([[leak, false, 7]]));
    await rest(1000);
    expect(playground.tested.savedResultOf(leak)?.rank).toBe(3);
  });

  it('takes a change back after it was put away', async () => {
    const undo = await playground.tested.remove(leak);
    playground.tested.close();
    await undo();
    expect(backend.queries.map(({ labelled }) => labelled)).toContainEqual(leak.labelled);
    expect(playground.tested.list).toBeNull();
  });

  it('is read anew when the library changes, and put away where it is gone from there', async () => {
    const read = vi.fn(async () => skillQueries([smell], { skill: 'gas-leak' }));
    backend.listSkillQueries = read;
    for (let change = 0; change < 5; change++) playground.refreshLater();
    await rest(READ_REST + 1000);
    expect(read).toHaveBeenCalledTimes(1);
    expect([playground.tested.list?.skill, playground.tested.queries]).toEqual(['gas-leak', [smell]]);
    backend.listSkillQueries = () => Promise.reject(new StudioError('not_found', 'There is no such skill.'));
    playground.refreshLater();
    await rest(1000);
    expect(playground.tested.skillId).toBeNull();
  });

  it('is put away where it is gone, and says any other failure', async () => {
    backend.listSkillQueries = () => Promise.reject(new StudioError('internal', 'The library is locked.'));
    await playground.tested.read();
    expect(playground.tested.error?.message).toBe('The library is locked.');
    backend.listSkillQueries = () => Promise.reject(new StudioError('not_found', 'There is no such skill.'));
    await playground.tested.read();
    expect([playground.tested.skillId, playground.tested.error]).toEqual([null, null]);
  });
});

describe('its list', () => {
  const skills = [{ id: 'id-gas', name: 'gas', tags: [], description: 'About gas.' }] as unknown as SkillRow[];
  const undo = vi.fn<(message: string, undo: () => Promise<void>) => void>();
  const list = () => within(screen.getByTestId('skill-queries')).getByRole('listbox');
  const rows = () => screen.queryAllByTestId('skill-query');
  const field = () => screen.getByTestId<HTMLInputElement>('add-skill-query');
  const key = (name: string) => fireEvent.keyDown(list(), { key: name });
  /** Takes back the last of so many changes: each is offered after the list that shows it was read. */
  const takeBack = async (changes = 1) => {
    await waitFor(() => expect(undo).toHaveBeenCalledTimes(changes));
    const [, back] = undo.mock.lastCall!;
    await back();
  };

  async function show() {
    undo.mockClear();
    const ranked = [candidate('water', 1, 0.9), candidate('gas', 2, 0.4)];
    backend.score = async (query, scorer) => report(query, scorer, ranked);
    const playground = made();
    const { failed, onattempt } = attempts();
    render(Toaster);
    render(Screen, { playground, skills, onopen: vi.fn(), onattempt, onundo: undo });
    await playground.start();
    await playground.testSkill('id-gas');
    await waitFor(() => expect(rows()).toHaveLength(2));
    await waitFor(() => expect(rows()[0]!.dataset['right']).toBe('true'));
    return { playground, failed };
  }

  it('names the skill, its rank for the query, and how each query goes', async () => {
    await show();
    const pane = screen.getByTestId('skill-queries');
    expect(within(pane).getByRole('heading', { name: 'gas' })).toBeTruthy();
    await waitFor(() => expect(wordsOf(screen.getByTestId('tested-standing'))).toContain('rank 2 of 2 in adk'));
    expect(wordsOf(screen.getByTestId('queries-right'))).toBe('1 of 2 passed');
    expect(rows().map(wordsOf)).toEqual([
      'Passed I smell gas This skill · rank 3 · no skill triggers',
      'Failed The tap drips Not this skill · rank 3 · no skill triggers',
    ]);
    expect(await faults(pane)).toEqual([]);
  });

  it('takes five queries with Enter, one after the other', async () => {
    await show();
    for (const text of ['one', 'two', 'three', 'four', 'five']) {
      await write(field(), text);
      await fireEvent.keyDown(field(), { key: 'Enter' });
      await waitFor(() => expect(field().value).toBe(''));
    }
    await waitFor(() => expect(rows()).toHaveLength(7));
    expect(backend.queries.slice(2).every(({ expectation }) => expectation === 'this_skill')).toBe(true);
  });

  it('has the keyboard where a query is added, once the skill is put to the test or come back to', async () => {
    const playground = made();
    const { component } = render(Screen, { playground, skills, onopen: vi.fn() });
    await playground.start();
    component.begin();
    expect(document.activeElement).toBe(screen.getByTestId('query-input'));
    component.test('id-gas');
    await waitFor(() => expect(document.activeElement).toBe(field()));
    component.focus();
    expect(document.activeElement).toBe(screen.getByTestId('query-input'));
    component.begin();
    await waitFor(() => expect(document.activeElement).toBe(field()));
  });

  it('saves a draft of it by key, and nothing where there is none', async () => {
    const playground = made();
    const { component } = render(Screen, { playground, skills, onopen: vi.fn() });
    await playground.start();
    component.test('id-gas');
    await component.tryWording();
    await write(await screen.findByTestId<HTMLTextAreaElement>('what-if-description'), 'A hiss.');
    await component.keep();
    expect([backend.wording.description, playground.whatIf.changed]).toEqual(['A hiss.', []]);
    const saving = vi.spyOn(playground.whatIf, 'keep');
    await component.keep();
    expect(saving).not.toHaveBeenCalled();
  });

  it('keeps what was typed where it could not be saved', async () => {
    const { failed } = await show();
    backend.saveSkillQuery = () => Promise.reject(new StudioError('read_only_library', 'It can only be read.'));
    await write(field(), 'one');
    await fireEvent.keyDown(field(), { key: 'Enter' });
    await waitFor(() => expect(failed).toEqual(['Saving the query: It can only be read.']));
    expect(field().value).toBe('one');
  });

  it('keeps what is typed while a query is saved', async () => {
    await show();
    const saving = later<void>();
    const save = backend.saveSkillQuery;
    backend.saveSkillQuery = async (...query) => (await saving.promise, save(...query));
    await write(field(), 'one');
    await fireEvent.keyDown(field(), { key: 'Enter' });
    expect(field().value).toBe('');
    await write(field(), 'two');
    saving.resolve();
    await waitFor(() => expect(rows()).toHaveLength(3));
    expect(field().value).toBe('two');
  });

  it('keeps what is typed while an edited query is saved, and goes on editing where it was not', async () => {
    const { failed } = await show();
    const saving = later<void>();
    const save = backend.saveQuery;
    backend.saveQuery = async (...query) => (await saving.promise, save(...query));
    await key('ArrowDown');
    await key('F2');
    await write(field(), 'I smell rotten eggs');
    await fireEvent.keyDown(field(), { key: 'Enter' });
    await write(field(), 'two');
    saving.resolve();
    await waitFor(() => expect(wordsOf(rows()[0]!)).toContain('I smell rotten eggs'));
    expect([field().value, field().getAttribute('aria-label')]).toEqual(['two', 'Add query']);
    expect(document.activeElement).toBe(field());
    backend.saveQuery = () => Promise.reject(new StudioError('read_only_library', 'It can only be read.'));
    await key('F2');
    await write(field(), 'I smell smoke');
    await fireEvent.keyDown(field(), { key: 'Enter' });
    await waitFor(() => expect(failed).toEqual(['Saving the query: It can only be read.']));
    await waitFor(() => expect(field().value).toBe('I smell smoke'));
    expect(field().getAttribute('aria-label')).toBe('Edit query');
  });

  it('leaves what was typed for one skill behind when another is tested', async () => {
    const { playground } = await show();
    await key('ArrowDown');
    await key('F2');
    expect(field().getAttribute('aria-label')).toBe('Edit query');
    await playground.testSkill('id-water');
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect([field().value, field().getAttribute('aria-label')]).toEqual(['', 'Add query']);
  });

  it('says of a query that it is not tested, and why', async () => {
    backend.queries = [smell, { ...leak, is_left_out: true }];
    backend.testSkillQueries = async () => skillResults([[smell, true, 1]]);
    await show();
    expect(wordsOf(rows()[1]!)).toBe('The tap drips Not this skill · not tested: skill not in library');
  });

  it('tries another description where nothing is asked, and shows the draft that the queries are tested with', async () => {
    const { playground } = await show();
    playground.set({ query: '' });
    await fireEvent.click(screen.getByRole('button', { name: 'Try a different description' }));
    expect(await screen.findByTestId('what-if-description')).toBeTruthy();
    playground.tested.close();
    await waitFor(() => expect(screen.queryByTestId('what-if')).toBeNull());
  });

  it('changes what the chosen query expects by key, and takes it back', async () => {
    const { playground } = await show();
    await key('ArrowDown');
    expect(playground.query).toBe('I smell gas');
    await key('3');
    await waitFor(() => expect(wordsOf(rows()[0]!)).toContain('No skill'));
    await key('2');
    await waitFor(() => expect(wordsOf(rows()[0]!)).toContain('Not this skill'));
    const saved = vi.spyOn(backend, 'saveQuery');
    await takeBack(2);
    expect(saved.mock.lastCall?.[0]).toMatchObject({ id: smell.labelled.id, expected: [], unwanted: [] });
  });

  it('edits with F2 and Enter, and leaves it with Escape', async () => {
    await show();
    await key('ArrowDown');
    await key('F2');
    expect(field().value).toBe('I smell gas');
    await fireEvent.keyDown(field(), { key: 'Escape' });
    expect(field().value).toBe('');
    await key('F2');
    await write(field(), 'I smell rotten eggs');
    await fireEvent.keyDown(field(), { key: 'Enter' });
    await waitFor(() => expect(wordsOf(rows()[0]!)).toContain('I smell rotten eggs'));
    await takeBack();
    await waitFor(() => expect(wordsOf(rows()[0]!)).toContain('I smell gas'));
  });

  it('has a menu with all that keys do, by the pointer and by the menu key', async () => {
    await show();
    await key('ArrowDown');
    await fireEvent.contextMenu(rows()[0]!, { button: 2 });
    const entries = (await screen.findAllByRole('menuitem')).map(wordsOf);
    for (const words of ['This skill', 'Not this skill', 'No skill', 'Edit query', 'Remove query'])
      expect(entries.some((entry) => entry.startsWith(words))).toBe(true);
    await fireEvent.click(screen.getByText('Edit query'));
    await waitFor(() => expect(field().value).toBe('I smell gas'));
  });

  it('removes with Delete, goes on to the next, and takes it back', async () => {
    await show();
    await key('ArrowDown');
    await key('Delete');
    await waitFor(() => expect(rows().map(wordsOf)).toEqual([expect.stringContaining('The tap drips')]));
    await waitFor(() => expect(document.activeElement).toBe(list()));
    expect(undo.mock.lastCall?.[0]).toBe('Query removed');
    await takeBack();
    await waitFor(() => expect(rows()).toHaveLength(2));
  });

  it('removes one query where Delete is held, and puts the keyboard into the field after the last', async () => {
    await show();
    const hold = () => fireEvent.keyDown(list(), { key: 'Delete', repeat: true });
    await key('ArrowDown');
    await key('Delete');
    await waitFor(() => expect(rows()).toHaveLength(1));
    await waitFor(() => expect(document.activeElement).toBe(list()));
    await hold();
    expect(backend.queries).toEqual([leak]);
    await key('Delete');
    await waitFor(() => expect(screen.queryByText('The tap drips')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(field()));
  });

  it('says what a draft fixes, and what the scorer cannot load', async () => {
    const { playground } = await show();
    await playground.tryWording('id-gas');
    playground.whatIf.edit({ description: 'A hiss.' });
    await waitFor(() => expect(wordsOf(rows()[1]!)).toContain('rank 3 → 1 · triggers gas'));
    expect(wordsOf(rows()[1]!)).toContain('Fixed');
    backend.testSkillQueries = async () => ({
      ...skillResults([[smell, false, null]]),
      untested: 12,
      left_out: 'adk drops this skill: tools.',
    });
    playground.tested.follow();
    expect(wordsOf(await screen.findByTestId('tested-left-out'))).toBe('adk drops this skill: tools.');
    expect(wordsOf(screen.getByTestId('queries-untested'))).toContain('To test all 13');
  });

  it('imports what was found beside the skill, and is written there when asked', async () => {
    const found = {
      key: 'id-gas/evals/evals.json',
      skill: 'gas',
      path: 'evals/evals.json',
      format: 'evals' as const,
      queries: 6,
      skipped: 0,
      problem: null,
      set: 'gas',
      state: 'new' as const,
    };
    backend.listSkillQueries = async () => skillQueries(backend.queries, { found: [found], file_state: 'missing' });
    await show();
    const imported = vi.spyOn(backend, 'importFoundEvals');
    await fireEvent.click(screen.getByTestId('import-found-queries'));
    expect(imported).toHaveBeenCalledWith(['id-gas/evals/evals.json']);
    const written = vi.spyOn(backend, 'writeSkillQueries');
    const button = screen.getByTestId('write-skill-queries');
    expect(wordsOf(button)).toBe('Also save to evals/queries.jsonl');
    await fireEvent.click(button);
    expect(written).toHaveBeenCalledWith('id-gas');
  });
});

it.each([
  ['this_skill', ['gas'], [], 'This skill'],
  ['this_skill', ['gas', 'emergency'], [], 'This skill or emergency'],
  ['not_this_skill', [], ['gas'], 'Not this skill'],
  ['not_this_skill', ['water', 'emergency'], ['gas'], 'Not this skill, but water or emergency'],
  ['no_skill', [], [], 'No skill'],
  [null, ['water'], [], 'Expects water'],
] as const)('a query that expects %j of %j, %j, says all of it: %s', (expectation, expected, unwanted, said) => {
  const query = skillQuery('I smell gas', expectation);
  Object.assign(query.labelled, { expected, unwanted });
  expect(expectedText(query, 'gas')).toBe(said);
});
