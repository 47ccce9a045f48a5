/**
 * What is written without what may be secret in it: of environments, headers and keys only references and templates stay,
 * of all other texts whatever does not look like a secret. Each thing left out is marked, to be entered again.
 */
import { KEY_STARTS, TELLING, isTelling, longKey, looksSecret } from './secret';

/** A text that was left out, or from which a part was. */
export interface Withheld {
  /** Where it is among the fields; for a value with a name, the list it is in. */
  path: (string | number)[];
  name?: string;
  /** What the author knows it as. */
  label: string;
  /** What is left of it. */
  text: string;
  /** Whether the row's own text stood there, which needs not be entered again. */
  isStored: boolean;
}

/** Lists whose values are kept only where they refer to a secret or to an argument. */
const LISTS: Record<string, string> = { env: 'variable', headers: 'header' };
/** Texts that are no prose, so that any long word in them may be a key. */
const WORDS = new Set(['url', 'command', 'args', 'body', 'config']);
/** Specifications name what is secret, but say only of what type it is. */
const SPECS = new Set(['signature', 'schema', 'validation_schema']);
const LABELS: Record<string, string> = {
  url: 'the address',
  command: 'the command',
  args: 'an argument',
  body: 'the body',
  config: 'a config',
  api_key_ref: 'the key',
};

const standIn = /(secret:\/\/[A-Za-z0-9_-]{1,64}|\{\{[^{}]*\}\}|\$\{[^{}]*\})/;
const schemeOnly = /^[\s:;,=]*(?:(?:bearer|basic|token|apikey|digest)\b)?[\s:;,=]*$/i;

/** Whether a value is nothing but references and templates, with the scheme of an authorisation before them. */
const isPlain = (value: string): boolean =>
  schemeOnly.test(
    value
      .split(standIn)
      .map((part, at) => (at % 2 === 1 && !isHidden(part) ? '' : part))
      .join(''),
  );

/** A key itself behind the scheme of references. */
const isHidden = (part: string): boolean =>
  new RegExp(`^secret://(?:${KEY_STARTS})(?=[\\w-]*\\d)[\\w-]{12,}$`, 'i').test(part);

type Rule = [found: RegExp, left: (...found: string[]) => string];
/** Bounded, and only where a word begins, so that a long one costs no time. */
const NAME = `(?<![\\w.-])[\\w.-]{0,40}?(?:${TELLING})[\\w.-]{0,40}`;
const unlessPlain = (before = '', value = '', after = '') => before + (isPlain(value) ? value : '') + after;

/** Keys that are known by their look, and passwords of addresses. */
const looks = (least: string): Rule[] => [
  [new RegExp(`\\b((?:bearer|basic)\\s+)${least}`, 'gi'), (_, before) => before!],
  [new RegExp(`(?<![A-Za-z0-9])(?:${KEY_STARTS})${least}`, 'g'), () => ''],
  [/(:\/\/[^\s/?#@:]*:)[^\s/?#@]+@/g, (_, before) => `${before}@`],
];
/** `"api_key": "value"` and `token = 'value'` */
const quoted: Rule = [
  new RegExp(`((["']?)${NAME}\\2\\s*\\]?\\s*[:=]\\s*)(["'])((?:(?!\\3)[^\\\\]|\\\\.)+)(\\3|$)`, 'gi'),
  (_, before, _key, quote, value, end) => unlessPlain(before! + quote, value, end),
];
/** `name=value`, behind one of these. */
const pair = (start: string): Rule => [
  new RegExp(`(${start})(${NAME}=)([^\\s&#"';]+)`, 'gi'),
  (_, before, key, value) => unlessPlain(before! + key, value),
];
const RARE = '(?=[\\w-]*\\d)[\\w.~+/=-]{8,}';
const rules: Record<'specs' | 'prose' | 'words', Rule[]> = {
  specs: looks(RARE),
  prose: [...looks(RARE), quoted, pair('^|[?&;]')],
  words: [
    ...looks('[\\w.~+/=-]{4,}'),
    quoted,
    pair('^|[?&;\\s"\']'),
    // `X-Api-Key: value`, `--token value`
    [
      new RegExp(`((?:^|[=\\s"'])${NAME}:\\s*)([^\\s"'{[][^"']*)`, 'gi'),
      (_, before, value) => unlessPlain(before, value),
    ],
    [new RegExp(`((?:^|\\s)(?=-)${NAME}\\s+)([^\\s-]\\S*)`, 'gi'), (_, before, value) => unlessPlain(before, value)],
    [/[A-Za-z0-9+_-]{24,}={0,2}/g, (word) => (longKey.test(word!) ? '' : word!)],
  ],
};

/** A text without what looks like a secret; references and templates in it stay. */
function cleaned(text: string, kind: keyof typeof rules): string {
  const clean = (part: string) => rules[kind].reduce((left, [found, by]) => left.replace(found, by), part);
  return text
    .split(standIn)
    .map((part, at) => (at % 2 === 0 ? clean(part) : isHidden(part) ? '' : part))
    .join('');
}

/** What is left of a text that has this name. */
function leftOf(key: string, text: string): string {
  if (key === 'name') return text;
  if (key === 'api_key_ref') return isPlain(text) ? text : '';
  return cleaned(text, WORDS.has(key) ? 'words' : SPECS.has(key) ? 'specs' : 'prose');
}

type Path = Withheld['path'];
type Plain = Record<string, unknown>;
const isPlainObject = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy of fields without what may be secret, and what was left out of it. `base` is what is stored. */
export function withhold<F extends object>(fields: F, base: object): { fields: F; withheld: Withheld[] } {
  const withheld: Withheld[] = [];

  function note(original: string, text: string, mark: Pick<Withheld, 'path' | 'name' | 'label'>): string {
    if (text !== original) withheld.push({ ...mark, text, isStored: textAt(base, mark) === original });
    return text;
  }
  function string(text: string, path: Path): string {
    const key = String(path.findLast((step) => typeof step === 'string'));
    return note(text, leftOf(key, text), { path, label: LABELS[key] ?? `the ${key.replaceAll('_', ' ')}` });
  }
  function object(value: Plain, path: Path): Plain {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copy(each, [...path, key])]));
  }
  function array(list: unknown[], path: Path): unknown[] {
    const key = String(path.at(-1));
    return list.map((item, at) => {
      if (typeof item === 'string' && isTold(list[at - 1], item))
        return note(item, '', { path: [...path, at], label: LABELS[key] ?? key });
      return isPlainObject(item) && typeof item['name'] === 'string'
        ? named(item, item['name'], key, path, at)
        : copy(item, [...path, at]);
    });
  }
  /** Something with a name, which says what its value is. */
  function named(item: Plain, name: string, key: string, path: Path, at: number): Plain {
    const field = ['value', 'default_value'].find((each) => typeof item[each] === 'string');
    if (!field) return object(item, [...path, at]);
    const value = item[field] as string;
    const isRaw = key in LISTS ? !isPlain(value) : looksSecret(name, value);
    const left = isRaw ? '' : key in LISTS ? value : cleaned(value, 'words');
    const label = `${LISTS[key] ?? (field === 'value' ? 'query parameter' : 'default of')} ${name || at + 1}`;
    const mark = field === 'value' ? { path, name, label } : { path: [...path, at, field], label };
    const only = { ...item, [field]: null };
    return { ...object(only, [...path, at]), [field]: note(value, left, mark) };
  }
  function copy(value: unknown, path: Path): unknown {
    if (typeof value === 'string') return string(value, path);
    if (Array.isArray(value)) return array(value, path);
    return isPlainObject(value) ? object(value, path) : value;
  }

  return { fields: copy(fields, []) as F, withheld };
}

/** Whether a program's argument is the value of the one before, whose name tells that it is a secret. */
const isTold = (before: unknown, text: string): boolean =>
  typeof before === 'string' &&
  /^--?[\w-]+$/.test(before) &&
  isTelling(before) &&
  !text.startsWith('-') &&
  !isPlain(text);

/** Whether something still has to be entered again: it stands as it was left. */
export const isOpen = (mark: Withheld, fields: object): boolean => textAt(fields, mark) === mark.text;

/** Puts the row's own texts back where they had been left out; gives what is still to be entered. */
export function refill(fields: object, base: object, withheld: readonly Withheld[]): Withheld[] {
  return withheld.filter((mark) => {
    const text = mark.isStored ? textAt(base, mark) : undefined;
    const place = text === undefined ? null : placeOf(fields, mark);
    if (place) place.holder[place.key] = text;
    return place === null && isOpen(mark, fields);
  });
}

/** What there is to enter again, as a sentence; none where nothing is. */
export const sayWithheld = (withheld: readonly Withheld[]): string | null =>
  withheld.length === 0
    ? null
    : `Not kept when the studio was left, since it may be secret: ${withheld.map(({ label }) => label).join(', ')}. Enter it again.`;

const textAt = (root: object, mark: Pick<Withheld, 'path' | 'name'>): string | undefined => {
  const place = placeOf(root, mark);
  const found = place?.holder[place.key];
  return typeof found === 'string' ? found : undefined;
};

function placeOf(root: object, { path, name }: Pick<Withheld, 'path' | 'name'>) {
  const steps = name === undefined ? path.slice(0, -1) : path;
  let holder: unknown = root;
  for (const step of steps)
    holder = typeof holder === 'object' && holder !== null ? (holder as Plain)[step] : undefined;
  if (name !== undefined) {
    const same = Array.isArray(holder)
      ? holder.filter((item: unknown) => isPlainObject(item) && item['name'] === name)
      : [];
    holder = same.length === 1 ? same[0] : undefined;
  }
  const key = name === undefined ? path.at(-1) : 'value';
  return typeof holder === 'object' && holder !== null && key !== undefined ? { holder: holder as Plain, key } : null;
}
