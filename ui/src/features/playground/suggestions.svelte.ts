/** Queries to try: of the skill that is put to the test, and of any where nothing is labelled yet. */
import type { SuggestedQuery } from '$lib/ipc';
import { Latest } from '$lib/latest';
import { Turn } from '$lib/turn';

/** How long changes of the library rest before queries are read anew, in milliseconds. */
export const SUGGESTIONS_REST = 120;

/** So many are offered. */
const OFFERED = 5;

export interface SuggestionsBackend {
  /** Of one skill, or of several with a query each. */
  suggestQueries(skillId: string | null, most: number): Promise<SuggestedQuery[]>;
}

export class Suggestions {
  /** Queries of skills of the library, a skill each. */
  general = $state.raw<string[]>([]);
  /** Queries of the skill that is put to the test; none where there is none. */
  own = $state.raw<SuggestedQuery[]>([]);
  readonly #turn = new Turn();
  readonly #ownTurn = new Turn();
  readonly #latest = new Latest(() => this.read(), SUGGESTIONS_REST);

  /** `fail` hears of what could not be read. */
  constructor(
    private readonly backend: SuggestionsBackend,
    private readonly fail: (what: string, thrown: unknown) => void,
  ) {}

  async read(): Promise<void> {
    const found = await this.#ask(null, this.#turn.begin());
    if (found) this.general = found.map(({ query }) => query);
  }

  /** Reads them anew once things have settled. */
  follow() {
    this.#latest.soon();
  }

  /** Offers queries of a skill. */
  async of(skillId: string): Promise<void> {
    this.own = [];
    const found = await this.#ask(skillId, this.#ownTurn.begin());
    if (found) this.own = found;
  }

  /** Offers those of no skill any more. */
  close() {
    this.#ownTurn.end();
    this.own = [];
  }

  /** What the studio suggests; nothing where that failed or was overtaken. */
  async #ask(skillId: string | null, isNewest: () => boolean): Promise<SuggestedQuery[] | null> {
    try {
      const found = await this.backend.suggestQueries(skillId, OFFERED);
      return isNewest() ? found : null;
    } catch (thrown) {
      if (isNewest()) this.fail('Loading suggested queries', thrown);
      return null;
    }
  }
}
