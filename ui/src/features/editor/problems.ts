/** Findings taken together: the repairs that can be made at once, and what they mean for each export target. */
import { plural, count } from '$kit/labels';
import type { Finding, Host, Severity, TextEdit } from '$lib/ipc';
import { bySeverity } from '$lib/problems/severity';
import { targetLabel, targetLabels } from '$lib/problems/targets';

/** Every fix that touches nothing an earlier one touches, as one set of edits in ascending order. */
export function safeFixes(findings: readonly Finding[]): { count: number; edits: TextEdit[] } {
  const taken: TextEdit[] = [];
  let count = 0;
  for (const { fix } of findings) {
    if (!fix || fix.edits.length === 0) continue;
    if (fix.edits.every((edit) => taken.every((other) => edit.to < other.from || edit.from > other.to))) {
      taken.push(...fix.edits);
      count += 1;
    }
  }
  return { count, edits: taken.sort((a, b) => a.from - b.from) };
}

/** The same problem in one or several places. */
export interface Problem {
  key: string;
  finding: Finding;
  lines: number[];
  /** Repairs all its places at once. */
  fix: { title: string; edits: TextEdit[] } | null;
}

/** Findings that say the same taken together, worst first, then in the order of the text. */
export function problemsOf(findings: readonly Finding[]): Problem[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = `${finding.severity}\n${finding.code}\n${finding.message}\n${finding.targets.join(' ')}`;
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups]
    .map(([key, members]): Problem => {
      const [finding] = members as [Finding];
      const { edits } = safeFixes(members);
      const lines = [...new Set(members.map(({ start }) => start.line))];
      return { key, finding, lines, fix: finding.fix ? { title: finding.fix.title, edits } : null };
    })
    .sort((a, b) => bySeverity(a.finding.severity, b.finding.severity) || a.finding.from - b.finding.from);
}

const list = new Intl.ListFormat('en');

/** `Line 8`, `Lines 8 and 27` */
export const linesOf = (lines: readonly number[]) =>
  lines.length === 1 ? `Line ${lines[0]}` : `Lines ${list.format(lines.map(String))}`;

export interface TargetSummary {
  target: string;
  label: string;
  severity: Severity | null;
  text: string;
}

/** Whether a finding stands in the way of a target; one without targets concerns all of them. */
export const concerns = ({ targets }: Finding, target: string | null): boolean =>
  targets.length === 0 || (target !== null && targets.includes(target));

/** `name-format · agent-skills +2`: what a finding is called, and the targets it concerns. */
export function codeOf({ code, targets: [first, ...more] }: Finding): string {
  if (first === undefined) return code;
  return more.length > 0 ? `${code} · ${first} +${count(more.length)}` : `${code} · ${first}`;
}

/** One line a target, the client of the library first. */
export function targetSummary(findings: readonly Finding[], client: Host | null = null): TargetSummary[] {
  return [...(client === null ? [] : [client]), ...Object.keys(targetLabels)].map((target) => {
    const concerning = findings.filter((finding) => concerns(finding, target));
    const errors = concerning.filter(({ severity }) => severity === 'error').length;
    const warnings = concerning.filter(({ severity }) => severity === 'warning').length;
    const severity = errors > 0 ? 'error' : warnings > 0 ? 'warning' : null;
    const parts = [errors > 0 && plural(errors, 'error'), warnings > 0 && plural(warnings, 'warning')].filter(Boolean);
    return { target, label: targetLabel(target), severity, text: parts.join(', ') || 'No problems' };
  });
}
