import { render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { compareArgv } from './argv';
import ConsentCard from './ConsentCard.svelte';

const consent = {
  hash: '4f1c0000000000000000000000009e21',
  kind: 'server' as const,
  subject: 'telephony',
  argv: ['telephony-mcp', '--stdio', '--region', 'eu'],
  previous_argv: ['telephony-mcp', '--stdio', '--region', 'us'],
  cwd: null,
  environment: [
    { name: 'TELEPHONY_TOKEN', value: 'secret://telephony' },
    { name: 'LANG', value: '' },
  ],
  sandbox: 'reads its own folder, writes nothing',
  changed: ['arguments'],
};

it.each([
  [null, ['a', 'b'], ['a', 'b']],
  [
    ['a', 'us'],
    ['a', 'eu'],
    ['a', 'us>eu'],
  ],
  [
    ['a', 'b', 'c'],
    ['a', 'c'],
    ['a', 'b>', 'c'],
  ],
  [
    ['a', 'c'],
    ['a', 'b', 'c', 'd'],
    ['a', '>b', 'c', '>d'],
  ],
  [['a'], [], ['a>']],
])('sets %j beside %j', (before, after, expected) => {
  const shown = compareArgv(before, after).map((one) =>
    one.before === one.after ? one.after : `${one.before ?? ''}>${one.after ?? ''}`,
  );
  expect(shown).toEqual(expected);
});

it('asks for a secret by where it would go', () => {
  const asked = {
    ...consent,
    kind: 'secret' as const,
    subject: 'openai',
    argv: ['https://api.example.com'],
    previous_argv: null,
  };
  render(ConsentCard, { consent: { ...asked, changed: [] }, onallow: vi.fn(), onrefuse: vi.fn() });
  const card = screen.getByRole('group', { name: 'Send the secret openai to api.example.com?' });
  expect(screen.getByTestId('consent-place').textContent).toBe('https://api.example.com');
  expect(card.textContent).not.toContain('Sandbox');
});

it.each(['', 'None: others could read it'])('says of a database that nothing is encrypted (%j)', (sandbox) => {
  const asked = { ...consent, kind: 'database' as const, subject: 'db:5432/team', argv: ['postgresql://ann@db/team'] };
  render(ConsentCard, { consent: { ...asked, previous_argv: null, sandbox }, onallow: vi.fn(), onrefuse: vi.fn() });
  const without = sandbox === '' ? '' : ' without encryption';
  expect(screen.getByRole('group', { name: `Connect to the database db:5432/team${without}?` })).toBeTruthy();
  expect(screen.queryByTestId('consent-exposed')?.textContent ?? '').toBe(sandbox);
});

it('says what would run, what of it changed, which secret it is given, and takes the answer', () => {
  const onallow = vi.fn();
  const onrefuse = vi.fn();
  render(ConsentCard, { consent, onallow, onrefuse });
  const card = screen.getByRole('group', { name: 'Allow the server “telephony” to start?' });
  expect(card.textContent).toContain('1 argument changed');
  expect(card.querySelector('.changed')!.textContent).toMatch(/was\sus.*now\seu/s);
  expect(card.textContent).toMatch(/TELEPHONY_TOKEN\s+from secret:\/\/telephony/);
  expect(card.textContent).toContain('sha256 4f1c…9e21');
  screen.getByRole('button', { name: 'Allow…' }).click();
  screen.getByRole('button', { name: "Don't allow" }).click();
  expect([onallow.mock.calls.length, onrefuse.mock.calls.length]).toEqual([1, 1]);
});
