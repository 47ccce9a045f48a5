/** What a kept call should give: taken from what a call gave, and held against what another one gives. */
import type { CallOutcome, CaseResult, Expectation, ToolCase } from '$lib/ipc';
import { isEqual, readJson } from './json-text';
import { timestamp } from './words';

/** A result longer than this is not expected word for word. */
const LONGEST_EXPECTED = 2000;
/** Most characters of what a case gave that are kept with it. */
const LONGEST_KEPT = 200;

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

/** How a case went, as it is kept with it. */
export function resultOf(kept: ToolCase, outcome: CallOutcome): CaseResult {
  return {
    case_id: kept.id,
    passed: isAsExpected(kept.expected, outcome),
    message: shortened(outcome.result ?? outcome.error ?? outcome.status),
    elapsed_us: outcome.elapsed_us,
    library: outcome.library,
    ran_ts: timestamp(),
  };
}

function shortened(text: string): string {
  const line = [...text.trim().replace(/\s+/g, ' ')];
  return line.length <= LONGEST_KEPT ? line.join('') : `${line.slice(0, LONGEST_KEPT).join('')}…`;
}

function isAsExpected(expected: Expectation, outcome: CallOutcome): boolean {
  const isSuccess = outcome.status === 'success';
  switch (expected.kind) {
    case 'success':
      return isSuccess;
    case 'equals':
      return isSuccess && isEqual(readJson(expected.value).value, readJson(outcome.result ?? '').value);
    case 'contains':
      return isSuccess && (outcome.result ?? '').includes(expected.text);
    case 'refused':
      return outcome.status === 'refused';
    case 'error':
      return outcome.status === 'error' && (outcome.error ?? '').includes(expected.text);
  }
}
