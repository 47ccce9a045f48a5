import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type AgentDetail,
  type AgentEdit,
  type CredentialChoice,
  type SkillRow,
  StudioError,
  type ToolInfo,
  type TrashRef,
} from '$lib/ipc';
import { DraftStudio } from '$lib/testing/drafts';
import AgentEditor from './AgentEditor.svelte';
import { Agents } from './agents.svelte';
import { type AgentForm, added, errorsOf, inOrder, keyProblem, moved, newForm, toEdit, toForm } from './form';

const edit = (change: Partial<AgentEdit> = {}): AgentEdit => ({
  id: 'desk',
  aggregate_version: 3,
  name: 'dispatch-desk',
  description: '',
  instruction: 'You take calls.',
  model_provider: 'openai',
  model_name: 'gpt-4o-mini',
  api_key_ref: 'secret://openai',
  temperature: 0.2,
  max_tokens: null,
  skills: [
    { skill_id: 'gas', priority: 0, sequence: 1, config: '{}' },
    { skill_id: 'water', priority: 5, sequence: 0, config: '{}' },
  ],
  tools: ['t1'],
  components: [],
  ...change,
});
const detail = (change: Partial<AgentEdit> = {}, more: Partial<AgentDetail> = {}): AgentDetail => ({
  edit: edit(change),
  is_active: true,
  loads: [
    {
      skill_id: 'water',
      skill: 'water',
      sequence: 0,
      priority: 10,
      tools: [
        {
          id: 't1',
          name: 'close_valve',
          access: 'execute',
          through: null,
          version: null,
          parameters: [
            { name: 'street', type: 'string', required: true },
            { name: 'hours', type: 'number', required: false },
          ],
        },
        { id: 't2', name: 'lookup', access: 'read', through: 'triage', version: 2, parameters: [] },
      ],
    },
  ],
  left_out: [],
  problems: ['water requires triage, which is not assigned: it is pulled in.'],
  updated_at: '2026-11-21T10:00:00Z',
  ...more,
});

const skills = ['gas', 'water', 'triage'].map((id) => ({ id, name: id })) as unknown as SkillRow[];
const tools = [
  { id: 't1', name: 'lookup', group: 'a' },
  { id: 't2', name: 'lookup', group: 'b' },
  { id: 't3', name: 'transfer', group: 'b' },
] as unknown as ToolInfo[];
const names = {
  skill: (id: string) => id,
  tool: (id: string) => tools.find((tool) => tool.id === id)?.name ?? id,
};

let stored: AgentDetail;
const backend = {
  getAgent: vi.fn(async () => stored),
  saveAgent: vi.fn(async (agent: AgentEdit, _credentials: CredentialChoice) => {
    stored = detail({ ...agent, id: agent.id ?? 'new', aggregate_version: agent.aggregate_version + 1 });
    return stored;
  }),
  trashItem: vi.fn(async (item: TrashRef) => {
    stored = { ...stored, is_active: false };
    return item;
  }),
  getUndoHistory: vi.fn(async () => ({ done: [], undone: [], basis: '' })),
  saveUndoHistory: vi.fn(async () => undefined),
  restoreItem: vi.fn(async () => (stored = { ...stored, is_active: true })),
};
beforeEach(() => {
  stored = detail();
  vi.clearAllMocks();
});

describe('the form', () => {
  it('gives back what it was read from', () => {
    const sorted = edit({ skills: inOrder(edit().skills, names.skill), max_tokens: 900 });
    expect(toEdit(toForm(sorted))).toEqual(sorted);
  });

  it.each([
    ['', null],
    ['secret://openai', null],
    ['sk-123', "Don't paste the key here"],
    ['secret://', 'followed by a name'],
    ['secret://two words', 'followed by a name'],
  ])('takes a reference and never a key: %s', (text, expected) => {
    if (expected === null) expect(keyProblem(text)).toBeUndefined();
    else expect(keyProblem(text)).toContain(expected);
  });

  it('s2_07 wants a name and an instruction, and s2_09 no tools', () => {
    const errors = errorsOf(newForm(), names.tool);
    expect(Object.keys(errors).sort()).toEqual(['instruction', 'model_name', 'model_provider', 'name']);
    expect(errorsOf(toForm(edit({ tools: [], skills: [] })), names.tool)).toEqual({});
  });

  it('s2_08 says which specification is in it twice', () => {
    expect(errorsOf(toForm(edit({ tools: ['t1', 't3', 't2'] })), names.tool).tools).toBe(
      'Tool names must be unique: lookup is listed twice.',
    );
  });

  it.each([
    ['temperature', '2.1'],
    ['temperature', ''],
    ['temperature', 'warm'],
    ['max_tokens', '0'],
    ['max_tokens', '1.5'],
  ] as const)('refuses %s %s', (field, text) => {
    expect(errorsOf({ ...toForm(edit()), [field]: text }, names.tool)[field]).toBeTruthy();
  });

  it('s0_23 orders by sequence, then priority from high to low, then name', () => {
    const link = (skill_id: string, sequence: number, priority: number) => ({
      skill_id,
      sequence,
      priority,
      config: '{}',
    });
    const order = inOrder([link('b', 1, 9), link('z', 0, 1), link('c', 0, 1), link('a', 0, 7)], names.skill);
    expect(order.map(({ skill_id }) => skill_id)).toEqual(['a', 'c', 'z', 'b']);
    expect(moved(order, 'b', -1).map(({ skill_id, sequence }) => `${skill_id}${sequence}`)).toEqual([
      'a0',
      'c1',
      'b2',
      'z3',
    ]);
    expect(moved(order, 'a', -1)).toEqual(order);
    expect(added(order, 'new').at(-1)).toEqual({ skill_id: 'new', sequence: 2, priority: 0, config: '{}' });
    expect(added(order, 'a')).toEqual(order);
  });
});

describe('what is typed', () => {
  async function opened() {
    const agents = new Agents(backend, names);
    await agents.open('desk');
    return agents;
  }

  it('waits while another agent is looked at', async () => {
    const agents = await opened();
    agents.set({ name: 'typed' });
    await agents.open('other');
    expect(agents.form.name).toBe('dispatch-desk');
    await agents.open('desk');
    expect(agents.form.name).toBe('typed');
    expect(agents.isDirty).toBe(true);
    await agents.discard();
    expect(agents.isDirty).toBe(false);
  });

  it('is there again in another session, whatever was typed', async () => {
    const studio = new DraftStudio();
    const first = studio.session<AgentForm>('agent');
    const before = new Agents(backend, names, first);
    await before.open('desk');
    before.set({ name: 'typed', api_key_ref: 'secret://typed' });
    await before.open(null);
    before.set({ name: 'fresh' });
    await first.flush();
    before.end();

    stored = detail({ description: 'theirs', aggregate_version: 4 });
    const second = studio.session<AgentForm>('agent');
    const after = new Agents(backend, names, second);
    await after.open(null);
    expect([after.form.name, after.isDirty]).toEqual(['fresh', true]);
    await after.open('desk');
    expect(after.form).toMatchObject({ name: 'typed', description: 'theirs', api_key_ref: 'secret://typed' });
    expect([after.isDirty, after.isStale]).toEqual([true, true]);
    await after.save({ force: true });
    await second.flush();
    expect(studio.ids('agent')).toEqual([null]);
  });

  it('comes back as it was after theirs was shown: still to be decided', async () => {
    const agents = await opened();
    agents.set({ name: 'typed' });
    stored = detail({ name: 'theirs', aggregate_version: 4 });
    await agents.reload();
    const back = await agents.discard();
    expect([agents.form.name, agents.isDirty, agents.isStale]).toEqual(['theirs', false, false]);
    back();
    expect([agents.form.name, agents.isDirty, agents.isStale]).toEqual(['typed', true, true]);
    expect(agents.form.aggregate_version).toBe(3);
    await agents.discard();
    agents.undo();
    expect(agents.form.name).toBe('typed');
  });

  it('is not overwritten by news from elsewhere, and is said to be older', async () => {
    const agents = await opened();
    agents.set({ name: 'typed' });
    stored = detail({ name: 'theirs', aggregate_version: 4 });
    await agents.reload();
    expect([agents.form.name, agents.isStale]).toEqual(['typed', true]);
    await agents.save({ force: true });
    const typed = expect.objectContaining({ name: 'typed', aggregate_version: 4 });
    expect(backend.saveAgent).toHaveBeenCalledWith(typed, 'ask');
    expect([agents.isStale, agents.isDirty]).toEqual([false, false]);
  });

  it('follows news from elsewhere where nothing is typed', async () => {
    const agents = await opened();
    stored = detail({ name: 'theirs', aggregate_version: 4 });
    agents.follow({ kind: 'tools_changed' });
    await vi.waitFor(() => expect(agents.form.name).toBe('theirs'));
  });

  it('is told to be stale when the studio refuses it, and theirs is shown on request', async () => {
    const agents = await opened();
    agents.set({ name: 'typed' });
    backend.saveAgent.mockRejectedValueOnce(new StudioError('stale', 'It was changed meanwhile.'));
    expect(await agents.save()).toBe(false);
    expect(agents.isStale).toBe(true);
    stored = detail({ name: 'theirs', aggregate_version: 9 });
    await agents.discard();
    expect([agents.form.name, agents.isStale]).toEqual(['theirs', false]);
  });
});

describe('the editor', () => {
  async function show(id: string | null = 'desk') {
    const agents = new Agents(backend, names);
    await agents.open(id);
    const on = { onskill: vi.fn(), ontool: vi.fn(), onsaved: vi.fn(), ondeleted: vi.fn() };
    render(AgentEditor, { agents, skills, tools, ...on });
    return { agents, ...on };
  }
  const order = () => screen.getAllByTestId('assigned-skill').map((row) => row.dataset['name']);

  it('shows what it loads, in order, with tools, and what is in the way', async () => {
    await show();
    expect(order()).toEqual(['water', 'gas']);
    const loads = screen.getByTestId('agent-loads');
    const words = loads.textContent.replace(/\s+/g, ' ');
    expect(words).toContain('close_valve(street, hours?) execute');
    expect(words).toContain('lookup() read, via triage, version 2');
    expect(loads.textContent).toContain('it is pulled in');
  });

  it('moves a skill by keyboard and keeps the focus on it', async () => {
    const { agents } = await show();
    const open = screen.getByRole('button', { name: 'Settings for gas' });
    open.focus();
    await fireEvent.keyDown(open, { key: 'ArrowUp', altKey: true });
    expect(order()).toEqual(['gas', 'water']);
    expect(agents.form.skills.map(({ sequence }) => sequence)).toEqual([0, 1]);
    await waitFor(() => expect(document.activeElement).toBe(open));
    expect(screen.getByText('gas moved to 1 of 2')).toBeTruthy();
  });

  it('s1_13 adds a component, says what is wrong with it, and stores it with its state and tools', async () => {
    const { agents } = await show();
    await fireEvent.click(screen.getByTestId('agent-add-component'));
    await fireEvent.click(screen.getByTestId('agent-save'));
    expect(screen.getAllByText(/Enter a name/).length).toBeGreaterThan(0);
    expect(backend.saveAgent).not.toHaveBeenCalled();
    await fireEvent.input(screen.getByTestId('component-name-0'), { target: { value: 'board' } });
    await fireEvent.input(screen.getByTestId('component-prompt-0'), { target: { value: 'Keep it.' } });
    await fireEvent.click(screen.getByTestId('component-add-tool-0'));
    // What it is given already is not offered once more.
    const finder = await screen.findByRole('combobox', { name: 'Find a tool to add' });
    await fireEvent.input(finder, { target: { value: 'transfer' } });
    await fireEvent.keyDown(finder, { key: 'Enter' });
    agents.setComponent(0, { initial_state: '{"open": ' });
    expect(agents.errors.components).toContain('board: Invalid JSON');
    agents.setComponent(0, { initial_state: '{"open": []}' });
    await fireEvent.click(screen.getByTestId('agent-save'));
    await waitFor(() => expect(backend.saveAgent).toHaveBeenCalled());
    expect(backend.saveAgent.mock.calls[0]![0].components).toEqual([
      {
        id: null,
        name: 'board',
        description: '',
        prompt: 'Keep it.',
        state_schema: '',
        initial_state: '{"open": []}',
        tools: ['t3'],
      },
    ]);
    agents.removeComponent(0);
    await waitFor(() => expect(screen.queryByTestId('agent-component')).toBeNull());
    agents.undo();
    await waitFor(() => expect(screen.getByTestId('agent-component').dataset['name']).toBe('board'));
  });
  it('explains that a key itself has no place here, and does not store it', async () => {
    await show();
    await fireEvent.input(screen.getByTestId('agent-api_key_ref'), { target: { value: 'sk-live-1' } });
    await fireEvent.click(screen.getByTestId('agent-save'));
    expect(screen.getByTestId('agent-api_key_ref').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByRole('alert')[0]!.textContent).toContain("Don't paste the key here");
    expect(backend.saveAgent).not.toHaveBeenCalled();
  });

  it('assigns what is found by name, and gives tools', async () => {
    const { agents } = await show();
    await fireEvent.click(screen.getByTestId('agent-add-skill'));
    await fireEvent.keyDown(await screen.findByRole('combobox', { name: 'Find a skill to assign' }), { key: 'Enter' });
    expect(agents.form.skills.at(-1)?.skill_id).toBe('triage');
    agents.addTool('t2');
    expect(await screen.findByText(/lookup is listed twice/)).toBeTruthy();
  });

  it('makes a new one, complaining only once one has tried', async () => {
    const { onsaved } = await show(null);
    expect(screen.queryAllByRole('alert')).toHaveLength(0);
    await fireEvent.input(screen.getByTestId('agent-name'), { target: { value: 'night-shift' } });
    await fireEvent.click(screen.getByRole('button', { name: 'Create agent' }));
    expect(screen.getAllByRole('alert').length).toBeGreaterThan(0);
    await fireEvent.input(screen.getByTestId('agent-instruction'), { target: { value: 'Take calls.' } });
    await fireEvent.input(screen.getByTestId('agent-model_provider'), { target: { value: 'openai' } });
    await fireEvent.input(screen.getByTestId('agent-model_name'), { target: { value: 'gpt' } });
    await fireEvent.keyDown(screen.getByTestId('agent-name'), { key: 's', ctrlKey: true });
    await waitFor(() => expect(onsaved).toHaveBeenCalledWith('new'));
    const made = expect.objectContaining({ id: null, name: 'night-shift' });
    expect(backend.saveAgent).toHaveBeenCalledWith(made, 'ask');
  });

  it('deletes, says so, and takes it back', async () => {
    const { agents, ondeleted } = await show();
    await agents.trash(agents.asRead!);
    expect(backend.trashItem).toHaveBeenCalledWith({ kind: 'agent', id: 'desk', aggregate_version: 3 }, 'trash');
    expect(await screen.findByText(/This agent is in the trash/)).toBeTruthy();
    expect(ondeleted).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(screen.queryByText(/This agent is in the trash/)).toBeNull());
    expect(within(screen.getByTestId('agent-editor')).getByTestId('agent-save')).toBeTruthy();
  });
});
