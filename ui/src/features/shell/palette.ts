/** What the palette finds: actions and skills, best first. */
import type { Action } from '$actions';
import { fuzzyMatch } from '$lib/fuzzy';
import type { SkillRow } from '$lib/ipc';

/** More are never looked at; the rest is found by typing on. */
const SHOWN = 60;

export type Found = { id: string; label: string; at: number[]; group: string } & (
  { kind: 'action'; action: Action } | { kind: 'skill'; skill: SkillRow }
);

interface Ranked {
  found: Found;
  score: number;
}

function actions(query: string, all: Action[]): Ranked[] {
  return all.flatMap((action) => {
    const byLabel = fuzzyMatch(query, action.label);
    const byWords = action.words ? fuzzyMatch(query, action.words) : null;
    if (!byLabel && !(byWords && byWords.score > 90)) return [];
    const found: Found = {
      kind: 'action',
      id: action.id,
      label: action.label,
      at: byLabel?.at ?? [],
      group: action.group,
      action,
    };
    return [{ found, score: byLabel?.score ?? byWords!.score - 60 }];
  });
}

function skills(query: string, all: SkillRow[], recent: string[]): Ranked[] {
  return all.flatMap((skill) => {
    const match = fuzzyMatch(query, skill.name);
    if (!match) return [];
    const seen = recent.indexOf(skill.id);
    const found: Found = {
      kind: 'skill',
      id: skill.id,
      label: skill.name,
      at: match.at,
      group: seen < 0 || query ? 'Skills' : 'Recent skills',
      skill,
    };
    return [{ found, score: match.score + (seen < 0 ? 0 : 3 - seen * 0.1) }];
  });
}

const groups: Action['group'][] = [
  'Skill',
  'Editor',
  'Playground',
  'Evaluate',
  'Map',
  'Tools',
  'Go to',
  'Library',
  'View',
];

/** What an empty query shows: skills seen lately, then actions by group. */
function overview(all: Sources, mode: 'all' | 'skills'): Found[] {
  const lately = skills('', all.skills, all.recent).filter(
    ({ found }) => mode === 'skills' || all.recent.includes(found.id),
  );
  const ordered = lately.sort((a, b) => b.score - a.score).map(({ found }) => found);
  if (mode === 'skills') return ordered;
  const grouped = groups.flatMap((group) =>
    actions(
      '',
      all.actions.filter((action) => action.group === group),
    ),
  );
  return [...ordered.slice(0, 4), ...grouped.map(({ found }) => found)];
}

export interface Sources {
  actions: Action[];
  skills: SkillRow[];
  recent: string[];
}

/** What a text finds, best first; a leading `>` asks for actions only. */
export function find(text: string, mode: 'all' | 'skills', all: Sources): Found[] {
  const onlyActions = mode === 'all' && text.startsWith('>');
  const query = (onlyActions ? text.slice(1) : text).trim();
  if (query === '') return overview(onlyActions ? { ...all, recent: [] } : all, mode).slice(0, SHOWN);
  const ranked = [
    ...(mode === 'all' ? actions(query, all.actions) : []),
    ...(onlyActions ? [] : skills(query, all.skills, all.recent)),
  ];
  return ranked
    .sort((a, b) => b.score - a.score)
    .slice(0, SHOWN)
    .map(({ found }) => found);
}
