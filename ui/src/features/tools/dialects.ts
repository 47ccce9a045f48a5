/** The ways a signature is written. */
import type { SignatureDialect } from '$lib/ipc';

export const dialectLabels: Record<SignatureDialect, string> = {
  arrow: 'Arrow',
  curried: 'Curried',
  classic: 'Classic',
};
