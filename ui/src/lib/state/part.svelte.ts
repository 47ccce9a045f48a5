/** One thing read from the studio, with its states: not asked, loading, there, failed. An answer that was overtaken is dropped. */
import { StudioError } from '$lib/ipc';
import { Turn } from '$lib/turn';

export class Part<T> {
  value = $state.raw<T | null>(null);
  error = $state.raw<StudioError | null>(null);
  isLoading = $state(false);
  readonly #turn = new Turn();

  /** Reads it; what was there stays until the answer comes. Null where it failed or was overtaken. */
  async load(read: () => Promise<T>): Promise<T | null> {
    const isNewest = this.#turn.begin();
    this.isLoading = true;
    try {
      const value = await read();
      if (!isNewest()) return null;
      this.value = value;
      this.error = null;
      return value;
    } catch (thrown) {
      if (isNewest()) this.error = StudioError.from(thrown);
      return null;
    } finally {
      if (isNewest()) this.isLoading = false;
    }
  }

  /** Takes a value that came another way. */
  set(value: T) {
    this.#turn.end();
    this.value = value;
    this.error = null;
    this.isLoading = false;
  }

  clear() {
    this.#turn.end();
    this.value = null;
    this.error = null;
    this.isLoading = false;
  }
}
