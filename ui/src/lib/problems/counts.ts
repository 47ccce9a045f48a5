/** How many problems skills have, in words: those of tools and agents are not counted in a row. */
import { plural } from '$kit/labels';

/** `2 errors, 1 warning`; empty where there are neither. */
export const problemCounts = (errors: number, warnings: number): string =>
  [errors > 0 ? plural(errors, 'error') : '', warnings > 0 ? plural(warnings, 'warning') : '']
    .filter(Boolean)
    .join(', ');
