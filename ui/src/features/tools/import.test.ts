import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { AgentEdit, ToolDraft, ToolImport } from '$lib/ipc';
import { StudioError } from '$lib/ipc';
import { studio, tool } from './fixtures';
import { Import } from './import.svelte';
import ImportDialog from './ImportDialog.svelte';
import { Tools } from './tools.svelte';

const draft = (name: string, is_taken = false): ToolDraft => ({
  edit: {
    id: null,
    aggregate_version: 0,
    name,
    description: `Does ${name}.`,
    version: '',
    spec: { source: 'schema', signature: '', dialect: 'arrow', parameters: [], schema: '{}' },
    implementation: { kind: 'none' },
    effect: null,
    timeout_s: 30,
    retries: 0,
    depends_on: [],
  },
  is_taken,
  same_as: null,
  notes: is_taken ? [] : ['Look at its address.'],
});
const server = {
  id: null,
  aggregate_version: 0,
  name: 'telephony',
  transport: { kind: 'stdio' as const, command: 'x', args: [], env: [], cwd: '' },
  is_enabled: true,
};
const read: ToolImport = {
  format: 'openapi',
  tools: [draft('fresh'), draft('there', true)],
  servers: [],
  agents: [],
  secrets: ['weather'],
  problems: [{ severity: 'error' as const, message: 'A path has no name.', start: 4, end: 5, line: 2, column: 3 }],
};

const newAgent: AgentEdit = {
  id: null,
  aggregate_version: 0,
  name: '',
  description: '',
  instruction: 'Greet.',
  model_provider: 'openai',
  model_name: 'gpt',
  api_key_ref: '',
  temperature: 0.7,
  max_tokens: null,
  skills: [],
  tools: [],
  components: [],
};

async function show(found: ToolImport = read) {
  const kept = studio(tool('there'));
  kept.backend.readTools = async () => found;
  const tools = new Tools(kept.backend);
  await tools.load();
  tools.isImporting = true;
  const onstored = vi.fn();
  render(ImportDialog, { tools, onstored });
  await fireEvent.input(screen.getByTestId('import-text'), { target: { value: 'openapi: 3' } });
  await screen.findByTestId('import-format');
  return { ...kept, tools, onstored };
}

it('says what was pasted, what is in it, what is kept apart and what could not be read', async () => {
  await show();
  expect(screen.getByTestId('import-format').textContent).toMatch(/OpenAPI document\s*2 tools/);
  expect(screen.getByTestId('spec-problems').textContent).toContain('2:3');
  expect(screen.getByText(/will be stored outside the library as secret:\/\/weather/)).toBeTruthy();
  expect(screen.getByText('Look at its address.')).toBeTruthy();
  expect(screen.getByText('name taken')).toBeTruthy();
});

it('stores what is chosen, under the names it is given', async () => {
  const { backend, onstored, tools } = await show();
  const store = vi.spyOn(backend, 'importToolbox');
  await fireEvent.input(await screen.findByLabelText('Name of tool 2'), { target: { value: 'another' } });
  await fireEvent.click(screen.getByRole('checkbox', { name: 'Import fresh' }));
  await fireEvent.click(screen.getByTestId('import-store'));
  await waitFor(() => expect(onstored).toHaveBeenCalledWith('id-another'));
  expect(store.mock.calls[0]![0].tools.map(({ name }) => name)).toEqual(['another']);
  expect(tools.isImporting).toBe(false);
});

it('says why it could not be stored, and stays', async () => {
  const { backend, tools } = await show();
  backend.importToolbox = () => Promise.reject(new StudioError('invalid', 'The address is none.'));
  await fireEvent.click(screen.getByTestId('import-store'));
  expect(await screen.findByText('The address is none.')).toBeTruthy();
  expect(tools.isImporting).toBe(true);
});

it('stores servers and tools together, and what failed can be stored again whole', async () => {
  const importToolbox = vi
    .fn()
    .mockImplementationOnce(() => Promise.reject(new StudioError('internal', 'The disk is full.')))
    .mockImplementation(async () => ({ servers: [], tools: [], agents: [] }));
  const readTools = async () => ({ ...read, servers: [server] });
  const importing = new Import({ readTools, importToolbox }, () => ['there']);
  importing.text = 'x';
  await importing.read();
  expect(await importing.store()).toBeNull();
  expect(importing.failure?.message).toBe('The disk is full.');
  await importing.store();
  const [first, second] = importToolbox.mock.calls;
  expect(first![0].servers).toEqual([server]);
  expect(second).toEqual(first);
});

it('takes two tools of one name only once', async () => {
  const readTools = async () => ({ ...read, tools: [draft('fresh'), draft('fresh')] });
  const importing = new Import({ readTools, importToolbox: vi.fn() }, () => []);
  importing.text = 'x';
  await importing.read();
  expect(importing.chosen.length).toBe(1);
  expect(importing.isTaken(1)).toBe(true);
  importing.rename(1, 'fresh_2');
  expect(importing.chosen.map(({ name }) => name)).toEqual(['fresh', 'fresh_2']);
});

it('stores agents with them, given their tools under the names those got', async () => {
  const edit = { ...newAgent, name: 'greeter' };
  const agents = [
    { edit, tools: ['there'], component_tools: [['fresh', 'there']], is_taken: false, differing: ['there'] },
    { edit: { ...edit, name: 'old' }, tools: [], component_tools: [], is_taken: true, differing: [] },
  ];
  const { backend } = await show({ ...read, format: 'gram', agents });
  const importToolbox = vi.spyOn(backend, 'importToolbox');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Agent old' }).disabled).toBe(true);
  // The library's tool of that name is another one: the agent comes in once its own has a name of its own.
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Agent greeter' }).disabled).toBe(true);
  expect(screen.getByText('the library has another there')).toBeTruthy();
  await fireEvent.input(await screen.findByLabelText('Name of tool 2'), { target: { value: 'another' } });
  await fireEvent.click(screen.getByRole('button', { name: 'Import 2 tools and 1 agent' }));
  await waitFor(() => expect(importToolbox).toHaveBeenCalledOnce());
  expect(importToolbox.mock.calls[0]![0].agents).toEqual([
    { edit, tools: ['another'], component_tools: [['fresh', 'another']], is_taken: false, differing: ['there'] },
  ]);
});

it('shares a tool that the library has as the text says', async () => {
  await show({ ...read, tools: [{ ...draft('there', true), same_as: 'tool-1' }], problems: [], secrets: [] });
  expect(await screen.findByText('already there')).toBeTruthy();
  expect(screen.queryByText('name taken')).toBeNull();
});
