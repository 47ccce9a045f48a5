/** What a comparison says in words. */
import { count, plural } from '$kit/labels';
import type { Tone } from '$kit/types';
import type { ClientActivation, ClientComparison, ClientComparisonScope, EntryState, TakenOutKind } from '$lib/ipc';
import { duration } from '$lib/duration';

export const stateLabels: Record<EntryState, string> = {
  equal: 'Identical',
  other_words: 'Different text',
  only_client: 'Client only',
  only_studio: 'Skill Studio only',
};

/** Whether two texts have the same words, with something else between them. */
export function isSpacedOtherwise(one: string, other: string): boolean {
  const words = (text: string) => text.split(/\s+/).join(' ').trim();
  return words(one) === words(other);
}

export const stateTones: Record<EntryState, Tone> = {
  equal: 'ok',
  other_words: 'warn',
  only_client: 'danger',
  only_studio: 'danger',
};

/** How a client comes to load a skill, as the middle of a sentence. */
export const activationWords: Record<ClientActivation, string> = {
  tool_call: 'the model calls its skill tool',
  word: 'the message names the skill',
};

const scopeLabels: Record<ClientComparisonScope['kind'], string> = {
  library: 'All skills in the library, as saved',
  agent: "The agent's skills, as saved",
  skill: 'This skill, as saved, with the rest of the library',
};

export const scopeLabel = ({ kind }: ClientComparisonScope) => scopeLabels[kind];

/** The client, what it asked and how long that took. */
export function about({ label, version, model, window_tokens, milliseconds }: ClientComparison): string {
  const parts = [`${label} ${version}`.trim()];
  if (model !== null) parts.push(`model ${model}`);
  if (window_tokens !== null) parts.push(`context of ${count(window_tokens)} tokens`);
  parts.push(duration(milliseconds * 1000));
  return parts.join(', ');
}

/** How both lists stand to each other, in a sentence. */
export function outcome({ label, has_list, entries, order }: ClientComparison): string {
  if (!has_list) return `${label} didn't send a skill list.`;
  const equal = entries.filter(({ state }) => state === 'equal').length;
  const differing = entries.length - equal;
  if (differing > 0) return `${count(equal)} identical, ${plural(differing, 'entry differs', 'entries differ')}.`;
  return order
    ? 'All entries are identical, but the order differs.'
    : `Both lists are identical: ${plural(equal, 'skill')}.`;
}

export const takenOutLabels: Record<TakenOutKind, string> = {
  home_folder: 'Home folder',
  user_name: 'Name',
  email_address: 'Email address',
  memory_file: 'Line from a memory file',
  git_state: 'Repository state',
};

/** Why no session can be opened with a client's list; null where one can. */
export function noSession({ kind }: ClientComparisonScope, { label, captured }: ClientComparison): string | null {
  if (captured === null) return `${label} didn't send a skill list.`;
  if (kind === 'agent') return null;
  return 'A session needs an agent. Select one in Simulate and compare from there.';
}

/** Why no fixture of a comparison can be saved; null where one can. */
export const noFixture = ({ fixture }: ClientComparison) => (fixture.kind === 'refused' ? fixture.why : null);
