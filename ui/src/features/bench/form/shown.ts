/**
 * What of the arguments the form shows, what it shows as JSON in a field of its own, and what is only in the JSON. What it
 * does not show it never sees, so it cannot change or lose it.
 */
import { type Path, inexactNumbers, isEqual, pointerOf, readJson } from '../json-text';
import type { Shape } from './shape';

export interface Shown {
  /** What the form is given. */
  value: unknown;
  /** Places whose value does not fit their field, or has none: written as JSON there. */
  raw: ReadonlySet<string>;
  /** Places that no field stands for. */
  unseen: readonly string[];
}

const HIDDEN = Symbol('hidden');
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parts the arguments; null where the text is no JSON. */
export function shownOf(text: string, shape: Shape): Shown | null {
  const { value, error } = readJson(text);
  if (error !== null) return null;
  const raw = new Set<string>();
  const unseen: string[] = [];
  const inexact = inexactNumbers(text);

  function part(at: unknown, node: Shape, path: Path): unknown {
    const fitting = fit(at, node, path);
    if (fitting === HIDDEN) raw.add(pointerOf(path));
    return fitting;
  }

  function fit(at: unknown, node: Shape, path: Path): unknown {
    const kind = node['x-kind'];
    if (kind === 'raw') return HIDDEN;
    if (at === null) return null;
    if (kind === 'choice') return node.enum!.some((one) => isEqual(one, at)) ? at : HIDDEN;
    if (kind === 'text') return typeof at === 'string' && !at.includes('\r') ? at : HIDDEN;
    if (kind === 'boolean') return typeof at === 'boolean' ? at : HIDDEN;
    if (kind === 'list') return Array.isArray(at) ? items(at, node, path) : HIDDEN;
    if (kind === 'object') return isObject(at) ? members(at, node, path) : HIDDEN;
    return typeof at === 'number' && !inexact.has(pointerOf(path)) ? at : HIDDEN;
  }

  /** All of a list or nothing: places in it would shift. */
  function items(at: unknown[], node: Shape, path: Path): unknown {
    const [rawBefore, unseenBefore] = [[...raw], unseen.length];
    const inside = at.map((item, index) => fit(item, node.items!, [...path, index]));
    if (!inside.includes(HIDDEN) && raw.size === rawBefore.length && unseen.length === unseenBefore) return inside;
    raw.clear();
    for (const pointer of rawBefore) raw.add(pointer);
    unseen.length = unseenBefore;
    return HIDDEN;
  }

  function members(at: Record<string, unknown>, node: Shape, path: Path): unknown {
    const inside: Record<string, unknown> = {};
    for (const [key, one] of Object.entries(at)) {
      const child = Object.hasOwn(node.properties ?? {}, key) ? node.properties![key] : node.additionalProperties;
      if (!child) unseen.push(pointerOf([...path, key]));
      else {
        const fitting = part(one, child, [...path, key]);
        if (fitting !== HIDDEN) inside[key] = fitting;
      }
    }
    return inside;
  }

  const whole = fit(value, shape, []);
  if (whole === HIDDEN) return { value: {}, raw, unseen: [''] };
  return { value: whole ?? {}, raw, unseen };
}
