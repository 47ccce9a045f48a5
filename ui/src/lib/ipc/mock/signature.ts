/** Reads the arrow and curried signatures the mock studio prints. */
import type { SpecProblem } from '../bindings';

/** A JSON Schema, as far as the mock knows it. */
export interface Schema {
  type?: string;
  description?: string;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  [other: string]: unknown;
}

export function problemAt(text: string, start: number, message: string): SpecProblem {
  const before = text.slice(0, start).split('\n');
  return {
    message,
    severity: 'error',
    start,
    end: Math.min(text.length, start + 1),
    line: before.length,
    column: before.at(-1)!.length + 1,
  };
}

const types: Record<string, Schema> = {
  Text: { type: 'string' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Number: { type: 'number' },
  Bool: { type: 'boolean' },
  Object: { type: 'object' },
  Array: { type: 'array' },
};

class Wrong extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

class Reader {
  at = 0;
  constructor(readonly text: string) {}

  skip() {
    while (/\s/.test(this.text[this.at] ?? '')) this.at += 1;
  }
  eat(token: string): boolean {
    this.skip();
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }
  need(token: string) {
    if (!this.eat(token)) throw new Wrong(this.at, `Here ${token} is missing.`);
  }
  name(): string {
    this.skip();
    const [name] = /^[A-Za-z_]\w*/.exec(this.text.slice(this.at)) ?? [];
    if (!name) throw new Wrong(this.at, 'Here a name is missing.');
    this.at += name.length;
    return name;
  }

  type(): { schema: Schema; isOptional: boolean } {
    if (this.eat('[')) {
      const { schema } = this.type();
      this.need(']');
      return { schema: { type: 'array', items: schema }, isOptional: this.eat('?') };
    }
    if (this.eat('{')) {
      const schema = this.fields('}');
      return { schema, isOptional: this.eat('?') };
    }
    this.skip();
    const { at } = this;
    const name = this.name();
    if (name === 'Maybe') return { ...this.type(), isOptional: true };
    const schema = types[name];
    if (!schema) throw new Wrong(at, `${name} is no type. Text, Int, Number, Bool, [T] and {…} are.`);
    return { schema: { ...schema }, isOptional: this.eat('?') };
  }

  field(into: Schema) {
    const name = this.name();
    if (!this.eat('::')) this.need(':');
    const { schema, isOptional } = this.type();
    into.properties![name] = schema;
    if (!isOptional) into.required!.push(name);
  }

  fields(close: string): Schema {
    const schema: Schema = { type: 'object', properties: {}, required: [] };
    if (this.eat(close)) return schema;
    do this.field(schema);
    while (this.eat(','));
    this.need(close);
    return schema;
  }
}

export function readSignature(text: string): Schema | SpecProblem {
  const reader = new Reader(text);
  try {
    reader.need('(');
    const schema = reader.fields(')');
    while (reader.eat('==>')) {
      reader.need('(');
      if (reader.eat('::')) {
        reader.type();
        reader.need(')');
      } else Object.assign(schema.properties!, merged(schema, reader.fields(')')));
    }
    if (reader.eat('-->')) {
      reader.eat('IO');
      reader.type();
    }
    reader.skip();
    return reader.at < text.length
      ? problemAt(text, reader.at, 'Nothing may stand here: the signature has ended.')
      : schema;
  } catch (thrown) {
    if (thrown instanceof Wrong) return problemAt(text, thrown.at, thrown.message);
    throw thrown;
  }
}

function merged(into: Schema, more: Schema) {
  into.required!.push(...more.required!);
  return more.properties!;
}
