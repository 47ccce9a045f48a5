/** What the palette offers: what was seen lately and all actions, until something is typed; then what the studio finds. */
import type { Action } from '$actions';
import type { MarkedRange } from '$kit';
import type { PaletteRequest, PaletteResult, SearchHit, SkillRow } from '$lib/ipc';

/** How many rows are drawn at most. */
export const SHOWN = 60;

export type Found = { id: string; label: string; ranges: readonly MarkedRange[]; group: string } & (
  { kind: 'action'; action: Action } | { kind: 'skill'; skill: SkillRow; hit: SearchHit | null }
);

export type Mode = 'all' | 'skills';

export interface Sources {
  actions: Action[];
  skills: SkillRow[];
  /** Ids of the skills seen, latest first. */
  recent: string[];
}

/** What is searched for: a leading `>` asks for actions only. */
export function queryOf(text: string, mode: Mode): { query: string; hasSkills: boolean } {
  const onlyActions = mode === 'all' && text.startsWith('>');
  return { query: (onlyActions ? text.slice(1) : text).trim(), hasSkills: !onlyActions };
}

export function requestOf(text: string, mode: Mode, all: Sources): PaletteRequest {
  const { query, hasSkills } = queryOf(text, mode);
  const actions = mode === 'all' ? all.actions.map(({ label, words = '' }) => ({ label, words })) : [];
  return { query, actions, skills: hasSkills, limit: SHOWN };
}

const ofAction = (action: Action, ranges: readonly MarkedRange[] = []): Found => ({
  kind: 'action',
  id: action.id,
  label: action.label,
  ranges,
  group: action.group,
  action,
});

const ofSkill = (skill: SkillRow, group: string, hit: SearchHit | null = null): Found => ({
  kind: 'skill',
  id: skill.id,
  label: skill.name,
  ranges: hit?.name_ranges ?? [],
  group,
  skill,
  hit,
});

/** What was found as rows; what went meanwhile is left out. */
export function foundOf({ hits }: PaletteResult, all: Sources): Found[] {
  const rows = new Map(all.skills.map((skill) => [skill.id, skill]));
  return hits.flatMap((hit): Found[] => {
    if (hit.kind === 'action') {
      const action = all.actions[hit.index];
      return action ? [ofAction(action, hit.ranges)] : [];
    }
    const row = rows.get(hit.hit.id);
    return row ? [ofSkill(row, 'Skills', hit.hit)] : [];
  });
}

/** In which order the groups stand. */
const order: Record<Action['group'], number> = {
  Skill: 0,
  Editor: 1,
  Playground: 2,
  Evaluate: 3,
  Map: 4,
  Tools: 5,
  'Go to': 6,
  Library: 7,
  View: 8,
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
  return [...lately, ...actions.map((action) => ofAction(action))];
}
