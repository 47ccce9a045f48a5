import { describe, expect, it } from 'vitest';
import { rawAt, readJson, removeAt, setAt } from '../json-text';
import { applied } from './edits';
import { shapeOf } from './shape';
import { shownOf } from './shown';

const schema = JSON.stringify({
  type: 'object',
  properties: {
    destination: { type: 'string' },
    caller: { $ref: '#/$defs/caller' },
    priority: { anyOf: [{ type: 'integer' }, { type: 'null' }], default: 1 },
    channel: { enum: ['phone', 'radio'] },
    urgent: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    place: { oneOf: [{ type: 'string' }, { type: 'object' }] },
    limits: { type: 'object', additionalProperties: { type: 'number' } },
    next: { $ref: '#' },
  },
  required: ['destination'],
  $defs: { caller: { type: 'object', properties: { number: { type: 'string' }, name: { type: ['string', 'null'] } } } },
});
const shape = shapeOf(schema)!;

describe('text', () => {
  const text = '{\n  "a": 1,   "b": [1, {"c": "x,}"}],\n  "big": 12345678901234567890\n}';
  it.each([
    [setAt(text, ['a'], '2'), text.replace('1,   ', '2,   ')],
    [setAt(text, ['b', 1, 'c'], '"y"'), text.replace('"x,}"', '"y"')],
    [setAt(text, ['new'], 'true'), text.replace('\n}', ',\n  "new": true\n}')],
    [setAt('{}', ['o', 'k'], '1'), '{\n  "o": {\n    "k": 1\n  }\n}'],
    [setAt('{"a": 1}', ['b'], '{"c":1}'), '{"a": 1, "b": {"c":1}}'],
    [setAt('  ', ['a'], '1'), '{\n  "a": 1\n}'],
    [removeAt(text, ['a']), text.replace('"a": 1,   ', '')],
    [removeAt(text, ['big']), text.replace(',\n  "big": 12345678901234567890', '')],
    [removeAt('{"a": 1}', ['a']), '{}'],
    [removeAt(text, ['nothing']), text],
    [rawAt(text, ['b', '1']), '{"c": "x,}"}'],
    [rawAt(text, ['big']), '12345678901234567890'],
  ])('changes one place only: %#', (got, expected) => expect(got).toBe(expected));

  it('says where it is no JSON', () => expect(readJson('{\n "a": }').error).toMatch(/JSON|Line 2/));
});

describe('shape', () => {
  it('gives each parameter one kind, follows references, and stops at those that go round', () => {
    const kinds = Object.entries(shape.properties!).map(([name, node]) => `${name} ${node['x-kind']}`);
    expect(kinds).toEqual([
      'destination text',
      'caller object',
      'priority integer',
      'channel choice',
      'urgent boolean',
      'tags list',
      'place raw',
      'limits object',
      'next raw',
    ]);
    expect(shape.properties!['caller']!.properties!['name']!['x-kind']).toBe('text');
    expect(JSON.stringify(shape)).not.toMatch(/\$ref|from/);
  });

  it('ends on schemas that grow without end', () => {
    const node = (at: number) => ({
      properties: Object.fromEntries(['a', 'b', 'c', 'd'].map((key) => [key, { $ref: `#/$defs/n${at}` }])),
    });
    const $defs = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`n${at}`, node(at + 1)]));
    expect(JSON.stringify(shapeOf(JSON.stringify({ ...node(0), $defs }))).length).toBeLessThan(1_000_000);
  });

  it.each(['', 'null', '[]', '{'])('has none of %j', (text) => expect(shapeOf(text)).toBeNull());
});

describe('shown', () => {
  it('parts what fits its field, what is written as JSON, and what no field stands for', () => {
    const text = JSON.stringify({
      destination: 7,
      caller: { number: '1', ext: 2 },
      priority: null,
      channel: 'mail',
      tags: ['a', 1],
      place: { x: 1 },
      limits: { cpu: 1, mem: 'much' },
      other: [1],
    });
    const shown = shownOf(text, shape)!;
    expect(shown.value).toEqual({ caller: { number: '1' }, priority: null, limits: { cpu: 1 } });
    expect([...shown.raw]).toEqual(['/destination', '/channel', '/tags', '/place', '/limits/mem']);
    expect(shown.unseen).toEqual(['/caller/ext', '/other']);
  });

  it('does not show a number it would change', () => {
    expect([...shownOf('{"priority": 12345678901234567890}', shape)!.raw]).toEqual(['/priority']);
    expect(shownOf('{"priority": ', shape)).toBeNull();
    expect(shownOf('[1]', shape)!.unseen).toEqual(['']);
  });
});

describe('applied', () => {
  const text = '{"destination": "x", "caller": {"number": "1", "ext": 12345678901234567890}, "note":   null}';
  it.each([
    [{ destination: 'x' }, { destination: 'y' }, text.replace('"x"', '"y"')],
    [{ caller: { number: '1' } }, {}, text.replace('"number": "1", ', '')],
    [{ caller: { number: '1' } }, { caller: { number: undefined } }, text.replace('"number": "1", ', '')],
    [{}, { tags: ['a'] }, text.replace('   null}', '   null, "tags": ["a"]}')],
    [{ destination: 'x' }, undefined, text.replace('"destination": "x", ', '')],
  ])('puts in what the form did and leaves the rest: %#', (before, after, expected) =>
    expect(applied(text, before, after)).toBe(expected),
  );

  it('lets an object go once nothing is left of it, and as a whole where that was asked for', () => {
    expect(applied('{"caller": {"number": "1"}}', { caller: { number: '1' } }, {})).toBe('{}');
    expect(applied(text, { caller: { number: '1' } }, {}, true)).toBe('{"destination": "x", "note":   null}');
  });

  it('keeps the text of items that only moved', () => {
    const list = '{"a": [1.0, {"k":  1}, 3]}';
    expect(applied(list, { a: [1, { k: 1 }, 3] }, { a: [{ k: 1 }, 1, 3] })).toBe('{"a": [{"k":  1}, 1.0, 3]}');
    expect(applied(list, { a: [1, { k: 1 }, 3] }, { a: [1, 3] })).toBe('{"a": [1.0, 3]}');
    expect(applied(list, { a: [1, { k: 1 }, 3] }, { a: [1, { k: 2 }, 3] })).toBe('{"a": [1.0, {"k":  2}, 3]}');
  });
});
