/** Which skills the list shows and in what order: pure, so that ten thousand rows stay a matter of milliseconds. */
import type { SearchHit, SkillRow } from '$lib/ipc';

export type Show = 'all' | 'problems' | 'drafts';
export type Sort = 'name' | 'tokens' | 'problems' | 'recent';

export interface Criteria {
  show: Show;
  /** Every one of these. */
  tags: ReadonlySet<string>;
  sort: Sort;
}

/** What the list draws: the head of a group, or a skill. */
export type Item =
  | { kind: 'group'; key: string; name: string; count: number; tokens: number; isOpen: boolean }
  | { kind: 'skill'; key: string; row: SkillRow; hit?: SearchHit };

export const totalTokens = ({ tokens }: SkillRow) => tokens.description + tokens.body + tokens.files;

export const hasProblems = (row: SkillRow) => row.errors > 0 || row.warnings > 0 || row.broken !== null;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const orders: Record<Sort, (a: SkillRow, b: SkillRow) => number> = {
  name: () => 0,
  tokens: (a, b) => totalTokens(b) - totalTokens(a),
  problems: (a, b) => severity(b) - severity(a),
  recent: (a, b) => (a.update_ts < b.update_ts ? 1 : a.update_ts > b.update_ts ? -1 : 0),
};

const severity = (row: SkillRow) => (row.broken ? 1_000_000 : 0) + row.errors * 1000 + row.warnings;

/** The rows that meet the criteria, in order. */
export function choose(rows: readonly SkillRow[], { show, tags, sort }: Criteria): SkillRow[] {
  const asked = [...tags];
  const meets = (row: SkillRow) =>
    (show !== 'problems' || hasProblems(row)) &&
    (show !== 'drafts' || row.has_draft) &&
    (asked.length === 0 || asked.every((tag) => row.tags.includes(tag)));
  return rows.filter(meets).sort((a, b) => orders[sort](a, b) || collator.compare(a.name, b.name));
}

/** Rows under the heads of their groups, groups in the order the library has them. */
export function grouped(rows: readonly SkillRow[], order: readonly string[], closed: ReadonlySet<string>): Item[] {
  const groups = new Map<string, SkillRow[]>();
  for (const row of rows) {
    const members = groups.get(row.group);
    if (members) members.push(row);
    else groups.set(row.group, [row]);
  }
  return order.flatMap((name): Item[] => {
    const members = groups.get(name);
    if (!members) return [];
    const isOpen = !closed.has(name);
    const tokens = members.reduce((sum, row) => sum + totalTokens(row), 0);
    const head: Item = { kind: 'group', key: `group:${name}`, name, count: members.length, tokens, isOpen };
    return [head, ...(isOpen ? members.map((row): Item => ({ kind: 'skill', key: row.id, row })) : [])];
  });
}

/** Tags with the number of skills that carry each, most used first. */
export function countTags(rows: readonly SkillRow[]): { tag: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const row of rows) for (const tag of new Set(row.tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .sort((a, b) => b.count - a.count || collator.compare(a.tag, b.tag));
}

/** The amount of tokens that fills a row's meter: what all but the largest twentieth stay below. */
export function meterScale(rows: readonly SkillRow[]): number {
  const totals = rows.map(totalTokens).sort((a, b) => a - b);
  return Math.max(2000, totals[Math.floor((totals.length - 1) * 0.95)] ?? 0);
}

/** What is wrong with a skill's name, by the rules every host accepts; null when nothing is. */
export function nameProblem(name: string, taken: ReadonlySet<string>): string | null {
  if (name === '') return null;
  if (name.length > 64) return 'At most 64 characters.';
  if (!/^[a-z0-9-]+$/.test(name)) return 'Lower-case letters, digits and hyphens only.';
  if (/^-|-$|--/.test(name)) return 'No hyphen at the ends, and no two in a row.';
  return taken.has(name) ? 'A skill of this library has this name.' : null;
}
