/** What the scorers' numbers mean, and the lowest score that counts under each: shown as it is dragged, kept with the next scoring. */
import type { Scorer, ScorerInfo } from '$lib/ipc';
import { forEachScorer, knownScorers } from './settings';

export interface ThresholdsBackend {
  listScorers(): Promise<ScorerInfo[]>;
  setThreshold(scorer: Scorer, minScore: number | null): Promise<ScorerInfo[]>;
}

export class Thresholds {
  /** None until the studio has said so. */
  infos = $state.raw<ScorerInfo[]>([]);
  min = $state.raw<Readonly<Record<Scorer, number>>>(forEachScorer(() => 0));
  /** Thresholds that were moved and not yet kept. */
  #moved: Partial<Record<Scorer, number | null>> = {};

  /** `fail` hears of what could not be kept. */
  constructor(
    private readonly backend: ThresholdsBackend,
    private readonly fail: (what: string, thrown: unknown) => void,
  ) {}

  /** Reads those in force, as when another place has set one; one that is being moved stays. */
  async read(): Promise<void> {
    this.#learn(await this.backend.listScorers());
  }

  infoOf(scorer: Scorer): ScorerInfo | null {
    return this.infos.find((info) => info.scorer === scorer) ?? null;
  }

  /** Moves one; none puts the shipped one back. Whether that is another one than before. */
  set(scorer: Scorer, value: number | null): boolean {
    const wanted = value ?? this.infoOf(scorer)?.shipped_min_score ?? 0;
    const rounded = Math.round(Math.max(0, wanted) * 100) / 100;
    if (rounded === this.min[scorer]) return false;
    this.min = { ...this.min, [scorer]: rounded };
    this.#moved[scorer] = value === null ? null : rounded;
    return true;
  }

  /** Keeps those that were moved. */
  keep() {
    for (const scorer of this.#movedScorers())
      this.backend.setThreshold(scorer, this.#moved[scorer] ?? null).then(
        (infos) => this.#learn(infos),
        (thrown) => this.fail('Saving the threshold', thrown),
      );
    this.#moved = {};
  }

  #learn(infos: ScorerInfo[]) {
    this.infos = infos;
    const told = Object.fromEntries(infos.map(({ scorer, min_score }) => [scorer, min_score]));
    const moved = Object.fromEntries(this.#movedScorers().map((scorer) => [scorer, this.min[scorer]]));
    this.min = { ...this.min, ...told, ...moved };
  }

  #movedScorers(): Scorer[] {
    return knownScorers.filter((scorer) => scorer in this.#moved);
  }
}
