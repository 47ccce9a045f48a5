import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { type ServerDetail, commands } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import { spec, studio, tool } from './fixtures';
import ToolList from './ToolList.svelte';
import ToolPage from './ToolPage.svelte';
import { Tools } from './tools.svelte';

// jsdom has no layout; the editors ask where letters are.
Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 900 }, offsetWidth: { value: 300 } });

const onattempt = async (_what: string, work: () => Promise<unknown>) => (await work(), true);

async function show() {
  const parameters = { ...spec(), source: 'parameters' as const };
  const drift = [{ part: 'schema' as const, pointer: null, specification: '{}', implementation: '{"a":1}' }];
  const kept = studio(tool('a', { spec: parameters, drift }), tool('b', { implementation: { kind: 'none' } }));
  const tools = new Tools(kept.backend);
  await tools.load();
  await tools.select('id-a');
  const servers = [{ name: 'telephony', tools: [] }] as unknown as ServerDetail[];
  const onsave = () => void tools.save();
  render(ToolPage, { tools, servers, onattempt, onsave });
  return { ...kept, tools };
}

it('shows the three forms, says which is the source, and lights one parameter in the table', async () => {
  const { tools } = await show();
  const forms = screen.getByTestId('spec');
  expect(within(forms).getAllByText('generated').length).toBe(2);
  expect(screen.getByTestId('signature-text').textContent).toContain('s:query');
  await fireEvent.click(screen.getByRole('button', { name: 'query' }));
  expect(tools.page!.spec.lit).toBe('query');
  expect(screen.getByTestId('parameter-edit')).toBeTruthy();
});

it('lets the other forms follow a parameter that is renamed, and stores it', async () => {
  const { tools, get } = await show();
  await fireEvent.click(screen.getByRole('button', { name: 'query' }));
  await fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'question' } });
  await waitFor(() => expect(screen.getByTestId('schema-text').textContent).toContain('j:question'));
  await fireEvent.click(screen.getByTestId('save-tool'));
  await waitFor(() => expect(tools.page!.isDirty).toBe(false));
  expect(get('id-a').spec.parameters[0]?.name).toBe('question');
});

it('shows what was changed elsewhere, and takes it when asked', async () => {
  const { tools, change } = await show();
  await fireEvent.input(screen.getByTestId('tool-description'), { target: { value: 'Mine.' } });
  change('id-a', { description: 'Theirs.' });
  await tools.follow({ kind: 'tools_changed' });
  await fireEvent.click(await screen.findByTestId('take-theirs'));
  expect(tools.page!.description).toBe('Theirs.');
  expect(screen.queryByTestId('take-theirs')).toBeNull();
});

it('takes over what the server says now, once nothing is written', async () => {
  const { tools, backend } = await show();
  const accept = vi.spyOn(backend, 'acceptDrift');
  await fireEvent.input(screen.getByTestId('tool-description'), { target: { value: 'Mine.' } });
  expect((screen.getByTestId('accept-drift') as HTMLButtonElement).disabled).toBe(true);
  await fireEvent.click(screen.getByTestId('discard-tool'));
  await fireEvent.click(screen.getByTestId('accept-drift'));
  await waitFor(() => expect(tools.page!.stored?.drift).toEqual([]));
  expect(accept).toHaveBeenCalledWith('id-a');
});

it('shows the tool on the map', async () => {
  await show();
  await fireEvent.click(screen.getByTestId('tool-on-map'));
  expect([app.view, app.intents.take('node')]).toEqual(['map', 'tool:id-a']);
});

const listed = async (...names: string[]) => {
  const tools = new Tools(studio(...names.map((name) => tool(name))).backend);
  await tools.load();
  const onselect = vi.fn();
  render(ToolList, { tools, onselect, onnew: vi.fn(), onimport: vi.fn() });
  return { tools, onselect, list: screen.getByRole('listbox', { name: 'Tools' }) };
};

it('moves through the list by arrow keys and opens by Enter, Space or a click', async () => {
  const { onselect, list } = await listed('a', 'b', 'c');
  list.focus();
  for (const key of ['ArrowDown', 'ArrowDown']) await fireEvent.keyDown(list, { key });
  expect(onselect).not.toHaveBeenCalled();
  const option = screen.getByRole('option', { selected: true });
  expect(list.getAttribute('aria-activedescendant')).toBe(option.id);
  expect(option.textContent).toMatch(/^\s*b\s*, in telephony, MCP server, used by 0 skills/);
  await fireEvent.keyDown(list, { key: 'Enter' });
  await fireEvent.keyDown(list, { key: 'ArrowUp' });
  await fireEvent.keyDown(list, { key: ' ' });
  await fireEvent.click(screen.getByTestId('tool-c'));
  expect(onselect.mock.calls).toEqual([['id-b'], ['id-a'], ['id-c']]);
});

it('finds the uses of a tool, and deletes it, from the menu of its row', async () => {
  vi.spyOn(commands, 'listDependents').mockResolvedValue([]);
  const { tools } = await listed('a', 'b');
  const pick = async (label: string) => {
    await fireEvent.contextMenu(screen.getByTestId('tool-b'));
    await fireEvent.click(await screen.findByRole('menuitem', { name: label }));
  };
  await pick('Find uses');
  expect([app.view, app.intents.take('uses')]).toEqual(['library', { kind: 'tool', id: 'id-b' }]);
  await pick('Move to trash');
  await waitFor(() => expect(tools.list.map(({ name }) => name)).toEqual(['a']));
});

it('goes from the filter down to the first tool found', async () => {
  const { tools, onselect, list } = await listed('a', 'b');
  tools.filter = 'does b';
  await fireEvent.keyDown(screen.getByLabelText('Filter tools'), { key: 'ArrowDown' });
  expect(document.activeElement).toBe(list);
  await fireEvent.keyDown(list, { key: 'Enter' });
  expect(onselect).toHaveBeenCalledWith('id-b');
  tools.filter = 'nothing like it';
  expect(await screen.findByText(/No tool matches/)).toBeTruthy();
});

it('draws no more of two thousand tools than are seen', async () => {
  const { list } = await listed(...Array.from({ length: 2000 }, (_, at) => `tool_${at}`));
  expect(within(list).getAllByRole('option').length).toBeLessThan(120);
  expect(screen.getAllByText('2,000')).toHaveLength(2);
});

it('shows how calls went for each skill', async () => {
  const called_at = '2026-11-22T06:00:00Z';
  const metrics = [
    { skill: null, calls: 1, failed: 0, mean_us: 900, called_at },
    { skill: 'gas', calls: 7, failed: 2, mean_us: 12_000, called_at },
  ];
  const { backend } = studio(tool('a', { metrics }));
  const tools = new Tools(backend);
  await tools.load();
  await tools.select('id-a');
  render(ToolPage, { tools, servers: [], onattempt, onsave: () => undefined });
  const rows = within(screen.getByTestId('calls-by-skill')).getAllByRole('row').slice(1);
  const cells = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent?.trim()),
  );
  expect(cells.map(([skill, calls, failed, mean]) => [skill, calls, failed, mean])).toEqual([
    ['gas', '7', '2', '12 ms'],
    ['Manual run, no skill', '1', '0', '0.9 ms'],
  ]);
});

it('gives a tool library what is written on the page, and the tool keeps its own', async () => {
  const { backend, tools } = await show();
  const implement = vi.spyOn(backend, 'implementInToolLibrary');
  await fireEvent.click(screen.getByTestId('implement'));
  await fireEvent.input(await screen.findByTestId('implement-library'), { target: { value: ' staging ' } });
  await fireEvent.click(screen.getByTestId('implement-add'));
  await waitFor(() => expect(implement).toHaveBeenCalledWith('staging', 'id-a', tools.page!.implementation));
  expect(tools.page!.isDirty).toBe(false);
});
