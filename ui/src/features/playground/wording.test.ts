import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Candidate, StudioError, type WhatIfReport } from '$lib/ipc';
import { ODD_NAMES, faults, later, wordsOf, write } from '$lib/testing/screen';
import { Kept, QuietBackend, candidate, detail, whatIfReport, wording } from './fixtures';
import { Playground } from './playground.svelte';
import WhatIfPanel from './WhatIfPanel.svelte';

// The list draws what fits its height; jsdom has none.
Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 900 }, offsetWidth: { value: 400 } });

let backend: QuietBackend;
let answer: Partial<WhatIfReport>;
let after: Candidate;
beforeEach(() => {
  backend = new QuietBackend();
  after = candidate('gas', 1, 0.9);
  answer = {};
  backend.askWhatIf = async ({ query, scorer }) => ({ ...whatIfReport(after, query, scorer), ...answer });
});

async function show(attempts = new Kept()) {
  const playground = new Playground(backend, new Kept(JSON.stringify({ query: 'smell' })), attempts);
  await playground.start();
  const on = { onkept: vi.fn(), ondiscarded: vi.fn() };
  const { container } = render(WhatIfPanel, { playground, ...on });
  await playground.tryWording('id-gas');
  await screen.findByTestId('what-if-description');
  return { playground, attempts, container, ...on };
}
const area = () => screen.getByTestId<HTMLTextAreaElement>('what-if-description');
const isDisabled = (id: string) => screen.getByTestId<HTMLButtonElement>(id).disabled;
const tab = (name: string) => fireEvent.click(screen.getByRole('radio', { name: new RegExp(`^${name}`) }));
const flip = (id: string, kind: 'fixed' | 'broken' | 'other') => ({
  id,
  query: `query ${id}`,
  expected: kind === 'other' ? [] : ['gas'],
  before: 'water',
  after: null,
  before_score: 0.5,
  after_score: 0.2,
  kind,
});

describe('another wording', () => {
  it('is tried field by field; those that differ are marked, and can be discarded', async () => {
    const { ondiscarded, playground } = await show();
    expect([isDisabled('what-if-keep'), isDisabled('what-if-discard')]).toEqual([true, true]);
    await write(area(), 'A hiss.');
    expect(screen.getByRole('radio', { name: 'Description •' })).toBeTruthy();
    await tab('Name');
    const name = await screen.findByTestId<HTMLInputElement>('what-if-name');
    expect(screen.queryByTestId('what-if-diff')).toBeNull();
    await write(name, ' ');
    expect(isDisabled('what-if-keep')).toBe(true);
    await fireEvent.click(screen.getByTestId('what-if-discard'));
    expect(name.value).toBe('gas');
    const [back] = ondiscarded.mock.lastCall as [() => void];
    back();
    await waitFor(() => expect(playground.whatIf.changed).toEqual(['description', 'name']));
  });

  it('says what it does to score and rank', async () => {
    await show();
    await write(area(), 'A hiss.');
    await waitFor(() => expect(screen.getAllByTestId('what-if-change')).toHaveLength(2));
    for (const change of screen.getAllByTestId('what-if-change')) expect(wordsOf(change)).toMatch(/0\.200 ?to ?0\.900/);
    expect(screen.getAllByText('rank 2 → 1')).toHaveLength(2);
    const hybrid = screen.getAllByTestId('what-if-outcome').find(({ dataset }) => dataset['scorer'] === 'hybrid')!;
    expect(wordsOf(hybrid)).toContain('description 0.900');
    after = candidate('gas', 2, 0.25);
    await write(area(), 'A hiss, perhaps.');
    await waitFor(() => expect(screen.queryByText(/^rank . →/)).toBeNull());
  });

  it('has a reason in place of numbers where a scorer cannot load the skill', async () => {
    backend.askWhatIf = async ({ query, scorer }) => {
      const out = { ...candidate('gas', 0, 0), state: 'dropped' as const, reason: 'adk drops this skill: tools.' };
      if (scorer === 'adk') return { ...whatIfReport(out, query, scorer), before: out };
      return whatIfReport(after, query, scorer);
    };
    await show();
    await write(area(), 'A hiss.');
    const adk = () => screen.getAllByTestId('what-if-outcome').find(({ dataset }) => dataset['scorer'] === 'adk')!;
    await waitFor(() => expect(wordsOf(adk())).toBe('adk drops this skill: tools.'));
    expect(document.body.textContent).not.toContain('0.000');
  });

  it.each(ODD_NAMES)('may be of any sort, and is kept as it is: %s', async (text) => {
    const { onkept } = await show();
    await write(area(), text);
    await fireEvent.click(screen.getByTestId('what-if-keep'));
    await waitFor(() => expect(backend.wording.description).toBe(text));
    expect(onkept).toHaveBeenCalledWith('gas', expect.any(Function));
    expect(isDisabled('what-if-keep')).toBe(true);
  });

  it('that could not be kept says why and stays; the skill is reloaded, and what was tried is over it', async () => {
    const { playground } = await show();
    await write(area(), 'Mine.');
    backend.saveWhatIf = () => Promise.reject(new StudioError('stale', 'The skill was changed meanwhile.'));
    await fireEvent.click(screen.getByTestId('what-if-keep'));
    expect(wordsOf(await screen.findByTestId('what-if-keep-error'))).toBe(
      "Couldn't save: The skill was changed meanwhile.",
    );
    expect(area().value).toBe('Mine.');
    backend.wording = { ...wording, description: 'Theirs.', body: 'Run.' };
    backend.detail = detail({ aggregate_version: 9 });
    await fireEvent.click(screen.getByText('Reload the skill'));
    await screen.findByText(/^Also changed elsewhere: description\. Saving overwrites that change\.$/);
    expect(playground.whatIf.wording).toMatchObject({ description: 'Mine.', body: 'Run.' });
    expect(screen.queryByTestId('what-if-keep-error')).toBeNull();
  });

  it('is left for later where it is closed, and taken up again', async () => {
    const { playground, attempts } = await show();
    await write(area(), 'Half');
    expect(screen.getByTestId('what-if-close').getAttribute('aria-label')).toBe('Close and keep the draft');
    await fireEvent.click(screen.getByTestId('what-if-close'));
    expect(playground.whatIf.isOpen).toBe(false);
    expect(attempts.text).toContain('Half');
    await playground.tryWording('id-gas');
    await waitFor(() => expect(area().value).toBe('Half'));
  });

  it('of a skill that cannot be read says why, and reads it again', async () => {
    const read = backend.getSkillWording;
    backend.getSkillWording = () => Promise.reject(new StudioError('not_found', 'There is no such skill any more.'));
    const playground = new Playground(backend, new Kept(JSON.stringify({ query: 'smell' })), new Kept());
    await playground.start();
    render(WhatIfPanel, { playground, onkept: vi.fn(), ondiscarded: vi.fn() });
    await playground.tryWording('id-gas');
    expect(wordsOf(await screen.findByTestId('error-state'))).toContain('There is no such skill any more.');
    backend.getSkillWording = read;
    await fireEvent.click(screen.getByText('Try again'));
    expect(await screen.findByTestId('what-if-description')).toBeTruthy();
  });

  it('of the skill that was opened last is shown, whichever answer comes last', async () => {
    const slow = later<typeof wording>();
    const read = backend.getSkillWording;
    const { playground } = await show();
    backend.getSkillWording = (id) => (id === 'id-slow' ? slow.promise : read(id));
    const first = playground.tryWording('id-slow');
    await playground.tryWording('id-gas');
    slow.resolve({ ...wording, name: 'slow', description: 'Late.' });
    await first;
    expect([playground.whatIf.skillId, area().value]).toEqual(['id-gas', wording.description]);
  });
});

describe('the queries it flips', () => {
  const flips = () => screen.queryAllByTestId('flip').map(({ dataset }) => dataset['kind']);

  it('are listed with what they should wake, and put to the playground by Enter', async () => {
    answer = {
      flips: [flip('1', 'broken'), flip('2', 'fixed'), flip('3', 'other')],
      fixed: 1,
      broken: 1,
      labelled: 40,
    };
    const { playground, container } = await show();
    await write(area(), 'A hiss.');
    await waitFor(() => expect(flips()).toEqual(['broken', 'fixed', 'other']));
    expect(wordsOf(screen.getByTestId('flips-count'))).toBe('3 of 40 test queries affected');
    const [broken, fixed, other] = screen.getAllByTestId('flip').map(wordsOf);
    expect(broken).toContain('expected gas');
    expect(fixed).not.toContain('expected');
    expect(other).toContain('expected no skill');
    expect(await faults(container)).toEqual([]);
    const list = within(screen.getByTestId('flips')).getByRole('listbox');
    await fireEvent.keyDown(list, { key: 'ArrowDown' });
    await fireEvent.keyDown(list, { key: 'Enter' });
    expect(playground.query).toBe('query 1');
  });

  it('say why there are none: nothing labelled, nothing typed, nothing changed', async () => {
    answer = { labelled: 0 };
    const { playground } = await show();
    const words = () => wordsOf(screen.getByTestId('flips'));
    await waitFor(() => expect(words()).toContain('No test queries yet.'));
    answer = { labelled: 3 };
    playground.whatIf.follow();
    await waitFor(() => expect(words()).toContain('Edit the draft to see'));
    await write(area(), 'A hiss.');
    await waitFor(() => expect(words()).toContain('Every test query triggers the same skill as before.'));
  });

  it('say why they could not be compared, and are compared again', async () => {
    const { playground } = await show();
    const compare = backend.askWhatIf;
    backend.askWhatIf = () => Promise.reject(new StudioError('internal', 'The library is locked.'));
    await write(area(), 'A hiss.');
    const panel = within(screen.getByTestId('flips'));
    await panel.findByText('The library is locked.');
    backend.askWhatIf = compare;
    await fireEvent.click(panel.getByText('Try again'));
    await waitFor(() => expect(panel.queryByText('The library is locked.')).toBeNull());
    expect(playground.whatIf.error).toBeNull();
  });

  it("are of what a host's list shows, where one is looked at", async () => {
    const { playground } = await show();
    const asked = vi.spyOn(backend, 'askWhatIf');
    playground.set({ host: 'codex' });
    await waitFor(() => expect(asked.mock.calls.map(([request]) => request.host)).toContain('codex'));
  });
});
