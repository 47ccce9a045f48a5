/** Going from problem to problem: through the open file, then on to the next skill that has one. */
import type { Text } from '@codemirror/state';
import type { Finding, SkillRow } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import { SKILL_FILE, type Editor } from './editor.svelte';

type Step = 1 | -1;

/** Shows the next problem, or the previous one. */
export function goToProblem(editor: Editor, step: Step) {
  const open = app.view === 'library' ? editor.document : null;
  const found = open?.path === SKILL_FILE ? nextFinding(open.findings, open.state.selection.main.head, step) : null;
  if (open && found) {
    const { start, end } = found;
    app.showProblem(open.skillId, { path: open.path, ...start, end_line: end.line, end_column: end.column });
    return;
  }
  const row = nextSkill(app.rows, app.selectedId, step);
  if (row) app.showProblemOf(row.id, step === 1 ? 'first' : 'last');
}

const counts = ({ severity }: Finding) => severity !== 'info';

/** The first error or warning after a place in the text, or the last one before it. */
export function nextFinding(findings: readonly Finding[], at: number, step: Step): Finding | null {
  const sorted = findings.filter(counts).sort((a, b) => a.from - b.from);
  return (step === 1 ? sorted.find(({ from }) => from > at) : sorted.findLast(({ from }) => from < at)) ?? null;
}

/** The first or the last error or warning of a text. */
export function outermost(findings: readonly Finding[], which: 'first' | 'last'): Finding | null {
  return which === 'first' ? nextFinding(findings, -1, 1) : nextFinding(findings, Infinity, -1);
}

/** The next skill with an error or warning, in the order of the list; the one that is open comes last. */
export function nextSkill(rows: readonly SkillRow[], openId: string | null, step: Step): SkillRow | null {
  const at = rows.findIndex(({ id }) => id === openId);
  const ordered = step === 1 ? rows : rows.toReversed();
  const from = at < 0 ? 0 : (step === 1 ? at : rows.length - 1 - at) + 1;
  const turned = [...ordered.slice(from), ...ordered.slice(0, from)];
  return turned.find(({ errors, warnings }) => errors + warnings > 0) ?? null;
}

/** The offset of a line and a column, which counts characters from 1. */
export function offsetAt(doc: Text, line: number, column: number): number {
  const { from, text } = doc.line(Math.max(1, Math.min(line, doc.lines)));
  return from + [...text].slice(0, column - 1).join('').length;
}
