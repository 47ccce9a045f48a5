/** Findings in the text: squiggles with their quick fixes, and a mark in the gutter. */
import { setDiagnostics, type Diagnostic } from '@codemirror/lint';
import {
  Prec,
  RangeSet,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type Transaction,
} from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, gutterLineClass } from '@codemirror/view';
import { codeSpans, plainText } from '$kit/code-spans';
import type { Finding, FixAction, TextEdit } from '$lib/ipc';
import { actionTip } from '$lib/problems/actions';
import { codeOf } from '../problems';

/** Carries new findings into the state, for the gutter. */
const setFindings = StateEffect.define<readonly Finding[]>();

class LineMark extends GutterMarker {
  constructor(override readonly elementClass: string) {
    super();
  }
}
const marks = { error: new LineMark('cm-has-error'), warning: new LineMark('cm-has-warning') };

function lineMarks(state: EditorState, findings: readonly Finding[]): RangeSet<GutterMarker> {
  const worst = new Map<number, 'error' | 'warning'>();
  for (const { severity, from } of findings) {
    if (severity === 'info') continue;
    const line = state.doc.lineAt(Math.min(from, state.doc.length)).from;
    if (worst.get(line) !== 'error') worst.set(line, severity);
  }
  const ranges = [...worst].sort(([a], [b]) => a - b).map(([from, severity]) => marks[severity].range(from));
  return RangeSet.of(ranges);
}

const gutterField = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(value, tr) {
    const effect = tr.effects.find((e) => e.is(setFindings));
    return effect ? lineMarks(tr.state, effect.value) : tr.docChanged ? value.map(tr.changes) : value;
  },
  provide: (field) => gutterLineClass.from(field),
});

/** Indents and dashes of a list: no line is drawn under them, as under no margin. */
const margin = Decoration.mark({ class: 'cm-lint-margin' });

function margins(state: EditorState, findings: readonly Finding[]): RangeSet<Decoration> {
  const ends = new Map<number, number>();
  for (const finding of findings) {
    const [from, to] = [finding.from, finding.to].map((at) => Math.min(at, state.doc.length)) as [number, number];
    for (let line = state.doc.lineAt(from); line.from <= to; line = state.doc.line(line.number + 1)) {
      const end = Math.min(to, line.from + (/^[ \t]*(?:- +)?/.exec(line.text)?.[0].length ?? 0));
      const start = Math.max(from, line.from);
      if (start < end) ends.set(start, end);
      if (line.number === state.doc.lines) break;
    }
  }
  return RangeSet.of(
    [...ends].map(([from, to]) => margin.range(from, to)),
    true,
  );
}

/** The innermost mark, so that it takes the line away from those around it. */
const marginField = StateField.define<RangeSet<Decoration>>({
  create: () => RangeSet.empty,
  update(value, tr) {
    const effect = tr.effects.find((e) => e.is(setFindings));
    return effect ? margins(tr.state, effect.value) : tr.docChanged ? value.map(tr.changes) : value;
  },
  provide: (field) => Prec.highest(EditorView.decorations.from(field)),
});

/** Edits as CodeMirror takes them. */
export const changesOf = (edits: readonly TextEdit[]) => edits.map(({ from, to, insert }) => ({ from, to, insert }));

function message(finding: Finding): Node {
  const node = document.createElement('span');
  const title = node.appendChild(document.createElement('span'));
  title.className = 'cm-diagnostic-title';
  title.append(
    ...codeSpans(finding.message).map(({ text, isCode }) => {
      if (!isCode) return text;
      const code = document.createElement('code');
      code.textContent = text;
      return code;
    }),
  );
  const code = node.appendChild(document.createElement('span'));
  code.className = 'cm-diagnostic-code';
  code.textContent = codeOf(finding);
  return node;
}

/** What is done when a repair is chosen in the text. */
export interface Repairs {
  fix: (finding: Finding) => void;
  act: (action: FixAction) => void;
}

function diagnostic(finding: Finding, length: number, repairs: Repairs): Diagnostic {
  const fixes = finding.fix ? [{ name: plainText(finding.fix.title), apply: () => repairs.fix(finding) }] : [];
  const actions = finding.actions.map((action) => ({ name: actionTip(action), apply: () => repairs.act(action) }));
  const from = Math.min(finding.from, length);
  return {
    from,
    to: Math.min(Math.max(finding.to, from), length),
    severity: finding.severity,
    message: finding.message,
    renderMessage: () => message(finding),
    actions: [...fixes, ...actions],
  };
}

/** The transaction that shows findings, with their repairs. */
export function showFindings(state: EditorState, findings: readonly Finding[], repairs: Repairs) {
  const diagnostics = findings.map((finding) => diagnostic(finding, state.doc.length, repairs));
  const spec = setDiagnostics(state, diagnostics);
  return { effects: [setFindings.of(findings), ...[spec.effects ?? []].flat()] };
}

/** Whether a transaction only showed findings. */
export const isFindings = (tr: Transaction) => tr.effects.some((effect) => effect.is(setFindings));

/** Gutter marks. */
export const findingMarks: Extension = [gutterField, marginField, EditorView.baseTheme({})];
