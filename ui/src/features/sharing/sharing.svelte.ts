/** The shared libraries of this one: how everything stands, and what is done about it. */
import { plural, count } from '$kit/labels';
import {
  type commands,
  type FieldAnswer,
  type RemoteHit,
  type SharedThing,
  type SharingConnection,
  type SharingDispute,
  type SharingPlace,
  type SharingReport,
  type SharingServer,
  type SharingStatus,
  StudioError,
} from '$lib/ipc';
import { Part } from '$lib/state/part.svelte';
import { changesOf, sumOf } from './words';

export type SharingBackend = Pick<
  typeof commands,
  | 'getSharingStatus'
  | 'findSharedLibraries'
  | 'setUpSharing'
  | 'createSharedLibrary'
  | 'refreshSharing'
  | 'planPush'
  | 'pushLibrary'
  | 'pullLibrary'
  | 'getSharingDispute'
  | 'resolveSharingDispute'
  | 'searchShared'
  | 'removeSharing'
>;

/** What tells the author, and whoever shows the library, that something happened. */
interface Window {
  notify: (message: string) => void;
}

/** A push or pull that was looked at and waits for a yes. */
export interface Review {
  kind: 'push' | 'pull';
  report: SharingReport;
}

const placeOf = ({ address, library }: SharingStatus): SharingPlace => ({ address, library });
const isSame = (a: SharingPlace, b: SharingPlace) => a.address === b.address && a.library === b.library;
const refOf = ({ kind, id }: { kind: SharedThing['kind']; id: string }) => ({ kind, id });

export class Sharing {
  readonly all = new Part<SharingStatus[]>();
  readonly hits = new Part<RemoteHit[]>();
  /** The library that is shown; none while one is being connected. */
  place = $state.raw<SharingPlace | null>(null);
  /** The database that was found while connecting. */
  server = $state.raw<SharingServer | null>(null);
  /** Why the last look, push or pull failed; what is shown is older than that. */
  error = $state.raw<StudioError | null>(null);
  review = $state.raw<Review | null>(null);
  dispute = $state.raw<SharingDispute | null>(null);
  /** What is being done; one thing at a time. */
  busy = $state<'look' | 'review' | 'work' | null>(null);
  readonly status: SharingStatus | null = $derived(
    this.all.value?.find((status) => this.place && isSame(placeOf(status), this.place)) ?? null,
  );

  constructor(
    private readonly backend: SharingBackend,
    private readonly window: Window,
  ) {}

  /** Shows what was seen last, then looks anew where that is allowed. */
  async load(): Promise<void> {
    const all = await this.all.load(() => this.backend.getSharingStatus());
    const first = all?.[0];
    if (!first) return;
    this.place = placeOf(first);
    if (first.is_allowed) await this.look();
  }

  /** Reads what is here anew, without asking a server. */
  async refresh(): Promise<void> {
    await this.all.load(() => this.backend.getSharingStatus());
  }

  choose(status: SharingStatus) {
    this.place = placeOf(status);
    this.error = null;
    this.hits.clear();
    if (status.is_allowed) void this.look();
  }

  /** Asks the server how everything stands. */
  async look(): Promise<void> {
    await this.#ask('look', async (place) => this.#take(await this.backend.refreshSharing(place)));
  }

  /** Finds out what a push or pull would do. */
  async plan(kind: Review['kind']): Promise<void> {
    await this.#ask('review', async (place) => {
      const report =
        kind === 'push'
          ? await this.backend.planPush(place)
          : await this.backend.pullLibrary(place, { prefer: null, only: null, is_dry_run: true, most_trashed: 0 });
      await this.refresh();
      this.review = { kind, report };
    });
  }

  /** Does what was looked at. */
  async carryOut(): Promise<void> {
    if (!this.review) return;
    const { kind, report: seen } = this.review;
    // As many may go to the trash as were shown.
    const request = { prefer: null, only: null, is_dry_run: false, most_trashed: seen.trashed.length };
    await this.#ask('work', async (place) => {
      const report =
        kind === 'push' ? await this.backend.pushLibrary(place) : await this.backend.pullLibrary(place, request);
      this.review = null;
      this.#told(kind === 'push' ? 'Pushed' : 'Pulled', report);
    });
    // More was deleted on the server since it was looked at.
    if (this.error?.code === 'would_trash') await this.plan(kind);
    else await this.refresh();
  }

  /** Brings one thing in from the server, with what it needs. */
  async install(thing: { kind: SharedThing['kind']; id: string; name: string }): Promise<void> {
    await this.#ask('work', async (place) => {
      const request = { prefer: null, only: [refOf(thing)], is_dry_run: false, most_trashed: 0 };
      this.#told(`Pulled ${thing.name}`, await this.backend.pullLibrary(place, request));
      const has = (hit: RemoteHit) => hit.kind === thing.kind && hit.id === thing.id;
      const hits = this.hits.value?.map((hit) => (has(hit) ? { ...hit, state: 'current' as const } : hit));
      if (hits) this.hits.set(hits);
    });
    await this.refresh();
  }

  /** Puts what both sides changed to the author; where it can be merged without them, it is. */
  async open(thing: SharedThing): Promise<void> {
    await this.#ask('review', async (place) => {
      const dispute = await this.backend.getSharingDispute(place, refOf(thing));
      const isClear = dispute.fields.length === 0 && !dispute.is_deleted_here && !dispute.is_deleted_there;
      if (!isClear) this.dispute = dispute;
      else await this.#settled(place, dispute, []);
    });
    await this.refresh();
  }

  /** Takes what was decided field by field; true where it was done. */
  async settle(fields: FieldAnswer[]): Promise<boolean> {
    const dispute = this.dispute;
    if (!dispute) return false;
    const isDone = await this.#ask('work', (place) => this.#settled(place, dispute, fields));
    await this.refresh();
    return isDone;
  }

  /** One side deleted it: whose side counts. */
  async prefer(side: 'mine' | 'theirs'): Promise<void> {
    const dispute = this.dispute;
    if (!dispute) return;
    await this.#ask('work', async (place) => {
      await this.backend.pullLibrary(place, {
        prefer: side,
        only: [dispute.thing],
        is_dry_run: false,
        most_trashed: 0,
      });
      this.dispute = null;
      this.window.notify(`${side === 'mine' ? 'Kept mine' : 'Used theirs'} for ${dispute.name}. Push to share it.`);
    });
    await this.refresh();
  }

  async search(query: string): Promise<void> {
    const place = this.place;
    if (!place || query.trim() === '') return this.hits.clear();
    await this.hits.load(() => this.backend.searchShared(place, query, 30));
  }

  /** Looks at a database that was typed. Throws what stands in the way. */
  async find(connection: SharingConnection): Promise<void> {
    this.server = await this.backend.findSharedLibraries(connection);
  }

  /** Sets the database up, then looks what it has. */
  async setUp(): Promise<void> {
    if (!this.server) return;
    await this.backend.setUpSharing(this.server.place);
    await this.find({ address: this.server.place.address, password: '', secret: '' });
  }

  /** Shares this library through one on the server, which is made where it is new. */
  async connect(library: string, isNew: boolean): Promise<void> {
    if (!this.server) return;
    const place = { address: this.server.place.address, library };
    const status = isNew ? await this.backend.createSharedLibrary(place) : await this.backend.refreshSharing(place);
    this.#take(status);
    this.place = placeOf(status);
    this.server = null;
    this.error = null;
  }

  /** Goes to the set-up of the database of this library. */
  async upgrade(): Promise<void> {
    await this.#ask('review', async ({ address }) => {
      await this.find({ address, password: '', secret: '' });
      this.place = null;
    });
  }

  async forget(): Promise<void> {
    if (!this.place) return;
    await this.backend.removeSharing(this.place);
    this.place = null;
    this.error = null;
    this.hits.clear();
    await this.load();
  }

  async #settled(place: SharingPlace, dispute: SharingDispute, fields: FieldAnswer[]) {
    const report = await this.backend.resolveSharingDispute(place, {
      thing: dispute.thing,
      their_hash: dispute.their_hash,
      fields,
    });
    const left = report.skipped[0];
    if (left) throw new StudioError('invalid', `${left.name}: ${left.message}`);
    this.dispute = null;
    this.window.notify(`Merged ${dispute.name}. Push to share the merge.`);
  }

  #take(status: SharingStatus) {
    const others = (this.all.value ?? []).filter((other) => !isSame(placeOf(other), placeOf(status)));
    this.all.set([status, ...others]);
  }

  #told(verb: string, report: SharingReport) {
    const left = [
      report.conflicts.length > 0 ? `${plural(report.conflicts.length, 'conflict')} to resolve` : '',
      report.skipped.length > 0
        ? `${count(report.skipped.length)} skipped: ${report.skipped[0]!.message.replace(/\.$/, '')}`
        : '',
    ].filter(Boolean);
    const done = changesOf(report) > 0 ? sumOf(report) : 'no changes';
    this.window.notify(`${verb}: ${[done, ...left].join('; ')}.`);
  }

  /** Asks the server, one thing at a time; what stands in the way is kept. True where it was done. */
  async #ask(what: NonNullable<typeof this.busy>, work: (place: SharingPlace) => Promise<void>): Promise<boolean> {
    if (!this.place || this.busy) return false;
    this.busy = what;
    try {
      await work(this.place);
      this.error = null;
      return true;
    } catch (thrown) {
      this.error = StudioError.from(thrown);
      return false;
    } finally {
      this.busy = null;
    }
  }
}
