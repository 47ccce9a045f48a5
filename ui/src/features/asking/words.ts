/** The words of a question. */
import { changeOf, isDatabase, isFolder, isKey, isModel, isNetwork, isSecret, titleOf } from '$lib/consent/words';
import { count } from '$kit/labels';
import type { PathUse, Question } from '$lib/ipc';

type PathQuestion = Extract<Question, { kind: 'path' }>;

const paths: Record<PathUse, { ask: string; allow: string; means: string }> = {
  import: {
    ask: 'Let Skill Studio read this file or folder?',
    allow: 'Allow reading',
    means: 'Read only. Nothing will be written.',
  },
  link: {
    ask: 'Sync skills with this folder?',
    allow: 'Link folder',
    means: 'Skill Studio will read and watch this folder, and write to it when you save.',
  },
  library: {
    ask: 'Open this library?',
    allow: 'Open library',
    means: 'Skill Studio will open this library and save your changes to it.',
  },
  write: {
    ask: 'Let Skill Studio write to this file or folder?',
    allow: 'Allow writing',
    means: 'A new file or folder will be created.',
  },
  program: {
    ask: 'Let Skill Studio run this program?',
    allow: 'Allow program',
    means: 'It runs once to detect its version, and again for each tool you run in its language.',
  },
};

/** The question itself. */
export function questionOf(question: Question): string {
  if (question.kind === 'consent') return titleOf(question.request);
  if (question.kind === 'path') return paths[question.purpose].ask;
  if (question.kind === 'signature') return `Sign ${question.pack} with your key?`;
  return question.folders.length === 1
    ? paths.link.ask
    : `Sync skills with these ${count(question.folders.length)} folders?`;
}

/** The yes. */
export function allowOf(question: Question): string {
  if (question.kind === 'path') return paths[question.purpose].allow;
  if (question.kind === 'links') return question.folders.length === 1 ? paths.link.allow : 'Link folders';
  if (question.kind === 'signature') return 'Sign';
  if (isSecret(question.request)) return 'Send secret';
  if (isModel(question.request)) return 'Send';
  if (isNetwork(question.request)) return 'Send requests';
  if (isFolder(question.request)) return 'Allow reading';
  if (isDatabase(question.request)) return 'Connect';
  return isKey(question.request) ? 'Trust key' : 'Allow';
}

/** What of it is not as it was; null for what is asked for the first time. */
export const changedIn = (question: Question): string | null =>
  question.kind === 'consent' ? changeOf(question.request) : null;

/** What a yes would do. */
export const meaningOf = ({ purpose, is_there }: PathQuestion): string =>
  purpose === 'write' && is_there ? 'Existing files may be overwritten.' : paths[purpose].means;

/** What a yes to following links into so many folders would do. */
export const linkMeaning = (folders: number): string =>
  folders === 1 ? paths.link.means : 'Skill Studio will read and watch these folders, and write to them when you save.';
