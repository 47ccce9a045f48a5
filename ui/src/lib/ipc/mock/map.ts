/** The mock studio's map: a small library that shows every kind of node and link, or with `?nodes=N` a large one. */
import type {
  BlastRadius,
  MapData,
  MapFindings,
  MapLink,
  MapLinkKind,
  MapNode,
  MapNodeKind,
  MapPosition,
  UndoHistory,
  UndoScope,
  Access,
} from '../bindings';

const node = (kind: MapNodeKind, name: string, more: Partial<MapNode> = {}): MapNode => ({
  key: `${kind}:${name}`,
  kind,
  id: name,
  name,
  detail: '',
  group: '',
  tokens: null,
  schema_tokens: null,
  errors: 0,
  warnings: 0,
  state: null,
  near: null,
  is_trashed: false,
  similarity: 0,
  position: null,
  ...more,
});
const link = (kind: MapLinkKind, from: string, to: string, more: Partial<MapLink> = {}): MapLink => ({
  key: `${kind}:${from}>${to}`,
  kind,
  from,
  to,
  aggregate_version: ['provided', 'names', 'overlap'].includes(kind) ? 0 : 1,
  access: kind === 'uses' ? 'read' : null,
  tool_version: null,
  required: kind === 'depends',
  priority: 0,
  sequence: 0,
  config: '{}',
  similarity: 0,
  ...more,
});
const skill = (
  name: string,
  group: string,
  [description, body, files]: [number, number, number],
  more: Partial<MapNode> = {},
) => node('skill', name, { detail: group, group, tokens: { description, body, files }, ...more });
const tool = (name: string, detail: string, group: string) => node('tool', name, { detail, group, schema_tokens: 120 });

function small(): MapData {
  const nodes = [
    node('agent', 'dispatch-desk', { detail: 'gpt-4o-mini' }),
    node('agent', 'evidence-reviewer', { detail: 'claude-sonnet-4-5' }),
    node('agent', 'release-engineer', { detail: 'mock' }),
    skill('triage-basics', 'Field service', [64, 610, 0]),
    skill('emergency', 'Field service', [88, 1400, 380]),
    skill('plumbing-leaks', 'Field service', [91, 980, 0], { warnings: 2 }),
    skill('pico-extraction', 'Evidence review', [97, 1500, 540]),
    skill('clinical-question', 'Evidence review', [84, 720, 0]),
    skill('evidence-search', 'Evidence review', [92, 1200, 618]),
    skill('code-search', 'Developer productivity', [58, 240, 0]),
    skill('release-notes', 'Developer productivity', [61, 860, 210], { errors: 1 }),
    tool('knowledge_lookup', 'rest', 'knowledge-api'),
    tool('transfer_call', 'mcp_server', 'telephony'),
    tool('dispatch_crew', 'mcp_server', 'telephony'),
    tool('set_picos_element', 'java', 'picos'),
    tool('validate_picos', 'java', 'picos'),
    tool('generate_clinical_question', 'java', 'picos'),
    tool('search_pubmed', 'rest', 'pubmed'),
    tool('export_picos', 'java', 'picos'),
    tool('search_code', 'mcp_server', 'workbench'),
    tool('git_log', 'mcp_server', 'workbench'),
    node('missing', 'git_history', { id: '', near: { id: 'git_log', name: 'git_log' }, similarity: 0.67 }),
    node('server', 'knowledge-api', { detail: 'rest' }),
    node('server', 'telephony', { detail: 'mcp, stdio', state: 'running' }),
    node('server', 'picos', { detail: 'java' }),
    node('server', 'pubmed', { detail: 'rest' }),
    node('server', 'workbench', { detail: 'mcp, stdio', state: 'needs_consent' }),
  ];
  const uses: [string, string, string][] = [
    ['triage-basics', 'knowledge_lookup', 'read'],
    ['emergency', 'transfer_call', 'execute'],
    ['emergency', 'dispatch_crew', 'execute'],
    ['plumbing-leaks', 'knowledge_lookup', 'read'],
    ['plumbing-leaks', 'dispatch_crew', 'execute'],
    ['pico-extraction', 'set_picos_element', 'write'],
    ['pico-extraction', 'validate_picos', 'read'],
    ['clinical-question', 'validate_picos', 'read'],
    ['clinical-question', 'generate_clinical_question', 'read'],
    ['evidence-search', 'search_pubmed', 'read'],
    ['evidence-search', 'export_picos', 'write'],
    ['code-search', 'search_code', 'read'],
    ['code-search', 'git_log', 'read'],
  ];
  const assigned: [string, string[]][] = [
    ['dispatch-desk', ['triage-basics', 'emergency', 'plumbing-leaks']],
    ['evidence-reviewer', ['pico-extraction', 'clinical-question', 'evidence-search']],
    ['release-engineer', ['code-search', 'release-notes']],
  ];
  const links = [
    ...assigned.flatMap(([agent, skills]) =>
      skills.map((name, at) => link('assigned', `agent:${agent}`, `skill:${name}`, { sequence: at, priority: 10 })),
    ),
    ...uses.map(([from, to, access]) => link('uses', `skill:${from}`, `tool:${to}`, { access: access as Access })),
    ...nodes.filter(({ kind }) => kind === 'tool').map(({ key, group }) => link('provided', key, `server:${group}`)),
    link('names', 'skill:release-notes', 'missing:git_history'),
    link('depends', 'skill:clinical-question', 'skill:pico-extraction'),
    link('depends', 'skill:evidence-search', 'skill:clinical-question', { required: false }),
    link('depends', 'skill:release-notes', 'skill:code-search'),
    link('parent', 'skill:emergency', 'skill:triage-basics'),
    link('overlap', 'skill:emergency', 'skill:plumbing-leaks', { similarity: 0.87 }),
  ];
  return { nodes, links, cycles: [], groups: [] };
}

/** A map of about so many nodes and twice as many links. */
function large(count: number): MapData {
  const nodes: MapNode[] = [];
  const links: MapLink[] = [];
  const [agents, skills, servers] = [Math.ceil(count * 0.04), Math.ceil(count * 0.5), Math.ceil(count * 0.04)];
  const tools = count - agents - skills - servers;
  const group = (at: number, of: number) => `group ${at % of}`;
  for (let at = 0; at < agents; at++) nodes.push(node('agent', `agent-${at}`, { detail: 'mock' }));
  for (let at = 0; at < skills; at++)
    nodes.push(skill(`skill-${at}`, group(at, 12), [60 + (at % 40), 300 + ((at * 37) % 1500), (at % 3) * 200]));
  for (let at = 0; at < tools; at++) nodes.push(tool(`tool_${at}`, 'mcp_server', `server-${at % servers}`));
  for (let at = 0; at < servers; at++)
    nodes.push(node('server', `server-${at}`, { detail: 'mcp, stdio', state: 'running' }));
  for (let at = 0; at < skills; at++) links.push(link('assigned', `agent:agent-${at % agents}`, `skill:skill-${at}`));
  for (let at = 0; at < tools; at++) links.push(link('provided', `tool:tool_${at}`, `server:server-${at % servers}`));
  for (let at = 0; links.length < count * 2; at++) {
    const key = `skill:skill-${at % skills}`;
    links.push(
      link('uses', key, `tool:tool_${(at * 7 + Math.floor(at / skills) * 3) % tools}`, {
        access: (['read', 'write', 'execute'] as const)[at % 3] ?? 'read',
      }),
    );
  }
  return { nodes, links: [...new Map(links.map((made) => [made.key, made])).values()], cycles: [], groups: [] };
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the mock's handlers take whatever the window sends
export function mapHandlers(send: () => void): Record<string, (args: any) => unknown> {
  const wanted = Number(new URLSearchParams(location.search).get('nodes') ?? 0);
  let data = wanted > 0 ? large(wanted) : small();
  const fail = (message: string): never => {
    throw { code: 'invalid', message, detail: null };
  };
  const reaches = (from: string, to: string): boolean =>
    from === to || data.links.some((known) => known.kind === 'depends' && known.from === from && reaches(known.to, to));
  const histories = new Map<string, UndoHistory>();
  return {
    map: () => {
      const isFound = ({ kind }: MapLink) => kind === 'overlap' || kind === 'names';
      return {
        ...data,
        nodes: data.nodes.filter(({ kind }) => kind !== 'missing'),
        links: data.links.filter((known) => !isFound(known)),
      };
    },
    map_findings: ({ limit }: { limit: number | null }): MapFindings => {
      const least = limit ?? 0.4;
      const links = data.links.filter(
        ({ kind, similarity }) => kind === 'names' || (kind === 'overlap' && similarity >= least),
      );
      const overlaps = links.filter(({ kind }) => kind === 'overlap').length;
      return { missing: data.nodes.filter(({ kind }) => kind === 'missing'), links, overlaps, limit: least };
    },
    read_undo_history: ({ scope }: { scope: UndoScope }) =>
      histories.get(JSON.stringify(scope)) ?? { done: [], undone: [], basis: '' },
    keep_undo_history: ({ scope, history }: { scope: UndoScope; history: UndoHistory }) => {
      histories.set(JSON.stringify(scope), history);
    },
    put_positions: ({ positions }: { positions: MapPosition[] }) => {
      const moved = new Map(positions.map(({ key, point }) => [key, point]));
      data = {
        ...data,
        nodes: data.nodes.map((known) => ({ ...known, position: moved.get(known.key) ?? known.position })),
      };
    },
    put_link: ({ link: wish }: { link: MapLink }) => {
      if (wish.kind === 'depends' && reaches(wish.to, wish.from))
        fail(`This would close a circle: ${wish.from.slice(6)} → ${wish.to.slice(6)} → ${wish.from.slice(6)}.`);
      const stored = { ...wish, aggregate_version: wish.aggregate_version + 1 };
      data = { ...data, links: [...data.links.filter(({ key }) => key !== wish.key), stored] };
      send();
      return stored;
    },
    delete_link: ({ kind, from, to }: { kind: MapLinkKind; from: string; to: string }) => {
      data = { ...data, links: data.links.filter((known) => known.key !== `${kind}:${from}>${to}`) };
      send();
    },
    blast_radius: ({ key }: { key: string }): BlastRadius => {
      const hit: BlastRadius['hit'] = [];
      const queue = [{ key, distance: 0 }];
      for (let next = queue.shift(); next; next = queue.shift()) {
        for (const known of data.links) {
          if (known.to !== next.key || ['overlap', 'parent'].includes(known.kind)) continue;
          const found = data.nodes.find((other) => other.key === known.from);
          if (!found || found.key === key || hit.some((other) => other.key === found.key)) continue;
          hit.push({
            key: found.key,
            name: found.name,
            kind: found.kind,
            distance: next.distance + 1,
            is_required: known.kind !== 'assigned',
            why: `${found.name} depends on it.`,
          });
          queue.push({ key: found.key, distance: next.distance + 1 });
        }
      }
      return { key, hit };
    },
  };
}
