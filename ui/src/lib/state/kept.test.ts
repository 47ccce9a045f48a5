import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Kept, LARGEST, PAUSE, type Written } from './kept';
import { sayWithheld, withhold } from './withheld';

interface Fields {
  name: string;
  note: string;
  headers: { name: string; value: string }[];
}

const base: Fields = { name: 'a', note: '', headers: [{ name: 'Accept', value: 'text/plain' }] };
const written = (some: Partial<Fields>, version = 1): Written<Fields> => ({
  version,
  fields: { ...base, ...some },
  base,
  withheld: [],
});

function storage(text: string | null = null) {
  const kept = { text };
  return { kept, read: () => kept.text, write: (next: string) => void (kept.text = next) };
}
const where = (path: string) => ({ library: { path }, isSwitching: false });
const open = (memory = storage(), library = where('/a'), place = 'rows') => new Kept<Fields>(place, memory, library);

beforeEach(() => void vi.useFakeTimers());

describe('what is written', () => {
  it('is there again in another session, shortly after the key press', () => {
    const memory = storage();
    open(memory).keep('1', written({ note: 'mine' }, 4));
    expect(memory.kept.text).toBeNull();
    vi.advanceTimersByTime(PAUSE);
    expect(open(memory).restored('1', base)).toEqual({ ...written({ note: 'mine' }, 4) });
    expect(open(memory).has('2')).toBe(false);
  });

  it('is written at once when the window goes', () => {
    const memory = storage();
    const kept = open(memory);
    kept.keep('1', written({ note: 'mine' }));
    dispatchEvent(new Event('pagehide'));
    expect(open(memory).has('1')).toBe(true);
  });

  it('does not wait for a pause in typing', () => {
    const memory = storage();
    const kept = open(memory);
    for (const note of ['m', 'mi', 'min']) {
      kept.keep('1', written({ note }));
      vi.advanceTimersByTime(PAUSE - 100);
    }
    expect(memory.kept.text).toContain('"mi"');
  });

  it('belongs to its library and place', () => {
    const memory = storage();
    const library = where('/a');
    const kept = open(memory, library);
    kept.keep('1', written({ note: 'in a' }));
    library.library = { path: '/b' };
    kept.open();
    expect(kept.has('1')).toBe(false);
    kept.keep('1', written({ note: 'in b' }));
    library.library = { path: '/a' };
    kept.open();
    expect(kept.restored('1', base)?.fields.note).toBe('in a');
    expect(open(memory, where('/b')).restored('1', base)?.fields.note).toBe('in b');
    expect(open(memory, where('/a'), 'others').has('1')).toBe(false);
  });

  it('is forgotten once it is stored, given up or as it was', () => {
    const memory = storage();
    const kept = open(memory);
    kept.keep('1', written({ note: 'mine' }));
    kept.keep('2', written({ note: 'mine' }));
    kept.flush();
    kept.drop('1');
    kept.keep('2', written({}));
    expect(JSON.parse(memory.kept.text!)).toEqual([]);
  });

  it('is forgotten when its row is gone, but not while the library changes', () => {
    const library = where('/a');
    const kept = open(storage(), library);
    kept.keep('1', written({ note: 'mine' }));
    library.isSwitching = true;
    kept.forget(() => false);
    library.isSwitching = false;
    library.library = { path: '/b' };
    kept.forget(() => false);
    expect(kept.has('1')).toBe(true);
    library.library = { path: '/a' };
    kept.forget(() => false);
    expect(kept.has('1')).toBe(false);
  });

  it('is only what differs, so that the rest follows the row', () => {
    const kept = open();
    kept.keep('1', written({ note: 'mine' }));
    expect(kept.restored('1', { ...base, name: 'renamed' })?.fields).toMatchObject({ name: 'renamed', note: 'mine' });
  });

  it.each(['', 'oops', '{}', '[5,null,{"library":"/a","place":"rows","id":"1"}]'])(
    'ignores %s in the storage',
    (text) => {
      const memory = storage(text);
      const kept = open(memory);
      expect(kept.has('1')).toBe(false);
      kept.keep('1', written({ note: 'mine' }));
      kept.flush();
      expect(open(memory).has('1')).toBe(true);
    },
  );

  it('leaves out a field of another shape', () => {
    const entry = { library: '/a', place: 'rows', id: '1', version: 1, withheld: [] };
    const text = JSON.stringify([{ ...entry, changes: { note: 'mine', headers: 'text', other: 1 } }]);
    expect(open(storage(text)).restored('1', base)?.fields).toEqual({ ...base, note: 'mine' });
  });

  it('has its bound: the oldest goes', () => {
    const memory = storage();
    const kept = open(memory);
    for (const id of ['1', '2', '3']) {
      kept.keep(id, written({ note: id.repeat(LARGEST * 0.4) }));
      kept.flush();
    }
    kept.keep('4', written({ note: 'x'.repeat(LARGEST) }));
    kept.flush();
    expect(memory.kept.text!.length).toBeLessThanOrEqual(LARGEST);
    const again = open(memory);
    expect(['1', '2', '3', '4'].filter((id) => again.has(id))).toEqual(['2', '3']);
  });

  it('goes on where the storage is closed', () => {
    const kept = open({
      ...storage(),
      write: () => {
        throw new Error('full');
      },
    });
    kept.keep('1', written({ note: 'mine' }));
    expect(() => kept.flush()).not.toThrow();
    expect(kept.has('1')).toBe(true);
  });
});

describe('what may be secret', () => {
  const key = 'sk-live-4f9d2c1b7a';

  it('is not kept, is told, and is asked for until it is entered again', () => {
    const memory = storage();
    const kept = open(memory);
    const headers = [
      ...base.headers,
      { name: 'Authorization', value: 'Bearer secret://service' },
      { name: 'X-Api-Key', value: 'plain' },
      { name: 'X-Sneaky', value: `secret://${key}${key}` },
    ];
    kept.keep('1', written({ headers }));
    kept.flush();
    for (const secret of ['"plain"', key, 'text/plain']) expect(memory.kept.text).not.toContain(secret);
    const again = open(memory);
    const { fields, withheld } = again.restored('1', base)!;
    expect(fields.headers.map(({ value }) => value)).toEqual(['text/plain', 'Bearer secret://service', '', '']);
    expect(sayWithheld(withheld)).toMatch(/: header X-Api-Key, header X-Sneaky\. Enter it again\.$/);
    // Something else is typed, and the window closes once more.
    again.keep('1', { version: 1, fields: { ...fields, note: 'more' }, base, withheld });
    again.flush();
    expect(open(memory).restored('1', base)?.withheld).toHaveLength(2);
    fields.headers[2]!.value = 'entered';
    again.keep('1', { version: 1, fields, base, withheld });
    again.flush();
    expect(
      open(memory)
        .restored('1', base)
        ?.withheld.map(({ name }) => name)
        .sort(),
    ).toEqual(['X-Api-Key', 'X-Sneaky']);
    expect(memory.kept.text).not.toContain('entered');
  });

  it.each<[string, object]>([
    ['an environment', { env: [{ name: 'LEVEL', value: key }] }],
    ['a key', { api_key_ref: key }],
    ['an argument', { args: ['-y', `--token=${key}`] }],
    ['an argument of its own', { args: ['--api-key', key] }],
    ['an argument that is a header', { args: ['-H', `X-Api-Key: ${key}`] }],
    ['a bearer', { args: ['--header', `Authorization: Bearer ${key}`] }],
    ['a variable of a command', { command: `env API_TOKEN=${key} npx files --password ${key}` }],
    ['a query', { url: `https://a.example/x?access_token=${key}&page=2` }],
    ['a password', { url: `https://me:${key}@a.example/x` }],
    ['a path', { url: 'https://a.example/s/Zm9vYmFyMTIzNDU2Nzg5MGFiY2Rl/mcp' }],
    ['a query parameter', { written: { rest: { query: [{ name: 'key', value: key }] } } }],
    ['a body', { written: { rest: { body: `{"password": "${key}", "q": "{{q}}"}` } } }],
    ['a script', { written: { python: { script: `API_KEY = "${key}"\nheaders["X-Token"] = '${key}'` } } }],
    ['an instruction', { instruction: `Use Bearer ${key} for it; or ${key}.` }],
    ['a config', { skills: [{ skill_id: 's', config: `{"token": "${key}"}` }] }],
    ['a default', { spec: { parameters: [{ name: 'api_key', default_value: key, kind: 'string' }] } }],
    ['a schema', { spec: { schema: `{"default":"${key}"}` } }],
  ])('is taken out of %s', (_, fields) => {
    const { fields: left, withheld } = withhold(fields, {});
    expect(JSON.stringify(left)).not.toMatch(/4f9d2c1b7a|Zm9vYmFy/);
    expect(withheld.length).toBeGreaterThan(0);
  });

  it.each<[string, object]>([
    ['names and places', { name: 'npm_install_v2_package', id: '550e8400-e29b-41d4-a716-446655440000', needs: ['x'] }],
    ['programs', { command: 'npx', args: ['-y', '@modelcontextprotocol/server-files', '--root', '/home/you/src'] }],
    [
      'references',
      { args: ['--token', 'secret://hf_token', '--key=${KEY}'], url: 'https://a.example/{{id}}?token={{token}}' },
    ],
    ['numbers', { max_tokens: '900', temperature: '0.7' }],
    ['signatures', { spec: { signature: '(token: Text, auth: "basic" | "none") --> IO Text' } }],
    ['schemas', { spec: { schema: '{"properties":{"api_key":{"type":"string"}},"required":["api_key"]}' } }],
    [
      'scripts',
      { script: 'def run(token=None):\n    token = get_token()\n    return {"Authorization": f"Bearer {token}"}' },
    ],
    ['prose', { instruction: 'Ask for the bearer token first. Basic questions: what is the author’s name?' }],
    [
      'templates',
      {
        headers: [
          { name: 'X-User', value: '{{user}}:{{id}}' },
          { name: 'Authorization', value: 'Bearer ${TOKEN}' },
        ],
      },
    ],
  ])('is not seen in %s', (_, fields) => {
    expect(withhold(fields, {})).toEqual({ fields, withheld: [] });
  });
});
