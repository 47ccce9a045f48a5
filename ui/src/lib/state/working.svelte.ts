/** What is being done now, by a key such as the id of a row. */
import { SvelteSet } from 'svelte/reactivity';

export class Working {
  readonly #keys = new SvelteSet<string>();

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    this.#keys.add(key);
    try {
      return await work();
    } finally {
      this.#keys.delete(key);
    }
  }
}
