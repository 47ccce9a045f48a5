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
    // Nobody wrote this for a person to read: a bug of the page. Its words and its stack are for the report.
    return new StudioError('internal', UNEXPECTED, describe(thrown));
  }
}

/** What is said of a failure that nobody foresaw. */
const UNEXPECTED = 'something unexpected went wrong';

const describe = (thrown: unknown): string =>
  thrown instanceof Error
    ? [`${thrown.name}: ${thrown.message}`, thrown.stack].filter(Boolean).join('\n')
    : String(thrown);

function isPayload(thrown: unknown): thrown is { code: ErrorCode; message: string; detail?: string | null } {
  return (
    typeof thrown === 'object' &&
    thrown !== null &&
    'code' in thrown &&
    'message' in thrown &&
    !(thrown instanceof Error)
  );
}
