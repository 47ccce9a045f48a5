/** How many problems there are, in words. */
import { plural } from '$kit/labels';

/** `2 errors, 1 warning`; empty where there are neither. */
export const problemCounts = (errors: number, warnings: number): string =>
  [errors > 0 ? plural(errors, 'error') : '', warnings > 0 ? plural(warnings, 'warning') : '']
    .filter(Boolean)
    .join(', ');
