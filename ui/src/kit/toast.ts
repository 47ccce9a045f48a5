import { toast as sonner } from 'svelte-sonner';
import { plainText } from './code-spans';
import { copyDetails, sentence } from './details';
import { lastUndo } from './last-undo.svelte';
import type { ErrorInfo } from './types';

export interface ToastOptions {
  /** One action. `Undo` is offered beyond the toast too, until something else can be taken back. */
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
/** The label of an action that takes back what the toast says. */
const UNDO = 'Undo';

/** Shows a toast. */
export function toast(
  message: string,
  { action, tone = 'neutral', detail, id, duration = times[tone] }: ToastOptions = {},
): void {
  const offer = action?.label === UNDO ? lastUndo.offer(message, action.perform) : null;
  kinds[tone](message, {
    id: offer?.toast ?? id,
    duration,
    // What stays long enough to be in the way can be put away.
    closeButton: tone === 'danger' || tone === 'warn',
    description: detail,
    action: action && { label: action.label, onClick: offer ? () => lastUndo.take() : action.perform },
  });
}

/**
 * Says in one sentence that something failed; everything else that is known goes to the clipboard on demand. The same
 * failure said again takes the place of the one on screen.
 */
export function toastError(error: ErrorInfo, what?: string): void {
  const message = what ? `${what} failed: ${plainText(error.message)}` : plainText(sentence(error.message));
  const action = { label: 'Copy details', perform: () => void copyDetails(error, what) };
  toast(message, { tone: 'danger', id: `failed ${message}`, action });
}

/** Takes a toast away. */
export function dismissToast(id: string): void {
  sonner.dismiss(id);
}
