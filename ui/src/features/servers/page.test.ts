import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Toaster } from '$kit';
import { StudioError, commands } from '$lib/ipc';
import { trashing } from '$lib/state/trashing.svelte';
import { ODD_NAMES, attempts, faults, later, pressInToast, wordsOf, write } from '$lib/testing/screen';
import { Memory, request, server, tool } from './fixtures';
import ServerPage from './ServerPage.svelte';
import { Servers } from './servers.svelte';

beforeEach(() => void vi.spyOn(commands, 'listDependents').mockResolvedValue([]));
afterEach(() => vi.restoreAllMocks());

async function show(open = server('files'), ...others: ReturnType<typeof server>[]) {
  const backend = new Memory([open, ...others]);
  const servers = new Servers(backend);
  await servers.load();
  servers.select(open.id);
  const attempt = attempts();
  const onopentool = vi.fn();
  render(Toaster);
  render(ServerPage, { servers, onattempt: attempt.onattempt, onopentool });
  return { backend, servers, onopentool, failed: attempt.failed };
}
const page = () => screen.getByTestId('server-page');
const state = () => wordsOf(screen.getByTestId('server-state'));
const isDisabled = (id: string) => screen.getByTestId<HTMLButtonElement>(id).disabled;

describe('the head', () => {
  it('says how it runs and what it calls itself, and stops it', async () => {
    const { backend } = await show(
      server('files', { state: 'running', ping_us: 400, info: 'Files 2.1', restarts: 2, checked_at: null }),
    );
    expect(state()).toBe('Running');
    expect(wordsOf(page())).toContain('responds in 0.4 ms, Files 2.1, restarted 2 times');
    expect(screen.queryByTestId('start-server')).toBeNull();
    await fireEvent.click(screen.getByTestId('stop-server'));
    await waitFor(() => expect(state()).toBe('Stopped'));
    expect(backend.servers[0]?.state).toBe('stopped');
  });

  it('restarts: stops it first, and then starts it', async () => {
    const { backend } = await show(server('files', { state: 'running' }));
    backend.granted.push('hash-files');
    const [stop, start] = [vi.spyOn(backend, 'stopServer'), vi.spyOn(backend, 'startServer')];
    await fireEvent.click(screen.getByLabelText('Restart'));
    await waitFor(() => expect(start).toHaveBeenCalledWith('id-files'));
    expect(stop.mock.invocationCallOrder[0]).toBeLessThan(start.mock.invocationCallOrder[0]!);
  });

  it('works while it starts, and can be started again after that failed', async () => {
    const { backend, failed } = await show();
    const { promise, reject } = later<never>();
    backend.startServer = () => promise;
    await fireEvent.click(screen.getByTestId('start-server'));
    expect(state()).toBe('Working');
    reject(new StudioError('internal', 'npx was not found.'));
    await waitFor(() => expect(state()).toBe('Stopped'));
    expect(failed).toEqual(['Starting the server: npx was not found.']);
    expect(isDisabled('start-server')).toBe(false);
  });

  it('moves it to the trash and brings it back from the toast', async () => {
    const { servers } = await show(server('files', { aggregate_version: 4 }));
    await fireEvent.click(screen.getByLabelText('More options'));
    await fireEvent.click(await screen.findByText('Move to trash'));
    await waitFor(() => expect(servers.list).toEqual([]));
    expect(commands.listDependents).toHaveBeenCalledWith([{ kind: 'server', id: 'id-files', aggregate_version: 4 }]);
    expect(screen.queryByTestId('server-page')).toBeNull();
    await pressInToast('Moved files to trash');
    await waitFor(() => expect(wordsOf(page())).toContain('files'));
  });

  it('leaves it where others need it and the author says no', async () => {
    vi.mocked(commands.listDependents).mockResolvedValue([{ name: 'transfer_call' } as never]);
    const { backend, servers } = await show();
    const trash = vi.spyOn(backend, 'trashItem');
    await fireEvent.click(screen.getByLabelText('More options'));
    await fireEvent.click(await screen.findByText('Move to trash'));
    await waitFor(() => expect(trashing.asked?.name).toBe('files'));
    trashing.answer(false);
    await Promise.resolve();
    expect([servers.list.length, trash.mock.calls]).toEqual([1, []]);
  });

  it('discards what is written, and the toast brings it back', async () => {
    const { servers } = await show();
    await write(screen.getByTestId('server-command'), 'uvx');
    await fireEvent.click(screen.getByTestId('discard-server'));
    expect(screen.getByTestId<HTMLInputElement>('server-command').value).toBe('files');
    expect(screen.queryByTestId('save-server')).toBeNull();
    await pressInToast('Changes discarded');
    await waitFor(() => expect(screen.getByTestId<HTMLInputElement>('server-command').value).toBe('uvx'));
    expect(servers.hasUnsaved('id-files')).toBe(true);
  });
});

describe('by keyboard', () => {
  it('saves by Ctrl+S what can be saved, and nothing else', async () => {
    const { backend } = await show();
    const name = screen.getByTestId('server-name');
    await fireEvent.keyDown(name, { key: 's', ctrlKey: true });
    await write(name, '  ');
    expect(screen.getByTestId('save-server').dataset.tip).toBe('Enter a name. Tools use it to refer to the server.');
    await fireEvent.keyDown(name, { key: 's', ctrlKey: true });
    expect(backend.saved).toEqual([]);
    await write(name, 'papers');
    await fireEvent.keyDown(name, { key: 's', metaKey: true });
    await waitFor(() => expect(backend.saved).toMatchObject([{ id: 'id-files', name: 'papers' }]));
  });

  it('takes a step back by Ctrl+Z, and does it again by Ctrl+Shift+Z', async () => {
    const { servers } = await show();
    const command = screen.getByTestId('server-command');
    await write(command, 'uvx');
    await waitFor(() => expect(servers.canUndo).toBe(true));
    await fireEvent.keyDown(command, { key: 'z', ctrlKey: true });
    expect(servers.form!.command).toBe('files');
    await fireEvent.keyDown(command, { key: 'Z', ctrlKey: true, shiftKey: true });
    expect(servers.form!.command).toBe('uvx');
  });
});

describe('what it says of itself', () => {
  it('is an alert where it failed, a note where it is only stopped', async () => {
    const { backend, servers } = await show(server('files', { state: 'failed', message: 'It ended with `1`.' }));
    expect(wordsOf(screen.getByRole('alert'))).toBe('It ended with 1.');
    backend.put(server('files', { message: 'It was stopped.' }));
    await servers.follow({ kind: 'servers_changed' });
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(wordsOf(page())).toContain('It was stopped.');
  });

  it('names the tools that wait for one that nothing sets up, and opens them', async () => {
    const tools = [tool('a', true), tool('b', true), tool('c', true)];
    const { onopentool } = await show(
      server('late', { state: 'unknown', transport: null, aggregate_version: 0, tools }),
    );
    expect(wordsOf(page())).toContain("a, b and c use this server, but it isn't set up yet.");
    expect(screen.queryByTestId('server-log')).toBeNull();
    expect(screen.queryByTestId('offered-tools')).toBeNull();
    expect(wordsOf(screen.getByTestId('save-server'))).toBe('Set up');
    await fireEvent.click(within(page()).getByText('b'));
    expect(onopentool).toHaveBeenCalledWith('tool-b');
  });

  it('goes with the server when that is deleted elsewhere', async () => {
    const { backend, servers } = await show();
    backend.servers = [];
    await servers.follow({ kind: 'servers_changed' });
    await waitFor(() => expect(screen.queryByTestId('server-page')).toBeNull());
  });

  it.each(ODD_NAMES)('has a name of any sort: %s', async (name) => {
    await show(server(name));
    expect(page().getAttribute('aria-label')).toBe(`Server ${name}`);
    expect(screen.getByTestId<HTMLInputElement>('server-name').value).toBe(name);
    expect(wordsOf(within(page()).getByRole('heading', { level: 2 }))).toBe(name);
  });
});

describe('a test of it', () => {
  const failing = { state: 'failed' as const, consent: null, message: 'It ended at once.', info: '', tools: [] };
  const log = [{ written_at: 'no time', stream: 'stderr' as const, text: 'ENOENT' }];

  it('shows what a failing program said, until it is dismissed', async () => {
    const { backend } = await show();
    backend.testServer = async () => ({ ...failing, log, elapsed_ms: 3 }) as never;
    await fireEvent.click(screen.getByTestId('test-server'));
    const result = await screen.findByTestId('test-result');
    expect(wordsOf(within(result).getByRole('alert'))).toBe('It ended at once. 3.0 ms');
    expect(result.querySelector('details')!.open).toBe(true);
    expect(wordsOf(within(result).getByRole('log'))).toBe('stderrENOENT');
    await fireEvent.click(within(result).getByLabelText('Dismiss'));
    expect(screen.queryByTestId('test-result')).toBeNull();
  });

  it('says that it is of what was written before', async () => {
    const { backend } = await show();
    backend.granted.push('hash-files');
    await fireEvent.click(screen.getByTestId('test-server'));
    await screen.findByTestId('test-result');
    expect(screen.queryByText('You changed the server after this test.')).toBeNull();
    await write(screen.getByTestId('server-cwd'), '/srv');
    expect(await screen.findByText('You changed the server after this test.')).toBeTruthy();
  });

  it('can be tried again where it could not be made', async () => {
    const { backend } = await show();
    backend.granted.push('hash-files');
    const test = vi.spyOn(backend, 'testServer');
    test.mockRejectedValueOnce(new StudioError('internal', 'The keychain is locked.'));
    await fireEvent.click(screen.getByTestId('test-server'));
    expect(wordsOf(await screen.findByRole('alert'))).toContain('The keychain is locked.');
    await fireEvent.click(screen.getByText('Try again'));
    expect(wordsOf(await screen.findByTestId('test-result'))).toContain('It answers and offers 1 tool.');
  });

  it('goes no further where it is refused', async () => {
    const { backend } = await show();
    await fireEvent.click(screen.getByTestId('test-server'));
    await fireEvent.click(await screen.findByTestId('consent-refuse'));
    expect(screen.queryByTestId('test-result')).toBeNull();
    expect(backend.granted).toEqual([]);
  });

  it('keeps the answer of the last one, whichever comes last', async () => {
    const { backend, servers } = await show();
    const answers = [later<never>(), later<never>()];
    let asked = 0;
    backend.testServer = () => answers[asked++]!.promise;
    const first = servers.test();
    servers.form!.command = 'other';
    const second = servers.test();
    answers[1]!.resolve({ ...failing, message: 'second', log: [], elapsed_ms: 1 } as never);
    answers[0]!.resolve({ ...failing, message: 'first', log: [], elapsed_ms: 1 } as never);
    await Promise.all([first, second]);
    expect(wordsOf(await screen.findByTestId('test-result'))).toContain('second');
    // The one that is shown is of what is written now; the answer that was overtaken says nothing.
    expect(servers.form!.isTestOld).toBe(false);
  });
});

describe('its tools and its log', () => {
  it('says what could not be imported, and keeps what is chosen', async () => {
    const { backend, failed } = await show(
      server('files', { checked_at: '2026-01-01T10:00:00Z', tools: [tool('a'), tool('b'), tool('c')] }),
    );
    backend.importServerTools = async () => Promise.reject(new StudioError('internal', 'a is taken.'));
    await fireEvent.click(screen.getByLabelText('Import a'));
    await fireEvent.click(screen.getByTestId('import-selected'));
    await waitFor(() => expect(failed).toEqual(['Importing tools: a is taken.']));
    expect(screen.getByLabelText('Import a').getAttribute('aria-checked')).toBe('true');
    expect(wordsOf(screen.getByTestId('import-all'))).toBe('Import all (3)');
  });

  it('cannot accept a tool that is gone there', async () => {
    const drift = [{ part: 'name' as const, pointer: null, specification: 'read', implementation: '' }];
    await show(server('files', { checked_at: '2026-01-01T10:00:00Z', tools: [tool('read', true, { drift })] }));
    expect(screen.getByLabelText('Name of read')).toBeTruthy();
    expect(screen.queryByTestId('accept-read')).toBeNull();
  });

  it('says that it offers none, or that it was not asked', async () => {
    const { backend, servers } = await show();
    expect(wordsOf(screen.getByTestId('offered-tools'))).toContain('Start the server to list its tools.');
    backend.put(server('files', { checked_at: '2026-01-01T10:00:00Z' }));
    await servers.load();
    await waitFor(() => expect(wordsOf(screen.getByTestId('offered-tools'))).toContain('has no tools'));
  });

  it('says why the log cannot be read, and that there is nothing in it', async () => {
    const { backend, servers } = await show();
    expect(await screen.findByText('ready')).toBeTruthy();
    await servers.log.load(() => Promise.reject(new StudioError('internal', 'The log is gone.')));
    await waitFor(() => expect(wordsOf(screen.getByTestId('server-log'))).toContain('The log is gone.'));
    backend.getServerLog = async () => [];
    await servers.log.load(() => backend.getServerLog());
    await waitFor(() => expect(wordsOf(screen.getByTestId('server-log'))).toContain('No output since'));
  });
});

it('has no findings of axe: waiting for permission, with tools and a log', async () => {
  const drift = [{ part: 'schema' as const, pointer: '/a', specification: '{}', implementation: '{"a":1}' }];
  const tools = [tool('read', true, { drift }), tool('write')];
  await show(
    server('files', { state: 'needs_consent', consent: request('files'), tools, checked_at: '2026-01-01T10:00:00Z' }),
  );
  await screen.findByText('ready');
  expect(await faults(page())).toEqual([]);
});
