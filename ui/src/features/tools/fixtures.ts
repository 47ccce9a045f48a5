/** Tools for tests, and a studio that keeps them. */
import type { SpecEdit, ToolDetail, ToolEdit, ToolInfo, ToolMetrics, ToolSpec } from '$lib/ipc';
import { StudioError } from '$lib/ipc';
import type { SpecBackend } from './spec.svelte';
import type { ToolsBackend } from './tools.svelte';

/** A conversion that only copies: the source's text becomes the others'; `!` in it is wrong. */
export function converted(edit: SpecEdit): ToolSpec {
  const text = { signature: edit.signature, parameters: edit.parameters[0]?.name ?? '', schema: edit.schema }[
    edit.source
  ];
  const base = { source: edit.source, dialect: edit.dialect, losses: [], marks: [], problems: [] };
  if (text.includes('!')) {
    const problems = [{ severity: 'error' as const, message: 'No ! here.', start: 0, end: 1, line: 1, column: 1 }];
    return { ...base, signature: '', parameters: [], schema: '', problems };
  }
  const name = text.replace(/^[sj]:/, '');
  const parameter = {
    name,
    kind: 'string' as const,
    required: true,
    default_value: null,
    description: null,
    validation_schema: null,
  };
  const mark = {
    path: name,
    signature: [0, name.length] as [number, number],
    schema: [2, 2 + name.length] as [number, number],
  };
  return { ...base, signature: `s:${name}`, parameters: [parameter], schema: `j:${name}`, marks: [mark] };
}

export const spec = (name = 'query'): ToolSpec =>
  converted({ source: 'schema', signature: '', dialect: 'arrow', parameters: [], schema: `j:${name}` });

export function tool(name: string, some: Partial<ToolDetail> = {}): ToolDetail {
  return {
    id: `id-${name}`,
    name,
    description: `Does ${name}.`,
    version: '',
    aggregate_version: 1,
    hash: '5d41402abc4b2a76b9719d911017c592ae1f2c3d4e5f60718293a4b5c6d7e8f9',
    is_active: true,
    spec: spec(),
    implementation: { kind: 'mcp_server', server: 'telephony', tool: name },
    effect: 'read',
    timeout_s: 30,
    retries: 0,
    used_by: [],
    depends_on: [],
    description_tokens: 3,
    schema_tokens: 20,
    metrics: [],
    asks_first: null,
    drift: [],
    problems: [],
    updated_at: '2026-11-22T06:00:00Z',
    ...some,
  };
}

/** Converts with this, and writes no signature another way. */
export const speller = (convertSpec: SpecBackend['convertSpec'] = async (edit) => converted(edit)): SpecBackend => ({
  convertSpec,
  respellSignature: async () => {
    throw new StudioError('invalid', 'Curried cannot say all of it: no records.');
  },
});

/** A studio in memory. */
export function studio(...details: ToolDetail[]) {
  const kept = new Map(details.map((detail) => [detail.id, detail]));
  const get = (id: string) => {
    const found = kept.get(id);
    if (!found) throw new StudioError('not_found', 'There is no such tool any more.');
    return found;
  };
  const info = ({ id, name, description, implementation }: ToolDetail): ToolInfo => ({
    id,
    name,
    description,
    implementation: implementation.kind === 'none' ? null : implementation.kind,
    group: implementation.kind === 'mcp_server' ? implementation.server : implementation.kind,
    used_by: 0,
    problem: null,
  });
  const put = (detail: ToolDetail) => (kept.set(detail.id, detail), detail);
  const backend: ToolsBackend = {
    listTools: async () => [...kept.values()].filter(({ is_active }) => is_active).map(info),
    getTool: async (id) => get(id),
    ...speller(),
    saveTool: async (edit: ToolEdit) => {
      const before = edit.id === null ? tool(edit.name, { aggregate_version: 0 }) : get(edit.id);
      if (edit.id !== null && before.aggregate_version !== edit.aggregate_version)
        throw new StudioError('stale', `${before.name} was changed since it was read.`);
      const { id: _id, spec: written, depends_on, effect, ...rest } = edit;
      const next = { spec: converted(written), depends_on: depends_on.map((id) => ({ id, name: id })) };
      const aggregate_version = before.aggregate_version + 1;
      return put({ ...before, ...rest, ...next, effect: effect ?? 'read', aggregate_version });
    },
    trashItem: async (item) => (put({ ...get(item.id), is_active: false }), item),
    restoreItem: async ({ id }) => put({ ...get(id), is_active: true }),
    listToolVersions: async () => [],
    getUndoHistory: async () => ({ done: [], undone: [], basis: '' }),
    saveUndoHistory: async () => undefined,
    restoreToolVersion: async (id) => put({ ...get(id), description: 'As before.', aggregate_version: 9 }),
    acceptDrift: async (id) => put({ ...get(id), drift: [], aggregate_version: 9 }),
    readTools: async () => ({ format: null, tools: [], servers: [], agents: [], secrets: [], problems: [] }),
    implementInToolLibrary: async () => null,
    importToolbox: async ({ tools }) => ({
      servers: [],
      tools: tools.map((edit) => info(put(tool(edit.name)))),
      agents: [],
    }),
  };
  /** Changes a tool behind the screen's back. */
  const change = (id: string, some: Partial<ToolDetail>) =>
    put({ ...get(id), ...some, aggregate_version: get(id).aggregate_version + 1 });
  /** Calls made of a tool so far; they are no change of it. */
  const count = (id: string, some: Partial<ToolMetrics>) =>
    put({
      ...get(id),
      metrics: [{ skill: null, calls: 1, failed: 0, mean_us: 900, called_at: '2026-11-22T06:00:00Z', ...some }],
    });
  return { backend, change, count, get };
}
