/**
 * A tool's JSON Schema made simple enough for a form: references are put in place, parts merged, and each node is of one
 * kind. What no kind fits, such as a choice between several forms, is `raw`: written as JSON in a field of its own.
 */
import type { Schema } from '@sjsf/form';

export type Kind = 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'list' | 'object' | 'raw';

/** A node of the simple schema: still JSON Schema, with its kind. */
export interface Shape {
  'x-kind': Kind;
  /** Told in the empty field; never put in unasked, so not a `default`. */
  'x-default'?: unknown;
  type?: string;
  title?: string;
  description?: string;
  enum?: unknown[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  additionalProperties?: Shape | false;
}

type Json = Record<string, unknown>;

/** Nodes within nodes, and nodes in all; what lies beyond is written as JSON. */
const DEEPEST = 12;
const MOST = 2000;

/** Where a merged schema keeps the reference it came from. */
const FROM = '\0from';

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const kinds: Record<string, Kind> = {
  string: 'text',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  array: 'list',
  object: 'object',
};

/** The shape of a schema, or null where the text is none. */
export function shapeOf(schema: string): Shape | null {
  try {
    const root: unknown = JSON.parse(schema);
    return isJson(root) ? new Reader(root).shape(root, ['#']) : null;
  } catch {
    return null;
  }
}

/** What the form library is given. */
export const formSchema = (shape: Shape) => shape as unknown as Schema;

/** The kind of a node as the form library hands it back. */
export const kindOf = (schema: unknown): Kind => {
  const { 'x-kind': kind, type } = schema as Partial<Shape>;
  // Names of further properties are the library's own fields.
  return kind ?? (type === 'string' ? 'text' : 'raw');
};

/** Reads one schema. */
class Reader {
  #left = MOST;
  constructor(private readonly root: Json) {}

  /** The shape of a node; `trail` names the references it lies within, one entry a level. */
  shape(given: unknown, trail: readonly string[]): Shape {
    const schema =
      isJson(given) && (this.#left -= 1) > 0 && trail.length <= DEEPEST ? this.#merged(given, trail) : null;
    if (!schema) return { 'x-kind': 'raw' };
    const { title, description, default: fallback } = schema;
    const about: Omit<Shape, 'x-kind'> = {
      ...(typeof title === 'string' && { title }),
      ...(typeof description === 'string' && { description }),
      ...(fallback !== undefined && { 'x-default': fallback }),
    };
    const choices = choicesOf(schema);
    if (choices) return { ...about, 'x-kind': 'choice', enum: choices };
    const kind = schema['oneOf'] || schema['anyOf'] ? 'raw' : (kinds[typeOf(schema)] ?? 'raw');
    const within = [...trail, String(schema[FROM] ?? '')];
    if (kind === 'list') return { ...about, ...this.#list(schema, within) };
    if (kind === 'object') return { ...about, ...this.#object(schema, within) };
    return kind === 'raw' ? { ...about, 'x-kind': kind } : { ...about, 'x-kind': kind, type: typeOf(schema) };
  }

  #list(schema: Json, trail: readonly string[]): Shape {
    if (!isJson(schema['items']) || schema['prefixItems']) return { 'x-kind': 'raw' };
    const items = this.shape(schema['items'], trail);
    return items['x-kind'] === 'raw' ? items : { 'x-kind': 'list', type: 'array', items };
  }

  #object(schema: Json, trail: readonly string[]): Shape {
    const properties = isJson(schema['properties']) ? schema['properties'] : {};
    const others = schema['additionalProperties'];
    const isOpen = isJson(others) && Object.keys(others).length > 0;
    const isRoot = trail.length <= 2;
    if (Object.keys(properties).length === 0 && !isOpen && !isRoot) return { 'x-kind': 'raw' };
    const required = Array.isArray(schema['required']) ? schema['required'] : [];
    return {
      'x-kind': 'object',
      type: 'object',
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, this.shape(one, trail)])),
      required: required.filter((name) => typeof name === 'string'),
      additionalProperties: isOpen ? this.shape(others, trail) : false,
    };
  }

  /** The schema with its references, its parts, and a choice between something and null put in place; null where it goes round. */
  #merged(schema: Json, trail: readonly string[]): Json | null {
    const { $ref, allOf, ...rest } = schema;
    let whole: Json = rest;
    if (typeof $ref === 'string') {
      const target = trail.includes($ref) ? null : referred(this.root, $ref);
      const inner = target && this.#merged(target, [...trail, $ref]);
      if (!inner) return null;
      whole = { [FROM]: $ref, ...inner, ...whole };
    }
    for (const part of Array.isArray(allOf) ? allOf : []) {
      const inner = isJson(part) ? this.#merged(part, trail) : null;
      if (!inner) return null;
      whole = joined(inner, whole);
    }
    return this.#orNull(whole, trail);
  }

  #orNull(schema: Json, trail: readonly string[]): Json | null {
    for (const key of ['anyOf', 'oneOf']) {
      const forms = schema[key];
      if (!Array.isArray(forms)) continue;
      const some = forms.filter((form) => !(isJson(form) && form['type'] === 'null'));
      if (some.length !== 1 || !isJson(some[0])) continue;
      const { [key]: _, ...others } = schema;
      const inner = this.#merged(some[0], trail);
      return inner && { ...inner, ...others };
    }
    return schema;
  }
}

/** The type that counts: the only one beside null, or what the keywords imply. */
function typeOf(schema: Json): string {
  const { type } = schema;
  if (Array.isArray(type)) {
    const some = type.filter((one) => one !== 'null');
    return some.length === 1 ? String(some[0]) : '';
  }
  if (typeof type === 'string') return type;
  if (schema['properties'] || schema['additionalProperties']) return 'object';
  return schema['items'] ? 'array' : '';
}

function choicesOf(schema: Json): unknown[] | null {
  if ('const' in schema) return [schema['const']];
  if (Array.isArray(schema['enum'])) return schema['enum'].filter((one) => one !== null);
  const forms = schema['oneOf'] ?? schema['anyOf'];
  if (!Array.isArray(forms) || forms.length === 0) return null;
  return forms.every((form) => isJson(form) && 'const' in form) ? forms.map((form: Json) => form['const']) : null;
}

function joined(a: Json, b: Json): Json {
  const whole: Json = { ...a, ...b };
  if (isJson(a['properties']) && isJson(b['properties']))
    whole['properties'] = { ...a['properties'], ...b['properties'] };
  if (Array.isArray(a['required']) && Array.isArray(b['required']))
    whole['required'] = [...a['required'], ...b['required']];
  return whole;
}

/** What a reference within the schema points at. */
function referred(root: Json, reference: string): Json | null {
  if (!reference.startsWith('#')) return null;
  let at: unknown = root;
  for (const step of reference.slice(1).split('/').slice(1)) {
    const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    at = isJson(at) ? at[key] : undefined;
  }
  return isJson(at) ? at : null;
}
