/** The newest offer to take something back. It stays until the next one, long after its toast is gone. */
import { toast as sonner } from 'svelte-sonner';

/** What was done, as its toast says it, and what takes it back. */
export interface Offer {
  said: string;
  perform: () => void;
  /** The toast that offers it too. */
  toast: string;
}

class LastUndo {
  current = $state.raw<Offer | null>(null);
  #made = 0;

  /** Takes the place of the offer before; gives what its toast needs. */
  offer(said: string, perform: () => void): Offer {
    this.forget();
    this.#made += 1;
    this.current = { said, perform, toast: `undo-${this.#made}` };
    return this.current;
  }

  /** Takes back what was done last. */
  take() {
    const offer = this.current;
    this.forget();
    offer?.perform();
  }

  /** Something else was done, or the library it was done in is gone. */
  forget() {
    if (!this.current) return;
    sonner.dismiss(this.current.toast);
    this.current = null;
  }
}

export const lastUndo = new LastUndo();
