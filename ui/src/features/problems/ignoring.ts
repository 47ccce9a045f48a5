/** Where something can be ignored: by itself, or by its rule in a skill, a group or the library. */
import { unique } from '$lib/group';
import type { IgnoredBy, RulePlace } from '$lib/ipc';
import type { Found, Group } from './problems.svelte';

export interface IgnoreChoice {
  value: string;
  label: string;
  /** None where it is the problem by itself. */
  place: RulePlace | null;
}

const inLibrary: IgnoreChoice = { value: 'library', label: 'This rule in this library', place: { kind: 'library' } };

const inGroup = (name: string): IgnoreChoice => ({
  value: `group ${name}`,
  label: `This rule in group ${name}`,
  place: { kind: 'group', name },
});

/** The choices for one problem of a skill, the narrowest first. */
export function choicesOf({ file }: Found): IgnoreChoice[] {
  const { skill, skill_id, group } = file;
  return [
    { value: 'problem', label: 'This problem', place: null },
    { value: 'skill', label: `This rule in ${skill}`, place: { kind: 'skill', skill_id } },
    ...(group === '' ? [] : [inGroup(group)]),
    inLibrary,
  ];
}

/** The choices for all that a rule finds, the library first. */
export function choicesOfRule({ found }: Group): IgnoreChoice[] {
  const groups = unique(found.filter(({ owner }) => owner === null).map(({ file }) => file.group)).filter(Boolean);
  return [inLibrary, ...groups.sort().map(inGroup)];
}

/** The place by which a problem is ignored; none where that is by itself. */
export function placeOf({ file, problem }: Found): RulePlace | null {
  switch (problem.ignored_by) {
    case 'skill':
      return { kind: 'skill', skill_id: file.skill_id };
    case 'group':
      return { kind: 'group', name: file.group };
    case 'library':
      return { kind: 'library' };
    case 'problem':
    case null:
      return null;
  }
}

/** What the list says of the place a rule is ignored in. */
export const ignoredWhere: Record<IgnoredBy, string> = {
  problem: '',
  skill: 'rule ignored in this skill',
  group: 'rule ignored in this group',
  library: 'rule ignored in this library',
};
