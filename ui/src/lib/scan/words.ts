/** What a scan looks for, in words. */
import type { Tone } from '$kit/types';
import type { ScanRule, Severity } from '$lib/ipc';

export const ruleLabels: Record<ScanRule, string> = {
  secret: 'Secret',
  'hidden-text': 'Hidden text',
  injection: 'Prompt injection',
  'remote-code': 'Runs downloaded code',
  exfiltration: 'Data exfiltration',
  persistence: 'Persistence',
  destruction: 'Destructive command',
  'broad-tools': 'Unrestricted tool',
  'not-read': 'Not scanned',
};

export const severityTones: Record<Severity, Tone> = { error: 'danger', warning: 'warn', info: 'neutral' };
