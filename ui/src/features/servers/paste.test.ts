import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ServerDetail, type ServerEdit, type ServerImport, StudioError } from '$lib/ipc';
import { attempts, faults, later, wordsOf, write } from '$lib/testing/screen';
import { Memory, server } from './fixtures';
import { Paste, REST } from './paste.svelte';
import PasteDialog from './PasteDialog.svelte';
import { Servers } from './servers.svelte';

afterEach(() => vi.useRealTimers());

const pasted = (name: string, transport?: ServerEdit['transport']): ServerEdit => ({
  id: null,
  aggregate_version: 0,
  name,
  transport: transport ?? { kind: 'stdio', command: 'npx', args: ['-y', name], env: [], cwd: '' },
  is_enabled: true,
});

async function show(found: ServerEdit[], there: ServerDetail[] = [], secrets: string[] = []) {
  const backend = new Memory(there);
  backend.readServers = async () => ({ servers: found, secrets, problems: [] });
  const servers = new Servers(backend);
  await servers.load();
  servers.isPasting = true;
  const { failed, onattempt } = attempts();
  const onadded = vi.fn();
  render(PasteDialog, { servers, onattempt, onadded, text: '{"mcpServers": {}}' });
  return { backend, servers, onadded, failed };
}
const add = () => screen.getByTestId<HTMLButtonElement>('add-servers');
const added = (name: string) => screen.findByTestId(`added-${name}`);

describe('reading', () => {
  it('waits until the text rests, and asks once for all that was typed', async () => {
    vi.useFakeTimers();
    const backend = new Memory();
    const read = vi.spyOn(backend, 'readServers');
    const paste = new Paste(new Servers(backend));
    for (const text of ['{', '{"a"', '{"a": 1}']) {
      paste.write(text);
      await vi.advanceTimersByTimeAsync(REST - 10);
    }
    expect(read).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(20);
    expect(read).toHaveBeenCalledExactlyOnceWith('{"a": 1}');
  });

  it('drops what was found in a text that is not there any more', async () => {
    const backend = new Memory();
    const paste = new Paste(new Servers(backend));
    const late = later<ServerImport>();
    backend.readServers = () => late.promise;
    paste.text = '{"mcpServers": {}}';
    const first = paste.read();
    paste.text = '  ';
    await paste.read();
    late.resolve({ servers: [pasted('gone')], secrets: [], problems: [] });
    await first;
    expect([paste.servers, paste.found.isLoading]).toEqual([[], false]);
  });

  it('takes over what was dropped on the window, and says how each is reached', async () => {
    const url = 'https://mcp.example/sse';
    await show([pasted('files'), pasted('web', { kind: 'http', url, headers: [], allow_private: false })]);
    const found = await screen.findByTestId('found-servers');
    expect(within(found).getByText('npx -y files')).toBeTruthy();
    expect(within(found).getByText(url)).toBeTruthy();
    expect(wordsOf(add())).toBe('Add 2 servers');
  });

  it('names all secrets it would keep apart', async () => {
    await show([pasted('files')], [], ['files-token', 'files-key']);
    expect(wordsOf(await screen.findByTestId('found-secrets'))).toBe(
      '2 secrets found. When you add the servers, the values are stored outside the library as secret://files-token, secret://files-key.',
    );
  });

  it('says why nothing could be read', async () => {
    const { backend } = await show([]);
    backend.readServers = () => Promise.reject(new StudioError('invalid', 'The text is longer than 50 MB.'));
    vi.useFakeTimers();
    await write(screen.getByTestId('paste-servers'), '{');
    await vi.advanceTimersByTimeAsync(REST);
    expect(wordsOf(screen.getByRole('alert'))).toContain('longer than 50 MB');
    expect(add().disabled).toBe(true);
  });
});

it('replaces nothing unasked where the list of servers was not read before', async () => {
  const backend = new Memory([server('files')]);
  backend.readServers = async () => ({ servers: [pasted('files')], secrets: [], problems: [] });
  const paste = new Paste(new Servers(backend));
  paste.text = '{}';
  await paste.read();
  expect([paste.servers.length, paste.chosen]).toEqual([1, []]);
});

it('says what is wrong in the text as it is read, and of which field', async () => {
  const backend = new Memory();
  const problem = { line: 1, column: 2, severity: 'error' as const, message: 'A comma is missing.' };
  backend.readServers = async () => ({ servers: [], secrets: [], problems: [problem] as never });
  const servers = new Servers(backend);
  await servers.load();
  render(PasteDialog, { servers, onattempt: vi.fn(), onadded: vi.fn(), text: '{' });
  await screen.findByText('A comma is missing.');
  expect(screen.getByTestId('paste-problem').closest('[role=status]')).toBeTruthy();
  expect(screen.getByTestId('paste-servers').getAttribute('aria-invalid')).toBe('true');
});

describe('choosing', () => {
  it('leaves out what would take the place of another, until the author picks it', async () => {
    await show([pasted('files'), pasted('git')], [server('files')]);
    await screen.findByText('already exists; select to replace it');
    const box = screen.getByLabelText<HTMLInputElement>('Add files');
    await waitFor(() => expect(wordsOf(add())).toBe('Add 1 server'));
    await fireEvent.click(box);
    expect(wordsOf(add())).toBe('Add 2 servers');
    expect(screen.getByText('replaces an existing server')).toBeTruthy();
  });

  it('adds none where none is chosen', async () => {
    await show([pasted('files')]);
    await fireEvent.click(await screen.findByLabelText('Add files'));
    expect([wordsOf(add()), add().disabled]).toEqual(['Add servers', true]);
  });
});

describe('adding', () => {
  it('says why nothing was stored, and can be tried again with the same text', async () => {
    const { backend } = await show([pasted('files')]);
    const store = backend.importToolbox;
    backend.importToolbox = () => Promise.reject(new StudioError('internal', 'The disk is full.'));
    await screen.findByTestId('found-servers');
    await fireEvent.click(add());
    expect(wordsOf(await screen.findByRole('alert'))).toContain('The disk is full.');
    backend.importToolbox = store;
    await fireEvent.click(add());
    expect(wordsOf(await added('files'))).toContain('Added');
  });

  it('stays open while it stores', async () => {
    const { backend, servers } = await show([pasted('files')]);
    backend.importToolbox = () => new Promise(() => {});
    await screen.findByTestId('found-servers');
    await fireEvent.click(add());
    await fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    expect(servers.isPasting).toBe(true);
  });

  it('starts each on its own: one that fails keeps no other', async () => {
    const { backend } = await show([pasted('bad'), pasted('good')]);
    backend.granted.push('hash-good');
    const start = backend.startServer;
    backend.startServer = async (id) =>
      id === 'id-bad' ? backend.put(server('bad', { state: 'failed', message: 'npx was not found.' })) : start(id);
    await screen.findByTestId('found-servers');
    await fireEvent.click(add());
    await fireEvent.click(await screen.findByTestId('test-and-import'));
    await waitFor(async () => expect(wordsOf(await added('good'))).toContain('2 tools imported'));
    expect(wordsOf(await added('bad'))).toContain('npx was not found.');
    // What failed can be tried again.
    backend.startServer = start;
    backend.granted.push('hash-bad');
    await fireEvent.click(screen.getByTestId('test-and-import'));
    await waitFor(async () => expect(wordsOf(await added('bad'))).toContain('2 tools imported'));
  });

  it('says what an import that failed said', async () => {
    const { backend } = await show([pasted('files')]);
    backend.granted.push('hash-files');
    backend.importServerTools = () => Promise.reject(new StudioError('internal', 'read has another schema.'));
    await screen.findByTestId('found-servers');
    await fireEvent.click(add());
    await fireEvent.click(await screen.findByTestId('test-and-import'));
    await waitFor(async () => expect(wordsOf(await added('files'))).toContain('read has another schema.'));
  });

  it('goes on without one that is refused, and opens the first that was added', async () => {
    const { servers, onadded } = await show([pasted('files'), pasted('git')]);
    await screen.findByTestId('found-servers');
    await fireEvent.click(add());
    await fireEvent.click(await screen.findByTestId('test-and-import'));
    await fireEvent.click((await screen.findAllByTestId('consent-refuse'))[0]!);
    await waitFor(async () => expect(wordsOf(await added('files'))).toContain("You'll be asked again"));
    await fireEvent.click(screen.getByText('Done'));
    await waitFor(() => expect(onadded).toHaveBeenCalledWith('id-files'));
    expect(servers.isPasting).toBe(false);
  });
});

it('has no findings of axe, before and after they are added', async () => {
  await show([pasted('files')], [server('files')], ['files-token']);
  await screen.findByTestId('found-servers');
  expect(await faults(screen.getByRole('dialog'))).toEqual([]);
  await fireEvent.click(screen.getByLabelText('Add files'));
  await fireEvent.click(add());
  await fireEvent.click(await screen.findByTestId('test-and-import'));
  await screen.findByTestId('consent-allow');
  expect(await faults(screen.getByRole('dialog'))).toEqual([]);
});
