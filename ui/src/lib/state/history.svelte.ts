/** Back and forward between places, as a browser does it. */
import { unique } from '$lib/group';

export type ViewName =
  'overview' | 'library' | 'map' | 'playground' | 'evaluate' | 'simulate' | 'tools' | 'packs' | 'problems';

/** A place one can come back to. */
export interface Place {
  view: ViewName;
  skillId: string | null;
  path: string | null;
}

const LIMIT = 100;
const same = (a: Place | undefined, b: Place) => a?.view === b.view && a.skillId === b.skillId && a.path === b.path;

export class History {
  #places = $state.raw<Place[]>([{ view: 'library', skillId: null, path: null }]);
  #at = $state(0);
  readonly current: Place = $derived(this.#places[this.#at]!);
  readonly canGoBack = $derived(this.#at > 0);
  readonly canGoForward = $derived(this.#at < this.#places.length - 1);

  /** Goes to a place; what lay forward is forgotten. */
  push(place: Place) {
    if (same(this.current, place)) return;
    this.#places = [...this.#places.slice(0, this.#at + 1), place].slice(-LIMIT);
    this.#at = this.#places.length - 1;
  }

  /** Changes where one is, without a step to come back to. */
  replace(place: Place) {
    this.#places = this.#places.with(this.#at, place);
  }

  /** Ids of the skills seen, latest first, without the one that is open. */
  recentSkills(): string[] {
    const ids = this.#places.map((place) => place.skillId).filter((id) => id !== null && id !== this.current.skillId);
    return unique((ids as string[]).reverse());
  }

  back() {
    if (this.canGoBack) this.#at--;
  }

  forward() {
    if (this.canGoForward) this.#at++;
  }

  /** Starts over, as with another library. */
  clear() {
    this.#places = [{ view: this.current.view, skillId: null, path: null }];
    this.#at = 0;
  }
}
