/** The mock studio's problems: those of the texts in memory, what of them is ignored, and sets of changes. */
import type {
  ChangeReport,
  ChangeSetInfo,
  Finding,
  FixPreview,
  LibraryProblem,
  ProblemFile,
  ProblemList,
} from '../bindings';

export interface MockText {
  id: string;
  name: string;
  group: string;
  isBroken: boolean;
  hasDraft: boolean;
  text: string;
  findings: Finding[];
  store: (text: string) => void;
}

interface MockSet {
  info: ChangeSetInfo;
  texts: { id: string; before: string; after: string }[];
}

export function problemHandlers(texts: () => MockText[]) {
  const ignored = new Map<string, string>();
  const sets: MockSet[] = [];
  const keyOf = (id: string, code: string, subject: string) => `${id}\n${code}\n${subject}`;

  const problem = (id: string, finding: Finding): LibraryProblem => ({
    severity: finding.severity,
    code: finding.code,
    message: finding.message,
    subject: finding.subject,
    path: 'SKILL.md',
    line: finding.start.line,
    column: finding.start.column,
    end_line: finding.end.line,
    end_column: finding.end.column,
    has_fix: finding.fix !== null,
    actions: finding.actions,
    ignored: ignored.get(keyOf(id, finding.code, finding.subject)) ?? null,
  });

  function listProblems(): ProblemList {
    const files = texts().map(({ id, name, group, isBroken, hasDraft, findings }): ProblemFile => ({
      skill_id: id,
      skill: name,
      group,
      is_broken: isBroken,
      has_draft: hasDraft,
      problems: findings.map((finding) => problem(id, finding)),
    }));
    const codes = [...new Set(files.flatMap(({ problems }) => problems.map(({ code }) => code)))].sort();
    const meaning = (code: string) => code.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase());
    return {
      files: files.filter(({ problems }) => problems.length > 0),
      owners: [],
      rules: codes.map((code) => ({ code, meaning: meaning(code) })),
    };
  }

  function fixed(code: string | null, id: string): FixPreview {
    const one = texts().find((text) => text.id === id)!;
    const edits = one.findings
      .filter((finding) => code === null || finding.code === code)
      .flatMap(({ fix }) => fix?.edits ?? []);
    const after = edits.reduceRight(
      (text, { from, to, insert }) => text.slice(0, from) + insert + text.slice(to),
      one.text,
    );
    return { before: one.text, after, fixes: edits.length, has_draft: one.hasDraft };
  }

  function fixAll(code: string | null, ids: string[]): ChangeReport {
    const changed = ids.map((id) => ({ id, ...fixed(code, id) })).filter(({ before, after }) => before !== after);
    if (changed.length === 0) return { set: null, done: 0, refused: [] };
    const info: ChangeSetInfo = {
      id: `set-${sets.length + 1}`,
      kind: 'fix',
      title: `Fixed ${changed.length} ${changed.length === 1 ? 'skill' : 'skills'}${code === null ? '' : `: ${code}`}`,
      created_at: new Date().toISOString(),
      changes: changed.length,
      skills: changed.length,
      undone: 0,
    };
    sets.unshift({ info, texts: changed });
    for (const { id, after } of changed)
      texts()
        .find((text) => text.id === id)!
        .store(after);
    return { set: info, done: changed.length, refused: [] };
  }

  function turn(id: string, way: 'before' | 'after'): ChangeReport {
    const set = sets.find(({ info }) => info.id === id)!;
    set.info = { ...set.info, undone: way === 'before' ? set.info.changes : 0 };
    for (const text of set.texts)
      texts()
        .find((other) => other.id === text.id)!
        .store(text[way]);
    return { set: set.info, done: set.texts.length, refused: [] };
  }

  return {
    list_problems: listProblems,
    preview_fix: ({ code, skillId }: { code: string | null; skillId: string }) => fixed(code, skillId),
    fix_all: ({ code, skills }: { code: string | null; skills: string[] }) => fixAll(code, skills),
    apply_fix_action: () => null,
    ignore_problem: ({ skillId, code, subject, reason }: Record<string, string>) =>
      void ignored.set(keyOf(skillId!, code!, subject!), reason!),
    stop_ignoring: ({ skillId, code, subject }: Record<string, string>) =>
      void ignored.delete(keyOf(skillId!, code!, subject!)),
    list_change_sets: () => sets.map(({ info }) => info),
    undo_change_set: ({ id }: { id: string }) => turn(id, 'before'),
    redo_change_set: ({ id }: { id: string }) => turn(id, 'after'),
  };
}
