/** A failure as text to paste into a report: the screen says one sentence, this says everything that is known. */
import type { ErrorInfo } from './types';

/** What failed, its code, its message and what lies behind it, a line each. */
export function detailsOf(error: ErrorInfo, what?: string): string {
  return [what, `${error.code}: ${error.message}`, error.detail].filter(Boolean).join('\n');
}

/** A message as a sentence begins. */
export const sentence = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1);

/** Puts the details of a failure on the clipboard. */
export function copyDetails(error: ErrorInfo, what?: string): Promise<void> {
  return navigator.clipboard.writeText(detailsOf(error, what));
}
