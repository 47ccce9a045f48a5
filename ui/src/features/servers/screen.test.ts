import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { Memory, server, tool } from './fixtures';
import ServerList from './ServerList.svelte';
import ServerPage from './ServerPage.svelte';
import { Servers } from './servers.svelte';

const onattempt = async (_what: string, work: () => Promise<unknown>) => (await work(), true);

async function show(...list: ReturnType<typeof server>[]) {
  const backend = new Memory(list);
  const servers = new Servers(backend);
  await servers.load();
  const onopentool = vi.fn();
  render(ServerList, { servers, onattempt });
  render(ServerPage, { servers, onattempt, onopentool });
  return { backend, servers, onopentool };
}

const write = (element: HTMLElement, value: string) => fireEvent.input(element, { target: { value } });

it('takes pasted servers over: add, start, allow, import', async () => {
  const { backend } = await show();
  backend.read = [
    {
      id: null,
      aggregate_version: 0,
      name: 'files',
      transport: { kind: 'stdio', command: 'npx', args: ['-y', 'files'], env: [], cwd: '' },
      is_enabled: true,
    },
  ];
  backend.secrets = ['files-token'];
  await fireEvent.click(screen.getByRole('button', { name: 'Import MCP servers…' }));
  await write(await screen.findByTestId('paste-servers'), '{"mcpServers":{}}');
  expect((await screen.findByTestId('found-servers')).textContent).toContain('npx -y files');
  expect(screen.getByTestId('paste-problem').textContent).toMatch(/3:5.*no command/);
  expect(screen.getByTestId('found-secrets').textContent).toContain('secret://files-token');
  await fireEvent.click(screen.getByTestId('add-servers'));
  await fireEvent.click(await screen.findByTestId('test-and-import'));
  await fireEvent.click(await screen.findByTestId('consent-allow'));
  await waitFor(() => expect(screen.getByTestId('added-files').textContent).toContain('2 tools imported'));
  expect(backend.imported).toEqual(['read', 'search']);
  await fireEvent.click(screen.getByTestId('paste-done'));
  expect((await screen.findByTestId('server-page')).textContent).toContain('files');
  expect(screen.getByTestId('server-state').textContent).toBe('Running');
});

it('tries a server that is not stored, allows it, and stores it', async () => {
  const { backend, servers } = await show();
  await fireEvent.click(screen.getByRole('button', { name: 'New server' }));
  await write(await screen.findByTestId('server-name'), 'git');
  expect(screen.getByTestId<HTMLButtonElement>('test-server').disabled).toBe(true);
  await write(screen.getByTestId('server-command'), 'uvx "a b" mcp-server-git');
  await fireEvent.click(await screen.findByTestId('split-command'));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Argument 1' }).value).toBe('a b');
  await fireEvent.click(screen.getByRole('button', { name: 'Remove argument 1' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Remove argument 1' }));
  await fireEvent.click(screen.getByTestId('add-arg'));
  await write(screen.getByRole('textbox', { name: 'Argument 1' }), 'mcp-server-git');
  await fireEvent.click(screen.getByTestId('test-server'));
  await fireEvent.click(await screen.findByTestId('consent-allow'));
  await waitFor(() => expect(screen.getByTestId('test-result').textContent).toContain('It answers and offers 1 tool.'));
  expect(backend.saved).toEqual([]);
  await fireEvent.click(screen.getByTestId('save-server'));
  await waitFor(() => expect(servers.selectedId).toBe('id-git'));
  expect(backend.saved[0]?.transport).toMatchObject({ command: 'uvx', args: ['mcp-server-git'] });
  expect(screen.queryByTestId('save-server')).toBeNull();
  await fireEvent.click(screen.getByTestId('start-and-import'));
  await waitFor(() => expect(backend.imported).toEqual(['read', 'search']));
});

it('puts a value away as a secret', async () => {
  const { backend, servers } = await show(server('telephony'));
  backend.kept.set('taken', 'other');
  servers.select('id-telephony');
  await fireEvent.click(await screen.findByTestId('add-variable'));
  await write(screen.getByRole('textbox', { name: 'Name of variable 1' }), 'TELEPHONY_TOKEN');
  await write(screen.getByRole('textbox', { name: 'Value of TELEPHONY_TOKEN' }), 'sk-live-1');
  expect(screen.getByText(/looks like a secret/)).toBeTruthy();
  await fireEvent.click(screen.getByTestId('keep-TELEPHONY_TOKEN'));
  const name = await screen.findByTestId<HTMLInputElement>('secret-name');
  expect(name.value).toBe('telephony-token');
  await write(name, 'taken');
  expect((await screen.findByRole('alert')).textContent).toContain('A secret named taken already exists.');
  await write(name, 'telephony-token');
  await fireEvent.click(screen.getByTestId('keep-secret'));
  const value = screen.getByRole<HTMLInputElement>('textbox', { name: 'Value of TELEPHONY_TOKEN', hidden: true });
  await waitFor(() => expect(value.value).toBe('secret://telephony-token'));
  expect(backend.kept.get('telephony-token')).toBe('sk-live-1');
  expect(servers.form!.edit.transport).toMatchObject({
    env: [{ name: 'TELEPHONY_TOKEN', value: 'secret://telephony-token' }],
  });
});

it('says that a server was changed elsewhere, and saves over it only when told', async () => {
  const { backend, servers } = await show(server('a'));
  servers.select('id-a');
  await write(await screen.findByTestId('server-command'), 'mine');
  backend.put(server('a', { aggregate_version: 2 }));
  await fireEvent.click(screen.getByTestId('save-server'));
  expect(await screen.findByText(/was changed elsewhere/)).toBeTruthy();
  expect(screen.getByTestId<HTMLButtonElement>('save-server').disabled).toBe(true);
  await fireEvent.click(screen.getByTestId('keep-mine'));
  await waitFor(() => expect(screen.queryByText(/was changed elsewhere/)).toBeNull());
  expect(backend.servers[0]?.transport).toMatchObject({ command: 'mine' });
});

it('shows what changed at the server and takes it over', async () => {
  const drift = [
    {
      part: 'description' as const,
      pointer: null,
      specification: 'Lists commits.',
      implementation: 'Lists all commits.',
    },
  ];
  const { servers, onopentool } = await show(
    server('git', {
      state: 'running',
      checked_at: '2026-01-01T10:00:00Z',
      tools: [tool('git_log', true, { drift }), tool('blame'), tool('status')],
    }),
  );
  servers.select('id-git');
  const changed = await screen.findByTestId('offered-git_log');
  expect(within(changed).getByText('all', { exact: false, selector: 'ins' })).toBeTruthy();
  await fireEvent.click(within(changed).getByRole('button', { name: 'Open git_log' }));
  expect(onopentool).toHaveBeenCalledWith('tool-git_log');
  await fireEvent.click(screen.getByTestId('accept-git_log'));
  await waitFor(() => expect(within(changed).queryByText('changed')).toBeNull());
  await fireEvent.click(within(screen.getByTestId('offered-blame')).getByRole('checkbox'));
  await fireEvent.click(screen.getByTestId('import-selected'));
  await waitFor(() => expect(screen.queryByTestId('import-selected')).toBeNull());
  expect(screen.getByTestId('import-all').textContent).toContain('(1)');
});

it('asks before a server starts, and leaves it stopped when refused', async () => {
  const { servers } = await show(server('a'));
  servers.select('id-a');
  await fireEvent.click(await screen.findByTestId('start-server'));
  await fireEvent.click(await screen.findByTestId('consent-refuse'));
  await waitFor(() => expect(screen.getByTestId('server-state').textContent).toBe('Stopped'));
  await fireEvent.click(screen.getByTestId('start-server'));
  await fireEvent.click(await screen.findByTestId('consent-allow'));
  await waitFor(() => expect(screen.getByTestId('server-state').textContent).toBe('Running'));
  expect(await screen.findByText('ready')).toBeTruthy();
});
