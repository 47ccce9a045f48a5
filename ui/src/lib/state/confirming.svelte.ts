/** Actions on many things at once: more than a handful are asked about once, with their number and what happens on disk. */
import { Question } from './question.svelte';
import { HANDFUL } from './trashing.svelte';

interface Asked {
  title: string;
  /** What happens in the library and on disk. */
  text: string;
  /** The verb on the button. */
  confirm: string;
}

export const confirming = new Question<Asked, boolean>(false);

/** Whether something may be done to so many. */
export const mayChange = async (amount: number, asked: Asked): Promise<boolean> =>
  amount <= HANDFUL || confirming.ask(asked);
