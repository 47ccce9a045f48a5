/**
 * What is typed over a list that is here, and what the list is narrowed by: the same, unless drawing the list takes so long
 * that the next key would wait for it. Then the list follows when typing rests.
 */
import { Pace } from '$lib/pace';

export class Typed {
  #text = $state('');
  #settled = $state('');
  readonly #pace = new Pace();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** As the field has it. */
  get text(): string {
    return this.#text;
  }
  set text(text: string) {
    this.#text = text;
    clearTimeout(this.#timer);
    const { rest } = this.#pace;
    if (rest === 0) this.settle();
    else this.#timer = setTimeout(() => this.settle(), rest);
  }

  /** As the list has it. */
  get settled(): string {
    return this.#settled;
  }

  /** The list follows at once: something is done with what it shows. */
  settle() {
    clearTimeout(this.#timer);
    if (this.#settled === this.#text) return;
    this.#pace.drawn();
    this.#settled = this.#text;
  }
}
