/** The words of a question. */
import { changeOf, isDatabase, isModel, isSecret, titleOf } from '$lib/consent/words';
import type { ConsentRequest, PathUse, Question } from '$lib/ipc';

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
  write: { ask: 'Write this file?', allow: 'Allow writing', means: 'A new file is made there.' },
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
export const allowOf = (question: Question): string =>
  question.kind === 'consent' ? yesTo(question.request) : paths[question.purpose].allow;

const yesTo = (request: ConsentRequest): string =>
  isSecret(request) ? 'Send it' : isModel(request) ? 'Send them' : isDatabase(request) ? 'Connect' : 'Allow';

/** What of it is not as it was; null for what is asked for the first time. */
export const changedIn = (question: Question): string | null =>
  question.kind === 'consent' ? changeOf(question.request) : null;

/** What a yes would do. */
export const meaningOf = ({ purpose, exists }: PathQuestion): string =>
  purpose === 'write' && exists ? 'The file that is there is replaced.' : paths[purpose].means;
