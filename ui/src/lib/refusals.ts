/** What a set of changes left alone, in a line: the message never names its place. */
import { count } from '$kit/labels';
import type { ChangeRefusal } from '$lib/ipc';

export const refusalLine = ({ skill, path, message }: Pick<ChangeRefusal, 'skill' | 'path' | 'message'>): string =>
  `${path ? `${skill}/${path}` : skill}: ${message}`;

/** The first of several, a line each, and how many there are besides. */
export const refusalLines = (refused: readonly Parameters<typeof refusalLine>[0][], most: number): string[] => [
  ...refused.slice(0, most).map(refusalLine),
  ...(refused.length > most ? [`And ${count(refused.length - most)} more.`] : []),
];
