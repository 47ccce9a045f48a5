/** What a set of changes left alone, in a line: the message never names its place. */
import type { ChangeRefusal } from '$lib/ipc';

export const refusalLine = ({ skill, path, message }: Pick<ChangeRefusal, 'skill' | 'path' | 'message'>): string =>
  `${path ? `${skill}/${path}` : skill}: ${message}`;
