/** Skills that are taken for one another: how alike their descriptions are, and queries that would be near misses. */
import type { NearMiss, NewQuery, OverlapReport } from '$lib/ipc';
import { Part } from '$lib/state/part.svelte';
import { isSameProposal } from './near-misses';
import { defaults } from './settings';

const NEAR_MISSES = 60;

export interface OverlapsBackend {
  listOverlaps(limit: number): Promise<OverlapReport>;
  dismissOverlap(aId: string, bId: string, dismissed: boolean): Promise<unknown>;
  listNearMisses(skillId: string | null, limit: number): Promise<NearMiss[]>;
}

export interface OverlapsOwner {
  /** Where proposals are taken in. */
  readonly labelled: { put(query: Omit<NewQuery, 'set'>): Promise<unknown> };
  /** A setting was changed. */
  keep(): void;
}

export class Overlaps extends Part<OverlapReport> {
  readonly nearMisses = new Part<NearMiss[]>();
  /** Lowest similarity of a pair that is listed. */
  limit = $state(defaults.overlapLimit);
  /** The pair that was asked for elsewhere: it stands first. */
  asked = $state.raw<{ aId: string; bId: string } | null>(null);

  constructor(
    private readonly backend: OverlapsBackend,
    private readonly owner: OverlapsOwner,
  ) {
    super();
  }

  async read(): Promise<void> {
    await this.load(() => this.backend.listOverlaps(this.limit));
  }

  async setLimit(limit: number): Promise<void> {
    this.limit = limit;
    this.owner.keep();
    await this.read();
  }

  /** Puts a pair first, and lowers the limit to where it is listed. */
  async show(pair: { aId: string; bId: string; similarity: number }): Promise<void> {
    this.asked = pair;
    const tenth = Math.floor(pair.similarity * 10) / 10;
    if (this.limit > tenth) await this.setLimit(tenth);
  }

  async dismiss(aId: string, bId: string, dismissed: boolean): Promise<void> {
    await this.backend.dismissOverlap(aId, bId, dismissed);
    const report = this.value;
    if (!report) return;
    const pairs = report.pairs.map((pair) =>
      pair.a_id === aId && pair.b_id === bId ? { ...pair, is_dismissed: dismissed } : pair,
    );
    this.set({ ...report, pairs });
  }

  async readNearMisses(skillId: string | null): Promise<void> {
    await this.nearMisses.load(() => this.backend.listNearMisses(skillId, NEAR_MISSES));
  }

  /** Takes a proposal into the set: it should wake the neighbour, not the skill it was made for. */
  async accept(miss: NearMiss): Promise<void> {
    await this.owner.labelled.put({
      id: null,
      query: miss.query,
      expected: [miss.neighbour],
      source: { kind: 'proposed' },
    });
    this.nearMisses.set((this.nearMisses.value ?? []).filter((other) => !isSameProposal(other, miss)));
  }
}
