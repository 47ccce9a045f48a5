/** What the parts of a call are called, wherever one is shown. */
import type { Tone } from '$kit';
import type { CallStatus, Stage } from '$lib/ipc';

export const statusWords: Record<CallStatus, string> = {
  success: 'success',
  error: 'error',
  refused: 'rejected',
  needs_consent: 'needs permission',
  timed_out: 'timed out',
  cancelled: 'canceled',
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
  consent: 'Permission',
  handler: 'Handler',
  result: 'Result',
};
