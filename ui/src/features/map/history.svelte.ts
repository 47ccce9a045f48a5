/** What was done on the map and can be undone: one step a gesture. */

export interface Step {
  /** What it was, for the menu: "Connect emergency to transfer_call". */
  label: string;
  undo(): Promise<void>;
  redo(): Promise<void>;
}

const LIMIT = 200;

export class Steps {
  #done = $state.raw<Step[]>([]);
  #undone = $state.raw<Step[]>([]);
  #last: Promise<void> = Promise.resolve();
  readonly canUndo = $derived(this.#done.length > 0);
  readonly canRedo = $derived(this.#undone.length > 0);
  readonly undoLabel = $derived(this.#done.at(-1)?.label ?? '');
  readonly redoLabel = $derived(this.#undone.at(-1)?.label ?? '');

  /** Takes a step that was just done; what was undone before is forgotten. */
  push(step: Step) {
    this.#done = [...this.#done, step].slice(-LIMIT);
    this.#undone = [];
  }

  /** Takes the last step back. A step that cannot be taken back stays, and its error is thrown. */
  undo(): Promise<void> {
    return this.#inTurn(async () => {
      const step = this.#done.at(-1);
      if (!step) return;
      await step.undo();
      this.#done = this.#done.filter((other) => other !== step);
      this.#undone = [...this.#undone, step];
    });
  }

  redo(): Promise<void> {
    return this.#inTurn(async () => {
      const step = this.#undone.at(-1);
      if (!step) return;
      await step.redo();
      this.#undone = this.#undone.filter((other) => other !== step);
      this.#done = [...this.#done, step];
    });
  }

  /** Two quick presses are two steps: the second waits for the first. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  clear() {
    this.#done = [];
    this.#undone = [];
  }
}
