import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Resolution, type ScoreReport, type Scorer, type SkillRow, type Strategy, StudioError } from '$lib/ipc';
import { Toaster } from '$kit';
import { ODD_NAMES, faults, wordsOf, write } from '$lib/testing/screen';
import { byTip } from '$lib/testing/tips';
import { Kept, QuietBackend, candidate, cost, explanation, noResolution, report, resolved } from './fixtures';
import Screen from './Playground.svelte';
import { Playground } from './playground.svelte';
import type { Settings } from './settings';

// The lists draw what fits their height; jsdom has none.
Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 900 }, offsetWidth: { value: 400 } });

const skills = ['gas', 'water'].map((name) => ({
  id: `id-${name}`,
  name,
  tags: ['safety'],
  description: `About ${name}.`,
})) as unknown as SkillRow[];
const gas = candidate('gas', 1, 1.5);
const water = { ...candidate('water', 2, 0.5, 'below_min_score'), reason: 'Below the 1.00 threshold.' };

let backend: QuietBackend;
let reports: Partial<Record<Scorer, ScoreReport>>;
let resolution: Resolution;
beforeEach(() => {
  backend = new QuietBackend();
  reports = { adk: report('smell', 'adk', [gas, water]), hybrid: report('smell', 'hybrid', [gas, water]) };
  resolution = { ...noResolution, resolved: resolved() };
  backend.score = async (query, scorer) => reports[scorer] ?? report(query, scorer, []);
  backend.resolve = async () => resolution;
});

async function show(settings: Partial<Settings> = {}, of: readonly SkillRow[] = skills) {
  const playground = new Playground(backend, new Kept(JSON.stringify({ query: 'smell', ...settings })), new Kept());
  const on = { onopen: vi.fn(), onindex: vi.fn(), onimport: vi.fn() };
  render(Toaster);
  render(Screen, { playground, skills: of, ...on });
  await playground.start();
  return { playground, ...on };
}
const columns = () => screen.queryAllByTestId('scorer').map(({ dataset }) => dataset['scorer']);
const rows = (scorer: Scorer) => [
  ...document.querySelectorAll<HTMLElement>(`[data-testid=candidate][data-scorer=${scorer}]`),
];
const list = (scorer: Scorer) => screen.getByRole('listbox', { name: `${scorer} candidates` });
const ready = () => waitFor(() => expect(rows('adk').length + rows('hybrid').length).toBeGreaterThan(0));

describe('a column', () => {
  it('is added, changed and taken away; two are always there', async () => {
    const { playground } = await show();
    await ready();
    expect(screen.queryByLabelText('Remove this column')).toBeNull();
    await fireEvent.click(screen.getByTestId('add-column'));
    expect(columns()).toEqual(['adk', 'hybrid', 'embedding']);
    expect(screen.queryByTestId('add-column')).toBeNull();
    await fireEvent.click(screen.getAllByLabelText('Remove this column')[0]!);
    expect(columns()).toEqual(['hybrid', 'embedding']);
    playground.setColumn(0, 'embedding');
    await waitFor(() => expect(columns()).toEqual(['embedding', 'hybrid']));
  });

  it('that takes the scorer of the other changes places with it: names and lists are where they belong', async () => {
    const { playground } = await show();
    await ready();
    const pickers = () => screen.getAllByLabelText(/^Scorer for column/);
    const lists = () => screen.getAllByTestId('scorer').map((column) => within(column).getByRole('listbox'));
    const [first, second] = lists();
    pickers()[1]!.focus();
    await fireEvent.keyDown(pickers()[1]!, { key: 'Enter' });
    await screen.findByRole('option', { name: /^adk/ });
    for (const key of ['Home', 'Enter']) await fireEvent.keyDown(pickers()[1]!, { key });
    await waitFor(() => expect(playground.columns).toEqual(['hybrid', 'adk']));
    expect(columns()).toEqual(['hybrid', 'adk']);
    expect(pickers().map(wordsOf)).toEqual(['hybrid', 'adk']);
    const names = screen.getAllByTestId('scorer').map((column) => column.getAttribute('aria-label'));
    expect(names).toEqual(['hybrid', 'adk']);
    // A list that is put elsewhere in the page is blank until somebody scrolls it.
    expect(lists()).toEqual([first, second]);
    expect(rows('adk').map(({ dataset }) => dataset['name'])).toEqual(['gas', 'water']);
    expect(rows('hybrid').map(({ dataset }) => dataset['name'])).toEqual(['gas', 'water']);
  });

  it('is moved into with the arrow keys, and its explanation closed by Escape', async () => {
    const { playground } = await show();
    await ready();
    list('adk').focus();
    await fireEvent.keyDown(list('adk'), { key: 'ArrowRight' });
    expect(document.activeElement).toBe(list('hybrid'));
    await fireEvent.keyDown(list('hybrid'), { key: 'ArrowDown' });
    await fireEvent.keyDown(list('hybrid'), { key: 'Enter' });
    expect(await screen.findByTestId('explanation')).toBeTruthy();
    expect([playground.chosen, playground.focus]).toEqual(['id-gas', 'hybrid']);
    await fireEvent.keyDown(list('hybrid'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByTestId('explanation')).toBeNull());
  });

  it('says how it ranked each skill, and what is not indexed yet', async () => {
    reports.adk = {
      ...report('smell', 'adk', [gas, candidate('fire', 0, 0, 'not_indexed'), candidate('old', 0, 0, 'dropped')]),
      not_indexed: 1,
    };
    await show();
    await waitFor(() => expect(rows('adk')).toHaveLength(3));
    const words = rows('adk').map(wordsOf);
    expect(words[0]).toContain('Triggers');
    expect(words[1]).toContain('Not indexed');
    expect(words[1]).toMatch(/^–/);
    expect(words[2]).toContain("adk-rust can't load it");
    expect(wordsOf(screen.getAllByTestId('scorer')[0]!)).toContain('3 skills, 1 not indexed');
  });

  it('that compares meanings shows the description, or leads to the index it lacks', async () => {
    reports.embedding = report('smell', 'embedding', [{ ...gas, words: [] }]);
    reports.hybrid = { ...report('smell', 'hybrid', []), unavailable: 'No description is indexed yet.' };
    const { onindex } = await show({ columns: ['embedding', 'hybrid'] });
    await waitFor(() => expect(wordsOf(rows('embedding')[0]!)).toContain('≈ About gas.'));
    const lacking = await screen.findByTestId('scorer-unavailable');
    await fireEvent.click(within(lacking).getByText('Index now'));
    expect(onindex).toHaveBeenCalledOnce();
  });

  it('lists more where there are more, once', async () => {
    reports.adk = { ...report('smell', 'adk', [gas]), skills: 9000 };
    await show();
    await ready();
    const cut = within(screen.getAllByTestId('scorer')[0]!).getByTestId('cut');
    expect(wordsOf(cut)).toBe('First 1 of 9,000 skills Show more');
    const asked = vi.spyOn(backend, 'score');
    await fireEvent.click(within(cut).getByText('Show more'));
    await waitFor(() => expect(asked).toHaveBeenCalledWith('smell', 'adk', expect.anything(), null, 1000));
    expect(within(cut).queryByText('Show more')).toBeNull();
  });

  it('shows skills with names of every sort', async () => {
    reports.adk = report(
      'smell',
      'adk',
      ODD_NAMES.map((name, at) => candidate(name, at + 1, 2)),
    );
    await show();
    await waitFor(() => expect(rows('adk').map(({ dataset }) => dataset['name'])).toEqual(ODD_NAMES));
  });

  it('leads on where the library has no skills, and where the scorers cannot be read', async () => {
    const { onimport } = await show({}, []);
    await fireEvent.click(screen.getByText('Import skills'));
    expect(onimport).toHaveBeenCalledOnce();
    const scorers = backend.listScorers;
    backend.listScorers = () => Promise.reject(new StudioError('internal', 'The settings are damaged.'));
    document.body.innerHTML = '';
    await show();
    const failed = await screen.findByTestId('error-state');
    expect(wordsOf(failed)).toContain('The settings are damaged.');
    backend.listScorers = scorers;
    await fireEvent.click(within(failed).getByText('Try again'));
    await ready();
  });
});

describe('the threshold', () => {
  const grip = (at = 0) => screen.getAllByRole('slider')[at]!;
  const keys = async (...names: string[]) => {
    for (const key of names) await fireEvent.keyDown(grip(), { key });
  };

  it('moves by keys: in steps of its scale, by five with Shift or Page, to both ends', async () => {
    const { playground } = await show();
    await ready();
    await keys('ArrowRight', 'ArrowUp');
    expect(playground.thresholds.min.adk).toBe(1.1);
    await fireEvent.keyDown(grip(), { key: 'ArrowLeft', shiftKey: true });
    expect(playground.thresholds.min.adk).toBe(0.85);
    await keys('PageUp');
    expect(grip().getAttribute('aria-valuetext')).toBe('1.10');
    await keys('Home');
    expect(playground.thresholds.min.adk).toBe(0);
    await keys('End', 'Tab');
    expect(grip().getAttribute('aria-valuenow')).toBe(grip().getAttribute('aria-valuemax'));
  });

  it('wakes and puts to sleep at once, and a double click puts the default back', async () => {
    const { playground } = await show();
    await ready();
    const state = () => rows('hybrid').map(({ dataset }) => dataset['state']);
    expect(state()[0]).toBe('would_wake');
    playground.setMinScore('hybrid', 2);
    await waitFor(() => expect(state()[0]).toBe('below_min_score'));
    await fireEvent.dblClick(grip(1));
    await waitFor(() => expect(state()[0]).toBe('would_wake'));
    expect(playground.thresholds.min.hybrid).toBe(0.3);
  });
});

describe('the explanation', () => {
  it('says why it failed, and stands for the skill that was chosen last', async () => {
    backend.explainSkill = async (_query, _scorer, _policy, id) => {
      if (id === 'id-gas') throw new StudioError('not_found', 'There is no such skill any more.');
      return explanation(water, { shared_words: ['pipe'], rival_words: ['hiss'], rival: gas });
    };
    const { playground, onopen } = await show();
    await ready();
    await fireEvent.click(rows('adk')[0]!);
    expect(await screen.findByText('There is no such skill any more.')).toBeTruthy();
    await fireEvent.click(rows('adk')[1]!);
    const pane = await screen.findByTestId('explanation');
    await waitFor(() => expect(wordsOf(pane)).toContain('Words shared with gas pipe'));
    expect(wordsOf(pane)).toContain('Below the threshold');
    expect(wordsOf(within(pane).getByTestId('to-rival'))).toContain('behind');
    await fireEvent.click(within(pane).getByTestId('open-in-library'));
    expect(onopen).toHaveBeenCalledWith('id-water');
    expect(await faults(pane)).toEqual([]);
    playground.choose(null);
    await waitFor(() => expect(screen.queryByTestId('explanation')).toBeNull());
  });
});

describe('what resolves', () => {
  const cards = () => screen.getAllByTestId('strategy');
  const kinds = () => cards().map(({ dataset }) => dataset['kind']);
  const grip = (at: number) => within(cards()[at]!).getByRole('button', { name: /arrow keys to move/ });

  it('is tried in the order the author moves the strategies to, by keys too', async () => {
    const asked = vi.spyOn(backend, 'resolve');
    await show();
    await ready();
    await fireEvent.keyDown(grip(0), { key: 'ArrowLeft' });
    expect(kinds()).toEqual(['by_name', 'by_query', 'by_tag']);
    await fireEvent.keyDown(grip(0), { key: 'ArrowRight' });
    expect(kinds()).toEqual(['by_query', 'by_name', 'by_tag']);
    expect(screen.getByText('Moved to position 2 of 3')).toBeTruthy();
    await write(screen.getByLabelText('By name: name'), ' gas ');
    await waitFor(() =>
      expect(asked.mock.lastCall![0].strategies).toEqual<Strategy[]>([
        { kind: 'by_query', value: 'smell' },
        { kind: 'by_name', value: 'gas' },
      ]),
    );
  });

  it('leaves out a strategy that is off, and says what came of each', async () => {
    resolution = {
      ...noResolution,
      strategies: [{ strategy: { kind: 'by_query', value: 'smell' }, state: 'failed', detail: 'No skill was picked.' }],
    } as Resolution;
    await show();
    const nothing = await screen.findByTestId('nothing-wakes');
    expect(wordsOf(nothing)).toContain('No skill was picked.');
    expect(cards().map(wordsOf)[1]).toContain('Failed: No skill was picked.');
    expect(cards().map(wordsOf)[0]).toContain('Not set');
    await fireEvent.click(screen.getByLabelText('Match by query'));
    await waitFor(() => expect(cards()[1]!.dataset['state']).toBe('off'));
    expect(await screen.findByText('No context yet')).toBeTruthy();
  });

  it('names what it costs by part, what it requires, and is copied as it is', async () => {
    const copied = vi.fn(async (_text: string) => {});
    Object.assign(navigator, { clipboard: { writeText: copied } });
    resolution.resolved = resolved({
      is_truncated: true,
      requires: ['triage'],
      warnings: ['Its body is long.'],
      tools: [],
    });
    const { onopen } = await show();
    const context = await screen.findByLabelText('Resolved context', { selector: 'section' });
    await within(context).findByTestId('resolved-name');
    const words = wordsOf(context);
    expect(words).toContain('Body truncated');
    expect(words).toContain('Also loads triage, required by this skill.');
    expect(words).toContain('Its body is long.');
    expect(words).toContain("This skill doesn't list any tools");
    expect(words).toContain('Description 5');
    await fireEvent.click(screen.getByLabelText('Copy context'));
    expect(copied).toHaveBeenCalledWith(resolution.resolved.instruction);
    await fireEvent.click(byTip('Open gas/SKILL.md in Library', context));
    expect(onopen).toHaveBeenCalledWith('id-gas');
    expect(await faults(context)).toEqual([]);
  });

  it('takes a tool from the host when it is pressed, and gives it back', async () => {
    backend.listTools = async () => ['call', 'send'].map((name) => ({ id: name, name })) as never;
    resolution.resolved = resolved({ tools: ['call'], omitted: ['send'] });
    const { playground } = await show({ lacking: ['send'] });
    const bound = await screen.findByTestId('bound-tools');
    await waitFor(() => expect(wordsOf(bound)).toContain('1 tool omitted: not available in the client.'));
    await fireEvent.click(within(bound).getByText('call'));
    expect(playground.lacking).toEqual(['send', 'call']);
    await fireEvent.click(within(bound).getByText('send'));
    expect(playground.lacking).toEqual(['call']);
  });

  it('says why it could not be resolved', async () => {
    backend.resolve = () => Promise.reject(new StudioError('internal', 'The library is locked.'));
    await show();
    expect(wordsOf(await screen.findByTestId('error-state'))).toContain(
      "Couldn't resolve the context The library is locked.",
    );
  });
});

describe('the chat model', () => {
  const model = () => show({ columns: ['adk', 'model'] });
  beforeEach(() => (reports.model = { ...report('smell', 'model', []), unavailable: 'Not asked yet.' }));

  it('is not offered at the price of another query', async () => {
    const { chatModel } = new Playground(backend, new Kept(), new Kept(), vi.fn());
    backend.estimateModelCost = async () => cost({ calls: 1 });
    await chatModel.estimate('smell', 'agent-skills');
    expect(chatModel.cost?.calls).toBe(1);
    let answer = (_: ReturnType<typeof cost>) => {};
    backend.estimateModelCost = () => new Promise((resolve) => (answer = resolve));
    const older = chatModel.estimate('gas', 'agent-skills');
    expect(chatModel.cost).toBeNull();
    backend.estimateModelCost = async () => cost({ calls: 3 });
    await chatModel.estimate('water', 'agent-skills');
    answer(cost({ calls: 2 }));
    await older;
    expect(chatModel.cost?.calls).toBe(3);
    backend.estimateModelCost = async () => Promise.reject(new Error('gone'));
    await chatModel.estimate('fire', 'agent-skills');
    expect([chatModel.cost, chatModel.error === null]).toEqual([null, false]);
  });

  it('is said to be free, unpriced or not set up, and its cost is reckoned again after a failure', async () => {
    backend.estimateModelCost = async () => cost({ dollars: null, model: '' });
    const { playground } = await model();
    expect(wordsOf(await screen.findByTestId('model-cost'))).toContain('Price not set');
    backend.estimateModelCost = async () => cost({ unavailable: 'No key is set.' });
    await playground.chatModel.estimate('smell', 'agent-skills');
    expect(wordsOf(await screen.findByTestId('model-unavailable'))).toBe('No key is set.');
    expect(screen.queryByTestId('ask-model-button')).toBeNull();
    backend.estimateModelCost = () => Promise.reject(new StudioError('internal', 'The list is too long.'));
    await playground.chatModel.estimate('smell', 'agent-skills');
    expect(await screen.findByText(/The list is too long/)).toBeTruthy();
    backend.estimateModelCost = async () => cost({ dollars: 0 });
    await fireEvent.click(screen.getByText('Try again'));
    expect(wordsOf(await screen.findByTestId('model-cost'))).toContain('Price free');
  });

  it('is set up in a dialog that keeps no key, and stays open where that was refused', async () => {
    await model();
    const save = vi.spyOn(backend, 'setModelSettings');
    backend.getModelSettings = async () => ({ provider: 'openai', model: 'gpt' });
    await fireEvent.click(await screen.findByTestId('model-settings'));
    const dialog = await screen.findByRole('dialog');
    const name = await within(dialog).findByTestId<HTMLInputElement>('model-name');
    expect(name.value).toBe('gpt');
    expect(within(dialog).getByText('The key is read from it and never stored')).toBeTruthy();
    expect(await faults(dialog)).toEqual([]);
    save.mockRejectedValueOnce(new StudioError('invalid', 'The address is none.'));
    await fireEvent.click(within(dialog).getByTestId('save-model'));
    expect(await within(dialog).findByText('The address is none.')).toBeTruthy();
    await fireEvent.change(within(dialog).getByLabelText(/^Input price/), {
      target: { value: '2.5' },
    });
    await fireEvent.click(within(dialog).getByTestId('save-model'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(save.mock.lastCall![0]).toMatchObject({ provider: 'openai', model: 'gpt', input_price: 2.5 });
  });

  it('takes a model that is set up in Settings as it is there, or another one', async () => {
    await model();
    const save = vi.spyOn(backend, 'setModelSettings');
    const saved = { name: 'Team', provider: 'anthropic', model: 'claude', secret: 'team-key', input_price: 3 } as const;
    backend.listModels = async () => ({
      models: [saved, { name: 'Own', provider: 'ollama', model: 'small' }],
      picks: 'Own',
    });
    backend.getModelSettings = async () => ({ name: 'Own', provider: 'ollama', model: 'small' });
    await fireEvent.click(await screen.findByTestId('model-settings'));
    const dialog = await screen.findByRole('dialog');
    const choice = await within(dialog).findByLabelText('Chat model');
    expect(wordsOf(choice)).toContain('Own');
    expect(within(dialog).queryByTestId('model-name')).toBeNull();
    await fireEvent.keyDown(choice, { key: 'Enter' });
    await screen.findByRole('option', { name: /^Team/ });
    for (const key of ['ArrowUp', 'Enter']) await fireEvent.keyDown(choice, { key });
    expect(await within(dialog).findByText(/claude at Anthropic/)).toBeTruthy();
    expect(await faults(dialog)).toEqual([]);
    await fireEvent.click(within(dialog).getByTestId('save-model'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(save.mock.lastCall![0]).toMatchObject(saved);
  });
});

it('has no findings of axe', async () => {
  await show();
  await ready();
  await screen.findByTestId('resolved-name');
  expect(await faults(screen.getByTestId('playground-columns'))).toEqual([]);
});
