/** The library at a glance, or one group of it: read at once; descriptions are compared after it. */
import type { LibraryOverview, NearDuplicates, OverviewPart } from '$lib/ipc';
import { Latest } from '$lib/latest';
import { Part } from '$lib/state/part.svelte';
import { Turn } from '$lib/turn';

export interface OverviewBackend {
  getOverview(group: string | null): Promise<LibraryOverview>;
  findNearDuplicates(group: string | null): Promise<NearDuplicates>;
  listOverviewSkills(part: OverviewPart, group: string | null): Promise<string[]>;
}

/** How long changes rest before all is read anew, in milliseconds: an import changes many rows one after another. */
const REST = 300;

export class Overview {
  readonly all = new Part<LibraryOverview>();
  readonly near = new Part<NearDuplicates>();
  /** The group that is looked at; none for all. */
  group = $state.raw<string | null>(null);
  /** Whether vectors are on their way: what is compared then is compared again soon. */
  isIndexing = false;
  readonly #reading: Latest;
  /** The group that the pairs are of. */
  #pairsOf: string | null = null;
  #comparing: Promise<unknown> = Promise.resolve();
  readonly #compared = new Turn();

  constructor(private readonly backend: OverviewBackend) {
    this.#reading = new Latest(() => this.#read(), REST);
  }

  /** Reads anew; soon, where it was read before. */
  follow(isIndexing: boolean) {
    this.isIndexing = isIndexing;
    if (this.all.value) this.#reading.soon();
    else void this.read();
  }

  read = () => this.#reading.now();

  async choose(group: string | null) {
    this.group = group;
    await this.read();
  }

  /** Ids of the skills behind a number, of all groups or one. */
  list = (part: OverviewPart, group = this.group) => this.backend.listOverviewSkills(part, group);

  async #read() {
    const { group } = this;
    const found = await this.all.load(() => this.backend.getOverview(group));
    if (!found || group !== this.group) return;
    if (group !== null && !found.groups.some(({ name }) => name === group)) {
      // It was renamed, or its skills went elsewhere.
      this.group = null;
      this.#reading.soon(0);
      return;
    }
    this.#compared.end();
    if (found.near) this.near.set(found.near);
    else if (group !== this.#pairsOf) this.near.clear();
    this.#pairsOf = group;
    if (!found.near?.is_current && !this.isIndexing) this.#compare(group);
  }

  /** Nothing waits for it but the next comparison: comparing takes long, so one runs at a time, and the newest after it. */
  #compare(group: string | null) {
    const before = this.#comparing;
    const isNewest = this.#compared.begin();
    this.#comparing = this.near.load(async () => {
      await before;
      // Nobody looks at the answer any more.
      if (!isNewest()) throw new Error('overtaken');
      return this.backend.findNearDuplicates(group);
    });
  }
}
