/** What the problems say of sets of changes and of what was left alone. */
import { plural } from '$kit/labels';
import type { ChangeReport, Severity } from '$lib/ipc';

export const severityLabels: Record<Severity, { one: string; many: string }> = {
  error: { one: 'error', many: 'errors' },
  warning: { one: 'warning', many: 'warnings' },
  info: { one: 'info', many: 'info' },
};

const done = { fix: 'Fixed', undo: 'Undid', redo: 'Redid' };

/** `Fixed 12 files; 1 file wasn't changed` */
export function reportText({ done: count, refused }: ChangeReport, what: keyof typeof done): string {
  const left =
    refused.length === 0 ? '' : `; ${plural(refused.length, "file wasn't changed", "files weren't changed")}`;
  return `${done[what]} ${plural(count, what === 'fix' ? 'file' : 'change')}${left}`;
}
