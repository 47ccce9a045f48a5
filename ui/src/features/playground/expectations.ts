/** What a query expects of the skill under test, in words and by key. */
import { labelText } from '$lib/evals';
import type { QueryExpectation, SkillQuery } from '$lib/ipc';

export const expectations: Record<QueryExpectation, string> = {
  this_skill: 'This skill',
  not_this_skill: 'Not this skill',
  no_skill: 'No skill',
};

/** Keys that say it of the chosen query. */
export const expectationKeys: Partial<Record<string, QueryExpectation>> = {
  1: 'this_skill',
  2: 'not_this_skill',
  3: 'no_skill',
};

const others = new Intl.ListFormat('en', { type: 'disjunction' });

/** All that a query of a skill expects: `This skill`, `This skill or emergency`, `Not this skill, but emergency`. */
export function expectedText({ expectation, labelled }: SkillQuery, skill: string): string {
  if (expectation === null) return `Expects ${labelText(labelled)}`;
  const besides = labelled.expected.filter((name) => name !== skill);
  const said = expectations[expectation];
  if (besides.length === 0) return said;
  return expectation === 'this_skill' ? others.format([said, ...besides]) : `${said}, but ${others.format(besides)}`;
}
