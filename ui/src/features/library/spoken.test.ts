import { expect, test } from 'vitest';
import type { SearchHit, SkillRow } from '$lib/ipc';
import { skillInWords } from './spoken';

const row = (some: Partial<SkillRow> = {}): SkillRow => ({
  id: 'gas',
  name: 'gas-emergency',
  description: 'Handles leaks.',
  group: '',
  tags: [],
  tokens: { description: 5, body: 1000, files: 220 },
  errors: 0,
  warnings: 0,
  is_fixable: false,
  has_draft: false,
  link: 'none',
  is_linked: false,
  is_written: false,
  broken: null,
  aggregate_version: 1,
  updated_at: '',
  ...some,
});
const hit = { field: 'body', passage: 'smells of gas', score: 0 } as SearchHit;

test.each<[string, SkillRow, SearchHit | undefined, boolean]>([
  ['gas-emergency, No problems found, 1,225 tokens, Handles leaks.', row(), undefined, false],
  ['gas-emergency, Selected, 1 error, 1,225 tokens, smells of gas', row({ errors: 1, warnings: 2 }), hit, true],
  [
    'gas-emergency, 2 warnings, Unsaved draft, The linked file is missing, 1,225 tokens, Handles leaks.',
    row({ warnings: 2, has_draft: true, link: 'missing' }),
    undefined,
    false,
  ],
  [
    'gas-emergency, No problems found, similarity 0.62, 1,225 tokens, Handles leaks.',
    row(),
    { ...hit, field: 'meaning', passage: '', score: 0.618 },
    false,
  ],
  [
    "gas-emergency, Can't read (line 3): bad indentation",
    row({ broken: { line: 3, message: 'bad indentation' } as SkillRow['broken'] }),
    undefined,
    false,
  ],
])('a skill of the list is read as %s', (said, skill, found, isMarked) => {
  expect(skillInWords(skill, found, isMarked)).toBe(said);
});
