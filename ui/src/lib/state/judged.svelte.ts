/** A text that is judged by the studio as it is typed: the newest answer counts. */
import { Turn } from '$lib/turn';

export class Judged {
  /** What is wrong with the text that was asked about last; null where nothing is, or that is not known yet. */
  problem = $state<string | null>(null);
  readonly #turn = new Turn();

  /** `judge` tells what is wrong with a text. */
  constructor(private readonly judge: (text: string) => Promise<string | null>) {}

  /** Asks about a text. What cannot be judged is refused, with its reason, when it is saved. */
  async look(text: string): Promise<string | null> {
    const isNewest = this.#turn.begin();
    const answer = await this.judge(text).catch(() => null);
    if (isNewest()) this.problem = answer;
    return answer;
  }
}
