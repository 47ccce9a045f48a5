import { expect, test } from 'vitest';
import { effectTexts, frontmatterKeys, keyNamed, readersOf } from './frontmatter-keys';
import { hosts, STANDARD } from './hosts';

test('each client makes one thing of each key', () => {
  for (const { key, effects } of frontmatterKeys) {
    const told = effects.flatMap(({ clients }) => clients);
    expect([key, [...told].sort()]).toEqual([key, hosts.filter((host) => host !== STANDARD).sort()]);
  }
});

test('the client that comes first is told first and alone, the others together', () => {
  const paths = keyNamed('paths')!;
  const all = effectTexts(paths, null);
  expect(all[0]).toBe('Claude Code, Qwen Code, and Cursor hide the skill until a matching file is read.');
  expect(all).toHaveLength(2);
  const [first, second] = effectTexts(paths, 'codex');
  expect([first, second]).toEqual(['Codex ignores it.', all[0]]);
  expect(effectTexts(paths, 'codex')[2]).not.toContain('Codex');
  expect(effectTexts(paths, 'cursor')[0]).toBe(
    'Cursor hides the skill until a matching file is read (documented, not measured).',
  );
});

test('who reads a key is told in a word at one client, and by name where there is none', () => {
  expect(readersOf(keyNamed('disable-model-invocation')!, 'claude-code')).toBe('hides the skill');
  expect(readersOf(keyNamed('hooks')!, 'codex')).toBe('ignored');
  expect(readersOf(keyNamed('model')!, null)).toBe('Claude Code and Qwen Code');
  expect(readersOf(keyNamed('license')!, null)).toBe('standard');
});
