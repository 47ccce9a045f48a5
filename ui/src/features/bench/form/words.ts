/** What the form says of a field. */
import type { Config } from '@sjsf/form';
import { type Kind, kindOf } from './shape';

const kindWords: Record<Kind, string> = {
  text: 'string',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  choice: 'choice',
  list: 'list',
  object: 'object',
  raw: 'JSON',
};

/** `integer, optional` */
export const about = ({ schema, required }: Config): string =>
  `${kindWords[kindOf(schema)]}${required ? '' : ', optional'}`;

/** What an empty field says. */
export function placeholder({ schema, value }: Config): string {
  const current: unknown = value?.();
  if (current === null) return 'null';
  if (current === '') return 'empty text';
  const fallback = (schema as Record<string, unknown>)['x-default'];
  return fallback === undefined
    ? 'not set'
    : `${typeof fallback === 'string' ? fallback : JSON.stringify(fallback)} by default`;
}
