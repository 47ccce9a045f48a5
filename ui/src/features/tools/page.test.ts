import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Toaster } from '$kit';
import { type ServerDetail, StudioError, type ToolDetail, type ToolVersionInfo } from '$lib/ipc';
import { ODD_NAMES, attempts, faults, later, pressInToast, wordsOf, write } from '$lib/testing/screen';
import { studio, tool } from './fixtures';
import ToolPage from './ToolPage.svelte';
import { NEW, Tools } from './tools.svelte';

// jsdom has no layout; the editors ask where letters are.

beforeEach(() => vi.clearAllMocks());
let shown: Tools | null = null;
afterEach(() => shown?.end());

const telephony = { name: 'telephony', tools: [] } as unknown as ServerDetail;

async function show(open: ToolDetail | null = tool('a'), others: ToolDetail[] = [], servers = [telephony]) {
  const kept = studio(...(open ? [open] : []), ...others);
  const tools = (shown = new Tools(kept.backend));
  await tools.load();
  if (open) await tools.select(open.id);
  else tools.add();
  const attempt = attempts();
  const onsave = () => void attempt.onattempt('Saving', () => tools.save());
  render(Toaster);
  render(ToolPage, { tools, servers, onattempt: attempt.onattempt, onsave });
  return { ...kept, tools, failed: attempt.failed };
}
const page = () => screen.getByTestId('tool-page');
const save = () => screen.getByTestId<HTMLButtonElement>('save-tool');
const implementation = () => within(screen.getByTestId('implementation'));
const choose = async (label: string, option: string | RegExp) => {
  const trigger = screen.getByLabelText(label);
  await fireEvent.pointerDown(trigger, { button: 0, pointerType: 'mouse' });
  await fireEvent.pointerUp(trigger);
  const found = await screen.findByRole('option', { name: option });
  await fireEvent.pointerMove(found);
  await fireEvent.pointerUp(found);
};

describe('opening it', () => {
  it('says what failed, and tries again', async () => {
    const kept = studio(tool('a'));
    const read = vi.spyOn(kept.backend, 'getTool');
    read.mockRejectedValueOnce(new StudioError('internal', "The row can't be read."));
    const tools = (shown = new Tools(kept.backend));
    await tools.load();
    await tools.select('id-a');
    render(ToolPage, { tools, servers: [], ...attempts(), onsave: () => {} });
    expect(wordsOf(screen.getByTestId('error-state'))).toContain("The row can't be read.");
    await fireEvent.click(screen.getByText('Try again'));
    expect(await screen.findByTestId('tool-page')).toBeTruthy();
  });

  it('shows the tool that was opened last, whichever answer comes last', async () => {
    const { tools, backend } = await show(tool('a'), [tool('b'), tool('c')]);
    const slow = later<ToolDetail>();
    vi.spyOn(backend, 'getTool').mockReturnValueOnce(slow.promise);
    const first = tools.select('id-b');
    await tools.select('id-c');
    slow.resolve(tool('b'));
    await first;
    await waitFor(() => expect(page().getAttribute('aria-label')).toBe('Tool c'));
  });

  it('leaves a tool that is deleted elsewhere, unless something is written on it', async () => {
    const { tools, backend } = await show(tool('a'), [tool('b')]);
    await write(screen.getByTestId('tool-description'), 'Mine.');
    await backend.trashItem({ kind: 'tool', id: 'id-a', aggregate_version: 1 }, 'trash');
    await tools.follow({ kind: 'tools_changed' });
    expect(tools.page?.description).toBe('Mine.');
    tools.discard();
    await tools.follow({ kind: 'tools_changed' });
    expect(tools.selectedId).toBeNull();
  });

  it.each(ODD_NAMES)('has room for a name of any sort: %s', async (name) => {
    await show(tool(name));
    expect(screen.getByTestId<HTMLInputElement>('tool-name').value).toBe(name);
    expect(page().getAttribute('aria-label')).toBe(`Tool ${name}`);
  });
});

describe('saving', () => {
  it('says what is missing, and is not offered until it is there', async () => {
    const { tools } = await show();
    expect(screen.queryByTestId('save-tool')).toBeNull();
    await write(screen.getByTestId('tool-name'), ' ');
    expect([save().disabled, save().dataset.tip]).toEqual([true, 'Name the tool first.']);
    await write(screen.getByTestId('tool-name'), 'b');
    tools.page!.spec.problems = [{ severity: 'error', message: 'No.', start: 0, end: 1, line: 1, column: 1 }];
    await waitFor(() => expect(save().dataset.tip).toBe('Fix the problems in the parameters first.'));
    tools.page!.spec.problems = [];
    await waitFor(() => expect(save().disabled).toBe(false));
  });

  it('says why it was refused, and keeps what is written', async () => {
    const { backend, failed, tools } = await show();
    backend.saveTool = () => Promise.reject(new StudioError('invalid', 'Another tool is named b.'));
    await write(screen.getByTestId('tool-name'), 'b');
    await fireEvent.click(save());
    await waitFor(() => expect(failed).toEqual(['Saving: Another tool is named b.']));
    expect([tools.page!.name, tools.page!.isDirty, save().disabled]).toEqual(['b', true, false]);
  });

  it('is not begun twice', async () => {
    const { backend } = await show();
    const answer = later<ToolDetail>();
    const store = vi.spyOn(backend, 'saveTool').mockReturnValue(answer.promise);
    await write(screen.getByTestId('tool-description'), 'Mine.');
    await fireEvent.click(save());
    expect(save().disabled).toBe(true);
    answer.resolve(tool('a', { description: 'Mine.', aggregate_version: 2 }));
    await waitFor(() => expect(screen.queryByTestId('save-tool')).toBeNull());
    expect(store).toHaveBeenCalledOnce();
  });

  it('stores over a newer state only when told, and then what is written', async () => {
    const { tools, change, get } = await show();
    await write(screen.getByTestId('tool-description'), 'Mine.');
    change('id-a', { description: 'Theirs.' });
    await tools.follow({ kind: 'tools_changed' });
    await waitFor(() => expect(save().disabled).toBe(true));
    await fireEvent.click(await screen.findByTestId('keep-mine'));
    await waitFor(() => expect(get('id-a').description).toBe('Mine.'));
    expect(screen.queryByTestId('keep-mine')).toBeNull();
  });

  it('brings back what was discarded for theirs, still to be decided', async () => {
    const { tools, change } = await show();
    await write(screen.getByTestId('tool-description'), 'Mine.');
    change('id-a', { description: 'Theirs.' });
    await tools.follow({ kind: 'tools_changed' });
    await fireEvent.click(await screen.findByTestId('take-theirs'));
    await pressInToast('Your changes to a were discarded');
    await waitFor(() => expect(screen.getByTestId<HTMLTextAreaElement>('tool-description').value).toBe('Mine.'));
    expect(screen.getByTestId('keep-mine')).toBeTruthy();
  });

  it('of a new tool begins with its name, and what was begun is brought back by name', async () => {
    const { tools } = await show(null);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('tool-name')));
    expect(wordsOf(page())).toContain('unsaved');
    expect(screen.queryByTestId('tool-history')).toBeNull();
    await write(screen.getByTestId('tool-name'), 'begun');
    await fireEvent.click(screen.getByTestId('discard-tool'));
    expect(tools.selectedId).toBeNull();
    await pressInToast('New tool begun discarded');
    await waitFor(() => expect(tools.page?.name).toBe('begun'));
    expect(tools.selectedId).toBe(NEW);
  });

  it('is taken back step by step by keys', async () => {
    const { tools } = await show();
    const description = screen.getByTestId('tool-description');
    await write(description, 'Mine.');
    await waitFor(() => expect(tools.canUndo).toBe(true));
    await fireEvent.keyDown(description, { key: 'z', ctrlKey: true });
    expect([tools.page!.description, tools.canRedo]).toEqual(['Does a.', true]);
    await fireEvent.keyDown(description, { key: 'y', ctrlKey: true });
    expect(tools.page!.description).toBe('Mine.');
  });
});

describe('how it is carried out', () => {
  it.each([
    ['tool', "Running this tool starts a program on this computer. You'll be asked first."],
    ['server', "Calling this tool starts its server on this computer. You'll be asked first."],
    ['secret', "Calling this tool sends a secret to its address. You'll be asked first."],
    [null, undefined],
  ] as const)('asking for %s first, says so, as long as it is the stored way', async (asks_first, title) => {
    await show(tool('a', { asks_first }));
    const said = () => screen.queryByText('asks before running')?.closest('[data-tip]')?.getAttribute('data-tip');
    expect(said()).toBe(title);
    await fireEvent.click(implementation().getByRole('tab', { name: 'REST' }));
    expect(said()).toBeUndefined();
  });

  it('by REST: names what an address refers to and nothing takes', async () => {
    const { tools } = await show();
    await fireEvent.click(implementation().getByRole('tab', { name: 'REST' }));
    await write(await screen.findByTestId('rest-url'), 'https://x/{{ query }}/{{id}}/{{query.name}}');
    expect(await screen.findByText('No parameter named id.')).toBeTruthy();
    await fireEvent.click(screen.getByText('Add header'));
    await write(await screen.findByLabelText('Name of header 1'), 'X-Key');
    await write(screen.getByLabelText('Value of header 1'), 'secret://key');
    await fireEvent.click(screen.getByText('Add query parameter'));
    await fireEvent.click(screen.getByLabelText('Remove query parameter'));
    await fireEvent.click(screen.getByLabelText('Allow localhost and private networks'));
    expect(tools.page!.implementation).toMatchObject({
      headers: [{ name: 'X-Key', value: 'secret://key' }],
      query: [],
      allow_private: true,
    });
  });

  it('by Java: takes one folder or jar of the class path a line', async () => {
    const { tools } = await show();
    await fireEvent.click(implementation().getByRole('tab', { name: 'Java' }));
    await fireEvent.change(await screen.findByLabelText(/^Classpath/), { target: { value: ' a.jar \n\n b ' } });
    await write(screen.getByPlaceholderText('org.example.Tools'), 'T');
    expect(tools.page!.implementation).toMatchObject({ class_path: ['a.jar', 'b'], class: 'T' });
  });

  it('by a script: JavaScript has no network, Python may have it', async () => {
    const { tools } = await show();
    await fireEvent.click(implementation().getByRole('tab', { name: 'JavaScript' }));
    expect(await screen.findByText('No network access, no file access.')).toBeTruthy();
    await fireEvent.click(implementation().getByRole('tab', { name: 'Python' }));
    await fireEvent.click(await screen.findByLabelText('Allow network access'));
    await fireEvent.change(screen.getByLabelText('Memory (MB)'), { target: { value: '1' } });
    expect(tools.page!.implementation).toMatchObject({ kind: 'python', allow_network: true, memory_mb: 16 });
  });

  it('by a server: chooses one that is there, and says that the named one is not', async () => {
    const files = {
      name: 'files',
      tools: [
        { name: 'read', drift: [] },
        { name: 'list', drift: [] },
      ],
    };
    const { tools } = await show(tool('a'), [], [files as unknown as ServerDetail]);
    await choose('Server', /^files/);
    await waitFor(() => expect(tools.page!.implementation).toMatchObject({ server: 'files' }));
    await choose('Server tool', /^read/);
    await waitFor(() => expect(tools.page!.implementation).toMatchObject({ server: 'files', tool: 'read' }));
  });

  it('matches the server only while both say the same', async () => {
    const offering = { name: 'telephony', tools: [{ name: 'a', drift: [] }] } as unknown as ServerDetail;
    const { tools } = await show(tool('a'), [], [offering]);
    expect(screen.getByText('Matches the server')).toBeTruthy();
    tools.page!.writeImplementation({ kind: 'mcp_server', server: 'telephony', tool: 'b' });
    await waitFor(() => expect(screen.queryByText('Matches the server')).toBeNull());
  });

  it('shows what the server says now, and hides it again', async () => {
    const drift = [{ part: 'description' as const, pointer: null, specification: 'Old.', implementation: 'New.' }];
    await show(tool('a', { drift }));
    const compare = screen.getByText('Compare');
    await fireEvent.click(compare);
    expect(compare.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByText('description: library and server')).toBeTruthy();
    await fireEvent.click(screen.getByText('Hide'));
    expect(screen.queryByText('description: library and server')).toBeNull();
  });
});

describe('its limits', () => {
  it('take whole numbers within their bounds, and give back what is none', async () => {
    const { tools } = await show();
    const limit = screen.getByLabelText<HTMLInputElement>('Timeout (seconds)');
    const type = (value: string) => fireEvent.change(limit, { target: { value } });
    await type('0');
    expect(tools.page!.timeout).toBe(1);
    await type('99999');
    expect(tools.page!.timeout).toBe(3600);
    await type('2.6');
    expect(tools.page!.timeout).toBe(3);
    await type('');
    await fireEvent.blur(limit);
    expect([tools.page!.timeout, limit.value]).toEqual([3, '3']);
  });

  it('leave the effect of a new tool open, of a stored one not', async () => {
    const { tools } = await show(null);
    expect(screen.getByText('Not set').getAttribute('aria-checked')).toBe('true');
    await fireEvent.click(screen.getByText('Writes'));
    expect(tools.page!.effect).toBe('write');
    await fireEvent.click(screen.getByText('Not set'));
    expect(tools.page!.effect).toBeNull();
  });

  it('name the tools it needs, itself never, and one that is gone by its stored name', async () => {
    const needs = tool('a', { depends_on: [{ id: 'gone', name: 'old_tool' }] } as Partial<ToolDetail>);
    const { tools } = await show(needs, [tool('b')]);
    const group = within(screen.getByLabelText('Required tools'));
    expect(group.getByText('old_tool')).toBeTruthy();
    await choose('Add a required tool', 'b');
    await waitFor(() => expect(tools.page!.needs).toEqual(['gone', 'id-b']));
    expect(screen.queryByLabelText('Add a required tool')).toBeNull();
    await fireEvent.click(group.getByLabelText('Remove old_tool'));
    expect(tools.page!.needs).toEqual(['id-b']);
  });
});

describe('its history', () => {
  const version = (id: string, some: Partial<ToolVersionInfo> = {}) =>
    ({
      id,
      reason: 'saved',
      changed: ['description'],
      created_at: '2026-11-22T06:00:00Z',
      user: 'ana',
      version: '',
      unreadable: null,
      aggregate_version: 0,
      ...some,
    }) as ToolVersionInfo;
  const open = () => fireEvent.click(screen.getByTestId('tool-history'));

  it('restores one, closes, and keeps the one of now from being restored', async () => {
    const { backend, tools } = await show();
    backend.listToolVersions = async () => [version('v2', { aggregate_version: 1 }), version('v1')];
    await open();
    const list = await screen.findByTestId('tool-versions');
    expect(wordsOf(list)).toContain('current');
    await fireEvent.click(within(list).getByTestId('restore-version'));
    await waitFor(() => expect(screen.queryByTestId('tool-versions')).toBeNull());
    expect(tools.page!.description).toBe('As before.');
  });

  it('stays where restoring failed, and offers none over what is written', async () => {
    const { backend, tools, failed } = await show();
    backend.listToolVersions = async () => [version('v1')];
    backend.restoreToolVersion = () => Promise.reject(new StudioError('internal', 'The disk is full.'));
    await open();
    await fireEvent.click(await screen.findByTestId('restore-version'));
    await waitFor(() => expect(failed).toEqual(['Restoring a version: The disk is full.']));
    tools.page!.description = 'Mine.';
    await waitFor(() => expect(screen.getByTestId<HTMLButtonElement>('restore-version').disabled).toBe(true));
    expect(screen.getByTestId('restore-version').dataset.tip).toBe('Save or discard your changes first');
  });

  it("lists one that can't be read with the reason, says that there is none, and what failed", async () => {
    const { backend, tools } = await show();
    const versions = vi.spyOn(backend, 'listToolVersions');
    versions.mockRejectedValueOnce(new StudioError('internal', 'The table is damaged.'));
    await open();
    expect(wordsOf(await screen.findByTestId('error-state'))).toContain('The table is damaged.');
    await fireEvent.click(screen.getByText('Try again'));
    expect(await screen.findByText('No versions yet')).toBeTruthy();
    versions.mockResolvedValue([version('v1', { unreadable: 'Its format is newer.' })]);
    await tools.readVersions();
    expect(wordsOf(await screen.findByTestId('tool-versions'))).toContain("can't be read. Its format is newer.");
    expect(screen.queryByTestId('restore-version')).toBeNull();
    expect(await faults(screen.getByRole('dialog'))).toEqual([]);
  });
});

describe('a tool library', () => {
  it('says why it could not take it, and stays with what was typed', async () => {
    const { backend } = await show();
    backend.implementInToolLibrary = () => Promise.reject(new StudioError('invalid', 'mock is built in.'));
    await fireEvent.click(screen.getByTestId('implement'));
    const name = await screen.findByTestId<HTMLInputElement>('implement-library');
    expect(screen.getByTestId<HTMLButtonElement>('implement-add').disabled).toBe(true);
    await write(name, 'mock');
    await fireEvent.submit(name.closest('form')!);
    expect(await screen.findByText('mock is built in.')).toBeTruthy();
    expect(name.value).toBe('mock');
    expect(await faults(screen.getByRole('dialog'))).toEqual([]);
  });

  it('is not offered a tool that is only described', async () => {
    await show(tool('a', { implementation: { kind: 'none' } }));
    expect(screen.queryByTestId('implement')).toBeNull();
  });
});

it('says who uses it, how far, and what is wrong with it', async () => {
  const used_by = [
    { skill: 'gas', access: 'read', through: null },
    { skill: 'water', access: 'execute', through: 'gas' },
  ];
  await show(tool('a', { used_by, problems: ['No server is named telephony.'] } as unknown as Partial<ToolDetail>));
  const words = wordsOf(page());
  expect(words).toContain('Used by 1 skill (+1 via others)');
  expect(words).toContain('Highest access execute');
  expect(words).toContain('No calls yet');
  expect(words).toContain('No server is named telephony.');
});

it('has no findings of axe', async () => {
  const drift = [{ part: 'schema' as const, pointer: null, specification: '{}', implementation: '{"a":1}' }];
  await show(tool('a', { drift, problems: ['Its server is gone.'] }));
  await write(screen.getByTestId('tool-description'), 'Mine.');
  expect(await faults(page())).toEqual([]);
});
