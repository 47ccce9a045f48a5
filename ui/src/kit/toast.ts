import { toast as sonner } from 'svelte-sonner';
import type { ErrorInfo } from './types';

export interface ToastOptions {
  /** One action, such as `Undo`. */
  action?: { label: string; perform: () => void };
  tone?: 'ok' | 'warn' | 'danger' | 'neutral';
  detail?: string;
  /** Replaces the toast of the same id. */
  id?: string;
  /** In milliseconds; errors stay longer. */
  duration?: number;
}

const kinds = { ok: sonner.success, warn: sonner.warning, danger: sonner.error, neutral: sonner.message };
const times = { ok: 4000, warn: 8000, danger: 12_000, neutral: 4000 };

/** Says in passing what happened. */
export function toast(
  message: string,
  { action, tone = 'neutral', detail, id, duration = times[tone] }: ToastOptions = {},
): void {
  kinds[tone](message, {
    id,
    duration,
    description: detail,
    action: action && { label: action.label, onClick: action.perform },
  });
}

/** Says that something failed: what, and what the author can do. */
export function toastError(error: ErrorInfo, what?: string): void {
  const message = what ? `${what}: ${error.message}` : error.message.charAt(0).toUpperCase() + error.message.slice(1);
  toast(message, { tone: 'danger', detail: error.detail ?? undefined });
}

/** Takes a toast away. */
export function dismissToast(id: string): void {
  sonner.dismiss(id);
}
