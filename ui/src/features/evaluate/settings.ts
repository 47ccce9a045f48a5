/** What the Evaluate place remembers between two openings. */
import type { Host, Scorer } from '$lib/ipc';
import { STANDARD, readHost } from '$lib/hosts';
import { scorerLabels } from './words';

export interface Settings {
  set: string | null;
  scorer: Scorer;
  host: Host;
  /** Largest share of false fires a picked threshold may have. */
  mostFalseFires: number;
  /** Lowest similarity of a pair that is listed. */
  overlapLimit: number;
}

export const defaults: Settings = {
  set: null,
  scorer: 'hybrid',
  host: STANDARD,
  mostFalseFires: 0.05,
  overlapLimit: 0.4,
};

/** The settings kept in `text`; what is missing or of another shape takes its default. */
export function readSettings(text: string | null): Settings {
  let kept: Record<string, unknown> = {};
  try {
    const read: unknown = JSON.parse(text ?? '{}');
    if (typeof read === 'object' && read !== null) kept = read as Record<string, unknown>;
  } catch {
    // Someone else's text: everything takes its default.
  }
  const share = (value: unknown, other: number) =>
    typeof value === 'number' && value > 0 && value <= 1 ? value : other;
  return {
    set: typeof kept['set'] === 'string' ? kept['set'] : null,
    scorer: Object.keys(scorerLabels).includes(kept['scorer'] as string) ? (kept['scorer'] as Scorer) : defaults.scorer,
    host: readHost(kept['host']) ?? defaults.host,
    mostFalseFires: share(kept['mostFalseFires'], defaults.mostFalseFires),
    overlapLimit: share(kept['overlapLimit'], defaults.overlapLimit),
  };
}
