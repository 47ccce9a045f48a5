import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type AgentEdit, StudioError, type ToolDetail, type ToolDraft, type ToolImport } from '$lib/ipc';
import { Toaster } from '$kit';
import { ODD_NAMES, faults, later, wordsOf, write } from '$lib/testing/screen';
import { studio, tool } from './fixtures';
import { Import, REST } from './import.svelte';
import ImportDialog from './ImportDialog.svelte';
import ToolList from './ToolList.svelte';
import { NEW, Tools } from './tools.svelte';

// The list draws what fits its height; jsdom has none.
Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 900 }, offsetWidth: { value: 300 } });

let shown: Tools | null = null;
afterEach(() => {
  shown?.end();
  vi.useRealTimers();
});

describe('the list', () => {
  async function show(details: ToolDetail[], isRead = true) {
    const kept = studio(...details);
    const tools = (shown = new Tools(kept.backend));
    if (isRead) await tools.load();
    const on = { onselect: vi.fn(), onnew: vi.fn(), onimport: vi.fn() };
    render(ToolList, { tools, ...on });
    return { ...kept, tools, ...on };
  }

  it('says that it is read, what failed, and tries again', async () => {
    const { tools, backend } = await show([tool('a')], false);
    expect(screen.getByLabelText('Loading the tools')).toBeTruthy();
    const list = backend.listTools;
    backend.listTools = () => Promise.reject(new StudioError('internal', 'The library is damaged.'));
    await tools.load();
    expect(wordsOf(await screen.findByTestId('error-state'))).toContain('The library is damaged.');
    backend.listTools = list;
    await fireEvent.click(screen.getByText('Try again'));
    expect(await screen.findByTestId('tool-a')).toBeTruthy();
  });

  it('leads to an import where there is none', async () => {
    const { onimport } = await show([]);
    await fireEvent.click(screen.getByText('Import tools'));
    expect(onimport).toHaveBeenCalledOnce();
    expect(screen.queryByLabelText('Filter tools')).toBeNull();
  });

  it('keeps the list where reading it again failed, and drops an answer that was overtaken', async () => {
    const { tools, backend } = await show([tool('a')]);
    const slow = later<never>();
    const list = backend.listTools;
    backend.listTools = () => slow.promise;
    const first = tools.load();
    backend.listTools = list;
    await tools.load();
    slow.resolve([] as never);
    await first;
    expect(screen.getByTestId('tool-a')).toBeTruthy();
    backend.listTools = () => Promise.reject(new StudioError('internal', 'The library is locked.'));
    await tools.load();
    expect([tools.all.error?.message, screen.getByTestId('tool-a') !== null]).toEqual(['The library is locked.', true]);
    expect(screen.queryByTestId('error-state')).toBeNull();
  });

  it('has what is begun first, by its name while it is open', async () => {
    const { tools, onselect } = await show([tool('a')]);
    tools.add('begun');
    const begun = await screen.findByTestId('tool-begun');
    expect(wordsOf(begun)).toContain('Description only, used by 0 skills, unsaved');
    expect(wordsOf(screen.getAllByRole('option')[0]!)).toContain('begun');
    await fireEvent.click(begun);
    expect(onselect).toHaveBeenCalledWith(NEW);
  });

  it('marks what is not saved and what has a problem, also for ears', async () => {
    const { tools, backend } = await show([tool('a'), tool('b')]);
    await tools.select('id-a');
    tools.page!.description = 'Mine.';
    await waitFor(() => expect(wordsOf(screen.getByTestId('tool-a'))).toContain('unsaved, open'));
    const list = await backend.listTools();
    backend.listTools = async () => list.map((each) => ({ ...each, used_by: 2, problem: 'Its server is gone.' }));
    await tools.load();
    await waitFor(() =>
      expect(wordsOf(screen.getByTestId('tool-b'))).toContain('used by 2 skills, Its server is gone.'),
    );
    expect(screen.getByTestId('tool-b').dataset.tip).toBe('Its server is gone.');
  });

  it('shows names of every sort, finds them, and has no findings of axe', async () => {
    const { tools } = await show(ODD_NAMES.map((name, at) => tool(name, { id: `t${at}` })));
    for (const name of ODD_NAMES) expect(screen.getByTestId(`tool-${name}`)).toBeTruthy();
    expect(await faults(screen.getByTestId('tools'))).toEqual([]);
    tools.filter = ODD_NAMES[1]!;
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  });
});

describe('an import', () => {
  const draft = (name: string, is_taken = false): ToolDraft =>
    ({
      edit: { id: null, name, description: '', implementation: { kind: 'rest' } },
      is_taken,
      notes: [],
    }) as unknown as ToolDraft;
  const agent = (name: string, is_taken = false, tools: string[] = []) =>
    ({ edit: { name } as AgentEdit, tools, component_tools: [], is_taken, differing: [] }) as never;
  const nothing: ToolImport = { format: null, tools: [], servers: [], agents: [], secrets: [], problems: [] };

  async function show(found: ToolImport) {
    const kept = studio(tool('there'));
    kept.backend.readTools = vi.fn(async () => found);
    const tools = (shown = new Tools(kept.backend));
    await tools.load();
    tools.isImporting = true;
    render(Toaster);
    render(ImportDialog, { tools, onstored: vi.fn() });
    const text = () => screen.getByTestId<HTMLTextAreaElement>('import-text');
    return { ...kept, tools, text, dialog: within(screen.getByRole('dialog')) };
  }
  const store = () => screen.getByTestId<HTMLButtonElement>('import-store');

  it('waits until the text rests, and finds nothing in what is nothing', async () => {
    const { backend, text, dialog } = await show(nothing);
    vi.useFakeTimers();
    await write(text(), 'h');
    await vi.advanceTimersByTimeAsync(REST - 10);
    await write(text(), 'hello');
    await vi.advanceTimersByTimeAsync(REST);
    expect(backend.readTools).toHaveBeenCalledExactlyOnceWith('hello');
    expect(dialog.getByText('No tools or servers found in this text.')).toBeTruthy();
    expect([wordsOf(store()), store().disabled]).toEqual(['Import', true]);
  });

  it('reads a file that is opened', async () => {
    const { text, dialog } = await show({ ...nothing, format: 'openapi', tools: [draft('a')] });
    const file = Object.assign(new File([], 'a.yaml'), { text: async () => 'openapi: 3' });
    await fireEvent.change(screen.getByLabelText('File to import'), { target: { files: [file] } });
    await waitFor(() => expect(text().value).toBe('openapi: 3'));
    expect(wordsOf(await dialog.findByTestId('import-format'))).toContain('OpenAPI document');
  });

  it('goes to the place of what is wrong in the text', async () => {
    const problems = [{ severity: 'warning' as const, message: 'No name.', start: 3, end: 4, line: 1, column: 4 }];
    const { text, dialog } = await show({ ...nothing, problems });
    await write(text(), 'abcdef');
    await fireEvent.click(within(await dialog.findByTestId('spec-problems')).getByRole('button'));
    expect([document.activeElement, text().selectionStart, text().selectionEnd]).toEqual([text(), 3, 4]);
  });

  it('brings servers and agents in with their tools, but no agent whose name is taken', async () => {
    const server = { id: null, aggregate_version: 0, name: 's', transport: {} as never, is_enabled: true };
    const found = {
      ...nothing,
      format: 'gram' as const,
      tools: [draft('a')],
      servers: [server],
      agents: [agent('desk', false, ['a']), agent('night', true)],
    };
    const { text, backend, dialog, tools } = await show(found);
    const kept = vi.spyOn(backend, 'importToolbox');
    await write(text(), 'gram');
    await dialog.findByTestId('import-format');
    expect(wordsOf(store())).toBe('Import 1 tool and 1 server and 1 agent');
    expect(dialog.getByText('tools: a')).toBeTruthy();
    expect(dialog.getByLabelText<HTMLButtonElement>('Agent night').disabled).toBe(true);
    await write(dialog.getByLabelText('Name of tool 1'), 'renamed');
    await fireEvent.click(dialog.getByLabelText('Server s'));
    expect(await faults(screen.getByRole('dialog'))).toEqual([]);
    await fireEvent.click(store());
    await waitFor(() => expect(tools.isImporting).toBe(false));
    // The agent is given the tool under the name it is stored by.
    expect(kept.mock.calls[0]![0]).toMatchObject({
      servers: [],
      tools: [{ name: 'renamed' }],
      agents: [{ tools: ['renamed'] }],
    });
    expect(await screen.findByText('Imported 1 tool and 1 agent')).toBeTruthy();
  });

  it('takes no tool under no name, nor twice under one', async () => {
    const { text, dialog } = await show({ ...nothing, format: 'openapi', tools: [draft('a'), draft('b')] });
    await write(text(), 'x');
    await dialog.findByTestId('import-format');
    await write(dialog.getByLabelText('Name of tool 2'), 'a');
    expect(dialog.getByText('name taken')).toBeTruthy();
    expect(wordsOf(store())).toBe('Import 1 tool');
    await write(dialog.getByLabelText('Name of tool 2'), ' ');
    expect(dialog.getByText('no name')).toBeTruthy();
  });

  it('says why the text could not be read, and reads it again', async () => {
    const { text, backend, dialog } = await show({ ...nothing, format: 'curl', tools: [draft('a')] });
    vi.mocked(backend.readTools).mockRejectedValueOnce(new StudioError('internal', 'It is longer than 50 MB.'));
    await write(text(), 'curl x');
    expect(wordsOf(await dialog.findByTestId('error-state'))).toContain('It is longer than 50 MB.');
    await fireEvent.click(dialog.getByText('Try again'));
    expect(wordsOf(await dialog.findByTestId('import-format'))).toContain('curl command');
  });

  it('keeps what was chosen while the text grows by what has no name', async () => {
    const backend = {
      readTools: async () => ({ ...nothing, tools: [draft('a'), draft('b')] }),
      importToolbox: vi.fn(),
    };
    const importing = new Import(backend, () => []);
    importing.text = 'x';
    await importing.read();
    importing.pick(0, false);
    importing.text = 'x # more';
    await importing.read();
    expect(importing.chosen.map(({ name }) => name)).toEqual(['b']);
  });
});
