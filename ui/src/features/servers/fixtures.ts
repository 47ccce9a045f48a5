/** A studio with servers in memory, for tests: programs ask before they start, addresses do not. */
import {
  type ConsentRequest,
  type NamedValue,
  type ServerDetail,
  type ServerEdit,
  type ServerImport,
  type ServerTool,
  StudioError,
  type ToolboxEdit,
  type TrashRef,
} from '$lib/ipc';
import type { ServersBackend } from './servers.svelte';

export const tool = (name: string, known = false, part: Partial<ServerTool> = {}): ServerTool => ({
  name,
  description: `Does ${name}.`,
  schema: '{}',
  tool_id: known ? `tool-${name}` : null,
  drift: [],
  ...part,
});

export const server = (name: string, part: Partial<ServerDetail> = {}): ServerDetail => ({
  id: `id-${name}`,
  name,
  aggregate_version: 1,
  transport: { kind: 'stdio', command: name, args: ['--stdio'], env: [], cwd: '' },
  is_enabled: true,
  state: 'stopped',
  message: '',
  ping_us: null,
  info: '',
  restarts: 0,
  tools: [],
  checked_at: null,
  consent: null,
  ...part,
});

export const request = (subject: string): ConsentRequest => ({
  hash: `hash-${subject}`,
  kind: 'server',
  subject,
  argv: [subject],
  previous_argv: null,
  cwd: null,
  environment: [],
  sandbox: '',
  changed: [],
});

/** Behaves as the studio does, as far as the screen can tell. */
export class Memory implements ServersBackend {
  granted: string[] = [];
  kept = new Map<string, string>();
  imported: string[] = [];
  saved: ServerEdit[] = [];
  servers: ServerDetail[];
  read: ServerEdit[] = [];
  secrets: string[] = [];

  constructor(servers: ServerDetail[] = []) {
    this.servers = servers;
  }

  #get(id: string): ServerDetail {
    const found = this.servers.find((each) => each.id === id);
    if (!found) throw new StudioError('not_found', 'There is no such server.');
    return found;
  }

  put(changed: ServerDetail): ServerDetail {
    this.servers = [...this.servers.filter(({ id }) => id !== changed.id), changed];
    return changed;
  }

  listServers = async () => this.servers;
  splitCommand = async (text: string) =>
    [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, held, bare]) => held ?? bare ?? '');
  findCredentials = async (values: NamedValue[]) =>
    values.map(({ name, value }) => /token|key/i.test(name) && value !== '' && !value.includes('secret://'));
  readServers = async (_text: string): Promise<ServerImport> => ({
    servers: this.read,
    secrets: this.secrets,
    problems: [{ severity: 'error', message: 'oops has no command.', start: 9, end: 10, line: 3, column: 5 }],
  });
  testServer = async (edit: ServerEdit) => {
    const result = { info: `${edit.name} 1.0`, tools: [tool('read')], log: [], elapsed_ms: 12 };
    return this.granted.includes(`hash-${edit.name}`)
      ? { ...result, state: 'running' as const, message: 'It answers and offers 1 tool.', consent: null }
      : { ...result, tools: [], state: 'needs_consent' as const, message: 'It waits.', consent: request(edit.name) };
  };
  saveServer = async (edit: ServerEdit) => {
    this.saved.push(edit);
    if (edit.id && this.#get(edit.id).aggregate_version !== edit.aggregate_version)
      throw new StudioError('stale', 'It was changed since it was read.');
    const { name, transport, is_enabled } = edit;
    const there = this.servers.find(({ id }) => id === edit.id);
    const aggregate_version = edit.aggregate_version + 1;
    return this.put(server(name, { ...there, name, transport, is_enabled, aggregate_version }));
  };
  importToolbox = async ({ servers }: ToolboxEdit) => {
    const stored: ServerDetail[] = [];
    for (const edit of servers) stored.push(await this.saveServer(edit));
    return { servers: stored, tools: [], agents: [] };
  };
  trashed: ServerDetail[] = [];
  trashItem = async (item: TrashRef) => {
    this.trashed = this.servers.filter(({ id }) => id === item.id);
    this.servers = this.servers.filter(({ id }) => id !== item.id);
    return item;
  };
  restoreItem = async () => void (this.servers = [...this.servers, ...this.trashed]);
  startServer = async (id: string) => {
    const found = this.#get(id);
    if (!this.granted.includes(`hash-${found.name}`))
      return this.put({ ...found, state: 'needs_consent', consent: request(found.name) });
    const tools = found.tools.length > 0 ? found.tools : [tool('read'), tool('search')];
    return this.put({ ...found, state: 'running', consent: null, tools, checked_at: '2026-01-01T10:00:00Z' });
  };
  stopServer = async (id: string) => this.put({ ...this.#get(id), state: 'stopped', consent: null });
  getUndoHistory = async () => ({ done: [], undone: [], basis: '' });
  saveUndoHistory = async () => undefined;
  refuseServer = async (id: string) =>
    this.put({ ...this.#get(id), state: 'stopped', consent: null, message: 'You did not allow this server to start.' });
  checkServers = async () => this.servers;
  getServerLog = async () => [{ written_at: '2026-01-01T10:00:00Z', stream: 'stderr' as const, text: 'ready' }];
  importServerTools = async (id: string, names: string[]) => {
    const found = this.#get(id);
    this.imported.push(...names);
    const taken = (each: ServerTool) => (names.includes(each.name) ? { ...each, tool_id: `tool-${each.name}` } : each);
    this.put({ ...found, tools: found.tools.map(taken) });
    return names.map((name) => ({ name }) as never);
  };
  acceptDrift = async (toolId: string) => {
    for (const each of this.servers)
      this.put({
        ...each,
        tools: each.tools.map((offered) => (offered.tool_id === toolId ? { ...offered, drift: [] } : offered)),
      });
    return {} as never;
  };
  askConsent = async (hash: string) => this.granted.push(hash) > 0;
  listSecrets = async () => ({
    kind: 'keychain' as const,
    place: '',
    secrets: [...this.kept.keys()].map((name) => ({ name, is_set: true, used_by: [] })),
  });
  saveSecret = async (name: string, value: string) => {
    this.kept.set(name, value);
    return this.listSecrets();
  };
}
