/** What the picture says about one of its nodes or links: read off the links, in words. */
import { groupBy, indexBy } from '$lib/group';
import type { BlastHit, BlastRadius, MapData, MapLink, MapNode, Severity, ToolProblem, Access } from '$lib/ipc';
import { plural, count } from '$kit/labels';
import type { Selection } from '../map.svelte';
import { type LinkOf, detailOf, groupOf } from '../model';
import { byName } from '../names';

const levels: readonly (Access | null)[] = ['read', 'write', 'execute'];

/** The skill with the most links, to look at first; null where there is no skill. */
export function mostLinked(data: MapData): MapNode | null {
  const ends = groupBy(
    data.links.flatMap(({ from, to }) => [from, to]),
    (key) => key,
  );
  const links = (node: MapNode) => ends.get(node.key)?.length ?? 0;
  const skills = data.nodes.filter((node) => node.kind === 'skill' && !node.is_trashed);
  return skills.reduce<MapNode | null>((most, node) => (most && links(most) >= links(node) ? most : node), null);
}

export const nodesOf = (data: MapData) => indexBy(data.nodes, (node) => node.key);

/** A step of the chain a link stands in: a node, and how it comes in. */
export interface ChainStep {
  node: MapNode;
  word: string;
}

const present = (steps: { node: MapNode | undefined; word: string }[]): ChainStep[] =>
  steps.filter((step): step is ChainStep => step.node !== undefined);

/** The assignments of a skill, in the order agents load them. */
export const assignments = (data: MapData, skill: string): LinkOf<'assigned'>[] =>
  data.links
    .filter((link) => link.kind === 'assigned')
    .filter((link) => link.to === skill)
    .sort((a, b) => a.from.localeCompare(b.from));

/** The chain around a link: who loads it, who uses it, what it leads to. */
export function chainOf(data: MapData, link: MapLink): ChainStep[] {
  const nodes = nodesOf(data);
  const [from, to] = [nodes.get(link.from), nodes.get(link.to)];
  const start = from?.kind === 'skill' ? assignments(data, link.from)[0] : undefined;
  const words: Record<MapLink['kind'], [string, string]> = {
    assigned: ['loads', 'assigned'],
    uses: ['uses', to ? groupOf(to) : ''],
    names: ['references', 'missing'],
    depends: [link.kind === 'depends' && link.is_required ? 'requires' : 'works better with', 'skill'],
    parent: ['is a child of', 'parent'],
    provided: ['is provided by', to ? detailOf(to) : ''],
    needs: ['needs', 'tool'],
    given: ['has tool', to ? groupOf(to) : ''],
    component: ['has a component with', to ? groupOf(to) : ''],
    brought: ['uses', 'client tools'],
    overlap: ['overlaps with', link.kind === 'overlap' ? link.similarity.toFixed(2) : ''],
  };
  const [first, last] = words[link.kind];
  return present([
    { node: start && nodes.get(start.from), word: 'loads' },
    { node: from, word: first },
    { node: to, word: last },
  ]);
}

/** A tool a skill may use, with what it may do; `through` is the skill it comes from, where that is another. */
export interface Granted {
  tool: MapNode;
  access: Access | null;
  through: MapNode | null;
}

/** The tools of a skill: its own, and those of the skills it requires, each once with the most it may do. */
export function grantedTo(data: MapData, skill: string): Granted[] {
  const nodes = nodesOf(data);
  const found = new Map<string, Granted>();
  const seen = new Set<string>();
  const queue = [skill];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    if (seen.has(at)) continue;
    seen.add(at);
    for (const link of data.links) {
      if (link.from !== at) continue;
      if (link.kind === 'depends' && link.is_required) queue.push(link.to);
      if (link.kind !== 'uses') continue;
      const tool = nodes.get(link.to);
      const known = tool && found.get(tool.key);
      if (!tool || (known && levels.indexOf(known.access) >= levels.indexOf(link.access))) continue;
      found.set(tool.key, { tool, access: link.access, through: at === skill ? null : (nodes.get(at) ?? null) });
    }
  }
  return [...found.values()].sort((a, b) => a.tool.name.localeCompare(b.tool.name));
}

/** Where a link of some kind leads from or to, by name. */
export function linked(data: MapData, key: string, kind: MapLink['kind'], end: 'from' | 'to'): MapNode[] {
  const nodes = nodesOf(data);
  const other = end === 'from' ? 'to' : 'from';
  return data.links
    .filter((link) => link.kind === kind && link[other] === key)
    .flatMap((link) => nodes.get(link[end]) ?? [])
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** What the access of a skill to a tool comes to, as the studio enforces it. */
export function enforced(access: Access | null, skill: string): string {
  if (access === 'execute') return `Enforced: ${skill} can read, write and execute, including outside Skill Studio.`;
  if (access === 'write') return `Enforced: ${skill} can use it to read and write. Tools that execute are blocked.`;
  return `Enforced: ${skill} can use it only to read. Tools that write or execute are blocked.`;
}

/** `Loaded second of 3` */
export function loadPlace(data: MapData, link: LinkOf<'assigned'>): string {
  const nodes = nodesOf(data);
  const name = (key: string) => nodes.get(key)?.name ?? '';
  const all = data.links
    .filter((other) => other.kind === 'assigned')
    .filter((other) => other.from === link.from)
    .sort((a, b) => a.sequence - b.sequence || b.priority - a.priority || name(a.to).localeCompare(name(b.to)));
  const at = all.findIndex((other) => other.key === link.key) + 1;
  return `Position ${count(at)} of ${count(all.length)}`;
}

/** How many of each kind are hit, the hard ones apart from those that only lose something. */
export function hitCounts({ hit }: BlastRadius) {
  const of = (kind: BlastHit['kind'], isRequired?: boolean) =>
    hit.filter((each) => each.kind === kind && (isRequired === undefined || each.is_required === isRequired)).length;
  return {
    stopped: of('skill', true),
    poorer: of('skill', false),
    tools: of('tool'),
    agents: of('agent'),
    all: hit.length,
  };
}

/** What a stop would come to, as one sentence. */
export function blastSentence(radius: BlastRadius): string {
  const { stopped, poorer, tools, agents, all } = hitCounts(radius);
  if (all === 0) return 'Nothing depends on it.';
  const parts = [
    tools > 0 ? `${plural(tools, 'tool')} ${tools === 1 ? 'fails' : 'fail'}` : '',
    stopped > 0 ? `${plural(stopped, 'skill')} ${stopped === 1 ? 'stops' : 'stop'} working` : '',
    poorer > 0 ? `${plural(poorer, 'skill')} ${poorer === 1 ? 'loses' : 'lose'} an optional dependency` : '',
    agents > 0 ? `${plural(agents, 'agent')} ${agents === 1 ? 'is' : 'are'} affected` : '',
  ].filter(Boolean);
  const sentence = new Intl.ListFormat('en').format(parts);
  return sentence ? `If it fails, ${sentence}.` : `${plural(all, 'node')} ${all === 1 ? 'depends' : 'depend'} on it.`;
}

/** Skills named in one line at most. */
const MOST_NAMED = 4;

/** How a problem looks. */
export type ProblemTone = 'danger' | 'warn' | 'hint';

/** A finding looks here as it does everywhere. */
export const problemTones: Record<Severity, ProblemTone> = { error: 'danger', warning: 'warn', info: 'hint' };

const worst: Record<ProblemTone, number> = { danger: 0, warn: 1, hint: 2 };

/** One line of the list of what is wrong. */
export interface Trouble {
  key: string;
  tone: ProblemTone;
  text: string;
  selection: Selection | null;
}

/** Everything that is wrong on the map, worst first. */
export function troubles(data: MapData, problems: readonly ToolProblem[]): Trouble[] {
  const nodes = nodesOf(data);
  const name = (key: string) => nodes.get(key)?.name ?? key;
  const select = (kind: Selection['kind'], key: string): Selection => ({ kind, key });
  const cycles = data.cycles.map((cycle): Trouble => {
    const way = [...cycle, cycle[0] ?? ''].map(name).join(' → ');
    return {
      key: `cycle ${cycle.join()}`,
      tone: 'danger',
      text: `Dependency cycle: ${way}`,
      selection: select('node', cycle[0] ?? ''),
    };
  });
  const naming = groupBy(
    data.links.filter(({ kind }) => kind === 'names'),
    ({ to }) => to,
  );
  const missing = data.nodes
    .filter((node) => node.kind === 'missing')
    .map((node): Trouble => {
      const by = (naming.get(node.key) ?? []).map(({ from }) => name(from)).sort(byName);
      const shown =
        by.length > MOST_NAMED ? [...by.slice(0, MOST_NAMED - 1), `${by.length - MOST_NAMED + 1} others`] : by;
      return {
        key: node.key,
        tone: 'danger',
        text: `${new Intl.ListFormat('en').format(shown) || 'A skill'} ${by.length > 1 ? 'reference' : 'references'} a missing tool: ${node.name}`,
        selection: select('node', node.key),
      };
    });
  const servers = data.nodes
    .filter((node) => node.kind === 'server' && node.state === 'failed')
    .map((node): Trouble => ({
      key: node.key,
      tone: 'danger',
      text: `${node.name} failed`,
      selection: select('node', node.key),
    }));
  const others = problems
    .filter(({ kind }) => kind !== 'missing')
    .map((problem, at): Trouble => {
      const skill = `skill:${problem.skill_id}`;
      return {
        key: `${problem.kind} ${skill} ${problem.tool} ${at}`,
        tone: problemTones[problem.severity],
        text: `${problem.skill}: ${problem.message}`,
        selection: nodes.has(skill) ? select('node', skill) : null,
      };
    });
  return [...cycles, ...missing, ...servers, ...others].sort((a, b) => worst[a.tone] - worst[b.tone]);
}
