import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { type ServerDetail, StudioError } from '$lib/ipc';
import { ODD_NAMES, attempts, faults, later, wordsOf } from '$lib/testing/screen';
import { Memory, request, server, tool } from './fixtures';
import ServerList from './ServerList.svelte';
import { NEW, Servers } from './servers.svelte';

async function show(list: ServerDetail[], isRead = true) {
  const backend = new Memory(list);
  const servers = new Servers(backend);
  if (isRead) await servers.load();
  const { failed, onattempt } = attempts();
  const onselect = vi.fn();
  render(ServerList, { servers, onselect, onattempt });
  return { backend, servers, onselect, failed };
}
const place = () => screen.getByTestId('servers');
const row = (name: string) => screen.getByTestId(`server-${name}`);
const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });

it('says that it loads, what failed, and tries again', async () => {
  const { backend, servers } = await show([server('a')], false);
  expect(screen.getByLabelText('Loading the servers')).toBeTruthy();
  const list = backend.listServers;
  backend.listServers = () => Promise.reject(new StudioError('internal', 'The library is damaged.'));
  await servers.load();
  expect(wordsOf(await screen.findByTestId('error-state'))).toContain('The library is damaged.');
  backend.listServers = list;
  await fireEvent.click(screen.getByText('Try again'));
  expect(await screen.findByTestId('server-a')).toBeTruthy();
});

it('offers its menu once the list is there or has failed, since the list moves it, and keeps it open while it is read again', async () => {
  const { backend, servers } = await show([server('a')], false);
  expect(screen.queryByLabelText('Add server')).toBeNull();
  const list = backend.listServers;
  backend.listServers = () => Promise.reject(new StudioError('internal', 'Busy.'));
  await servers.load();
  expect(await screen.findByLabelText('Add server')).toBeTruthy();
  backend.listServers = list;
  await servers.load();
  await fireEvent.click(await screen.findByLabelText('Add server'));
  const entry = await screen.findByText(/^Import MCP servers/);
  await servers.load();
  expect(entry.isConnected).toBe(true);
});

it('keeps the list where reading it again fails', async () => {
  const { backend, servers } = await show([server('a')]);
  backend.listServers = () => Promise.reject(new StudioError('internal', 'Busy.'));
  await servers.load();
  expect(row('a')).toBeTruthy();
  expect(screen.queryByTestId('error-state')).toBeNull();
});

it('offers both ways to begin where there is none', async () => {
  const { servers, onselect } = await show([]);
  expect(wordsOf(place())).toContain('No servers in this library');
  expect(screen.queryByTestId('check-servers')).toBeNull();
  await fireEvent.click(screen.getByText('New server'));
  expect([servers.selectedId, onselect.mock.calls]).toEqual([NEW, [[NEW]]]);
  expect(wordsOf(place())).toContain('New serverunsaved');
});

it('is one tab stop, and arrows, Home and End move in it', async () => {
  await show([server('a'), server('b'), server('c')]);
  expect(screen.getAllByRole('option').map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
  row('a').focus();
  for (const [key, to] of [
    ['ArrowUp', 'a'],
    ['ArrowDown', 'b'],
    ['End', 'c'],
    ['ArrowDown', 'c'],
    ['Home', 'a'],
  ] as const) {
    await press(key);
    expect(document.activeElement, key).toBe(row(to));
  }
});

it('opens by Enter, Space and a click, and the tab stop is where it is open', async () => {
  const { onselect, servers } = await show([server('a'), server('b'), server('c')]);
  row('a').focus();
  await press('Enter');
  row('b').focus();
  await press(' ');
  await fireEvent.click(row('c'));
  expect(onselect.mock.calls).toEqual([['id-a'], ['id-b'], ['id-c']]);
  expect(servers.selectedId).toBe('id-c');
  expect(screen.getAllByRole('option').map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
});

it('has what is begun and not stored as its last row, reached and opened by keys', async () => {
  const { servers, onselect } = await show([server('a')]);
  servers.add();
  servers.form!.name = 'begun';
  servers.select('id-a');
  const begun = (await screen.findByText('unsaved')).closest<HTMLElement>('[role=option]')!;
  row('a').focus();
  await press('End');
  expect(document.activeElement).toBe(begun);
  await press(' ');
  expect(onselect).toHaveBeenLastCalledWith(NEW);
  expect(begun.getAttribute('aria-selected')).toBe('true');
  expect(wordsOf(begun)).toContain('begun');
});

it.each<[Partial<ServerDetail>, string]>([
  [{ state: 'running', ping_us: 1500, checked_at: '2026-01-01T10:00:00Z', tools: [tool('x')] }, 'running, 1 tool'],
  [{ state: 'needs_consent', consent: request('a') }, 'needs permission, waiting for permission'],
  [{ state: 'failed', message: 'npx was not found.' }, 'failed, npx was not found.'],
  [{ state: 'stopped' }, 'stopped, tools not listed yet'],
  [{ is_enabled: false, checked_at: '2026-01-01T10:00:00Z' }, 'stopped, 0 tools, disabled'],
  [{ state: 'unknown', transport: null, tools: [tool('x'), tool('y')] }, 'not set up, used by 2 tools'],
])('says how a server is: %j', async (part, expected) => {
  await show([server('a', part)]);
  expect(row('a').getAttribute('aria-label')).toBe(`a, ${expected}`);
});

it('says how many tools changed where it is more than one', async () => {
  const drift = [{ part: 'schema' as const, pointer: null, specification: '', implementation: '{}' }];
  const tools = [tool('x', true, { drift }), tool('y', true, { drift })];
  await show([server('a', { checked_at: '2026-01-01T10:00:00Z', tools })]);
  expect(wordsOf(row('a'))).toContain('2 tools, 2 changed');
});

it('says what is not saved, also while another one is open', async () => {
  const { servers } = await show([server('a'), server('b')]);
  servers.select('id-a');
  servers.form!.command = 'mine';
  servers.select('id-b');
  await waitFor(() => expect(wordsOf(row('a'))).toContain('unsaved changes'));
  expect(row('a').getAttribute('aria-label')).toContain(', unsaved');
  expect(wordsOf(row('b'))).not.toContain('unsaved');
});

it('asks all of them how they are, not twice at a time, and says when that failed', async () => {
  const { backend, failed } = await show([server('a')]);
  const asked = later<ServerDetail[]>();
  backend.checkServers = vi.fn(() => asked.promise);
  await fireEvent.click(screen.getByTestId('check-servers'));
  expect(screen.getByTestId<HTMLButtonElement>('check-servers').disabled).toBe(true);
  asked.resolve([server('a', { state: 'running', ping_us: 900 })]);
  await waitFor(() => expect(wordsOf(row('a'))).toContain('0.9 ms'));
  await waitFor(() => expect(screen.getByTestId<HTMLButtonElement>('check-servers').disabled).toBe(false));
  backend.checkServers = () => Promise.reject(new StudioError('internal', 'Not now.'));
  await fireEvent.click(screen.getByTestId('check-servers'));
  await waitFor(() => expect(failed).toEqual(['Checking the servers: Not now.']));
});

it('adds from its menu: pasted settings, or an empty page', async () => {
  const { servers } = await show([server('a')]);
  const pick = async (label: RegExp) => {
    await fireEvent.click(screen.getByLabelText('Add server'));
    await fireEvent.click(await screen.findByText(label));
  };
  await pick(/^Import MCP servers/);
  expect(await screen.findByTestId('paste-servers')).toBeTruthy();
  await fireEvent.click(screen.getByText('Cancel'));
  await waitFor(() => expect(screen.queryByTestId('paste-servers')).toBeNull());
  expect(servers.isPasting).toBe(false);
  await pick(/^New server$/);
  await waitFor(() => expect(servers.selectedId).toBe(NEW));
});

it('shows names of every sort, and has no findings of axe', async () => {
  await show(ODD_NAMES.map((name) => server(name, { id: name })));
  for (const name of ODD_NAMES) expect(wordsOf(row(name))).toContain(name);
  expect(await faults(place())).toEqual([]);
});
