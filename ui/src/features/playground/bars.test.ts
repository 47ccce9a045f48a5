import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { type SkillRow, StudioError, type ToolInfo } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import { ODD_NAMES, faults, wordsOf, write } from '$lib/testing/screen';
import { Kept, QuietBackend, candidate, report } from './fixtures';
import PolicyBar from './PolicyBar.svelte';
import { Playground } from './playground.svelte';
import QueryBar from './QueryBar.svelte';
import type { Settings } from './settings';

// The lists draw what fits their height; jsdom has none.
Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 900 }, offsetWidth: { value: 400 } });

const skill = (name: string, tags: string[] = []) =>
  ({ id: `id-${name}`, name, tags, description: '' }) as unknown as SkillRow;
const skills = [skill('gas', ['safety', 'urgent']), skill('water', ['safety'])];
const tool = (name: string) => ({ id: `id-${name}`, name, description: `Does ${name}.` }) as unknown as ToolInfo;

async function show(settings: Partial<Settings> = {}, backend = new QuietBackend(), of: readonly SkillRow[] = skills) {
  backend.listTools = async () => ['call', 'send'].map(tool);
  const memory = new Kept(JSON.stringify({ query: 'a smell', ...settings }));
  const playground = new Playground(backend, memory, new Kept());
  await playground.start();
  const onwhynot = vi.fn();
  render(QueryBar, { playground, skills: of, onwhynot, ondown: vi.fn() });
  render(PolicyBar, { playground, skills: of });
  return { playground, backend, memory, onwhynot };
}
const query = () => screen.getByTestId<HTMLInputElement>('query-input');
const open = async (id: string) => {
  await fireEvent.click(screen.getByTestId(id));
  return waitFor(() => {
    const opened = document.querySelector<HTMLElement>('[data-popover-content]');
    if (!opened) throw new Error('Nothing opened.');
    return opened;
  });
};
const closed = () => waitFor(() => expect(document.querySelector('[data-popover-content]')).toBeNull());

describe('the query', () => {
  it('is run by Enter and recalled from the recent ones, but not while a word is composed', async () => {
    const { playground } = await show({ query: '', recent: ['older'] });
    await write(query(), 'ガス');
    await fireEvent.keyDown(query(), { key: 'Enter', isComposing: true });
    expect(playground.recent).toEqual(['older']);
    await fireEvent.keyDown(query(), { key: 'Enter' });
    expect(playground.recent).toEqual(['ガス', 'older']);
    await fireEvent.click(screen.getByText('Recent'));
    await fireEvent.click(await screen.findByRole('menuitem', { name: 'older' }));
    await waitFor(() => expect(query().value).toBe('older'));
    expect(playground.recent).toEqual(['older', 'ガス']);
  });

  it('says how long it is where no user speaks so long, and is not remembered then', async () => {
    const { playground } = await show();
    expect(screen.queryByTestId('long-query')).toBeNull();
    await write(query(), 'x'.repeat(2001));
    expect(wordsOf(await screen.findByTestId('long-query'))).toBe('2,001 characters');
    await fireEvent.click(screen.getByTestId('run-query'));
    expect(playground.recent).toEqual([]);
  });

  it('cannot be run in a library without skills, nor have a label before there is one', async () => {
    await show({ query: '' }, undefined, []);
    expect(screen.getByTestId<HTMLButtonElement>('run-query').disabled).toBe(true);
    expect(screen.getByTestId<HTMLButtonElement>('label-button').disabled).toBe(true);
    expect(screen.getByTestId<HTMLButtonElement>('why-not').disabled).toBe(true);
  });

  it.each(ODD_NAMES)('may be of any sort, and is kept as it is: %s', async (text) => {
    const { playground, memory } = await show();
    await write(query(), text);
    expect(playground.query).toBe(text);
    expect(JSON.parse(memory.text!)).toMatchObject({ query: text });
  });

  it('asks why not of any skill, found by a part of its name', async () => {
    const { onwhynot } = await show();
    const dialog = await open('why-not');
    const search = await screen.findByTestId('skill-picker-search');
    expect(document.activeElement).toBe(search);
    await write(search, 'nothing');
    expect(within(dialog).getByText('No matching skills.')).toBeTruthy();
    await write(search, 'A');
    await fireEvent.keyDown(search, { key: 'ArrowDown' });
    await fireEvent.keyDown(search, { key: 'Enter' });
    expect(onwhynot).toHaveBeenCalledWith('id-water');
    await closed();
  });
});

describe('its label', () => {
  const answering = () => {
    const backend = new QuietBackend();
    backend.score = async (text, scorer) => report(text, scorer, [candidate('gas', 1, 0.9)]);
    return backend;
  };
  const button = () => screen.getByTestId('label-button');
  const pick = (name: string) =>
    fireEvent.click(document.querySelector(`[data-testid=pick-skill][data-name=${name}]`)!);

  it('is put, and says whether the scorer is right', async () => {
    const { backend } = await show({}, answering());
    await open('label-button');
    expect(screen.getByTestId<HTMLButtonElement>('save-label').disabled).toBe(true);
    await pick('water');
    await fireEvent.click(screen.getByTestId('save-label'));
    await waitFor(() => expect(wordsOf(button())).toContain('Expects water'));
    expect(button().dataset.tip).toBe('Fails: hybrid triggers gas');
    await open('label-button');
    await pick('water');
    await pick('gas');
    await fireEvent.click(screen.getByTestId('save-label'));
    await waitFor(() => expect(button().dataset.tip).toBe('Passes: hybrid triggers gas'));
    expect(backend.labels).toMatchObject([{ query: 'a smell', expected: ['gas'], set: 'Playground' }]);
  });

  it('may be that no skill should trigger, and is taken away again', async () => {
    const { backend } = await show({}, answering());
    await open('label-button');
    await pick('gas');
    await fireEvent.click(screen.getByLabelText('No skill expected'));
    await fireEvent.click(screen.getByTestId('save-label'));
    await waitFor(() => expect(wordsOf(button())).toContain('Expects no skill'));
    await open('label-button');
    await fireEvent.click(await screen.findByTestId('remove-label'));
    await waitFor(() => expect(backend.labels).toEqual([]));
    expect(wordsOf(button())).toBe('Add to test queries');
  });

  it('says why it could not be saved, and stays open with what was chosen', async () => {
    const backend = answering();
    backend.saveQuery = () => Promise.reject(new StudioError('internal', 'The library is read-only.'));
    await show({}, backend);
    const dialog = await open('label-button');
    await pick('gas');
    await fireEvent.click(screen.getByTestId('save-label'));
    expect(await within(dialog).findByText('The library is read-only.')).toBeTruthy();
    expect(within(dialog).getByLabelText('Remove gas')).toBeTruthy();
    expect(await faults(dialog)).toEqual([]);
  });
});

describe('the policy', () => {
  it('takes whole numbers, and puts anything else back when it is left', async () => {
    const { playground } = await show();
    const topK = screen.getByTestId<HTMLInputElement>('top-k');
    await write(topK, '3');
    expect(playground.topK).toBe(3);
    for (const wrong of ['', '-1', '1.5', '100']) {
      await write(topK, wrong);
      expect(playground.topK, wrong).toBe(3);
    }
    await fireEvent.blur(topK);
    expect(topK.value).toBe('3');
  });

  it('has tags a skill must have or must not have, one way at a time', async () => {
    const { playground } = await show();
    const dialog = await open('tag-filter');
    const choose = (way: string) =>
      fireEvent.click(
        within(within(dialog).getByLabelText('safety', { selector: '[role=radiogroup]' })).getByText(way),
      );
    await choose('With');
    expect([playground.includeTags, playground.excludeTags]).toEqual([['safety'], []]);
    await choose('Without');
    expect([playground.includeTags, playground.excludeTags]).toEqual([[], ['safety']]);
    await write(within(dialog).getByLabelText('Find a tag'), 'nothing');
    expect(within(dialog).getByText('No matching tags.')).toBeTruthy();
    expect(await faults(dialog)).toEqual([]);
    await fireEvent.click(screen.getByLabelText('Remove not safety'));
    expect(playground.excludeTags).toEqual([]);
  });

  it('takes tools from the host, gives it others, and says how many are left', async () => {
    const { playground } = await show();
    const trigger = screen.getByTestId('host-tools');
    expect(wordsOf(trigger)).toBe('Client tools: all 2');
    const dialog = await open('host-tools');
    await fireEvent.click(within(dialog).getByLabelText('call'));
    expect(wordsOf(trigger)).toBe('Client tools: 1 of 2');
    expect(playground.resolving.available).toEqual(['send']);
    const other = within(dialog).getByPlaceholderText('Tool name');
    await write(other, ' ');
    await fireEvent.keyDown(other, { key: 'Enter' });
    await write(other, ' Bash ');
    await fireEvent.keyDown(other, { key: 'Enter' });
    expect([playground.extra, playground.resolving.available]).toEqual([['Bash'], ['send', 'Bash']]);
    expect(wordsOf(trigger)).toBe('Client tools: 1 of 2 + 1');
    await fireEvent.click(within(dialog).getByText('None'));
    expect(playground.resolving.available).toEqual(['Bash']);
    await fireEvent.click(within(dialog).getByText('All'));
    await fireEvent.click(within(dialog).getByLabelText('Remove Bash'));
    expect(playground.resolving.available).toBeNull();
    expect(await faults(dialog)).toEqual([]);
  });

  it('resolves with what the host offers and does', async () => {
    const { playground, backend } = await show();
    const resolve = vi.spyOn(backend, 'resolve');
    const dialog = await open('host-tools');
    await fireEvent.click(within(dialog).getByLabelText('Match skills with trigger: true by name only'));
    await write(screen.getByTestId('max-chars'), '500');
    await fireEvent.click(screen.getByText('Ignore'));
    await waitFor(() =>
      expect(resolve).toHaveBeenLastCalledWith(
        expect.objectContaining({ triggers: 'honored', max_instruction_chars: 500, mode: 'permissive' }),
      ),
    );
    expect(playground.mode).toBe('permissive');
  });

  it("leads to a comparison of the host's list with an installed client", async () => {
    await show({ host: 'codex' });
    await fireEvent.click(screen.getByTestId('compare-client-open'));
    const wish = { scope: { kind: 'library' }, host: 'codex' };
    expect([app.overlay, app.intents.take('comparison')]).toEqual(['compare-client', wish]);
  });

  it('says every threshold, where there is room for them', async () => {
    const { playground } = await show();
    expect(screen.getByText('adk 1.00 · hybrid 0.30')).toBeTruthy();
    playground.addColumn();
    await waitFor(() => expect(screen.queryByText(/^adk 1\.00/)).toBeNull());
  });
});
