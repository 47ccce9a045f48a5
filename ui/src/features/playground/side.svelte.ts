/** One scorer's side of the playground: its report, and everything that is drawn from it. */
import type { Candidate, Host, Resolution, ScoreReport, Scorer, ScorerInfo, StudioError } from '$lib/ipc';
import {
  type Axis,
  type RowState,
  type Standing,
  axis,
  firstPassing,
  restate,
  rowState,
  standings,
} from './candidates';

/** What a side needs to know of the playground. */
export interface SideOwner {
  /** How many skills pass. */
  readonly mostPassing: number;
  /** The client the library is for; none where it is for adk-rust or for all of them. */
  readonly client: Host | null;
  readonly thresholds: { readonly min: Readonly<Record<Scorer, number>>; infoOf(scorer: Scorer): ScorerInfo | null };
  readonly resolving: { readonly resolution: Resolution | null };
  /** The report of a wording that is being tried, where this scorer is the one that tries it. */
  triedBy(scorer: Scorer): ScoreReport | null;
}

export class ScorerSide {
  report = $state.raw<ScoreReport | null>(null);
  error = $state.raw<StudioError | null>(null);
  /** The axis stays as it is while the threshold is dragged. */
  frozen = $state.raw<Axis | null>(null);

  readonly info: ScorerInfo | null = $derived.by(() => this.owner.thresholds.infoOf(this.scorer));
  readonly minScore: number = $derived.by(() => this.owner.thresholds.min[this.scorer]);
  readonly tried: ScoreReport | null = $derived.by(() => this.owner.triedBy(this.scorer));
  readonly candidates: Candidate[] = $derived.by(() => this.#restated());
  /** Where every candidate stands as it is, while another wording is tried. */
  readonly before: ReadonlyMap<string, Standing> | null = $derived.by(() =>
    this.tried && this.report?.query === this.tried.query ? standings(this.report.candidates) : null,
  );
  readonly first: string | null = $derived(firstPassing(this.candidates));
  readonly axis: Axis = $derived.by(
    () => this.frozen ?? axis(this.candidates, this.info?.max_score ?? null, this.minScore),
  );

  constructor(
    readonly scorer: Scorer,
    private readonly owner: SideOwner,
  ) {}

  stateOf(candidate: Candidate): RowState {
    // What resolves is of the skills as they are.
    if (this.tried) return candidate.id === this.first ? 'would_wake' : this.#shown(candidate.state);
    const resolved = this.owner.resolving.resolution?.resolved ?? null;
    return this.#shown(rowState(candidate, this.scorer, this.first, resolved));
  }

  /** A client has no `top_k`: another skill is merely better. */
  #shown(state: RowState): RowState {
    return state === 'beyond_top_k' && this.owner.client !== null ? 'passes' : state;
  }

  #restated(): Candidate[] {
    return restate((this.tried ?? this.report)?.candidates ?? [], {
      topK: this.owner.mostPassing,
      minScore: this.minScore,
    });
  }
}
