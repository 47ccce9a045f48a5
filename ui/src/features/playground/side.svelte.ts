/** One scorer's side of the playground: its report, and everything that is drawn from it. */
import { STANDARD } from '$lib/hosts';
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
  readonly topK: number;
  readonly host: Host;
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
  /** Where every candidate stands as it is, while another wording is tried: that is on whole texts, whatever the host shows. */
  readonly before: ReadonlyMap<string, Standing> | null = $derived.by(() =>
    this.tried && this.owner.host === STANDARD && this.report?.query === this.tried.query
      ? standings(this.report.candidates)
      : null,
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
    if (this.tried) return candidate.id === this.first ? 'would_wake' : candidate.state;
    return rowState(candidate, this.scorer, this.first, this.owner.resolving.resolution?.resolved ?? null);
  }

  #restated(): Candidate[] {
    return restate((this.tried ?? this.report)?.candidates ?? [], {
      topK: this.owner.topK,
      minScore: this.minScore,
    });
  }
}
