/** The mock studio's three forms of a specification: enough of each to see them follow one another. */
import type {
  ParameterMark,
  SignatureDialect,
  SpecEdit,
  SpecLoss,
  SpecProblem,
  ToolParameter,
  ToolSpec,
  ParameterType,
} from '../bindings';
import { problemAt, readSignature, type Schema } from './signature';

/** Text that is being put together, and where each parameter came to stand in it. */
interface Printer {
  text: string;
  marks: Map<string, [number, number]>;
}

const join = (path: string, name: string) => (path ? `${path}.${name}` : name);
const isSmall = (schema: Schema) => !schema.properties && JSON.stringify(schema).length < 60;
const inline = (schema: Schema) => JSON.stringify(schema, null, 1).replace(/\n\s*/g, ' ');

function printSchema(out: Printer, schema: Schema, path: string, indent: string) {
  if (!schema.properties && isSmall(schema) && path) return void (out.text += inline(schema));
  const inner = `${indent}  `;
  out.text += '{';
  for (const [at, [key, value]] of Object.entries(schema).entries()) {
    out.text += `${at ? ',' : ''}\n${inner}"${key}": `;
    if (key === 'properties') printProperties(out, value as Record<string, Schema>, path, inner);
    else out.text += JSON.stringify(value, null, 2).replace(/\n\s*/g, ' ');
  }
  out.text += `\n${indent}}`;
}

function printProperties(out: Printer, properties: Record<string, Schema>, path: string, indent: string) {
  const entries = Object.entries(properties);
  if (entries.length === 0) return void (out.text += '{}');
  out.text += '{';
  for (const [at, [name, schema]] of entries.entries()) {
    out.text += `${at ? ',' : ''}\n${indent}  `;
    const start = out.text.length;
    out.text += `"${name}": `;
    printSchema(out, schema, join(path, name), `${indent}  `);
    out.marks.set(join(path, name), [start, out.text.length]);
  }
  out.text += `\n${indent}}`;
}

const words: Record<string, string> = { string: 'Text', integer: 'Int', number: 'Number', boolean: 'Bool' };
const word = (type: string, dialect: SignatureDialect) =>
  type === 'string' && dialect === 'classic' ? 'String' : (words[type] ?? (type === 'array' ? 'Array' : 'Object'));

function printType(out: Printer, schema: Schema, path: string, dialect: SignatureDialect) {
  if (schema.type === 'array' && schema.items) {
    out.text += '[';
    printType(out, schema.items, `${path}[]`, dialect);
    out.text += ']';
  } else if (schema.type === 'object' && schema.properties) {
    out.text += '{';
    printFields(out, schema, path, dialect, ', ');
    out.text += '}';
  } else out.text += word(schema.type ?? 'object', dialect);
}

function printFields(out: Printer, schema: Schema, path: string, dialect: SignatureDialect, between: string) {
  const isCurried = dialect !== 'arrow';
  for (const [at, [name, field]] of Object.entries(schema.properties ?? {}).entries()) {
    out.text += at ? between : '';
    const start = out.text.length;
    const isOptional = !schema.required?.includes(name);
    const isWrapped = isCurried && !path;
    out.text += `${isWrapped ? '(' : ''}${name}${isCurried ? '::' : ': '}${isOptional && !isCurried ? 'Maybe ' : ''}`;
    printType(out, field, join(path, name), dialect);
    out.text += `${isOptional && isCurried ? '?' : ''}${isWrapped ? ')' : ''}`;
    out.marks.set(join(path, name), [start, out.text.length]);
  }
}

function printSignature(out: Printer, schema: Schema, dialect: SignatureDialect) {
  const isLong = Object.keys(schema.properties ?? {}).length > 2;
  if (dialect === 'arrow') {
    out.text += '(';
    printFields(out, schema, '', dialect, isLong ? ',\n ' : ', ');
    out.text += isLong ? ')\n --> IO Object' : ') --> IO Object';
  } else {
    if (Object.keys(schema.properties ?? {}).length === 0) out.text += '()';
    printFields(out, schema, '', dialect, isLong ? '\n==>' : '==>');
    out.text += `${isLong ? '\n' : ''}==>(::Object)`;
  }
}

function fromParameters(parameters: readonly ToolParameter[]): Schema {
  const properties = parameters.map(({ name, kind, description, default_value, validation_schema }) => {
    const extra = validation_schema ? (JSON.parse(validation_schema) as Schema) : {};
    return [
      name,
      {
        type: kind,
        ...extra,
        ...(description && { description }),
        ...(default_value !== null && { default: JSON.parse(default_value) as unknown }),
      },
    ] as const;
  });
  const required = parameters.filter(({ required }) => required).map(({ name }) => name);
  return { type: 'object', properties: Object.fromEntries(properties), required };
}

function toParameters(schema: Schema): ToolParameter[] {
  return Object.entries(schema.properties ?? {}).map(([name, { type, description, default: value, ...rest }]) => {
    const extra = type === 'integer' ? { type, ...rest } : rest;
    return {
      name,
      kind: (type === 'integer' ? 'number' : (type ?? 'object')) as ParameterType,
      required: schema.required?.includes(name) ?? false,
      default_value: value === undefined ? null : JSON.stringify(value),
      description: description ?? null,
      validation_schema: Object.keys(extra).length ? JSON.stringify(extra) : null,
    };
  });
}

function losses(schema: Schema): SpecLoss[] {
  const entries = Object.entries(schema.properties ?? {});
  const integers = entries
    .filter(([, { type }]) => type === 'integer')
    .map(([name]) => ({
      form: 'parameters' as const,
      parameter: name,
      why: 'Int is kept as number with an integer check, because the store has no integer type. The schema still says integer.',
    }));
  const described = entries
    .filter(([, { enum: values }]) => values)
    .map(([name]) => ({
      form: 'signature' as const,
      parameter: name,
      why: 'A signature cannot say which values are allowed.',
    }));
  return [...integers, ...described];
}

function read(spec: SpecEdit): Schema | SpecProblem {
  if (spec.source === 'signature') return readSignature(spec.signature);
  if (spec.source === 'schema') {
    try {
      return JSON.parse(spec.schema || '{}') as Schema;
    } catch (thrown) {
      const at = Number(/position (\d+)/.exec(String(thrown))?.[1] ?? spec.schema.length);
      return problemAt(spec.schema, at, 'This is no JSON. Look for a missing comma, quote or bracket.');
    }
  }
  const names = spec.parameters.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    return problemAt('', 0, `Two parameters are called ${twice}. Give one of them another name.`);
  if (names.includes('')) return problemAt('', 0, 'A parameter has no name yet.');
  try {
    return fromParameters(spec.parameters);
  } catch {
    return problemAt('', 0, 'A default or a check is no JSON.');
  }
}

export function convert(spec: SpecEdit): ToolSpec {
  const schema = read(spec);
  const base = { source: spec.source, dialect: spec.dialect, losses: [], marks: [] };
  if ('message' in schema && 'line' in schema)
    return { ...base, ...blank(spec), problems: [schema as unknown as SpecProblem] };
  const [signature, text]: Printer[] = [
    { text: '', marks: new Map() },
    { text: '', marks: new Map() },
  ] as const;
  printSignature(signature!, schema, spec.dialect);
  printSchema(text!, schema, '', '');
  const isAsPrinted = { signature: spec.signature === signature!.text, schema: spec.schema === text!.text };
  const paths = [...text!.marks.keys()];
  const marks: ParameterMark[] = paths.map((path) => ({
    path,
    signature:
      spec.source === 'signature' && !isAsPrinted.signature
        ? find(spec.signature, path)
        : (signature!.marks.get(path) ?? null),
    schema: spec.source === 'schema' && !isAsPrinted.schema ? find(spec.schema, path) : text!.marks.get(path)!,
  }));
  return {
    ...base,
    signature: spec.source === 'signature' ? spec.signature : signature!.text,
    parameters: spec.source === 'parameters' ? spec.parameters : toParameters(schema),
    schema: spec.source === 'schema' ? spec.schema : text!.text,
    marks,
    losses: losses(schema),
    problems: [],
  };
}

/** Where a parameter stands in text as it was written, nearly. */
function find(text: string, path: string): [number, number] | null {
  const match = new RegExp(`"?\\b${path.split('.').at(-1)}\\b"?\\s*::?[^,)}\\n]*`).exec(text);
  return match && [match.index, match.index + match[0].length];
}

function blank({ source, signature, parameters, schema }: SpecEdit) {
  return {
    signature: source === 'signature' ? signature : '',
    parameters: source === 'parameters' ? parameters : [],
    schema: source === 'schema' ? schema : '',
  };
}
