/** Saving what holds a credential in plain: the author says what becomes of it. */
import { type CredentialChoice, StudioError } from '$lib/ipc';

interface Asked {
  /** What holds it, as a sentence. */
  message: string;
  /** Whether it is a kept call, which cannot name a secret. */
  isCase: boolean;
  answer: (choice: CredentialChoice | null) => void;
}

class Credentials {
  /** What is being asked; none where nothing is. */
  asked = $state.raw<Asked | null>(null);

  answer(choice: CredentialChoice | null) {
    const { asked } = this;
    this.asked = null;
    asked?.answer(choice);
  }
}
export const credentials = new Credentials();

type Save<T> = (choice: CredentialChoice) => Promise<T>;

/** Saves; where what is saved holds a credential, asks what becomes of it, and saves so. Who decides nothing saves nothing. */
export async function saveAsking<T>(save: Save<T>, { isCase = false } = {}): Promise<T> {
  try {
    return await save('ask');
  } catch (thrown) {
    const error = StudioError.from(thrown);
    if (error.code !== 'credentials') throw thrown;
    const { message } = error;
    const choice = await new Promise<CredentialChoice | null>(
      (answer) => (credentials.asked = { message, isCase, answer }),
    );
    if (!choice) throw thrown;
    return save(choice);
  }
}
