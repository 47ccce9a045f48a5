/** A small library on the map, for tests. */
import type { MapData, MapLink, MapLinkKind, MapNode, MapNodeKind } from '$lib/ipc';
import { type LinkOf, type NodeOf, newLink } from './model';

/** What a node of the fixture may say beside its key, of whatever kind it is. */
export type Change = Partial<Pick<MapNode, 'name' | 'position' | 'is_trashed'>> &
  Partial<Omit<NodeOf<'skill'>, 'kind'>> &
  Partial<Omit<NodeOf<'tool'>, 'kind'>> &
  Partial<Omit<NodeOf<'server'>, 'kind'>> &
  Partial<Omit<NodeOf<'agent'>, 'kind'>> &
  Partial<Omit<NodeOf<'client'>, 'kind'>> &
  Partial<Omit<NodeOf<'missing'>, 'kind'>>;

export function node(key: string, change: Change = {}): MapNode {
  const [kind, name] = key.split(':') as [MapNodeKind, string];
  const facts: { [Kind in MapNodeKind]: Omit<NodeOf<Kind>, 'key' | 'name' | 'position' | 'is_trashed'> } = {
    agent: { kind: 'agent', id: `id-${name}`, model: '' },
    skill: {
      kind: 'skill',
      id: `id-${name}`,
      group: '',
      tokens: { description: 88, body: 1420, files: 380 },
      errors: 0,
      warnings: 0,
    },
    tool: { kind: 'tool', id: `id-${name}`, group: '', implementation: null, schema_tokens: 168 },
    server: { kind: 'server', provider: 'mcp', state: null },
    client: { kind: 'client', client: 'claude-code', tools: [] },
    missing: { kind: 'missing', near: null },
  };
  return { key, name, position: null, is_trashed: false, ...facts[kind], ...change } as MapNode;
}

/** What a link of the fixture may say, of whatever kind it is. */
type Said = Partial<Pick<MapLink, 'aggregate_version'>> &
  Partial<Omit<LinkOf<'uses'>, 'kind'>> &
  Partial<Omit<LinkOf<'assigned'>, 'kind'>> &
  Partial<Omit<LinkOf<'depends'>, 'kind'>> &
  Partial<Omit<LinkOf<'brought'>, 'kind'>> &
  Partial<Omit<LinkOf<'overlap'>, 'kind'>>;

export const link = <Kind extends MapLinkKind>(kind: Kind, from: string, to: string, change: Said = {}): LinkOf<Kind> =>
  ({ ...newLink(kind, from, to), aggregate_version: 4, ...change }) as LinkOf<Kind>;

export const data = (change: Partial<MapData> = {}): MapData => ({
  nodes: [
    node('agent:dispatch-desk', { model: 'openai/gpt-4o-mini' }),
    node('skill:emergency'),
    node('skill:plumbing-leaks', { warnings: 1 }),
    node('skill:triage-basics'),
    node('tool:transfer_call', { implementation: 'mcp_server', group: 'telephony' }),
    node('tool:git_log', { implementation: 'mcp_server', group: 'workbench' }),
    node('server:telephony', { provider: 'mcp_stdio', state: 'running' }),
    node('missing:git_history', { near: { id: 'id-git_log', name: 'git_log', similarity: 0.81 } }),
  ],
  links: [
    link('assigned', 'agent:dispatch-desk', 'skill:emergency', { sequence: 1, priority: 10, config: '{}' }),
    link('assigned', 'agent:dispatch-desk', 'skill:plumbing-leaks', { sequence: 0 }),
    link('depends', 'skill:emergency', 'skill:triage-basics'),
    link('names', 'skill:plumbing-leaks', 'missing:git_history', { aggregate_version: 0 }),
    link('overlap', 'skill:emergency', 'skill:plumbing-leaks', { aggregate_version: 0, similarity: 0.87 }),
    link('provided', 'tool:transfer_call', 'server:telephony', { aggregate_version: 0 }),
    link('uses', 'skill:emergency', 'tool:transfer_call', { access: 'execute', config: '{"max_wait_s": 20}' }),
  ],
  cycles: [],
  groups: [],
  ...change,
});
