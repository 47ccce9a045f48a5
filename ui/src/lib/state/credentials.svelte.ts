/** Saving what holds a credential in plain: the author says what becomes of it. */
import { type CredentialChoice, StudioError } from '$lib/ipc';
import { Question } from './question.svelte';

interface Asked {
  /** What holds it, as a sentence. */
  message: string;
  what: Holder;
}

/** What holds it. All but a tool or server cannot name a secret: there it is left out. */
type Holder = 'settings' | 'call' | 'message' | 'case' | 'agent' | 'replies' | 'query';

export const credentials = new Question<Asked, CredentialChoice | null>(null);

type Save<T> = (choice: CredentialChoice) => Promise<T>;

/**
 * Saves. Where the content holds a credential, asks what to do with it and saves accordingly; where the question is closed,
 * nothing is saved.
 */
export async function saveAsking<T>(save: Save<T>, { what = 'settings' }: { what?: Holder } = {}): Promise<T> {
  try {
    return await save('ask');
  } catch (thrown) {
    const error = StudioError.from(thrown);
    if (error.code !== 'credentials') throw thrown;
    const { message } = error;
    const choice = await credentials.ask({ message, what });
    if (!choice) throw thrown;
    return save(choice);
  }
}
