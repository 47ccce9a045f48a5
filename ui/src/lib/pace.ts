/**
 * How long typing has to rest before an answer to it is drawn. What is drawn between two keys is felt by nobody; on a busy
 * machine, or over a large list, drawing takes longer, and every key that comes meanwhile would wait for it. So the rest
 * follows what drawing took.
 */

/** A drawing that takes no longer than these two frames is over before the next key, in milliseconds. */
const UNFELT = 32;
/** The longest rest, in milliseconds: what is found stands there within a second of the last key. */
export const LONGEST_REST = 300;

export class Pace {
  #cost = 0;
  #isDrawing = false;

  /** How long typing has to rest now, in milliseconds. */
  get rest(): number {
    return Math.min(LONGEST_REST, Math.max(0, 2 * (this.#cost - UNFELT)));
  }

  /** Called right before something is taken over that is drawn with the next frame: notes how long that takes. */
  drawn() {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    const begun = performance.now();
    requestAnimationFrame(() =>
      setTimeout(() => {
        this.#isDrawing = false;
        // One that was quick by chance does not make up for a slow one. A window that was hidden drew nothing.
        this.#cost = Math.min(LONGEST_REST, Math.max(performance.now() - begun, this.#cost / 2));
      }),
    );
  }
}
