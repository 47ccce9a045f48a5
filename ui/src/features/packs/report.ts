/** What a target loses, rewrites and refuses, as rows: worst first, by what it is of or by why. */
import { plural } from '$kit/labels';
import { groupBy } from '$lib/group';
import type { LossReason, PackRefusal, PackTargetPlan } from '$lib/ipc';
import { type Outcome, lossWords, outcomeLabels, targetLabel } from './words';

export interface ReportRow {
  kind: 'row';
  key: string;
  outcome: Outcome;
  entity: string;
  field: string;
  why: string;
  reason: string;
  skillId: string | null;
  refusal: PackRefusal | null;
}

/** A reason with the rows that share it. */
export interface ReasonRow {
  kind: 'reason';
  key: string;
  outcome: Outcome;
  why: string;
  rows: ReportRow[];
}

export type ReportLine = ReportRow | ReasonRow;

const order: Record<Outcome, number> = { refused: 0, lost: 1, rewritten: 2 };

/** Every row of a target. */
export function rowsOf({ refused, losses }: PackTargetPlan): ReportRow[] {
  const rows: Omit<ReportRow, 'kind' | 'key'>[] = [
    ...refused.map((one) => ({
      outcome: 'refused' as const,
      entity: one.refusal.entity,
      field: one.refusal.code,
      why: one.refusal.message,
      reason: one.refusal.code,
      skillId: one.skill_id,
      refusal: one,
    })),
    ...losses.map(({ entity, field, outcome, why, reason, skill_id }) => ({
      outcome,
      entity,
      field,
      why,
      reason,
      skillId: skill_id,
      refusal: null,
    })),
  ];
  return rows
    .map((row, at) => ({ kind: 'row' as const, key: `${at}`, ...row }))
    .sort((a, b) => order[a.outcome] - order[b.outcome] || compare(a.entity, b.entity) || compare(a.field, b.field));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The rows under their reasons, those of most rows first among equals. */
export function byReason(rows: readonly ReportRow[], closed: ReadonlySet<string>): ReportLine[] {
  const groups = [...groupBy(rows, ({ outcome, reason }) => `${outcome} ${reason}`)].map(
    ([key, members]): ReasonRow => ({
      kind: 'reason',
      key,
      outcome: members[0]!.outcome,
      why: whyOf(members),
      rows: members,
    }),
  );
  groups.sort((a, b) => order[a.outcome] - order[b.outcome] || b.rows.length - a.rows.length);
  return groups.flatMap((group): ReportLine[] => (closed.has(group.key) ? [group] : [group, ...group.rows]));
}

/** Why all of them are there: in the words of each where those are the same, else in those of their reason. */
function whyOf(rows: readonly ReportRow[]): string {
  const { why, reason, refusal } = rows[0]!;
  return refusal !== null || rows.every((row) => row.why === why) ? why : lossWords[reason as LossReason];
}

/** How many there are of each outcome. */
export function amounts(target: PackTargetPlan): Record<Outcome, number> {
  const of = (wanted: string) => target.losses.filter(({ outcome }) => outcome === wanted).length;
  return { refused: target.refused.length, lost: of('lost'), rewritten: of('rewritten') };
}

/** The report as text to paste, one line a row. */
export function reportText(pack: string, version: string, target: PackTargetPlan): string {
  const { refused, lost, rewritten } = amounts(target);
  const head = `${pack} ${version}, ${targetLabel(target.target)}: ${plural(target.files.length, 'file')}, ${lost} lost, ${rewritten} rewritten, ${refused} rejected`;
  const lines = rowsOf(target).map(
    ({ outcome, entity, field, why }) => `- ${outcomeLabels[outcome]}: ${entity}, ${field}: ${why}`,
  );
  return [head, '', ...lines, ''].join('\n');
}
