/** How the skills of the library stand to a pack, row by row. */
import type { Tone } from '$kit';
import { plural } from '$kit/labels';
import type { OverlapReport, PackSkill, SkillRow } from '$lib/ipc';

/** What is said of a skill in a word: the worst there is. */
export function stateOf(
  row: SkillRow,
  inPack: PackSkill | undefined,
  overlaps: number,
): { text: string; tone: Tone; title: string } {
  const missing = inPack?.missing_tools ?? [];
  if (row.broken) return { text: "can't be read", tone: 'danger', title: row.broken.message };
  if (row.errors > 0)
    return { text: plural(row.errors, 'error'), tone: 'danger', title: 'Open it to see its problems' };
  if (missing.length > 0)
    return {
      text: missing.length === 1 ? 'missing tool' : plural(missing.length, 'missing tool'),
      tone: 'danger',
      title: `Not in the library or any agent client: ${missing.join(', ')}`,
    };
  if (row.has_draft) return { text: 'unsaved', tone: 'warn', title: "Unsaved changes aren't exported" };
  if (overlaps > 0)
    return {
      text: plural(overlaps, 'overlap'),
      tone: 'warn',
      title: `Its description overlaps with ${overlaps === 1 ? 'another skill' : `${overlaps} other skills`}`,
    };
  if (row.warnings > 0)
    return { text: plural(row.warnings, 'warning'), tone: 'warn', title: 'Open it to see its problems' };
  return { text: 'ready', tone: 'ok', title: 'No problems found' };
}

/** `1.2.0 · 1,888 tokens · 1 file` */
export function aboutOf(row: SkillRow, inPack: PackSkill | undefined): string {
  const { description, body, files } = row.tokens;
  return [
    inPack?.version,
    plural(description + body + files, 'token'),
    inPack && inPack.files > 0 ? plural(inPack.files, 'file') : '',
    inPack?.is_required_only ? 'required' : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What is searched of a row: made once, and looked through with each key. */
const texts = new WeakMap<SkillRow, string>();

function textOf(row: SkillRow): string {
  let text = texts.get(row);
  if (text === undefined) {
    const { name, group, tags, description } = row;
    text = `${name} ${group} ${tags.join(' ')} ${description}`.toLowerCase();
    texts.set(row, text);
  }
  return text;
}

/** Rows whose name, group, tags or description have every word. */
export function filtered(rows: readonly SkillRow[], text: string): readonly SkillRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = textOf(row);
    return words.every((word) => text.includes(word));
  });
}

/** How many other skills each skill means nearly the same as. */
export function countOverlaps(report: OverlapReport | null): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { a_id, b_id, is_dismissed } of report?.pairs ?? [])
    if (!is_dismissed) for (const id of [a_id, b_id]) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
