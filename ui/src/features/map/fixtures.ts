/** A small library on the map, for tests. */
import type { MapData, MapLink, MapLinkKind, MapNode } from '$lib/ipc';
import { linkKey, newLink } from './model';

export function node(key: string, change: Partial<MapNode> = {}): MapNode {
  const [kind, name] = key.split(':') as [MapNode['kind'], string];
  return {
    key,
    kind,
    id: kind === 'missing' ? '' : `id-${name}`,
    name,
    detail: '',
    group: '',
    tokens: kind === 'skill' ? { description: 88, body: 1420, files: 380 } : null,
    schema_tokens: kind === 'tool' ? 168 : null,
    errors: 0,
    warnings: 0,
    state: null,
    near: null,
    is_trashed: false,
    similarity: 0,
    position: null,
    ...change,
  };
}

export const link = (kind: MapLinkKind, from: string, to: string, change: Partial<MapLink> = {}): MapLink => ({
  ...newLink(kind, from, to),
  key: linkKey(kind, from, to),
  aggregate_version: 4,
  ...change,
});

export const data = (change: Partial<MapData> = {}): MapData => ({
  nodes: [
    node('agent:dispatch-desk', { detail: 'openai/gpt-4o-mini' }),
    node('skill:emergency'),
    node('skill:plumbing-leaks', { warnings: 1 }),
    node('skill:triage-basics'),
    node('tool:transfer_call', { detail: 'mcp_server', group: 'telephony' }),
    node('tool:git_log', { detail: 'mcp_server', group: 'workbench' }),
    node('server:telephony', { detail: 'stdio', state: 'running' }),
    node('missing:git_history', { near: { id: 'id-git_log', name: 'git_log' }, similarity: 0.81 }),
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
