/** Asks for the analysis of a text once typing pauses, and drops answers about a text that is no longer the newest. */

/** Milliseconds of pause before a text is analysed. */
export const ANALYSIS_PAUSE = 120;

export class Analyst<T> {
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts texts; an answer counts only while its number is the newest. */
  #newest = 0;

  constructor(
    private readonly analyse: (text: string) => Promise<T>,
    private readonly accept: (analysis: T) => void,
    private readonly refuse: (error: unknown) => void,
  ) {}

  /** The text changed: whatever is under way is stale, and a new question follows after the pause. */
  changed(read: () => string, pause = ANALYSIS_PAUSE) {
    this.#newest += 1;
    clearTimeout(this.#timer);
    if (pause === 0) void this.#ask(read());
    else this.#timer = setTimeout(() => void this.#ask(read()), pause);
  }

  stop() {
    this.#newest += 1;
    clearTimeout(this.#timer);
  }

  async #ask(text: string) {
    const asked = this.#newest;
    try {
      const analysis = await this.analyse(text);
      if (asked === this.#newest) this.accept(analysis);
    } catch (error) {
      if (asked === this.#newest) this.refuse(error);
    }
  }
}
