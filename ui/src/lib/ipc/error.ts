import type { ErrorCode } from './bindings';

/** A command that failed, as the screen shows it. */
export class StudioError extends Error {
  readonly code: ErrorCode;
  readonly detail: string | null;

  constructor(code: ErrorCode, message: string, detail: string | null = null) {
    super(message);
    this.name = 'StudioError';
    this.code = code;
    this.detail = detail;
  }

  /** Whatever was thrown, as a `StudioError`. */
  static from(thrown: unknown): StudioError {
    if (thrown instanceof StudioError) return thrown;
    if (isPayload(thrown)) return new StudioError(thrown.code, thrown.message, thrown.detail ?? null);
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return new StudioError('internal', message, thrown instanceof Error ? (thrown.stack ?? null) : null);
  }
}

function isPayload(thrown: unknown): thrown is { code: ErrorCode; message: string; detail?: string | null } {
  return (
    typeof thrown === 'object' &&
    thrown !== null &&
    'code' in thrown &&
    'message' in thrown &&
    !(thrown instanceof Error)
  );
}
