/** Tells whether an answer was overtaken: of several questions only the newest counts. */
export class Turn {
  #last = 0;

  /** Another question; what is returned tells whether it still is the newest. */
  begin(): () => boolean {
    this.#last += 1;
    return this.now();
  }

  /** Tells whether no other question has been begun from now on. */
  now(): () => boolean {
    const turn = this.#last;
    return () => turn === this.#last;
  }

  /** No answer that is on its way counts any more. */
  end() {
    this.#last += 1;
  }
}
