/** Labels of queries, and files of queries that were found beside skills, in words. */
import { plural } from '$kit';
import type { FoundEvals, QueryImport } from '$lib/ipc';

/** Those that an import would take something new from. */
export const offered = (found: readonly FoundEvals[]): FoundEvals[] =>
  found.filter(({ state, queries }) => state !== 'imported' && queries > 0);

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);

/** `3 files with 21 test queries` */
export const filesAndQueries = (found: readonly FoundEvals[]): string =>
  `${plural(found.length, 'file')} with ${plural(sum(found.map(({ queries }) => queries)), 'test query', 'test queries')}`;

/** `Imported 21 test queries into pdf, docx and 3 more query sets` */
export function importedWords(imports: readonly QueryImport[]): string {
  const sets = [...new Set(imports.map(({ set }) => set))];
  const named = sets.slice(0, 2).join(', ');
  const into = sets.length > 2 ? `${named} and ${plural(sets.length - 2, 'more query set')}` : named;
  const changed = sum(imports.map(({ relabelled }) => relabelled));
  return [
    `Imported ${plural(sum(imports.map(({ imported }) => imported)), 'test query', 'test queries')} into ${into}`,
    ...(changed > 0 ? [`updated ${changed}`] : []),
  ].join('; ');
}

/** What is said of a query. */
export interface Label {
  expected: readonly string[];
  unwanted?: readonly string[];
}

/** `gas, water`, `not pdf`, `no skill` */
export const labelText = ({ expected, unwanted = [] }: Label): string =>
  [...expected, ...unwanted.map((name) => `not ${name}`)].join(', ') || 'no skill';
