import { describe, expect, it, vi } from 'vitest';
import { StudioError } from '$lib/ipc';
import { DraftStudio } from '$lib/testing/drafts';
import { trashRef } from '$lib/state/trashing.svelte';
import { type ServerFields, line } from './form.svelte';
import { Memory, server, tool } from './fixtures';
import { Paste } from './paste.svelte';
import { proposedName, split } from './secrets';
import { NEW, Servers } from './servers.svelte';
import { short, summary } from './words';

async function loaded(...list: ReturnType<typeof server>[]) {
  const backend = new Memory(list);
  const servers = new Servers(backend);
  await servers.load();
  return { backend, servers };
}

describe("a server's page", () => {
  it('keeps what is written while one looks at another server', async () => {
    const { servers } = await loaded(server('a'), server('b'));
    servers.select('id-a');
    servers.form!.command = 'other';
    servers.select('id-b');
    expect(servers.hasUnsaved('id-a')).toBe(true);
    servers.select('id-a');
    expect(servers.form!.command).toBe('other');
    const back = servers.discard();
    expect(servers.form!.command).toBe('a');
    expect(servers.form!.isDirty).toBe(false);
    servers.select(null);
    back();
    expect(servers.form!.command).toBe('other');
  });

  it('of one that was just added waits for the list, and is never an empty one in its place', async () => {
    const { backend, servers } = await loaded(server('a'));
    backend.servers = [...backend.servers, server('b')];
    servers.select('id-b');
    expect(servers.form).toBeNull();
    await servers.load();
    expect([servers.form?.name, servers.form?.isDirty, servers.form?.newer]).toEqual(['b', false, null]);
  });

  it('says nothing is changed where only what the form cannot hold is different', async () => {
    const transport = { kind: 'stdio' as const, command: 'npx ', args: ['--x', ''], env: [], cwd: ' /work' };
    const { servers } = await loaded(server('a', { transport }));
    servers.select('id-a');
    expect([servers.form!.isDirty, servers.form!.written]).toEqual([false, null]);
    servers.form!.command = 'node';
    expect(servers.form!.isDirty).toBe(true);
  });

  it('has what was written before the window was closed, a typed key too', async () => {
    const studio = new DraftStudio();
    const env = [{ name: 'LEVEL', value: 'stored' }];
    const transport = { kind: 'stdio' as const, command: 'a', args: [], env, cwd: '' };
    const backend = new Memory([server('a', { transport }), server('b')]);
    const first = studio.session<ServerFields>('server');
    const before = new Servers(backend, first);
    await before.load();
    before.select('id-a');
    const form = before.form!;
    form.command = 'mine';
    form.env = [...form.env, line('typed', 'TOKEN'), line('secret://b', 'KEY')];
    before.add();
    before.form!.url = 'https://new.example';
    await Promise.resolve();
    await first.flush();
    before.end();

    backend.put(server('a', { transport, aggregate_version: 2 }));
    const second = studio.session<ServerFields>('server');
    const after = new Servers(backend, second);
    await after.load();
    await second.ready;
    expect(['id-a', 'id-b', NEW].map((id) => after.hasUnsaved(id))).toEqual([true, false, true]);
    after.select('id-a');
    expect(after.form!.fields.env.map(({ value }) => value)).toEqual(['stored', 'typed', 'secret://b']);
    expect([after.form!.command, after.form!.newer?.aggregate_version]).toEqual(['mine', 2]);
    after.form!.keepMine();
    await after.save();
    expect(backend.saved.at(-1)).toMatchObject({ aggregate_version: 2, transport: { command: 'mine' } });
    await second.flush();
    expect(studio.ids('server')).toEqual([null]);
    after.select(NEW);
    after.discard();
    await second.flush();
    expect(studio.ids('server')).toEqual([]);
  });

  it('gets what was kept where it is opened before that is read', async () => {
    const studio = new DraftStudio();
    studio.drafts = [{ kind: 'server', id: 'id-a', aggregate_version: 1, changes: '{"command":"kept"}' }];
    const kept = studio.session<ServerFields>('server');
    const servers = new Servers(new Memory([server('a')]), kept);
    await servers.load();
    servers.select('id-a');
    await kept.ready;
    await Promise.resolve();
    expect([servers.form!.command, servers.form!.isDirty]).toEqual(['kept', true]);
    expect(studio.ids('server')).toEqual(['id-a']);
  });

  it('shows theirs and never discards what was written: it comes back, still to be decided', async () => {
    const { backend, servers } = await loaded(server('a'));
    servers.select('id-a');
    const form = servers.form!;
    form.command = 'mine';
    backend.put(
      server('a', { aggregate_version: 2, transport: { ...server('a').transport!, command: 'theirs' } as never }),
    );
    await servers.load();
    const back = form.takeTheirs();
    expect([form.command, form.isDirty, form.newer]).toEqual(['theirs', false, null]);
    back();
    expect([form.command, form.newer?.aggregate_version, form.edit.aggregate_version]).toEqual(['mine', 2, 1]);
  });

  it('splits a command as the studio does', async () => {
    const { servers } = await loaded(server('a'));
    servers.select('id-a');
    servers.form!.command = 'npx -y files';
    await servers.splitCommand();
    expect(servers.form!.transport).toMatchObject({ command: 'npx', args: ['-y', 'files'] });
  });

  it('is back as it was after a deletion that is undone', async () => {
    const { servers } = await loaded(server('a', { aggregate_version: 7 }));
    servers.select('id-a');
    const back = await servers.trash(trashRef('server', 'id-a', 7));
    expect([servers.list, servers.selectedId]).toEqual([[], null]);
    await back();
    expect(servers.selectedId).toBe('id-a');
    expect(servers.form!.command).toBe('a');
  });

  it('keeps both ways of reaching it while one switches', async () => {
    const { servers } = await loaded(server('a'));
    servers.select('id-a');
    const form = servers.form!;
    form.kind = 'http';
    form.url = 'https://a.example';
    form.headers = [line('x', 'X-Api-Key'), line()];
    expect(form.transport).toEqual({
      kind: 'http',
      url: 'https://a.example',
      headers: [{ name: 'X-Api-Key', value: 'x' }],
      allow_private: false,
    });
    form.kind = 'stdio';
    expect(form.isDirty).toBe(false);
  });

  it('keeps what a sandbox allows while it is off, and stores it while it is on', async () => {
    const sandbox = { read: ['/srv/notes'], write: ['/srv/out'], allow_network: true };
    const stdio = { kind: 'stdio' as const, command: 'a', args: [], env: [], cwd: '' };
    const { backend, servers } = await loaded(
      server('a', { transport: { ...stdio, sandbox } }),
      server('b', { transport: { ...stdio, sandbox: null } }),
    );
    servers.select('id-a');
    const form = servers.form!;
    expect([form.isSandboxed, form.isDirty]).toEqual([true, false]);
    form.isSandboxed = false;
    expect(form.transport).toMatchObject({ sandbox: null });
    form.isSandboxed = true;
    expect(form.isDirty).toBe(false);
    form.readable = [...form.readable, line(' ~/more '), line()];
    await servers.save();
    expect(backend.saved.at(-1)!.transport).toMatchObject({
      sandbox: { read: ['/srv/notes', '~/more'], write: ['/srv/out'], allow_network: true },
    });
    servers.select('id-b');
    expect([servers.form!.isSandboxed, servers.form!.isDirty, servers.form!.readable]).toEqual([false, false, []]);
  });

  it('stores over nothing that was changed meanwhile, unless told so', async () => {
    const { backend, servers } = await loaded(server('a'));
    servers.select('id-a');
    servers.form!.command = 'mine';
    backend.put(server('a', { aggregate_version: 2, is_enabled: false }));
    await servers.save();
    expect(servers.form!.newer?.aggregate_version).toBe(2);
    expect(servers.form!.command).toBe('mine');
    servers.form!.keepMine();
    await servers.save();
    expect(backend.saved.at(-1)).toMatchObject({ id: 'id-a', aggregate_version: 2 });
    expect(servers.form!.newer).toBeNull();
    expect(servers.form!.isDirty).toBe(false);
  });

  it('tells of a change elsewhere as soon as it is heard of, and takes it over where nothing is written', async () => {
    const { backend, servers } = await loaded(server('a'), server('b'));
    servers.select('id-b');
    servers.select('id-a');
    servers.form!.name = 'mine';
    backend.put(server('a', { aggregate_version: 2 }));
    backend.put(server('b', { aggregate_version: 2, is_enabled: false }));
    await servers.follow({ kind: 'servers_changed' });
    expect(servers.form!.newer).not.toBeNull();
    servers.form!.take(servers.form!.newer);
    expect(servers.form!.name).toBe('a');
    servers.select('id-b');
    expect(servers.form!.isEnabled).toBe(false);
  });

  it('goes on where a server that was only named is set up', async () => {
    const named = server('late', { id: 'late', aggregate_version: 0, transport: null, state: 'unknown' });
    const { backend, servers } = await loaded({ ...named, tools: [tool('x', true)] });
    expect(summary(servers.list[0]!)).toBe('used by 1 tool');
    servers.select('late');
    expect(servers.form!.edit).toMatchObject({ id: null, name: 'late' });
    expect(servers.form!.missing).toMatch(/command/);
    servers.form!.command = 'npx';
    backend.servers = [];
    await servers.save();
    expect(servers.selectedId).toBe('id-late');
    expect(servers.list.map(({ id }) => id)).toEqual(['id-late']);
  });

  it('forgets the page of a server that is gone', async () => {
    const { backend, servers } = await loaded(server('a'));
    servers.select('id-a');
    backend.servers = [];
    await servers.load();
    expect(servers.selectedId).toBeNull();
    servers.add();
    expect(servers.selectedId).toBe(NEW);
    servers.discard();
    expect(servers.form).toBeNull();
  });

  it('takes over what it can of what is offered, and tells of the rest', async () => {
    const { backend, servers } = await loaded(server('a', { tools: [tool('x'), tool('taken'), tool('y')] }));
    const take = backend.importServerTools;
    backend.importServerTools = async (id, names) => {
      if (names.includes('taken')) throw new StudioError('internal', 'The library has another tool named taken.');
      return take(id, names);
    };
    const all = servers.importTools('id-a', ['x', 'taken', 'y']);
    await expect(all).rejects.toThrow('2 of 3 tools imported. The library has another tool named taken.');
    expect(servers.list[0]?.tools.map(({ tool_id }) => tool_id)).toEqual(['tool-x', null, 'tool-y']);
    expect(servers.isWorking('tools id-a')).toBe(false);
  });

  it('looks at the log for as long as it is shown', async () => {
    vi.useFakeTimers();
    const { backend, servers } = await loaded(server('a'));
    const look = vi.spyOn(backend, 'getServerLog');
    const stop = servers.watchLog('id-a');
    await vi.advanceTimersByTimeAsync(2500);
    expect(look).toHaveBeenCalledTimes(3);
    expect(servers.log.value).toHaveLength(1);
    stop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(look).toHaveBeenCalledTimes(3);
    vi.useRealTimers();
  });
});

describe('pasted servers', () => {
  const edit = (name: string) => ({
    id: null,
    aggregate_version: 0,
    name,
    transport: { kind: 'stdio' as const, command: name, args: [], env: [], cwd: '' },
    is_enabled: true,
  });

  it('are added, allowed, started, and their tools imported', async () => {
    const { backend, servers } = await loaded();
    backend.read = [edit('files'), edit('git')];
    const paste = new Paste(servers);
    paste.text = '{}';
    await paste.read();
    paste.pick('git', false);
    await paste.add();
    expect(paste.added).toMatchObject([{ name: 'files', state: 'added' }]);
    await paste.importAll();
    const [asking] = paste.added!;
    expect(asking).toMatchObject({ state: 'asks', server: { consent: { hash: 'hash-files' } } });
    expect(backend.imported).toEqual([]);
    await paste.allow(asking!, 'hash-files');
    expect(paste.added).toMatchObject([{ state: 'imported', message: '2 tools imported' }]);
    expect(backend.imported).toEqual(['read', 'search']);
  });

  it('replace none that is there unless told so', async () => {
    const { backend, servers } = await loaded(server('files', { aggregate_version: 4 }));
    backend.read = [edit('files')];
    const paste = new Paste(servers);
    paste.text = '{}';
    await paste.read();
    expect(paste.chosen).toEqual([]);
    paste.pick('files', true);
    await paste.read();
    expect(paste.chosen).toHaveLength(1);
    await paste.add();
    expect(backend.saved).toMatchObject([{ id: 'id-files', aggregate_version: 4 }]);
  });

  it('are added all or none', async () => {
    const { backend, servers } = await loaded();
    backend.read = [edit('a'), edit('b')];
    const store = backend.importToolbox;
    backend.importToolbox = async () => Promise.reject(new StudioError('internal', 'No room.'));
    const paste = new Paste(servers);
    paste.text = '{}';
    await paste.read();
    await paste.add();
    expect([paste.added, paste.failure?.message]).toEqual([null, 'No room.']);
    backend.importToolbox = store;
    await paste.add();
    expect(paste.failure).toBeNull();
    expect(paste.added).toMatchObject([
      { name: 'a', state: 'added' },
      { name: 'b', state: 'added' },
    ]);
  });
});

describe('words', () => {
  it('say how a server is', () => {
    expect(short(server('a', { state: 'running', ping_us: 400 }))).toBe('0.4 ms');
    expect(short(server('a', { state: 'needs_consent' }))).toBe('needs permission');
    const changed = tool('git_log', true, {
      drift: [{ part: 'schema', pointer: null, specification: '', implementation: '{}' }],
    });
    const running = server('a', { state: 'running', tools: [tool('x'), changed], checked_at: '2026-01-01T10:00:00Z' });
    expect(summary(running)).toBe('2 tools, git_log changed');
    expect(summary(server('a', { is_enabled: false }))).toBe('disabled');
  });

  it('are named after the server and what they are for', () => {
    expect(proposedName('telephony', 'TELEPHONY_TOKEN')).toBe('telephony-token');
    expect(split('Bearer abc')).toEqual({ before: 'Bearer ', secret: 'abc' });
  });
});
