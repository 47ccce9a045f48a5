/** What a query expects of the skill under test, in words and by key. */
import type { QueryExpectation } from '$lib/ipc';

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
