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
  async undo() {
    const step = this.#done.at(-1);
    if (!step) return;
    await step.undo();
    this.#done = this.#done.slice(0, -1);
    this.#undone = [...this.#undone, step];
  }

  async redo() {
    const step = this.#undone.at(-1);
    if (!step) return;
    await step.redo();
    this.#undone = this.#undone.slice(0, -1);
    this.#done = [...this.#done, step];
  }

  clear() {
    this.#done = [];
    this.#undone = [];
  }
}
