/**
 * Keeps what is typed into one file safe on disk: shortly after typing pauses, and never later than the longest wait
 * while it goes on. Writes happen one after another, so an older text never lands after a newer one.
 */

/** Where the draft of a file stands. */
export type DraftState = 'none' | 'pending' | 'kept' | 'failed';

/** Milliseconds: a pause this long writes; typing without a pause writes this often; a failed write is tried again. */
export const DRAFT_PAUSE = 400;
export const DRAFT_LONGEST = 800;
const RETRY = 2000;

/** Writes a draft, or takes it away when there is nothing to keep. */
export type WriteDraft = (text: string | null) => Promise<unknown>;

export class DraftKeeper {
  #pause: ReturnType<typeof setTimeout> | undefined;
  #longest: ReturnType<typeof setTimeout> | undefined;
  #read: (() => string | null) | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly write: WriteDraft,
    private readonly report: (state: DraftState, error?: unknown) => void,
  ) {}

  /** Notes a change; `read` is asked for the text when it is written, null meaning the text is as stored. */
  touch(read: () => string | null) {
    this.#read = read;
    this.report('pending');
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => void this.flush(), DRAFT_PAUSE);
    this.#longest ??= setTimeout(() => void this.flush(), DRAFT_LONGEST);
  }

  /** Writes at once what is still waiting, and resolves when everything is on disk. */
  flush(): Promise<void> {
    const read = this.#read;
    this.#clear();
    if (read) {
      const text = read();
      this.#writing = this.#writing.then(() => this.#put(text, read));
    }
    return this.#writing;
  }

  /** Forgets what is waiting, and resolves when no write is under way. */
  settle(): Promise<void> {
    this.#clear();
    return this.#writing;
  }

  async #put(text: string | null, read: () => string | null) {
    try {
      await this.write(text);
      if (!this.#read) this.report(text === null ? 'none' : 'kept');
    } catch (error) {
      this.report('failed', error);
      this.#read ??= read;
      this.#pause ??= setTimeout(() => void this.flush(), RETRY);
    }
  }

  #clear() {
    clearTimeout(this.#pause);
    clearTimeout(this.#longest);
    this.#pause = this.#longest = undefined;
    this.#read = null;
  }
}
