/**
 * Completes tool names (between backticks and in `allowed-tools`), paths of the skill's files (in links) and keys of the
 * frontmatter.
 */
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { completeKey, type First } from './keys';

/** What can be completed, asked anew at each completion. */
export interface Vocabulary {
  tools(): readonly Completion[];
  files(): readonly Completion[];
  /** The client that comes first where keys are told, in a skill's own file; null in other files. */
  first: First | null;
}

const NAME = /[\w.-]*$/;

/** Start of the name under the cursor where a tool is meant, or null. */
export function toolStart(before: string, inAllowedTools: boolean): number | null {
  const name = NAME.exec(before)?.index ?? before.length;
  const ticks = before.slice(0, name).split('`').length - 1;
  if (ticks % 2 === 1 && before[name - 1] === '`') return name;
  return inAllowedTools && /[\s,[:"'-]$/.test(before.slice(0, name)) ? name : null;
}

/** Start of the path under the cursor where a file is meant, or null. */
export function fileStart(before: string): number | null {
  const link = /\]\(([^()\s]*)$/.exec(before);
  return link ? before.length - (link[1]?.length ?? 0) : null;
}

/** Whether the line lies under the `allowed-tools` key: on it, or in the list below it. */
function underAllowedTools({ state, pos }: CompletionContext): boolean {
  if (!/^---/.test(state.doc.line(1).text)) return false;
  for (let number = state.doc.lineAt(pos).number; number > 1; number -= 1) {
    const text = state.doc.line(number).text;
    if (/^---/.test(text)) return false;
    if (/^[\w-]+:/.test(text)) return /^allowed-tools:/.test(text);
  }
  return false;
}

function complete(context: CompletionContext, vocabulary: Vocabulary): CompletionResult | null {
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  const file = fileStart(before);
  if (file !== null) return { from: line.from + file, options: [...vocabulary.files()], validFor: /^[^()\s]*$/ };
  const tool = toolStart(before, underAllowedTools(context));
  if (tool === null) return vocabulary.first && completeKey(context, vocabulary.first());
  return { from: line.from + tool, options: [...vocabulary.tools()], validFor: NAME };
}

/** The extension. */
export const studioCompletion = (vocabulary: Vocabulary): Extension =>
  autocompletion({ override: [(context) => complete(context, vocabulary)], icons: false });
