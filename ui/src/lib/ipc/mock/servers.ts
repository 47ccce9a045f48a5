/** The mock studio's MCP servers, secrets and consents: one asks, one failed, one is only named by a tool, one changed a description. */
import type {
  ConsentInfo,
  ConsentRequest,
  LogLine,
  SecretList,
  ServerDetail,
  ServerEdit,
  ServerImport,
  ServerSandbox,
  ServerTest,
  ServerTool,
  StudioEvent,
  ToolEdit,
  ToolInfo,
  LogStream,
} from '../bindings';
import { toolSeeds } from './tool-seeds';

export interface ServersHost {
  send: (event: StudioEvent) => void;
  wait: (ms: number) => Promise<unknown>;
  fail: (code: string, message: string) => never;
  importTools: (tools: ToolEdit[]) => ToolInfo[];
}

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

function schema(properties: Record<string, string>, required: string[] = Object.keys(properties)): string {
  const typed = Object.fromEntries(Object.entries(properties).map(([name, type]) => [name, { type }]));
  return JSON.stringify({ type: 'object', properties: typed, required }, null, 2);
}

const tool = (name: string, description: string, properties: Record<string, string>, isKnown = true): ServerTool => ({
  name,
  description,
  schema: schema(properties),
  tool_id: isKnown ? `tool-${name}` : null,
  drift: [],
});

const gitLog: ServerTool = {
  ...tool('git_log', 'Lists commits of a repository, newest first, with author, date and changed files.', {
    path: 'string',
    limit: 'integer',
    since: 'string',
  }),
  drift: [
    {
      part: 'description',
      pointer: null,
      specification: 'Lists commits of a repository, newest first.',
      implementation: 'Lists commits of a repository, newest first, with author, date and changed files.',
    },
    {
      part: 'schema',
      pointer: null,
      specification: schema({ path: 'string', limit: 'integer' }),
      implementation: schema({ path: 'string', limit: 'integer', since: 'string' }),
    },
  ],
};

const base = {
  aggregate_version: 3,
  is_enabled: true,
  message: '',
  ping_us: null,
  info: '',
  restarts: 0,
  consent: null,
} as const;

const trashed: ServerDetail[] = [];
let servers: ServerDetail[] = [
  {
    ...base,
    id: 'server-telephony',
    name: 'telephony',
    transport: {
      kind: 'stdio',
      command: 'telephony-mcp',
      args: ['--stdio', '--region', 'eu'],
      env: [
        { name: 'TELEPHONY_TOKEN', value: 'secret://telephony' },
        { name: 'LOG_LEVEL', value: 'info' },
      ],
      cwd: '/home/you/telephony',
    },
    state: 'needs_consent',
    message: 'It waits for your consent to start.',
    tools: [
      tool('transfer_call', 'Connects the caller to an engineer on call.', { destination: 'string', reason: 'string' }),
      tool('dispatch_crew', 'Sends the nearest qualified crew to a work order.', { order: 'string' }),
    ],
    checked_ts: ago(60 * 26),
    consent: {
      hash: '4f1c09be77a2d5613c80b14e6a9f2d3378c5e1040b6a7cdd12f4935ae0b79e2',
      kind: 'server',
      subject: 'telephony',
      argv: ['telephony-mcp', '--stdio', '--region', 'eu'],
      previous_argv: ['telephony-mcp', '--stdio', '--region', 'us'],
      cwd: '/home/you/telephony',
      environment: [
        { name: 'TELEPHONY_TOKEN', value: 'secret://telephony' },
        { name: 'LOG_LEVEL', value: '' },
      ],
      sandbox: 'None: it runs with your permissions',
      changed: ['its arguments'],
    },
  },
  {
    ...base,
    id: 'server-picos',
    name: 'picos',
    transport: { kind: 'http', url: 'http://127.0.0.1:8931/mcp', headers: [], allow_private: true },
    state: 'running',
    ping_us: 400,
    info: 'picos-tools 2.1.0',
    tools: [
      tool('set_picos_element', 'Stores one element of the clinical question.', { element: 'string', text: 'string' }),
      tool('generate_clinical_question', 'Writes the question out of its elements.', {}),
      tool('validate_picos', 'Says which elements are missing.', {}),
      tool('clear_picos', 'Forgets all elements.', {}),
      tool('export_picos', 'Gives the elements as JSON.', { format: 'string' }),
    ],
    checked_ts: ago(4),
  },
  {
    ...base,
    id: 'server-pubmed',
    name: 'pubmed',
    transport: {
      kind: 'http',
      url: 'https://mcp.pubmed.example/v1',
      headers: [{ name: 'Authorization', value: 'Bearer secret://pubmed' }],
      allow_private: false,
    },
    state: 'failed',
    message: 'It answered 429 Too Many Requests five times; wait a minute and start it again.',
    restarts: 2,
    tools: [tool('search_pubmed', 'Finds articles by query, newest first.', { query: 'string', limit: 'integer' })],
    checked_ts: ago(190),
  },
  {
    ...base,
    id: 'server-knowledge',
    name: 'knowledge-api',
    transport: {
      kind: 'http',
      url: 'https://knowledge.northgate.example/mcp',
      headers: [{ name: 'X-Api-Key', value: 'secret://knowledge' }],
      allow_private: false,
    },
    state: 'running',
    ping_us: 48_200,
    info: 'knowledge 0.9.4',
    tools: [
      tool('knowledge_lookup', 'Finds the article that answers a question.', { question: 'string' }),
      tool('knowledge_feedback', 'Says whether an article helped.', { article: 'string', helped: 'boolean' }, false),
    ],
    checked_ts: ago(2),
  },
  {
    ...base,
    id: 'server-workbench',
    name: 'workbench',
    transport: {
      kind: 'stdio',
      command: 'npx',
      args: ['-y', '@northgate/workbench-mcp', '/home/you/code'],
      env: [],
      cwd: '',
      sandbox: { read: ['/home/you/code'], write: ['/home/you/code/notes'], network: true },
    },
    state: 'running',
    ping_us: 9_100,
    info: 'workbench-mcp 1.4.2',
    restarts: 1,
    tools: [
      tool('search_code', 'Finds lines by regular expression.', { pattern: 'string', path: 'string' }),
      gitLog,
      tool('git_blame', 'Says who last changed each line of a file.', { path: 'string' }, false),
      tool('git_show', 'Shows a commit with its changes.', { commit: 'string' }, false),
    ],
    checked_ts: ago(1),
  },
  {
    ...base,
    id: 'field-desk',
    name: 'field-desk',
    aggregate_version: 0,
    is_enabled: false,
    transport: null,
    state: 'unknown',
    message: 'Tools name it, but nothing says how it is reached. Set it up to run them.',
    tools: toolSeeds
      .filter(({ implementation }) => implementation.kind === 'mcp_server' && implementation.server === 'field-desk')
      .map(({ name, description }) => tool(name, description, {})),
    checked_ts: null,
  },
];

const logs = new Map<string, LogLine[]>([
  [
    'server-workbench',
    [
      { ts: ago(12), stream: 'studio', text: 'Started npx -y @northgate/workbench-mcp /home/you/code' },
      { ts: ago(12), stream: 'stderr', text: 'workbench-mcp 1.4.2 listening on stdio' },
      { ts: ago(12), stream: 'stderr', text: 'indexing /home/you/code: 4,812 files in 312 ms' },
      { ts: ago(9), stream: 'studio', text: 'It ended with code 137 and was started again.' },
      { ts: ago(9), stream: 'stderr', text: 'workbench-mcp 1.4.2 listening on stdio' },
      { ts: ago(1), stream: 'protocol', text: 'notifications/tools/list_changed' },
      { ts: ago(1), stream: 'studio', text: 'Listed 4 tools; git_log is described differently.' },
    ],
  ],
  [
    'server-pubmed',
    [1, 2, 3, 4, 5].map((attempt) => ({
      ts: ago(6 - attempt),
      stream: 'protocol',
      text: `initialize: 429 Too Many Requests, attempt ${attempt} of 5`,
    })),
  ],
]);

const secrets = new Map<string, boolean>([
  ['telephony', true],
  ['pubmed', true],
  ['knowledge', false],
  ['old-gateway', true],
]);
const consents: ConsentInfo[] = [
  {
    hash: '9a02c7',
    kind: 'server',
    subject: 'workbench',
    argv: ['npx', '-y', '@northgate/workbench-mcp', '/home/you/code'],
    granted_ts: ago(60 * 24 * 3),
  },
  { hash: '77b1e0', kind: 'tool', subject: 'sayHello', argv: ['python3', 'sayHello.py'], granted_ts: ago(60 * 30) },
];
const allowed = new Set<string>();
const asked = new Set<string>();
let made = 0;

function secretList(): SecretList {
  const used = servers.flatMap(({ name, transport }) =>
    [...JSON.stringify(transport ?? '').matchAll(/secret:\/\/([\w-]+)/g)].map((found) => ({ name, secret: found[1]! })),
  );
  const names = [...new Set([...secrets.keys(), ...used.map(({ secret }) => secret)])].sort();
  return {
    kind: 'keychain',
    place: 'The keychain of this system keeps the values.',
    secrets: names.map((name) => ({
      name,
      is_set: secrets.get(name) ?? false,
      used_by: [...new Set(used.filter(({ secret }) => secret === name).map((use) => use.name))],
    })),
  };
}

/** Any program asks the first time, as in the studio; addresses do not. */
function asks({ name, transport }: Pick<ServerEdit, 'name' | 'transport'>): ConsentRequest | null {
  if (transport.kind !== 'stdio') return null;
  const argv = [transport.command, ...transport.args];
  const hash = [...argv.join('\n')]
    .reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7)
    .toString(16)
    .padStart(64, '4f1c');
  const isKnown = consents.some((consent) => consent.argv.join('\n') === argv.join('\n'));
  if (isKnown || allowed.has(hash)) return null;
  asked.add(hash);
  return {
    hash,
    kind: 'server',
    subject: name,
    argv,
    previous_argv: null,
    cwd: transport.cwd || '/home/you',
    environment: transport.env.map(({ name, value }) => ({ name, value: value.startsWith('secret://') ? value : '' })),
    sandbox: confinement(transport.sandbox ?? null),
    changed: [],
  };
}

/** A sandbox in the backend's words. */
function confinement(sandbox: ServerSandbox | null): string {
  if (!sandbox) return 'None: it runs with your permissions';
  const network = sandbox.network ? 'may use the network' : 'no network';
  const reads = ["the system's programs and libraries", ...sandbox.read].join(' and ');
  const writes = ['a home folder of its own that is thrown away', ...sandbox.write].join(' and ');
  return `bubblewrap and Landlock: ${network}, reads ${reads}, writes ${writes}`;
}

const offers = (name: string): ServerTool[] => [
  tool(`${name}_read`, `Reads one thing from ${name}.`, { path: 'string' }, false),
  tool(`${name}_search`, `Searches ${name} by words.`, { query: 'string', limit: 'integer' }, false),
];

const asTool = (server: string, { name, description, schema: text }: ServerTool): ToolEdit => ({
  id: null,
  aggregate_version: 0,
  name,
  description,
  version: '1.0',
  spec: { source: 'schema', signature: '', dialect: 'arrow', parameters: [], schema: text },
  implementation: { kind: 'mcp_server', server, tool: name },
  effect: 'execute',
  timeout_s: 30,
  retries: 0,
  depends_on: [],
});

/** The place of an offset, as the studio names it. */
function place(text: string, offset: number) {
  const before = text.slice(0, offset).split('\n');
  return {
    severity: 'error' as const,
    start: offset,
    end: offset,
    line: before.length,
    column: before.at(-1)!.length + 1,
  };
}

function read(text: string): ServerImport {
  let parsed: Record<string, unknown>;
  try {
    parsed = JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    const at = Number(/position (\d+)/.exec(String(error))?.[1] ?? 0);
    const message = 'This is no JSON from here on; a comma or a quote may be missing.';
    return { servers: [], secrets: [], problems: [{ message, ...place(text, at) }] };
  }
  const found: string[] = [];
  const listed = Object.entries((parsed['mcpServers'] ?? parsed['servers'] ?? parsed) as Record<string, never>);
  const apart = (server: string, values: Record<string, string> = {}) =>
    Object.entries(values).map(([name, value]) => {
      if (!/token|key|secret|authorization/i.test(name) || value.includes('secret://')) return { name, value };
      const secret = `${server}-${name.toLowerCase().replace(/_/g, '-')}`;
      found.push(secret);
      return { name, value: `secret://${secret}` };
    });
  const read = listed.map(([name, entry]: [string, Record<string, never>]): ServerEdit | null => {
    const { command, args = [], env, cwd = '', sandbox = null, url, headers } = entry ?? {};
    if (command) {
      const program = { kind: 'stdio', command, args, env: apart(name, env), cwd, sandbox };
      const transport = program as ServerEdit['transport'];
      return { id: null, aggregate_version: 0, name, transport, is_enabled: true };
    }
    if (!url) return null;
    const transport = {
      kind: 'http' as const,
      url: url as string,
      headers: apart(name, headers),
      allow_private: false,
    };
    return { id: null, aggregate_version: 0, name, transport, is_enabled: true };
  });
  const problems = listed
    .filter((_, at) => read[at] === null)
    .map(([name]) => ({
      message: `${name} has neither a command nor a url; write one of them.`,
      ...place(text, text.indexOf(`"${name}"`)),
    }));
  return { servers: read.filter((server) => server !== null), secrets: found, problems };
}

type Handlers = Record<string, (args: never) => unknown>;

/** Handlers of the commands on servers, secrets and consents; `calls` has those of the tools. */
export function serversHandlers({ send, wait, fail, importTools }: ServersHost, calls: Handlers) {
  const get = (id: string) =>
    servers.find((server) => server.id === id) ?? fail('not_found', 'There is no such server.');
  const changed = () => send({ kind: 'servers_changed' });
  function put(server: ServerDetail): ServerDetail {
    const at = servers.findIndex(({ id }) => id === server.id);
    servers = at < 0 ? [...servers, server] : servers.with(at, server);
    changed();
    return server;
  }
  const say = (id: string, stream: LogStream, text: string) =>
    void logs.set(id, [...(logs.get(id) ?? []), { ts: ago(0), stream, text }]);

  async function start(id: string): Promise<ServerDetail> {
    const server = get(id);
    if (!server.transport) return fail('not_found', 'It is only named by tools. Set it up first.');
    const consent = asks({ name: server.name, transport: server.transport });
    if (consent)
      return put({ ...server, state: 'needs_consent', message: 'It waits for your consent to start.', consent });
    put({ ...server, state: 'starting', message: '', consent: null });
    await wait(500);
    say(id, 'studio', 'Started.');
    say(id, 'stderr', `${server.name} 1.0.0 ready`);
    const tools = server.tools.length > 0 ? server.tools : offers(server.name);
    const info = server.info || `${server.name} 1.0.0`;
    return put({ ...get(id), state: 'running', ping_us: 3_100, info, tools, checked_ts: ago(0) });
  }

  return {
    list_servers: () => servers,
    read_servers: ({ text }: { text: string }) => read(text),
    test_server: async ({ server }: { server: ServerEdit }): Promise<ServerTest> => {
      const result = { info: '', tools: [], log: [], elapsed_ms: 0 };
      const consent = asks(server);
      if (consent)
        return { ...result, state: 'needs_consent', message: 'It waits for your consent to start.', consent };
      await wait(600);
      const known = servers.find(({ name }) => name === server.name)?.tools ?? [];
      const tools =
        known.length > 0 ? known.map((each) => ({ ...each, tool_id: null, drift: [] })) : offers(server.name);
      const log = [{ ts: ago(0), stream: 'stderr' as const, text: `${server.name} 1.0.0 ready` }];
      const message = `It answers and offers ${tools.length} tools.`;
      return { state: 'running', message, info: `${server.name} 1.0.0`, tools, log, consent: null, elapsed_ms: 612 };
    },
    save_server: ({ server }: { server: ServerEdit }) => {
      const there = server.id === null ? null : get(server.id);
      if (there && there.aggregate_version !== server.aggregate_version)
        return fail('stale', `${there.name} was changed since it was read.`);
      for (const [, name] of JSON.stringify(server.transport).matchAll(/secret:\/\/([\w-]+)/g))
        if (!there && name) secrets.set(name, true);
      const only = servers.find(({ id, name }) => id === server.name && name === server.name);
      servers = servers.filter((each) => each !== only);
      return put({
        ...base,
        state: 'stopped',
        tools: only?.tools ?? there?.tools ?? [],
        checked_ts: there?.checked_ts ?? null,
        id: there?.id ?? `server-new-${++made}`,
        name: server.name,
        transport: server.transport,
        is_enabled: server.is_enabled,
        aggregate_version: (there?.aggregate_version ?? 0) + 1,
      });
    },
    trash_server: ({ id }: { id: string }) => {
      trashed.push(...servers.filter((server) => server.id === id));
      servers = servers.filter((server) => server.id !== id);
      changed();
    },
    restore_server: ({ id }: { id: string }) => {
      servers = [...servers, ...trashed.filter((server) => server.id === id)];
      changed();
    },
    start_server: ({ id }: { id: string }) => start(id),
    stop_server: ({ id }: { id: string }) => {
      say(id, 'studio', 'Stopped.');
      return put({ ...get(id), state: 'stopped', message: '', ping_us: null, consent: null });
    },
    refuse_server: ({ id }: { id: string }) =>
      put({ ...get(id), state: 'stopped', message: 'You did not allow this server to start.', consent: null }),
    check_servers: async () => (await wait(400), servers),
    server_log: ({ id }: { id: string }) => logs.get(id) ?? [],
    import_server_tools: ({ id, names }: { id: string; names: string[] }): ToolInfo[] => {
      const server = get(id);
      const infos = importTools(
        server.tools
          .filter(({ name, tool_id }) => tool_id === null && names.includes(name))
          .map((each) => asTool(server.name, each)),
      );
      const idOf = (name: string) => infos.find((info) => info.name === name)?.id ?? null;
      put({ ...server, tools: server.tools.map((each) => ({ ...each, tool_id: each.tool_id ?? idOf(each.name) })) });
      send({ kind: 'tools_changed' });
      return infos;
    },
    list_secrets: secretList,
    set_secret: ({ name }: { name: string }) => (secrets.set(name, true), secretList()),
    delete_secret: ({ name }: { name: string }) => (secrets.delete(name), secretList()),
    list_consents: () => [...consents, ...(calls['list_consents']?.({} as never) as ConsentInfo[])],
    ask_consent: ({ hash }: { hash: string }) => {
      const isOwn = asked.has(hash) || servers.some(({ consent }) => consent?.hash === hash);
      if (!isOwn) return calls['ask_consent']?.({ hash } as never);
      allowed.add(hash);
      const asking = servers.find(({ consent }) => consent?.hash === hash);
      if (asking?.consent) {
        const { kind, subject, argv } = asking.consent;
        consents.push({ hash, kind, subject, argv, granted_ts: ago(0) });
      }
      return true;
    },
    revoke_consent: ({ hash }: { hash: string }) => {
      allowed.delete(hash);
      calls['revoke_consent']?.({ hash } as never);
      consents.splice(0, consents.length, ...consents.filter((consent) => consent.hash !== hash));
    },
  };
}

/** Takes over what a server says of a tool; whoever keeps the mock's tools calls it. */
export function acceptDrift(toolId: string) {
  servers = servers.map((server) => ({
    ...server,
    tools: server.tools.map((each) => (each.tool_id === toolId ? { ...each, drift: [] } : each)),
  }));
}
