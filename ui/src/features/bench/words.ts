/** What the bench calls things. */
import { duration } from '$lib/duration';
import type { CallOutcome, CallStatus, Expectation, LibraryBehaviour, Stage } from '$lib/ipc';
import type { Tone } from '$kit';

export const statusWords: Record<CallStatus, string> = {
  success: 'success',
  error: 'error',
  refused: 'refused',
  needs_consent: 'needs consent',
  timed_out: 'timed out',
  cancelled: 'cancelled',
};

export const statusTones: Record<CallStatus, Tone> = {
  success: 'ok',
  error: 'danger',
  refused: 'warn',
  needs_consent: 'warn',
  timed_out: 'danger',
  cancelled: 'neutral',
};

export const stageWords: Record<Stage, string> = {
  look_up: 'Look up',
  enabled: 'Enabled',
  validate: 'Validate',
  consent: 'Consent',
  handler: 'Handler',
  result: 'Result',
};

export const expectationWords: Record<Expectation['kind'], string> = {
  success: 'Any result',
  equals: 'Exactly this result',
  contains: 'A result that contains',
  refused: 'Refused',
  error: 'An error that contains',
};

export const behaviourWords: Record<LibraryBehaviour['kind'], string> = {
  fixed: 'Always the same answer',
  echo: 'Returns the arguments',
  error: 'Always fails',
  delay: 'Responds late',
  garbage: 'Returns invalid JSON',
  run: 'Runs the real implementation',
};

/** What a case expects, in a few words. */
export function expects(expected: Expectation): string {
  switch (expected.kind) {
    case 'success':
      return 'expects a result';
    case 'equals':
      return 'expects this result';
    case 'contains':
      return `expects ${expected.text}`;
    case 'refused':
      return 'should be refused';
    case 'error':
      return expected.text ? `should fail: ${expected.text}` : 'should fail';
  }
}

/** What the time of a call went to, where that is known. */
export function split({ elapsed_us, outside_us }: CallOutcome): string | null {
  if (outside_us === null) return null;
  const ours = Math.max(0, elapsed_us - outside_us);
  return `${duration(ours)} ours, ${duration(outside_us)} outside`;
}
