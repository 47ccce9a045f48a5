/** What the hint under a description says. */
import type { Finding } from '$lib/ipc';

const hints: Readonly<Record<string, string>> = {
  'description-missing': 'Say what it does and when to use it',
  'description-short': 'Say what it does and when to use it',
  'description-no-when': 'Says what it does but not when to use it. Add “Use when…”',
};

/** Follows what lint says of the description, unless the author ignores that. */
export function descriptionHint(findings: readonly Finding[]): string {
  const found = findings.find(({ code, ignored }) => ignored === null && code in hints);
  return (found && hints[found.code]) ?? 'What it does and when to use it';
}
