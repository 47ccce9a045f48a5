/** What the bench calls things. */
import { duration } from '$lib/duration';
import type { CallOutcome, Expectation, LibraryBehaviour } from '$lib/ipc';

export const expectationWords: Record<Expectation['kind'], string> = {
  success: 'Any result',
  equals: 'Exact result',
  contains: 'Result contains',
  refused: 'Rejected',
  error: 'Error contains',
};

export const behaviourWords: Record<LibraryBehaviour['kind'], string> = {
  fixed: 'Returns a fixed response',
  echo: 'Returns the arguments',
  error: 'Always fails',
  delay: 'Responds after a delay',
  garbage: 'Returns invalid JSON',
  run: 'Runs the real tool',
};

/** What a case expects, in a few words. */
export function expects(expected: Expectation): string {
  switch (expected.kind) {
    case 'success':
      return 'expects a result';
    case 'equals':
      return 'expects an exact result';
    case 'contains':
      return `expects ${expected.text}`;
    case 'refused':
      return 'should be rejected';
    case 'error':
      return expected.text ? `should fail: ${expected.text}` : 'should fail';
  }
}

/** What the time of a call went to, where that is known. */
export function split({ elapsed_us, outside_us }: CallOutcome): string | null {
  if (outside_us === null) return null;
  const ours = Math.max(0, elapsed_us - outside_us);
  return `${duration(ours)} overhead, ${duration(outside_us)} external`;
}
