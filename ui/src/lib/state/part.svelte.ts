/** One thing read from the studio, with its states: not asked, loading, there, failed. An answer that was overtaken is dropped. */
import { StudioError } from '$lib/ipc';

export class Part<T> {
  value = $state.raw<T | null>(null);
  error = $state.raw<StudioError | null>(null);
  isLoading = $state(false);
  #turn = 0;

  /** Reads it; what was there stays until the answer comes. Null where it failed or was overtaken. */
  async load(read: () => Promise<T>): Promise<T | null> {
    const turn = ++this.#turn;
    this.isLoading = true;
    try {
      const value = await read();
      if (turn !== this.#turn) return null;
      this.value = value;
      this.error = null;
      return value;
    } catch (thrown) {
      if (turn === this.#turn) this.error = StudioError.from(thrown);
      return null;
    } finally {
      if (turn === this.#turn) this.isLoading = false;
    }
  }

  /** Takes a value that came another way. */
  set(value: T) {
    this.#turn += 1;
    this.value = value;
    this.error = null;
    this.isLoading = false;
  }

  clear() {
    this.#turn += 1;
    this.value = null;
    this.error = null;
    this.isLoading = false;
  }
}
