/** The rows of a table of parameters: nested ones stand below the one that holds them. */
import type { ToolParameter } from '$lib/ipc';

export const types = ['string', 'number', 'boolean', 'object', 'array'] as const;

export interface Row {
  /** With dots, as marks name it. */
  path: string;
  name: string;
  depth: number;
  /** Its place among the parameters; none for a nested one. */
  at: number | null;
  kind: string;
  isRequired: boolean;
  /** What its type alone does not say, in a few words. */
  check: string;
}

interface Node {
  type?: string | string[];
  properties?: Record<string, Node>;
  required?: string[];
  items?: Node;
  [other: string]: unknown;
}

/** Deepest nesting that is shown. */
const DEPTH = 6;

function parsed(text: string | null): Node {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return value && typeof value === 'object' && !Array.isArray(value) ? (value as Node) : {};
  } catch {
    return {};
  }
}

/** What a schema says beyond its type, in a few words. */
function check(
  { properties, required: _required, type, description: _text, ...rest }: Node,
  isNested: boolean,
): string {
  const fields = Object.keys(properties ?? {}).length;
  const { items, ...others } = rest;
  const kept = items?.properties ? others : rest;
  const own = isNested ? kept : { ...(type !== undefined && { type }), ...kept };
  const said = Object.keys(own).length > 0 ? JSON.stringify(own) : '';
  return [fields > 0 ? `${fields} ${fields === 1 ? 'property' : 'properties'}` : '', said].filter(Boolean).join(', ');
}

/** The rows of an object's properties, and of those of a list's items, whose names end with `[]`. */
function nested(node: Node, path: string, depth: number): Row[] {
  if (depth > DEPTH) return [];
  const own = node.properties ? node : (node.items ?? {});
  return Object.entries(own.properties ?? {}).flatMap(([name, field]) => {
    const inner = `${path}.${name}`;
    const row: Row = {
      path: inner,
      name: own === node ? name : `[].${name}`,
      depth,
      at: null,
      kind: [field.type ?? 'any'].flat().join(' or '),
      isRequired: own.required?.includes(name) ?? false,
      check: check(field, true),
    };
    return [row, ...nested(field, inner, depth + 1)];
  });
}

export function rows(parameters: readonly ToolParameter[]): Row[] {
  return parameters.flatMap((parameter, at) => {
    const schema = parsed(parameter.validation_schema);
    const { name, kind, required } = parameter;
    const said = [check(schema, false), parameter.default_value !== null && `default ${parameter.default_value}`];
    const row: Row = {
      path: name,
      name,
      depth: 0,
      at,
      kind,
      isRequired: required,
      check: said.filter(Boolean).join(', '),
    };
    return [row, ...nested(schema, name, 1)];
  });
}

export const empty = (name: string): ToolParameter => ({
  name,
  kind: 'string',
  required: true,
  default_value: null,
  description: null,
  validation_schema: null,
});

/** A name no parameter has yet. */
export function freshName(parameters: readonly ToolParameter[]): string {
  const taken = new Set(parameters.map(({ name }) => name));
  let at = parameters.length + 1;
  while (taken.has(`parameter_${at}`)) at += 1;
  return `parameter_${at}`;
}
