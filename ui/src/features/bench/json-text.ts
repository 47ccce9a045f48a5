/**
 * JSON as text that stays what the author wrote: reading it, and changing one place of it while every other character
 * stays. The text is the truth of the bench; whatever the form cannot say lives on in it.
 */

import { jsonFault } from '$lib/json';

export type Path = readonly (string | number)[];

export type Read = { value: unknown; error: null } | { value: undefined; error: string };

interface Member {
  key: string;
  /** Start of the key's quotation mark. */
  from: number;
  node: Node;
}

interface Node {
  from: number;
  to: number;
  members?: Member[];
  items?: Node[];
}

/** Reads the text; a blank one is an empty object. What is wrong is said with its line and column. */
export function readJson(text: string): Read {
  if (text.trim() === '') return { value: {}, error: null };
  const fault = jsonFault(text);
  if (!fault) return { value: JSON.parse(text), error: null };
  const { at, what } = fault;
  return { value: undefined, error: at ? `Line ${at.line}, column ${at.column}: ${what}.` : `${what}.` };
}

const SPACE = /[ \t\n\r]*/y;
const SCALAR = /"(?:[^"\\]|\\.)*"|[^\s,\]}]+/y;

/** Where everything stands in a text that is JSON. */
class Outline {
  #at = 0;
  constructor(private readonly text: string) {}

  read(): Node {
    this.#skip();
    return this.#node();
  }

  #skip() {
    SPACE.lastIndex = this.#at;
    SPACE.exec(this.text);
    this.#at = SPACE.lastIndex;
  }

  #scalar(): string {
    SCALAR.lastIndex = this.#at;
    const found = SCALAR.exec(this.text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #node(): Node {
    const from = this.#at;
    const opened = this.text[from];
    if (opened !== '{' && opened !== '[') {
      this.#scalar();
      return { from, to: this.#at };
    }
    const node: Node = opened === '{' ? { from, to: 0, members: [] } : { from, to: 0, items: [] };
    this.#at += 1;
    this.#skip();
    while (this.#at < this.text.length && this.text[this.#at] !== '}' && this.text[this.#at] !== ']') {
      if (node.members) node.members.push(this.#member());
      else node.items!.push(this.#node());
      this.#skip();
      if (this.text[this.#at] === ',') this.#at += 1;
      this.#skip();
    }
    this.#at += 1;
    node.to = this.#at;
    return node;
  }

  #member(): Member {
    const from = this.#at;
    const key = JSON.parse(this.#scalar()) as string;
    this.#skip();
    this.#at += 1;
    this.#skip();
    return { key, from, node: this.#node() };
  }
}

/** The child a step leads to; of a key that stands there twice the last, which is the one that counts. */
function child(node: Node, step: string | number): Node | null {
  if (node.members) return node.members.findLast(({ key }) => key === String(step))?.node ?? null;
  return node.items?.[Number(step)] ?? null;
}

function find(root: Node, path: Path): Node | null {
  let node: Node | null = root;
  for (const step of path) node = node && child(node, step);
  return node;
}

/** What stands at a place, as written; null where nothing does. */
export function rawAt(text: string, path: Path): string | null {
  if (readJson(text).error !== null || text.trim() === '') return null;
  const node = find(new Outline(text).read(), path);
  return node && text.slice(node.from, node.to);
}

const indentAt = (text: string, offset: number) =>
  /[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))![0];

/** Lays a value out as its surroundings are: over lines where they are. */
function laidOut(raw: string, isTall: boolean, indent: string): string {
  if (!isTall || !/^[{[]/.test(raw) || raw.includes('\n')) return raw;
  return JSON.stringify(JSON.parse(raw), null, 2).replaceAll('\n', `\n${indent}`);
}

const edited = (text: string, from: number, to: number, insert: string) =>
  text.slice(0, from) + insert + text.slice(to);

function append(text: string, parent: Node, entry: (isTall: boolean, indent: string) => string): string {
  const last = parent.members?.at(-1)?.node ?? parent.items?.at(-1);
  const first = parent.members?.[0]?.from ?? parent.items?.[0]?.from;
  const outer = indentAt(text, parent.from);
  if (!last || first === undefined) {
    const inner = `${outer}  `;
    const [open, close] = [text[parent.from]!, text[parent.to - 1]!];
    return edited(text, parent.from, parent.to, `${open}\n${inner}${entry(true, inner)}\n${outer}${close}`);
  }
  const isTall = text.slice(parent.from, first).includes('\n');
  const indent = indentAt(text, first);
  return edited(text, last.to, last.to, isTall ? `,\n${indent}${entry(true, indent)}` : `, ${entry(false, '')}`);
}

/** The text with `raw` at a place; objects on the way are made where they are missing. */
export function setAt(text: string, path: Path, raw: string): string {
  const whole = text.trim() === '' ? '{}' : text;
  const root = new Outline(whole).read();
  const node = find(root, path);
  if (node) {
    const isTall = whole.slice(node.from, node.to).includes('\n') || whole.includes('\n');
    return edited(whole, node.from, node.to, laidOut(raw, isTall, indentAt(whole, node.from)));
  }
  const parent = find(root, path.slice(0, -1));
  const step = path.at(-1)!;
  if (!parent || (!parent.members && !parent.items)) {
    const value = typeof step === 'number' ? `[${raw}]` : `{${JSON.stringify(step)}: ${raw}}`;
    return setAt(whole, path.slice(0, -1), value);
  }
  const key = parent.members ? `${JSON.stringify(String(step))}: ` : '';
  return append(whole, parent, (isTall, indent) => key + laidOut(raw, isTall, indent));
}

/** The text without what stands at a place. */
export function removeAt(text: string, path: Path): string {
  const parent = find(new Outline(text).read(), path.slice(0, -1));
  const step = path.at(-1);
  if (!parent || step === undefined) return text;
  const all = parent.members?.map(({ from, node, key }) => ({ from, to: node.to, key })) ?? parent.items ?? [];
  const at = parent.members ? parent.members.findLastIndex(({ key }) => key === String(step)) : Number(step);
  const gone = all[at];
  if (!gone) return text;
  const next = all[at + 1];
  if (next) return edited(text, gone.from, next.from, '');
  const before = all[at - 1];
  return before ? edited(text, before.to, gone.to, '') : edited(text, parent.from + 1, parent.to - 1, '');
}

/** A JSON pointer as steps; digits stay texts, which fit lists too. */
export const pathOf = (pointer: string): string[] =>
  pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Steps as a JSON pointer. */
export const pointerOf = (path: Path): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** A pointer as an author reads it: `caller.number`, `tags.0`. */
export const spoken = (pointer: string): string => pathOf(pointer).join('.');

/** Whether two JSON values are the same; the order of keys does not count, and neither do keys without a value. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  if (Array.isArray(one) && one.length !== (other as unknown[]).length) return false;
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isEqual(a[key], b[key]));
}

/** Whether a number as written is the one that would be read back. */
export function isExact(written: string): boolean {
  const value = Number(written);
  if (!Number.isFinite(value)) return false;
  if (/^-?\d+$/.test(written)) return Number.isSafeInteger(value);
  return (
    written
      .replace(/[eE].*$/, '')
      .replace(/\D/g, '')
      .replace(/^0+/, '').length <= 16
  );
}

/** Pointers of the numbers that reading would change. */
export function inexactNumbers(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  if (readJson(text).error !== null || text.trim() === '') return found;
  const walk = (node: Node, path: Path) => {
    node.members?.forEach(({ key, node: inner }) => walk(inner, [...path, key]));
    node.items?.forEach((inner, at) => walk(inner, [...path, at]));
    const written = text.slice(node.from, node.to);
    if (/^-?\d/.test(written) && !isExact(written)) found.add(pointerOf(path));
  };
  walk(new Outline(text).read(), []);
  return found;
}
