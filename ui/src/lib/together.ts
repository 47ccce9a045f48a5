/**
 * Answers to one question from several sides, taken over in one go: what comes close together is drawn once. A side that is
 * slow holds up the others for a moment only.
 */
export class Together {
  #asked = 0;
  #landed: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `longest` is how long an answer waits for others, in milliseconds. */
  constructor(private readonly longest: number) {}

  /**
   * One more side is asked; what it returns is called once with what takes the answer over. What waits is taken over
   * first: the next question may be why it would never be shown.
   */
  ask(): (take: () => void) => void {
    this.#takeAll();
    this.#asked += 1;
    return (take) => {
      this.#asked -= 1;
      this.#landed.push(take);
      if (this.#asked === 0) this.#takeAll();
      else this.#timer ??= setTimeout(() => this.#takeAll(), this.longest);
    };
  }

  #takeAll() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const take of this.#landed.splice(0)) take();
  }
}
