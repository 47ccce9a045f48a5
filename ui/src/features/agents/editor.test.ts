import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Toaster } from '$kit';
import { type AgentDetail, type AgentEdit, type SkillRow, StudioError, type ToolInfo, commands } from '$lib/ipc';
import { ODD_NAMES, faults, later, pressInToast, wordsOf, write } from '$lib/testing/screen';
import { byTip } from '$lib/testing/tips';
import { trashing } from '$lib/state/trashing.svelte';
import AgentEditor from './AgentEditor.svelte';
import { Agents } from './agents.svelte';

// jsdom has no layout; the editors of JSON ask where letters are.

const edit = (change: Partial<AgentEdit> = {}): AgentEdit => ({
  id: 'desk',
  aggregate_version: 3,
  name: 'desk',
  description: '',
  instruction: 'You take calls.',
  model_provider: 'openai',
  model_name: 'gpt-4o-mini',
  api_key_ref: '',
  temperature: 0.2,
  max_tokens: null,
  skills: [
    { skill_id: 'gas', priority: 0, sequence: 0, config: '{}' },
    { skill_id: 'water', priority: 5, sequence: 1, config: '{}' },
  ],
  tools: ['t1'],
  components: [],
  ...change,
});
const detail = (change: Partial<AgentEdit> = {}, more: Partial<AgentDetail> = {}): AgentDetail => ({
  edit: edit(change),
  is_active: true,
  loads: [],
  left_out: [],
  problems: [],
  updated_at: '2026-11-21T10:00:00Z',
  ...more,
});
const skills = ['gas', 'water', 'triage'].map((id) => ({ id, name: id })) as unknown as SkillRow[];
const tools = [
  { id: 't1', name: 'lookup', group: 'a' },
  { id: 't2', name: 'transfer', group: 'b' },
] as unknown as ToolInfo[];
const names = { skill: (id: string) => id, tool: (id: string) => tools.find((tool) => tool.id === id)?.name ?? id };

let stored: AgentDetail;
const backend = {
  getAgent: vi.fn(async (_id: string) => stored),
  saveAgent: vi.fn(async (agent: AgentEdit) => {
    stored = detail({ ...agent, id: agent.id ?? 'new', aggregate_version: agent.aggregate_version + 1 });
    return stored;
  }),
  trashItem: vi.fn(async (item: never) => ((stored = { ...stored, is_active: false }), item)),
  restoreItem: vi.fn(async () => (stored = { ...stored, is_active: true })),
  getUndoHistory: vi.fn(async () => ({ done: [], undone: [], basis: '' })),
  saveUndoHistory: vi.fn(async () => undefined),
};
beforeEach(() => {
  stored = detail();
  vi.clearAllMocks();
  vi.spyOn(commands, 'listDependents').mockResolvedValue([]);
});
let open: Agents | null = null;
afterEach(() => {
  vi.useRealTimers();
  // What waits to be kept ends with the library.
  open?.end();
});

async function show(id: string | null = 'desk') {
  const agents = (open = new Agents(backend, names));
  await agents.open(id);
  const on = { onskill: vi.fn(), ontool: vi.fn(), onsaved: vi.fn(), ondeleted: vi.fn(), onexport: vi.fn() };
  render(Toaster);
  render(AgentEditor, { agents, skills, tools, ...on });
  return { agents, ...on };
}
const editor = () => screen.getByTestId('agent-editor');
const save = () => screen.getByTestId<HTMLButtonElement>('agent-save');
const field = (name: string) => screen.getByTestId<HTMLInputElement>(`agent-${name}`);
const ctrlS = () => fireEvent.keyDown(field('name'), { key: 's', ctrlKey: true });
const menu = async (label: string) => {
  await fireEvent.click(screen.getByLabelText('More options'));
  await fireEvent.click(await screen.findByText(label));
};

describe('reading it', () => {
  it('says that it is read, what failed, and tries again', async () => {
    const answer = later<AgentDetail>();
    backend.getAgent.mockReturnValueOnce(answer.promise);
    const agents = new Agents(backend, names);
    const opened = agents.open('desk');
    render(AgentEditor, { agents, skills, tools, onskill: vi.fn(), ontool: vi.fn() });
    expect(await screen.findByText(/^Loading the agent/)).toBeTruthy();
    answer.reject(new StudioError('internal', 'The library is damaged.'));
    await opened;
    expect(wordsOf(await screen.findByTestId('error-state'))).toContain('The library is damaged.');
    await fireEvent.click(screen.getByText('Try again'));
    await waitFor(() => expect(field('name').value).toBe('desk'));
  });

  it('shows the one that was opened last, whichever answer comes last', async () => {
    const slow = later<AgentDetail>();
    const agents = new Agents(backend, names);
    backend.getAgent.mockReturnValueOnce(slow.promise);
    const first = agents.open('slow');
    await waitFor(() => expect(backend.getAgent).toHaveBeenCalledWith('slow'));
    stored = detail({ id: 'fast', name: 'fast' });
    await agents.open('fast');
    slow.resolve(detail({ id: 'slow', name: 'slow' }));
    await first;
    expect([agents.id, agents.form.name, agents.detail.value?.edit.name]).toEqual(['fast', 'fast', 'fast']);
  });

  it.each(ODD_NAMES)('shows a name of any sort, and saves it as it is: %s', async (name) => {
    stored = detail({ name });
    await show();
    expect(field('name').value).toBe(name);
    await write(field('description'), 'Changed.');
    await fireEvent.click(save());
    await waitFor(() => expect(backend.saveAgent).toHaveBeenCalledWith(expect.objectContaining({ name }), 'ask'));
  });
});

describe('saving', () => {
  it('is offered only where something is typed, by keyboard too', async () => {
    const { onsaved } = await show();
    expect(save().disabled).toBe(true);
    expect(wordsOf(editor())).toContain('Revision 3');
    await ctrlS();
    expect(backend.saveAgent).not.toHaveBeenCalled();
    await write(field('name'), 'night-desk');
    expect(wordsOf(editor())).toContain('unsaved');
    await ctrlS();
    await waitFor(() => expect(onsaved).toHaveBeenCalledWith('desk'));
    await waitFor(() => expect(wordsOf(editor())).toContain('Revision 4'));
    expect(save().disabled).toBe(true);
  });

  it('says how many fields are wrong, and what with each', async () => {
    await show();
    await write(field('temperature'), '3');
    await write(field('max_tokens'), '1.5');
    await fireEvent.click(save());
    expect(wordsOf(editor())).toContain('2 invalid fields');
    const said = screen.getAllByRole('alert').map(wordsOf);
    expect(said).toEqual(['Enter a number from 0 to 2.', 'Enter a whole number, or leave empty for no limit.']);
    expect(field('temperature').getAttribute('aria-invalid')).toBe('true');
    await write(field('temperature'), '2');
    expect(wordsOf(editor())).toContain('1 invalid field');
  });

  it('keeps what is typed where the studio refuses it, and says why', async () => {
    const { agents, onsaved } = await show();
    backend.saveAgent.mockRejectedValueOnce(new StudioError('invalid', 'Another agent is named water.'));
    await write(field('name'), 'water');
    await fireEvent.click(save());
    expect(await screen.findByText('Another agent is named water.')).toBeTruthy();
    expect([field('name').value, agents.isDirty, onsaved.mock.calls]).toEqual(['water', true, []]);
    await fireEvent.click(save());
    await waitFor(() => expect(screen.queryByText('Another agent is named water.')).toBeNull());
  });

  it('asks which to keep where it was changed elsewhere, and stores over that when told', async () => {
    const { agents } = await show();
    await write(field('name'), 'mine');
    stored = detail({ name: 'theirs', aggregate_version: 8 });
    await agents.reload();
    await fireEvent.click(await screen.findByText('Keep mine'));
    await waitFor(() =>
      expect(backend.saveAgent).toHaveBeenCalledWith(
        expect.objectContaining({ name: 'mine', aggregate_version: 8 }),
        'ask',
      ),
    );
    await waitFor(() => expect(screen.queryByText('Keep mine')).toBeNull());
  });

  it('shows theirs, and brings mine back from the toast, still to be decided', async () => {
    const { agents } = await show();
    await write(field('name'), 'mine');
    stored = detail({ name: 'theirs', aggregate_version: 8 });
    await agents.reload();
    await fireEvent.click(await screen.findByText('Use theirs'));
    await waitFor(() => expect(field('name').value).toBe('theirs'));
    await pressInToast('Changes to theirs discarded');
    await waitFor(() => expect(field('name').value).toBe('mine'));
    expect(screen.getByText('Keep mine')).toBeTruthy();
  });

  it('of an agent that was left meanwhile does not touch the one that is open', async () => {
    const { agents } = await show();
    const answer = later<AgentDetail>();
    backend.saveAgent.mockReturnValueOnce(answer.promise);
    await write(field('name'), 'mine');
    const saved = agents.save();
    stored = detail({ id: 'other', name: 'other' });
    await agents.open('other');
    answer.resolve(detail({ name: 'mine', aggregate_version: 4 }));
    await saved;
    expect([agents.id, agents.form.name]).toEqual(['other', 'other']);
  });
});

describe('steps', () => {
  it('are taken back and done again by keys, and kept a moment later', async () => {
    await show();
    vi.useFakeTimers();
    await write(field('name'), 'typed');
    await fireEvent.keyDown(field('name'), { key: 'z', ctrlKey: true });
    expect(field('name').value).toBe('desk');
    await fireEvent.keyDown(field('name'), { key: 'y', ctrlKey: true });
    expect(field('name').value).toBe('typed');
    expect(backend.saveUndoHistory).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(500);
    expect(backend.saveUndoHistory).toHaveBeenCalledExactlyOnceWith({ kind: 'agent', id: 'desk' }, expect.anything());
  });

  it('of a new agent are not kept: it has no row yet', async () => {
    await show(null);
    vi.useFakeTimers();
    await write(field('name'), 'typed');
    await vi.advanceTimersByTimeAsync(500);
    expect(backend.saveUndoHistory).not.toHaveBeenCalled();
  });
});

describe('its skills', () => {
  const open = (name: string) => fireEvent.click(screen.getByLabelText(`Settings for ${name}`));
  const order = () => screen.getAllByTestId('assigned-skill').map((row) => row.dataset['name']);

  it('take a number when its field is left, and give back what is none', async () => {
    const { agents } = await show();
    await open('gas');
    const places = screen.getAllByTestId('assigned-skill').map((row) => row.querySelector('.place')?.textContent);
    expect(places, 'in words, and nothing of what stands in its place by name').toEqual([
      undefined,
      'Sequence 1, priority 5',
    ]);
    const sequence = screen.getByLabelText<HTMLInputElement>('Sequence of gas');
    await fireEvent.change(sequence, { target: { value: '1.5' } });
    expect(sequence.value).toBe('0');
    await fireEvent.change(sequence, { target: { value: '9' } });
    expect(order()).toEqual(['water', 'gas']);
    expect(agents.form.skills.at(-1)).toMatchObject({ skill_id: 'gas', sequence: 9 });
  });

  it('move no further than the ends, by buttons and by keys', async () => {
    await show();
    expect(screen.getByLabelText<HTMLButtonElement>('Move gas up').disabled).toBe(true);
    expect(screen.getByLabelText<HTMLButtonElement>('Move water down').disabled).toBe(true);
    await fireEvent.keyDown(screen.getByLabelText('Unassign gas'), { key: 'ArrowUp', altKey: true });
    expect(order()).toEqual(['gas', 'water']);
    await fireEvent.click(screen.getByLabelText('Move gas down'));
    expect(order()).toEqual(['water', 'gas']);
  });

  it('say so where one is gone from the library, and can be unassigned', async () => {
    stored = detail({ skills: [{ skill_id: 'gone', priority: 0, sequence: 0, config: '{}' }] });
    const { agents } = await show();
    expect(order()).toEqual(['a deleted skill']);
    await fireEvent.click(screen.getByLabelText('Unassign a deleted skill'));
    expect(agents.form.skills).toEqual([]);
    expect(wordsOf(editor())).toContain('only has its system prompt');
  });

  it('are opened by name, and say when all are assigned', async () => {
    const { agents, onskill } = await show();
    await fireEvent.click(byTip('Open water in the library'));
    expect(onskill).toHaveBeenCalledWith('water');
    agents.addSkill('triage');
    await fireEvent.click(screen.getByTestId('agent-add-skill'));
    expect(await screen.findByText('All skills are assigned.')).toBeTruthy();
  });

  it('say who reads the configuration of one, and where it is no object', async () => {
    const { agents } = await show();
    await open('gas');
    expect(screen.getByText("Kept as written for your own runtime. Simulations don't use it.")).toBeTruthy();
    agents.setSkill('gas', { config: '[1]' });
    expect(await screen.findByText("A skill's config isn't a JSON object.")).toBeTruthy();
    expect(await agents.save()).toBe(false);
  });
});

describe('its tools and components', () => {
  it('opens a tool it is given, and takes one away that is gone', async () => {
    stored = detail({ tools: ['t1', 'gone'] });
    const { agents, ontool } = await show();
    const given = screen.getByLabelText('Extra tools');
    await fireEvent.click(within(given).getByText('lookup'));
    expect(ontool).toHaveBeenCalledWith('t1');
    await fireEvent.click(within(given).getByLabelText('Remove a deleted tool'));
    expect(agents.form.tools).toEqual(['t1']);
  });

  it('offers no tool twice, also not to a component', async () => {
    await show();
    await fireEvent.click(screen.getByTestId('agent-add-component'));
    await fireEvent.click(await screen.findByTestId('component-add-tool-0'));
    const offered = async () => (await screen.findAllByTestId('finder-option')).map(wordsOf);
    expect(await offered()).toEqual(['transferb']);
    await fireEvent.keyDown(screen.getByTestId('finder'), { key: 'Enter' });
    await waitFor(() => expect(wordsOf(screen.getByTestId('agent-component'))).toContain('1 tool'));
    await fireEvent.click(screen.getByTestId('agent-add-tool'));
    expect(await screen.findByText('The agent already has every tool.')).toBeTruthy();
  });

  it('folds a component that has a name, and says when two have the same', async () => {
    const component = {
      id: 'c',
      name: 'board',
      description: '',
      prompt: '',
      state_schema: '',
      initial_state: '{}',
      tools: [],
    };
    stored = detail({ components: [component, { ...component, id: 'd' }] });
    const { agents } = await show();
    const [fold] = screen.getAllByLabelText('Details of board');
    expect([fold!.getAttribute('aria-expanded'), screen.queryByTestId('component-name-0')]).toEqual(['false', null]);
    await fireEvent.click(fold!);
    expect(fold!.getAttribute('aria-expanded')).toBe('true');
    agents.set({ description: 'x' });
    await fireEvent.click(save());
    expect(await screen.findByText('board: Another component has this name.')).toBeTruthy();
    await write(screen.getByTestId('component-name-0'), 'desk');
    await waitFor(() => expect(screen.queryByText(/Another component/)).toBeNull());
  });
});

describe('the trash', () => {
  it('takes it from its menu, and gives it back from the toast', async () => {
    const { ondeleted } = await show();
    await menu('Move to trash');
    await waitFor(() => expect(ondeleted).toHaveBeenCalledWith('desk'));
    expect(save().disabled).toBe(true);
    expect(screen.queryByLabelText('More options')).toBeNull();
    await pressInToast('Moved desk to trash');
    await waitFor(() => expect(screen.queryByText('This agent is in the trash.')).toBeNull());
  });

  it('takes nothing that others need without being told to', async () => {
    vi.mocked(commands.listDependents).mockResolvedValue([{ name: 'x' } as never]);
    await show();
    await menu('Move to trash');
    await waitFor(() => expect(trashing.asked?.name).toBe('desk'));
    trashing.answer(false);
    await Promise.resolve();
    expect(backend.trashItem).not.toHaveBeenCalled();
  });

  it('says why it could not be moved there', async () => {
    await show();
    backend.trashItem.mockRejectedValueOnce(new StudioError('stale', 'It was changed meanwhile.'));
    await menu('Move to trash');
    expect(await screen.findByText('Moving to trash failed: It was changed meanwhile.')).toBeTruthy();
  });

  it('keeps an agent that lies in it from being saved by keyboard', async () => {
    stored = detail({}, { is_active: false });
    await show();
    await write(field('name'), 'typed');
    await ctrlS();
    expect(backend.saveAgent).not.toHaveBeenCalled();
  });
});

it('is written as gram as it was stored', async () => {
  const { onexport } = await show();
  await write(field('name'), 'typed');
  await fireEvent.click(screen.getByLabelText('More options'));
  expect(await screen.findByText('Exports the last saved version')).toBeTruthy();
  await fireEvent.click(screen.getByText('Export as Gram…'));
  expect(onexport).toHaveBeenCalledWith('desk');
});

it('has no findings of axe, with faults and a component open', async () => {
  const { agents } = await show();
  await fireEvent.click(screen.getByTestId('agent-add-component'));
  await write(field('temperature'), 'warm');
  await fireEvent.click(save());
  agents.isStale = true;
  await screen.findByText('Keep mine');
  expect(await faults(editor())).toEqual([]);
});
