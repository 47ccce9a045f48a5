/** Which skills the list shows and in what order: pure, so that ten thousand rows stay a matter of milliseconds. */
import { unique } from '$lib/group';
import type { LinkStatus, SearchHit, SkillRow } from '$lib/ipc';

export type Show = 'all' | 'problems' | 'drafts' | 'errors' | 'warnings' | 'duplicates' | LinkStatus;
export type Sort = 'name' | 'tokens' | 'problems' | 'recent';
export const sorts: readonly Sort[] = ['name', 'tokens', 'problems', 'recent'];

/** Skills that another place asked to see, and what they are. */
export interface Only {
  label: string;
  ids: ReadonlySet<string>;
}
export const onlyOf = (label: string, ids: readonly string[]): Only => ({ label, ids: new Set(ids) });

export interface Criteria {
  show: Show;
  /** No others than these. */
  only?: Only | null;
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

/** What each choice shows; `doubled` holds the names that several skills have. */
export const shows: Record<Show, (row: SkillRow, doubled: ReadonlySet<string>) => boolean> = {
  all: () => true,
  problems: hasProblems,
  drafts: (row) => row.has_draft,
  errors: (row) => row.errors > 0 || row.broken !== null,
  warnings: (row) => row.warnings > 0,
  duplicates: (row, doubled) => doubled.has(row.name),
  none: (row) => row.link === 'none',
  unlinked: (row) => row.link === 'unlinked',
  linked: (row) => row.link === 'linked',
  changed: (row) => row.link === 'changed',
  missing: (row) => row.link === 'missing',
  held: (row) => row.link === 'held',
};

/** Names that more than one skill has. */
export function doubledNames(rows: readonly SkillRow[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(rows.filter(({ name }) => seen.size === seen.add(name).size).map(({ name }) => name));
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const orders: Record<Sort, (a: SkillRow, b: SkillRow) => number> = {
  name: () => 0,
  tokens: (a, b) => totalTokens(b) - totalTokens(a),
  problems: (a, b) => severity(b) - severity(a),
  recent: (a, b) => (a.updated_at < b.updated_at ? 1 : a.updated_at > b.updated_at ? -1 : 0),
};

const severity = (row: SkillRow) => (row.broken ? 1_000_000 : 0) + row.errors * 1000 + row.warnings;

/** The rows that meet the criteria, in order. */
export function choose(rows: readonly SkillRow[], { show, only, tags, sort }: Criteria): SkillRow[] {
  const asked = [...tags];
  const doubled = show === 'duplicates' ? doubledNames(rows) : new Set<string>();
  const meets = (row: SkillRow) =>
    shows[show](row, doubled) &&
    (!only || only.ids.has(row.id)) &&
    (asked.length === 0 || asked.every((tag) => row.tags.includes(tag)));
  return rows.filter(meets).sort((a, b) => orders[sort](a, b) || collator.compare(a.name, b.name));
}

/** The names of the groups, in the order of a dictionary. */
export function groupNames(rows: readonly SkillRow[]): string[] {
  return unique(rows.map((row) => row.group)).sort(collator.compare);
}

/** Rows under the heads of their groups, groups in the given order. */
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
