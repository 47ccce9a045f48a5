/** The mock studio's tools: kept in memory, with versions, one that drifted and one that nothing carries out. */
import { reference } from '$lib/state/secret';
import type {
  AgentDetail,
  AgentEdit,
  CredentialChoice,
  NamedValue,
  ServerDetail,
  ServerEdit,
  SpecEdit,
  StudioEvent,
  ToolDetail,
  ToolEdit,
  ToolImplementation,
  ToolImport,
  ToolInfo,
  ToolVersionInfo,
  Toolbox,
  ToolboxEdit,
} from '../bindings';
import { acceptDrift } from './servers';
import { convert } from './spec';
import { type ToolSeed, toolSeeds } from './tool-seeds';
import { readTools } from './tool-texts';

export interface ToolsHost {
  saveServer: (server: ServerEdit) => ServerDetail;
  saveAgent: (agent: AgentEdit) => AgentDetail;
  send: (event: StudioEvent) => void;
  wait: (ms: number) => Promise<unknown>;
  fail: (code: string, message: string) => never;
  /** The skills that name a tool. */
  skills: (tool: string) => { id: string; name: string }[];
  isEmpty: boolean;
  /** Two thousand more, to see how the window bears them. */
  isMany: boolean;
}

interface Kept {
  detail: ToolDetail;
  group: string;
  versions: (ToolVersionInfo & { detail: ToolDetail })[];
}

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const tokens = (text: string) => Math.ceil(text.length / 4);
const emptySpec: SpecEdit = { source: 'parameters', signature: '', dialect: 'arrow', parameters: [], schema: '' };
const gitSchema = (names: string[]) =>
  JSON.stringify({ type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])) }, null, 2);

function groupOf(implementation: ToolImplementation): string {
  switch (implementation.kind) {
    case 'mcp_server':
      return implementation.server;
    case 'rest':
      return /\/\/([^/]+)/.exec(implementation.url)?.[1] ?? '';
    case 'java':
      return implementation.class.split('.').slice(0, -1).join('.');
    case 'none':
      return '';
    default:
      return 'Scripts';
  }
}

function seeded({ name, description, implementation, parameters }: ToolSeed): ToolDetail {
  const isSigned = name === 'transfer_call';
  const first = convert({ ...emptySpec, parameters });
  const spec = isSigned ? convert({ ...emptySpec, source: 'signature', signature: first.signature }) : first;
  const calls = isSigned ? [{ skill: null, calls: 214, failed: 3, mean_us: 12_400, last_ts: ago(12) }] : [];
  const drift =
    name === 'git_log'
      ? [
          {
            part: 'schema',
            specification: gitSchema(['path', 'limit']),
            implementation: gitSchema(['path', 'limit', 'since']),
          },
        ]
      : [];
  return {
    id: `tool-${name}`,
    name,
    description,
    version: '1.0.0',
    aggregate_version: 3,
    hash: '5d41402abc4b2a76b9719d911017c592ae1f2c3d4e5f60718293a4b5c6d7e8f9',
    active: true,
    spec,
    implementation,
    effect: /^(transfer|dispatch|run|send)/.test(name)
      ? 'execute'
      : /^(set|clear|create)/.test(name)
        ? 'write'
        : 'read',
    timeout_s: 30,
    retries: 0,
    used_by: [],
    depends_on: [],
    description_tokens: tokens(description),
    schema_tokens: tokens(spec.schema),
    metrics: calls,
    drift,
    problems: [],
    update_ts: ago(60 * 30),
  };
}

const all = new Map<string, Kept>();
let made = 0;

/** Keeps what came of a call. */
export function countCall(id: string, isFailed: boolean, elapsed_us: number) {
  const kept = all.get(id);
  if (!kept) return;
  const [before] = kept.detail.metrics;
  const calls = (before?.calls ?? 0) + 1;
  const mean_us = ((before?.mean_us ?? 0) * (calls - 1) + elapsed_us) / calls;
  const metrics = [{ skill: null, calls, failed: (before?.failed ?? 0) + Number(isFailed), mean_us, last_ts: ago(0) }];
  all.set(id, { ...kept, detail: { ...kept.detail, metrics } });
}

function version(detail: ToolDetail, reason: string, minutes: number, changed: string[]) {
  const id = `${detail.id}-v${detail.aggregate_version}`;
  const { aggregate_version, version: own } = detail;
  return { id, aggregate_version, created_ts: ago(minutes), user: 'you', reason, version: own, changed, detail };
}

for (const seed of toolSeeds) {
  const detail = seeded(seed);
  const before = { ...detail, aggregate_version: 2, description: `${detail.description.slice(0, 40)}…` };
  const first = { ...before, aggregate_version: 1, timeout_s: 10 };
  const versions = [
    version(detail, 'saved', 60 * 30, ['description']),
    version(before, 'saved', 60 * 50, ['implementation']),
    version(first, 'imported', 60 * 24 * 9, []),
  ];
  all.set(detail.id, { detail, group: seed.group, versions });
}

/** A tool with its credentials as the author chose; of what is written out the mock knows headers and query. */
function settled(tool: ToolEdit, choice: CredentialChoice, fail: ToolsHost['fail']): ToolEdit {
  const how = tool.implementation;
  if (how.kind !== 'rest' || choice === 'plain') return tool;
  const isOpen = ({ name, value }: NamedValue) =>
    /token|key|secret/i.test(name) && value !== '' && !value.includes('secret://');
  const open = [...how.headers, ...how.query].filter(isOpen);
  if (open.length === 0) return tool;
  const names = open.map(({ name }) => name).join(' and ');
  if (choice === 'ask')
    fail(
      'credentials',
      `The header ${names} of ${tool.name} looks like it holds a password or a key. Keep it as a secret, or save it in plain text.`,
    );
  const kept = (pair: NamedValue) =>
    isOpen(pair) ? { ...pair, value: reference(`${tool.name}-${pair.name.toLowerCase()}`) } : pair;
  return { ...tool, implementation: { ...how, headers: how.headers.map(kept), query: how.query.map(kept) } };
}

export function toolHandlers({ send, wait, fail, saveServer, saveAgent, skills, isEmpty, isMany }: ToolsHost) {
  if (isEmpty) all.clear();
  const some = isMany ? [...all.values()] : [];
  for (let at = 0; some.length > 0 && at < 2000; at += 1) {
    const { detail: of, versions } = some[at % some.length]!;
    const name = `${of.name}_${at}`;
    all.set(name, { detail: { ...of, id: name, name }, group: `server-${at % 40}`, versions });
  }
  const get = (id: string) => all.get(id) ?? fail('not_found', 'There is no such tool any more.');
  const used = ({ name, effect }: ToolDetail) =>
    skills(name).map((skill) => ({
      skill_id: skill.id,
      skill: skill.name,
      access: effect,
      through: null,
      version: null,
    }));
  const detail = (id: string): ToolDetail => {
    const { detail: found } = get(id);
    return { ...found, used_by: used(found) };
  };
  function info(kept: Kept): ToolInfo {
    const { id, name, description, implementation, drift } = kept.detail;
    const kind = implementation.kind === 'none' ? '' : implementation.kind;
    const problem = drift.length > 0 ? `${groupOf(implementation)} says something else of it now.` : null;
    return {
      id,
      name,
      description,
      implementation: kind,
      group: kept.group,
      used_by: used(kept.detail).length,
      problem,
    };
  }
  function put(next: ToolDetail, reason: string, changed: string[]): ToolDetail {
    const kept = all.get(next.id);
    const stored = { ...next, aggregate_version: (kept?.detail.aggregate_version ?? 0) + 1, update_ts: ago(0) };
    const group = groupOf(stored.implementation);
    const versions = [version(stored, reason, 0, changed), ...(kept?.versions ?? [])];
    const isMoved = !kept || groupOf(kept.detail.implementation) !== group;
    all.set(stored.id, { detail: stored, group: isMoved ? group : kept.group, versions });
    send({ kind: 'tools_changed' });
    return detail(stored.id);
  }

  function save(edit: ToolEdit, reason = 'saved'): ToolDetail {
    const before = edit.id === null ? null : get(edit.id).detail;
    if (before && before.aggregate_version !== edit.aggregate_version)
      return fail('stale', `${before.name} was changed since it was read.`);
    if (!edit.name.trim()) return fail('invalid', 'A tool needs a name.');
    if ([...all.values()].some(({ detail: other }) => other.name === edit.name && other.id !== edit.id && other.active))
      return fail('conflict', `There is a tool called ${edit.name} already. Choose another name.`);
    const spec = convert(edit.spec);
    if (spec.problems[0]) return fail('invalid', spec.problems[0].message);
    const { depends_on, ...rest } = edit;
    return put(
      {
        ...(before ??
          seeded({ name: edit.name, description: '', group: '', implementation: edit.implementation, parameters: [] })),
        ...rest,
        id: before?.id ?? `tool-new-${++made}`,
        effect: edit.effect ?? 'read',
        spec,
        depends_on: depends_on.map((id) => ({ id, name: get(id).detail.name })),
        description_tokens: tokens(edit.description),
        schema_tokens: tokens(spec.schema),
      },
      before ? reason : 'created',
      before
        ? (['name', 'description', 'implementation'] as const).filter(
            (part) => JSON.stringify(before[part]) !== JSON.stringify(edit[part]),
          )
        : [],
    );
  }

  const setActive = (id: string, active: boolean) => {
    const kept = get(id);
    all.set(id, { ...kept, detail: { ...kept.detail, active } });
    send({ kind: 'tools_changed' });
  };

  return {
    list_tools: (): ToolInfo[] => [...all.values()].filter(({ detail: { active } }) => active).map(info),
    get_tool: ({ id }: { id: string }) => detail(id),
    convert_spec: ({ spec }: { spec: SpecEdit }) => convert(spec),
    save_tool: async ({ tool, credentials }: { tool: ToolEdit; credentials: CredentialChoice }) => {
      await wait(60);
      return save(settled(tool, credentials, fail));
    },
    trash_tool: ({ id }: { id: string }) => setActive(id, false),
    restore_tool: ({ id }: { id: string }) => setActive(id, true),
    list_tool_versions: ({ id }: { id: string }): ToolVersionInfo[] =>
      get(id).versions.map(({ detail: _detail, ...rest }) => rest),
    restore_tool_version: ({ id, versionId }: { id: string; versionId: string }) => {
      const found = get(id).versions.find((each) => each.id === versionId);
      return found ? put(found.detail, 'restored', ['description']) : fail('not_found', 'There is no such version.');
    },
    read_tools: async ({ text }: { text: string }): Promise<ToolImport> => {
      await wait(60);
      const names = new Set([...all.values()].map((kept) => kept.detail.name));
      return readTools(text, names);
    },
    import_toolbox: ({ toolbox: { servers, tools, agents } }: { toolbox: ToolboxEdit }): Toolbox => ({
      servers: servers.map(saveServer),
      tools: tools.map((tool) => info(get(save(tool, 'imported').id))),
      agents: agents.map(({ edit }) => saveAgent(edit)),
    }),
    tool_problems: () => [],
    accept_drift: ({ toolId }: { toolId: string }) => {
      const { detail: found } = get(toolId);
      acceptDrift(toolId);
      return put({ ...found, drift: [] }, 'drift', ['schema']);
    },
  };
}
