/** What the bench calls things. */
import { duration } from '$lib/duration';
import type { CallOutcome, Expectation, LibraryBehaviour } from '$lib/ipc';

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
