/** Renames a tool in the text of a skill: where the frontmatter allows it, and where the text names it in backticks. */
import {
  type FileContent,
  type FrontmatterEdit,
  type Merge,
  type SaveOutcome,
  type SkillDetail,
  type TextEdit,
} from '$lib/ipc';

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const whole = (name: string) => new RegExp(`(?<![\\w-])${escape(name)}(?![\\w-])`, 'g');

/** Where the text after the frontmatter starts. */
function bodyStart(text: string): number {
  return /^\uFEFF?---[ \t]*\r?\n[\s\S]*?^---[ \t]*(\r?\n|$)/m.exec(text)?.[0].length ?? 0;
}

/** The text with a name replaced as a whole word within backticks of its body; fenced code counts as backticks. */
export function renameInBackticks(text: string, from: string, to: string): string {
  const start = bodyStart(text);
  const name = whole(from);
  const body = text.slice(start).replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, (span) => span.replace(name, () => to));
  return text.slice(0, start) + body;
}

/** The allowed tools with one renamed; where the other is allowed already it is not there twice. */
export const renameItems = (items: readonly string[], from: string, to: string): string[] => [
  ...new Set(items.map((item) => (item === from ? to : item.replace(whole(from), () => to)))),
];

export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((result, { from, to, insert }) => result.slice(0, from) + insert + result.slice(to), text);
}

/** What putting a text back asks of the studio. */
export interface TextBackend {
  readFile(skillId: string, path: string): Promise<FileContent>;
  saveFile(
    skillId: string,
    path: string,
    text: string,
    aggregateVersion: number,
    theirHash: string | null,
  ): Promise<SaveOutcome>;
}

/** What renaming asks of the studio. */
export interface RenameBackend extends TextBackend {
  getSkill(id: string): Promise<SkillDetail>;
  editFrontmatter(text: string, edit: FrontmatterEdit): Promise<TextEdit[]>;
}

export const SKILL_FILE = 'SKILL.md';

export type Renamed =
  | { kind: 'renamed'; before: string; after: string }
  /** It does not stand where a rename looks. */
  | { kind: 'unchanged' }
  /** Text was typed and not saved: that goes first. */
  | { kind: 'draft' }
  /** Somebody changed it meanwhile; nothing was written. */
  | { kind: 'conflict'; merge: Merge };

/** Renames a tool in one skill and stores it, unless somebody is at it. */
export async function renameIn(backend: RenameBackend, skillId: string, from: string, to: string): Promise<Renamed> {
  const [file, detail] = await Promise.all([backend.readFile(skillId, SKILL_FILE), backend.getSkill(skillId)]);
  if (file.draft !== null && file.draft !== file.text) return { kind: 'draft' };
  const items = renameItems(detail.allowed_tools, from, to);
  let after = file.text;
  if (items.join('\n') !== detail.allowed_tools.join('\n')) {
    const edits = await backend.editFrontmatter(after, { kind: 'set_items', key: 'allowed-tools', items });
    after = applyEdits(after, edits);
  }
  after = renameInBackticks(after, from, to);
  if (after === file.text) return { kind: 'unchanged' };
  const outcome = await backend.saveFile(skillId, SKILL_FILE, after, file.aggregate_version, null);
  if (outcome.kind === 'conflict') return { kind: 'conflict', merge: outcome.merge };
  return { kind: 'renamed', before: file.text, after };
}

/** Puts a text back; says whether what stands there was still what was written, and nobody is at it. */
export async function putBack(backend: TextBackend, skillId: string, expected: string, text: string): Promise<boolean> {
  const file = await backend.readFile(skillId, SKILL_FILE);
  if (file.text !== expected || (file.draft !== null && file.draft !== file.text)) return false;
  const outcome = await backend.saveFile(skillId, SKILL_FILE, text, file.aggregate_version, null);
  return outcome.kind !== 'conflict';
}
