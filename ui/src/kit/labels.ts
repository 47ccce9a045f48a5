import type { ScoreField, Tier } from './types';

/** What each tier is called wherever it is drawn. */
export const tierLabels: Record<Tier, string> = {
  system: 'System',
  catalogue: 'Description',
  body: 'Body',
  files: 'Files',
  schemas: 'Tool schemas',
  talk: 'Conversation',
  results: 'Tool results',
};

export const tiers: readonly Tier[] = ['system', 'catalogue', 'body', 'files', 'schemas', 'talk', 'results'];

export const fieldLabels: Record<ScoreField, string> = {
  name: 'Name',
  description: 'Description',
  tags: 'Tags',
  body: 'Body',
};

export const scoreFields: readonly ScoreField[] = ['name', 'description', 'tags', 'body'];

const whole = new Intl.NumberFormat('en-US');

/** `1,284` */
export function count(value: number): string {
  return whole.format(Math.round(value));
}

/** `22`, `0.4k`, `22.2k`: a token amount where space is short. */
export function shortTokens(value: number): string {
  if (value < 100) return String(Math.round(value));
  if (value >= 999_500) return `${(value / 1_000_000).toFixed(1)}M`;
  return value >= 99_500 ? `${Math.round(value / 1000)}k` : `${(value / 1000).toFixed(1)}k`;
}

/** `1 error`, `2 errors` */
export function plural(amount: number, one: string, many = `${one}s`): string {
  return `${count(amount)} ${amount === 1 ? one : many}`;
}
