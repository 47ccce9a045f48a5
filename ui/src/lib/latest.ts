/**
 * One call in flight at a time, and the newest wins: what is asked for while a call runs is done once after it, with what
 * is newest by then.
 */
export class Latest {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | null = null;
  #again = false;

  /** `rest` is how long asking must pause before a call starts, in milliseconds; a `Pace` tells it anew each time. */
  constructor(
    private readonly work: () => Promise<void>,
    private readonly rest: number | { readonly rest: number },
  ) {}

  /** Calls after a rest, or after the call that runs. */
  soon(rest = typeof this.rest === 'number' ? this.rest : this.rest.rest) {
    clearTimeout(this.#timer);
    if (this.#running) this.#again = true;
    else this.#timer = setTimeout(() => void this.#run(), rest);
  }

  /** Calls now, or after the call that runs; done when nothing newer is asked for. */
  async now(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#running) this.#again = true;
    else void this.#run();
    while (this.#running) await this.#running;
  }

  /** Whether something newer is asked for while a call runs. */
  get isOvertaken(): boolean {
    return this.#again;
  }

  /** Forgets what waits; a call that runs is left to end. */
  stop() {
    clearTimeout(this.#timer);
    this.#again = false;
  }

  #run() {
    this.#running ??= this.work().finally(() => {
      this.#running = null;
      if (this.#again) {
        this.#again = false;
        void this.#run();
      }
    });
    return this.#running;
  }
}
