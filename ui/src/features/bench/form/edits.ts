/** What the form did to the arguments, put into their text place by place; all else stays as it was written. */
import { type Path, isEqual, rawAt, readJson, removeAt, setAt } from '../json-text';

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isBlank = (value: unknown) =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/**
 * The text after the form went from `before` to `after`. An object the form lets go of since its last field was cleared
 * keeps what the form did not know of it; only one whose removal was asked for goes as a whole.
 */
export function applied(text: string, before: unknown, after: unknown, isAskedFor = false): string {
  let edited = text;

  function walk(path: Path, was: unknown, is: unknown) {
    if (isEqual(was, is)) return;
    if (isObject(was) && isObject(is)) members(path, was, is);
    else if (Array.isArray(was) && Array.isArray(is)) list(path, was, is);
    else if (is === undefined) remove(path, was);
    else edited = setAt(edited, path, written(is));
  }

  function members(path: Path, was: Json, is: Json) {
    for (const key of Object.keys(was)) if (is[key] === undefined) walk([...path, key], was[key], undefined);
    for (const key of Object.keys(is)) if (is[key] !== undefined) walk([...path, key], was[key], is[key]);
  }

  function remove(path: Path, was: unknown) {
    if (was === undefined || rawAt(edited, path) === null) return;
    if (isAskedFor || !isObject(was)) {
      edited = removeAt(edited, path);
      return;
    }
    for (const [key, one] of Object.entries(was)) if (!isBlank(one)) remove([...path, key], one);
    const left = readJson(rawAt(edited, path) ?? '').value;
    if (path.length > 0 && isObject(left) && Object.keys(left).length === 0) edited = removeAt(edited, path);
  }

  /** Items that only moved, or stayed, keep their text. */
  function list(path: Path, was: unknown[], is: unknown[]) {
    const free = new Set(was.keys());
    const origins = is.map((item, at) => {
      const from = free.has(at) && isEqual(was[at], item) ? at : [...free].find((index) => isEqual(was[index], item));
      if (from !== undefined) free.delete(from);
      return from;
    });
    if (was.length === is.length && origins.includes(undefined)) {
      for (const [at, item] of is.entries()) walk([...path, at], was[at], item);
      return;
    }
    const texts = origins.map(
      (from, at) => (from === undefined ? null : rawAt(text, [...path, from])) ?? written(is[at]),
    );
    edited = setAt(edited, path, `[${texts.join(', ')}]`);
  }

  if (after === undefined) members([], isObject(before) ? before : {}, {});
  else walk([], before, after);
  return edited;
}

/** A value as JSON; a list has nothing that is not there. */
const written = (value: unknown) => JSON.stringify(value) ?? 'null';
