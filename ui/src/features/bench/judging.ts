/** What a kept call should give, taken from what a call gave. The studio holds later calls against it. */
import type { CallOutcome, Expectation } from '$lib/ipc';
import { readJson } from './json-text';

/** A result longer than this is not expected word for word. */
const LONGEST_EXPECTED = 2000;

/** What a call should give, taken from what it gave. */
export function expectationOf(outcome: CallOutcome | null, kind: Expectation['kind'] = kindOf(outcome)): Expectation {
  const result = outcome?.result ?? '';
  if (kind === 'equals') return { kind, value: result || 'null' };
  if (kind === 'contains') return { kind, text: firstKey(result) };
  if (kind === 'error') return { kind, text: outcome?.error?.split('\n')[0] ?? '' };
  return { kind };
}

function kindOf(outcome: CallOutcome | null): Expectation['kind'] {
  if (outcome?.status === 'refused') return 'refused';
  if (outcome?.status === 'error') return 'error';
  const { result } = outcome ?? {};
  return outcome?.status === 'success' && result && result.length <= LONGEST_EXPECTED ? 'equals' : 'success';
}

function firstKey(result: string): string {
  const { value } = readJson(result);
  if (typeof value === 'string') return value.slice(0, 60);
  return typeof value === 'object' && value !== null ? (Object.keys(value)[0] ?? '') : result.slice(0, 60);
}
