/**
 * The first run on this computer: which of its steps were taken, and whether it is offered, skipped or over. A step is taken
 * where what it is about was done, whatever led there.
 */
import { type Memory, localMemory } from '$lib/memory';

export const firstRunSteps = ['fix', 'query', 'test', 'simulate', 'export'] as const;
export type FirstRunStep = (typeof firstRunSteps)[number];

interface Kept {
  isOffered: boolean;
  isSkipped: boolean;
  taken: FirstRunStep[];
}
const nothing: Kept = { isOffered: false, isSkipped: false, taken: [] };

export class FirstRun {
  #kept = $state.raw<Kept>(nothing);
  /** Nothing in the library needs fixing: that step is passed over as long as this is so, and not taken. */
  hasNothingToFix = $state(false);

  constructor(private readonly memory: Memory) {
    this.#kept = read(memory.read());
  }

  /** The first step that was not taken yet and that there is something to do for. */
  get next(): FirstRunStep | null {
    return firstRunSteps.find((step) => !this.isTaken(step) && !this.#isPassedOver(step)) ?? null;
  }

  get taken(): number {
    return this.#kept.taken.length;
  }

  /** Whether its next step stands above the list of skills. */
  get isShown(): boolean {
    return this.#kept.isOffered && !this.#kept.isSkipped && this.next !== null;
  }

  isTaken(step: FirstRunStep): boolean {
    return this.#kept.taken.includes(step);
  }

  /** Shows the next step from now on, unless it was skipped before. */
  offer() {
    this.#keep({ isOffered: true });
  }

  skip() {
    this.#keep({ isSkipped: true });
  }

  /** Goes on where it was skipped, or where it was never offered. */
  resume() {
    this.#keep({ isOffered: true, isSkipped: false });
  }

  take(step: FirstRunStep) {
    if (!this.isTaken(step)) this.#keep({ taken: [...this.#kept.taken, step] });
  }

  /** Begins anew. */
  restart() {
    this.#keep({ ...nothing, isOffered: true });
  }

  #isPassedOver(step: FirstRunStep): boolean {
    return step === 'fix' && this.hasNothingToFix;
  }

  #keep(changed: Partial<Kept>) {
    this.#kept = { ...this.#kept, ...changed };
    this.memory.write(JSON.stringify(this.#kept));
  }
}

/** What was kept; anything else is as if nothing was. */
function read(text: string | null): Kept {
  try {
    const { isOffered, isSkipped, taken } = JSON.parse(text ?? '') as Partial<Kept>;
    const known = firstRunSteps.filter((step) => Array.isArray(taken) && taken.includes(step));
    return { isOffered: isOffered === true, isSkipped: isSkipped === true, taken: known };
  } catch {
    return nothing;
  }
}

export const firstRun = new FirstRun(localMemory('first-run'));
