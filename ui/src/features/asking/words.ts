/** The words of a question. */
import { changeOf, isDatabase, isKey, isModel, isSecret, titleOf } from '$lib/consent/words';
import type { PathUse, Question } from '$lib/ipc';

type PathQuestion = Extract<Question, { kind: 'path' }>;

const paths: Record<PathUse, { ask: string; allow: string; means: string }> = {
  import: {
    ask: 'Read this path?',
    allow: 'Allow reading',
    means: 'Skills or queries are read from it. Skills that you link are written there, too.',
  },
  library: {
    ask: 'Open this library?',
    allow: 'Allow opening',
    means: 'It is opened, and written to when you work with it.',
  },
  write: { ask: 'Write to this path?', allow: 'Allow writing', means: 'A new file or folder is made there.' },
  program: {
    ask: 'Use this program?',
    allow: 'Allow this program',
    means: 'It is started to see what it is, and for each tool of its language that you run.',
  },
};

/** The question itself. */
export const questionOf = (question: Question): string =>
  question.kind === 'consent' ? titleOf(question.request) : paths[question.purpose].ask;

/** The yes. */
export function allowOf(question: Question): string {
  if (question.kind === 'path') return paths[question.purpose].allow;
  if (isSecret(question.request)) return 'Send it';
  if (isModel(question.request)) return 'Send them';
  if (isDatabase(question.request)) return 'Connect';
  return isKey(question.request) ? 'Trust key' : 'Allow';
}

/** What of it is not as it was; null for what is asked for the first time. */
export const changedIn = (question: Question): string | null =>
  question.kind === 'consent' ? changeOf(question.request) : null;

/** What a yes would do. */
export const meaningOf = ({ purpose, is_there }: PathQuestion): string =>
  purpose === 'write' && is_there ? 'What is there may be replaced.' : paths[purpose].means;
