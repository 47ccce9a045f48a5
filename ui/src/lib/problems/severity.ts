/** The order in which problems are shown, wherever that is: errors, then warnings, then infos. */
import type { Severity } from '$lib/ipc';

export const severities: readonly Severity[] = ['error', 'warning', 'info'];

/** Compares two severities: the worse comes first. */
export const bySeverity = (a: Severity, b: Severity): number => severities.indexOf(a) - severities.indexOf(b);
