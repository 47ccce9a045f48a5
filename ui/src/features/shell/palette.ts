/** What the palette offers: what was seen lately and all actions, until something is typed; then what the studio finds. */
import type { Action } from '$actions';
import type { MarkedRange } from '$kit';
import { groupBy } from '$lib/group';
import type { Memory } from '$lib/memory';
import type { FindThingsRequest, FoundKind, PaletteRequest, PaletteResult, SearchHit, SkillRow } from '$lib/ipc';

/** How many rows are drawn at most. */
export const SHOWN = 60;

/** How many are shown that mean nearly the same; the first few are near, the rest are guesses. */
export const SIMILAR = 12;

/** One row, under the heading it stands. */
export type Found = { id: string; label: string; ranges: readonly MarkedRange[]; heading: string } & (
  | { kind: 'action'; action: Action }
  | { kind: 'skill'; skill: SkillRow; hit: SearchHit | null }
  | { kind: Exclude<FoundKind, 'skill'>; hit: SearchHit }
);

export type Mode = 'all' | 'skills';

export interface Sources {
  actions: Action[];
  skills: SkillRow[];
  /** Ids of the skills seen, latest first. */
  recent: string[];
  /** Ids of the actions done from here, latest first. */
  done: string[];
}

/** How many actions are remembered. */
const MOST_DONE = 20;

/** The actions that were done from the palette, latest first. */
export const doneIn = (memory: Memory): string[] => memory.read()?.split('\n') ?? [];

/** Remembers that an action was done. */
export const remember = (memory: Memory, id: string) =>
  memory.write([id, ...doneIn(memory).filter((other) => other !== id)].slice(0, MOST_DONE).join('\n'));

const kindsOf: Record<Mode, FoundKind[]> = { all: ['skill', 'tool', 'agent', 'server'], skills: ['skill'] };

/** What is searched for: a leading `>` asks for actions only. */
export function queryOf(text: string, mode: Mode): { query: string; kinds: FoundKind[] } {
  const onlyActions = mode === 'all' && text.startsWith('>');
  return { query: (onlyActions ? text.slice(1) : text).trim(), kinds: onlyActions ? [] : kindsOf[mode] };
}

export function requestOf(text: string, mode: Mode, all: Sources): PaletteRequest {
  const used = new Map(all.done.map((id, at) => [id, at]));
  const known = ({ id, label, words = '' }: Action) => ({ label, words, used: used.get(id) ?? null });
  const actions = mode === 'all' ? all.actions.map(known) : [];
  return { ...queryOf(text, mode), actions, limit: SHOWN };
}

/** What is asked for by meaning; nothing where actions alone are wanted. */
export function similarOf(text: string, mode: Mode): FindThingsRequest | null {
  const { query, kinds } = queryOf(text, mode);
  return query === '' || kinds.length === 0 ? null : { query, kinds, limit: SIMILAR };
}

const ofAction = (action: Action, heading: string, ranges: readonly MarkedRange[] = []): Found => ({
  kind: 'action',
  id: action.id,
  label: action.label,
  ranges,
  heading,
  action,
});

const ofSkill = (skill: SkillRow, heading: string, hit: SearchHit | null = null): Found => ({
  kind: 'skill',
  id: skill.id,
  label: skill.name,
  ranges: hit?.name_ranges ?? [],
  heading,
  skill,
  hit,
});

const headings: Record<FoundKind, string> = { skill: 'Skills', tool: 'Tools', agent: 'Agents', server: 'Servers' };

/** Hits as rows; a skill that went meanwhile is left out. */
const ofHits =
  (all: Sources) =>
  (hit: SearchHit, heading = headings[hit.kind]): Found[] => {
    const { kind, id, name: label, name_ranges: ranges } = hit;
    if (kind !== 'skill') return [{ kind, id, label, ranges, heading, hit }];
    const row = all.skills.find((skill) => skill.id === id);
    return row ? [ofSkill(row, heading, hit)] : [];
  };

/** What was found as rows, each kind together, that of the best first. */
export function foundOf({ hits }: PaletteResult, all: Sources): Found[] {
  const rowsOf = ofHits(all);
  const found = hits.flatMap((hit): Found[] => {
    if (hit.kind === 'found') return rowsOf(hit.hit);
    const action = all.actions[hit.index];
    return action ? [ofAction(action, 'Actions', hit.ranges)] : [];
  });
  return [...groupBy(found, ({ heading }) => heading).values()].flat();
}

/** What means nearly the same as rows, whatever it is. What stands there already may be found for an earlier query. */
export function similarRows(hits: SearchHit[], all: Sources, standing: readonly Found[]): Found[] {
  const isNew = ({ kind, id }: SearchHit) => !standing.some((row) => row.kind === kind && row.id === id);
  return hits.filter(isNew).flatMap((hit) => ofHits(all)(hit, 'Semantic matches'));
}

/** In which order the groups stand. */
const order: Record<Action['group'], number> = {
  Skill: 0,
  Editor: 1,
  Playground: 2,
  Evaluate: 3,
  Simulate: 4,
  Map: 5,
  Tools: 6,
  Packs: 7,
  Problems: 8,
  'Go to': 9,
  Library: 10,
  View: 11,
};

/** What an empty query shows: skills seen lately, then actions by group; of skills alone the others too. */
export function overview(text: string, mode: Mode, all: Sources): Found[] {
  const seen = all.recent.flatMap((id) => {
    const skill = all.skills.find((row) => row.id === id);
    return skill ? [ofSkill(skill, 'Recent skills')] : [];
  });
  if (mode === 'skills') {
    const others = all.skills.filter(({ id }) => !all.recent.includes(id)).slice(0, SHOWN);
    return [...seen, ...others.map((skill) => ofSkill(skill, 'Skills'))].slice(0, SHOWN);
  }
  const actions = all.actions.toSorted((a, b) => order[a.group] - order[b.group]);
  const lately = text.startsWith('>') ? [] : seen.slice(0, 4);
  return [...lately, ...actions.map((action) => ofAction(action, action.group))];
}
