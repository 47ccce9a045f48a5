import { toast as sonner } from 'svelte-sonner';
import { plainText } from './code-spans';
import { copyDetails, sentence } from './details';
import type { ErrorInfo } from './types';

export interface ToastOptions {
  /** One action, such as `Undo`. */
  action?: { label: string; perform: () => void };
  tone?: 'ok' | 'warn' | 'danger' | 'neutral';
  detail?: string;
  /** Replaces the toast of the same id. */
  id?: string;
  /** In milliseconds; warnings stay 8 s and errors 12 s where left out. */
  duration?: number;
}

const kinds = { ok: sonner.success, warn: sonner.warning, danger: sonner.error, neutral: sonner.message };
const times = { ok: 4000, warn: 8000, danger: 12_000, neutral: 4000 };

/** Shows a toast. */
export function toast(
  message: string,
  { action, tone = 'neutral', detail, id, duration = times[tone] }: ToastOptions = {},
): void {
  kinds[tone](message, {
    id,
    duration,
    // What stays long enough to be in the way can be put away.
    closeButton: tone === 'danger' || tone === 'warn',
    description: detail,
    action: action && { label: action.label, onClick: action.perform },
  });
}

/**
 * Says in one sentence that something failed; everything else that is known goes to the clipboard on demand. The same
 * failure said again takes the place of the one on screen.
 */
export function toastError(error: ErrorInfo, what?: string): void {
  const message = what ? `${what}: ${plainText(error.message)}` : plainText(sentence(error.message));
  const action = { label: 'Copy details', perform: () => void copyDetails(error, what) };
  toast(message, { tone: 'danger', id: `failed ${message}`, action });
}

/** Takes a toast away. */
export function dismissToast(id: string): void {
  sonner.dismiss(id);
}
