/** The words of a question. */
import { changeOf, isDatabase, isKey, isModel, isNetwork, isSecret, titleOf } from '$lib/consent/words';
import { count } from '$kit/labels';
import type { PathUse, Question } from '$lib/ipc';

type PathQuestion = Extract<Question, { kind: 'path' }>;

const paths: Record<PathUse, { ask: string; allow: string; means: string }> = {
  import: {
    ask: 'Read this path?',
    allow: 'Allow reading',
    means: 'Skills or queries are read from it. Nothing is written there.',
  },
  link: {
    ask: 'Keep skills in step with this path?',
    allow: 'Allow linking',
    means: 'Skill files there are read and watched, and written when you save their skills.',
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
export function questionOf(question: Question): string {
  if (question.kind === 'consent') return titleOf(question.request);
  if (question.kind === 'path') return paths[question.purpose].ask;
  if (question.kind === 'signature') return `Sign ${question.pack} with your key?`;
  return question.folders.length === 1
    ? 'Keep skills in step with this folder?'
    : `Keep skills in step with these ${count(question.folders.length)} folders?`;
}

/** The yes. */
export function allowOf(question: Question): string {
  if (question.kind === 'path') return paths[question.purpose].allow;
  if (question.kind === 'links') return paths.link.allow;
  if (question.kind === 'signature') return 'Sign';
  if (isSecret(question.request)) return 'Send it';
  if (isModel(question.request)) return 'Send them';
  if (isNetwork(question.request)) return 'Send requests';
  if (isDatabase(question.request)) return 'Connect';
  return isKey(question.request) ? 'Trust key' : 'Allow';
}

/** What of it is not as it was; null for what is asked for the first time. */
export const changedIn = (question: Question): string | null =>
  question.kind === 'consent' ? changeOf(question.request) : null;

/** What a yes would do. */
export const meaningOf = ({ purpose, is_there }: PathQuestion): string =>
  purpose === 'write' && is_there ? 'What is there may be replaced.' : paths[purpose].means;

/** What a yes to following links would do. */
export const linkMeaning = paths.link.means;
