/** What is asked of the author, in a sentence and in a word. */
import { plural } from '$kit';
import type { ConsentRequest } from '$lib/ipc';
import { compareArgv, isSame } from './argv';

/** Whether it is about a secret that would be sent somewhere, not about something that would run. */
export const isSecret = ({ kind }: { kind: string }): boolean => kind === 'secret';

/** Whether it is about a key whose packs would be told as somebody's. */
export const isKey = ({ kind }: { kind: string }): boolean => kind === 'key';

/** Whether it is about a database that the library would be shared through. */
export const isDatabase = ({ kind }: { kind: string }): boolean => kind === 'database';

/** Whether others could read what goes to a database. */
export const isExposed = (consent: ConsentRequest): boolean => isDatabase(consent) && consent.sandbox !== '';

/** Whether the secret is what an environment variable holds. */
export const isVariable = ({ subject }: { subject: string }): boolean => subject.startsWith('$');

const hostOf = (place: string): string => place.replace(/^https:\/\//, '');

/** Whether it is about what is said to a chat model that no key goes to. */
export const isModel = ({ kind }: { kind: string }): boolean => kind === 'model';

/** Whether it is about an address that requests go to without a secret. */
export const isNetwork = ({ kind }: { kind: string }): boolean => kind === 'network';

/** Whether it is about a folder whose files sessions would read. */
export const isFolder = ({ kind }: { kind: string }): boolean => kind === 'folder';

/** The question itself. */
export function titleOf(consent: ConsentRequest): string {
  const { subject, argv } = consent;
  const host = hostOf(argv.join(' '));
  if (isNetwork(consent)) return `Send requests to ${subject}?`;
  if (isFolder(consent)) return `Let sessions read files in ${subject}?`;
  if (isModel(consent)) return `Send messages and skills to ${host}?`;
  if (isSecret(consent)) return `Send ${isVariable(consent) ? '' : 'the secret '}${subject} to ${host}?`;
  if (isKey(consent)) return `Trust ${subject}'s key?`;
  if (isDatabase(consent))
    return `Connect to the database ${subject}${isExposed(consent) ? ' without encryption' : ''}?`;
  return consent.kind === 'server' ? `Allow the server “${subject}” to start?` : `Allow ${subject} to run?`;
}

/** What is not as it was when it was allowed; null for what was never allowed. */
export function changeOf(consent: ConsentRequest): string | null {
  const changes = compareArgv(consent.previous_argv, consent.argv).filter((argument) => !isSame(argument)).length;
  if (changes > 0) return `${plural(changes, 'argument')} changed`;
  return consent.changed.length > 0 ? 'changed' : null;
}
