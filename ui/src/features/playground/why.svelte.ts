/** Why the chosen skill stands where it stands; asked for while it is looked at, and overtaken answers are dropped. */
import { type Explanation, type Host, type Policy, type Scorer, type SkillWording, StudioError } from '$lib/ipc';
import { Latest } from '$lib/latest';
import type { Pace } from '$lib/pace';

/** How long arrow keys rest before an explanation is asked for, in milliseconds. */
export const WHY_REST = 40;

export interface WhyBackend {
  explainSkill(
    query: string,
    scorer: Scorer,
    policy: Policy,
    skillId: string,
    wording: SkillWording | null,
    host: Host | null,
  ): Promise<Explanation>;
}

/** What an explanation is asked for with. */
export interface WhyOwner {
  readonly query: string;
  readonly isBlank: boolean;
  readonly chosen: string | null;
  readonly focus: Scorer;
  /** Another wording of the chosen skill, while one is tried. */
  readonly triedWording: SkillWording | null;
  /** Through whose list the skills are seen; none where they are seen whole. */
  readonly seenBy: Host | null;
  /** How long typing has to rest. */
  readonly pace: Pace;
  policy(scorer: Scorer): Policy;
}

export class Why {
  isOpen = $state(false);
  explanation = $state.raw<Explanation | null>(null);
  error = $state.raw<StudioError | null>(null);
  /** Who explained. */
  #by: Scorer | null = null;
  #latest = new Latest(() => this.#ask(), WHY_REST);

  constructor(
    private readonly backend: WhyBackend,
    private readonly owner: WhyOwner,
  ) {}

  open() {
    this.isOpen = true;
    this.follow();
  }

  close() {
    this.isOpen = false;
    this.#latest.stop();
  }

  /** Something it depends on changed. A chat model is never asked from here. */
  follow() {
    const { chosen, focus, isBlank } = this.owner;
    if (this.explanation?.candidate.id !== chosen || this.#by !== focus) this.explanation = null;
    this.error = null;
    if (this.isOpen && chosen && !isBlank && focus !== 'model')
      this.#latest.soon(Math.max(WHY_REST, this.owner.pace.rest));
    else this.#latest.stop();
  }

  async #ask() {
    const { query, focus, chosen, triedWording, seenBy } = this.owner;
    if (!chosen) return;
    const isNewest = () =>
      this.owner.chosen === chosen &&
      this.owner.focus === focus &&
      this.owner.query === query &&
      this.owner.triedWording === triedWording &&
      this.owner.seenBy === seenBy;
    try {
      const policy = this.owner.policy(focus);
      const explanation = await this.backend.explainSkill(query, focus, policy, chosen, triedWording, seenBy);
      if (!isNewest()) return;
      this.owner.pace.drawn();
      this.explanation = explanation;
      this.#by = focus;
    } catch (thrown) {
      if (isNewest()) this.error = StudioError.from(thrown);
    }
  }
}
