/** A small reading of skill text for the mock studio: enough to fill the editor, no more. */
import type {
  DefinitionPart,
  DefinitionValue,
  Analysis,
  FieldValue,
  Finding,
  FrontmatterEdit,
  TextEdit,
} from '../bindings';

interface Block {
  lines: string[];
  bodyFrom: number;
}

function block(text: string): Block | null {
  const match = /^---\n([\s\S]*?)\n---\n?/.exec(text);
  return match ? { lines: match[1]!.split('\n'), bodyFrom: match[0].length } : null;
}

const unquote = (text: string) => text.trim().replace(/^(['"])(.*)\1$/, '$2');

/** The frontmatter's fields in order. */
export function fields(text: string): FieldValue[] {
  const found: FieldValue[] = [];
  for (const [at, line] of (block(text)?.lines ?? []).entries()) {
    const key = /^([\w-]+):\s*(.*)$/.exec(line);
    const item = /^\s+-\s+(.*)$/.exec(line);
    const last = found.at(-1);
    if (key) {
      const flow = /^\[(.*)\]$/.exec(key[2]!.trim());
      const items = flow ? flow[1]!.split(',').map(unquote).filter(Boolean) : [];
      found.push({
        key: key[1]!,
        text: flow ? '' : unquote(key[2]!),
        items,
        form: flow ? 'list' : 'text',
        line: at + 2,
      });
    } else if (item && last) Object.assign(last, { form: 'list', items: [...last.items, unquote(item[1]!)] });
    else if (last && /^\s+\S/.test(line))
      Object.assign(last, { form: 'map', text: `${last.text}${last.text ? '\n' : ''}${line.trim()}` });
  }
  return found;
}

function finding(
  text: string,
  from: number,
  to: number,
  rest: Pick<Finding, 'severity' | 'code' | 'message' | 'fix'>,
): Finding {
  const position = (offset: number) => {
    const before = text.slice(0, offset).split('\n');
    return { line: before.length, column: before.at(-1)!.length + 1 };
  };
  return {
    ...rest,
    from,
    to,
    start: position(from),
    end: position(to),
    target: null,
    subject: text.slice(from, to),
    actions: [],
    ignored: null,
  };
}

function findings(text: string, paths: string[]): Finding[] {
  const found: Finding[] = [];
  for (const match of text.matchAll(/\bdispatch_crew_v2\b/g))
    found.push(
      finding(text, match.index, match.index + match[0].length, {
        severity: 'error',
        code: 'unknown-tool',
        message:
          'No tool is called dispatch_crew_v2. A strict runtime will not wake this skill; the closest is dispatch_crew.',
        fix: {
          title: 'Replace with dispatch_crew',
          edits: [{ from: match.index, to: match.index + match[0].length, insert: 'dispatch_crew' }],
        },
      }),
    );
  for (const match of text.matchAll(/\]\(((?:references|scripts)\/[^)]+)\)/g))
    if (!paths.includes(match[1]!))
      found.push(
        finding(text, match.index + 2, match.index + 2 + match[1]!.length, {
          severity: 'warning',
          code: 'missing-file',
          message: `${match[1]} does not exist; the closest is references/shutoff-valves.md.`,
          fix: null,
        }),
      );
  return found.sort((a, b) => a.from - b.from);
}

const escape = (text: string) => text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]!);
const inline = (text: string) =>
  escape(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\[([^\]]+)\]\(([^)]+)\)/g, '<a href="$2">$1</a>');

function preview(body: string): string {
  return body
    .trim()
    .split(/\n{2,}/)
    .map((part) => {
      const heading = /^(#{1,4}) (.*)$/.exec(part);
      if (heading) return `<h${heading[1]!.length}>${inline(heading[2]!)}</h${heading[1]!.length}>`;
      const items = (tag: string) =>
        `<${tag}>${part
          .split('\n')
          .map((line) => `<li>${inline(line.replace(/^(-|\d+\.) /, ''))}</li>`)
          .join('')}</${tag}>`;
      if (/^\d+\. /.test(part)) return items('ol');
      if (/^- /.test(part)) return items('ul');
      return `<p>${inline(part)}</p>`;
    })
    .join('\n');
}

export const tokensOf = (text: string) => Math.ceil(text.length / 4.2);

export function analyze(path: string, text: string, paths: string[]): Analysis {
  const isSkill = path === 'SKILL.md';
  const read = isSkill ? block(text) : null;
  const body = text.slice(read?.bodyFrom ?? 0);
  const unreadable =
    isSkill && /^description:[^"'\n]*: /m.test(text) ? 'Line 3: a colon in the description needs quotes.' : null;
  const description = fields(text).find((field) => field.key === 'description')?.text ?? '';
  return {
    findings: unreadable
      ? [
          finding(text, text.indexOf('description:'), text.indexOf('description:') + 12, {
            severity: 'error',
            code: 'yaml',
            message: unreadable,
            fix: null,
          }),
        ]
      : findings(text, paths),
    frontmatter: read
      ? { fields: unreadable ? [] : fields(text), body_from: read.bodyFrom, unreadable, definition: definition(text) }
      : null,
    tokens: isSkill
      ? { description: tokensOf(description), body: tokensOf(body), files: 0 }
      : { description: 0, body: 0, files: tokensOf(text) },
    preview: preview(body),
    preview_cut: null,
  };
}

/** The edit that a change in the form comes to. */
const keyOf = (part: DefinitionPart) => part.replaceAll('_', '-');

/** What `metadata` says of the skill. */
function definition(text: string): DefinitionValue[] {
  const parts: DefinitionPart[] = ['display_name', 'capabilities', 'work_direction', 'on_activate', 'on_deactivate'];
  return parts.flatMap((part) => {
    const found = new RegExp(`^  ${keyOf(part)}: (.*)$`, 'm').exec(text);
    return found ? [{ part, text: found[1]! }] : [];
  });
}

/** Sets an entry of a `metadata` block. */
function editDefinition(text: string, part: DefinitionPart, value: string): TextEdit[] {
  const line = value === '' ? '' : `  ${keyOf(part)}: ${value}\n`;
  const known = new RegExp(`^  ${keyOf(part)}: .*\\n`, 'm').exec(text);
  if (known) return [{ from: known.index, to: known.index + known[0].length, insert: line }];
  const metadata = /^metadata:\n/m.exec(text);
  if (metadata) {
    const at = metadata.index + metadata[0].length;
    return [{ from: at, to: at, insert: line }];
  }
  return line === '' ? [] : [{ from: 4, to: 4, insert: `metadata:\n${line}` }];
}

export function editFrontmatter(text: string, edit: FrontmatterEdit): TextEdit[] {
  if (edit.kind === 'set_definition') return editDefinition(text, edit.part, edit.value);
  const read = block(text);
  const value =
    edit.kind === 'set_text'
      ? `${edit.key}: ${edit.value}\n`
      : edit.kind === 'set_items'
        ? `${edit.key}: [${edit.items.join(', ')}]\n`
        : '';
  if (!read) return edit.kind === 'remove' ? [] : [{ from: 0, to: 0, insert: `---\n${value}---\n` }];
  const match = new RegExp(`^${edit.key}:.*\\n(?:[ \\t]+.*\\n)*`, 'm').exec(text.slice(0, read.bodyFrom));
  if (match) return [{ from: match.index, to: match.index + match[0].length, insert: value }];
  const end = text.lastIndexOf('---', read.bodyFrom - 1);
  return edit.kind === 'remove' ? [] : [{ from: end, to: end, insert: value }];
}
