/** A question that is put to the author over the window, one at a time: whoever asks waits for its answer. */
export class Question<About, Answer> {
  /** What is being asked; null when nothing is. */
  asked = $state.raw<About | null>(null);
  #settle: ((answer: Answer) => void) | null = null;
  static readonly #all: { leave: () => void }[] = [];

  /** `none` is the answer where the author gives none, or another question takes this one's place. */
  constructor(private readonly none: Answer) {
    Question.#all.push(this);
  }

  /** Whatever is being asked is not answered. */
  static leaveAll() {
    for (const question of Question.#all) question.leave();
  }

  ask(about: About): Promise<Answer> {
    this.leave();
    return new Promise((settle) => {
      this.#settle = settle;
      this.asked = about;
    });
  }

  answer(answer: Answer) {
    const settle = this.#settle;
    this.#settle = null;
    this.asked = null;
    settle?.(answer);
  }

  leave() {
    this.answer(this.none);
  }
}
