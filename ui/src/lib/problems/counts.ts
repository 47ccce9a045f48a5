/** How many problems skills have, in words: those of tools and agents are not counted in a row. */
import { plural } from '$kit/labels';

/** `2 errors, 1 warning`; empty where there are neither. */
export const problemCounts = (errors: number, warnings: number): string =>
  [errors > 0 ? plural(errors, 'error') : '', warnings > 0 ? plural(warnings, 'warning') : '']
    .filter(Boolean)
    .join(', ');

/** The same of the skills of a library, as the badge and the status bar count them. */
export const problemsInSkills = (errors: number, warnings: number): string =>
  `${problemCounts(errors, warnings) || 'No problems'} in skills, not counting their other files`;

/** What a place counts that badge and status bar don't: two numbers of one thing must not stand side by side unexplained. */
export function countedBesides(inFiles: number, inOwners = 0): string {
  const parts = [
    inFiles > 0 ? `${plural(inFiles, 'problem')} in other files of skills` : '',
    inOwners > 0 ? `${plural(inOwners, 'problem')} in tools and agents` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `Including ${parts.join(' and ')}, which the badge and the status bar don't count`;
}
