import { afterEach, expect, test } from 'vitest';
import { fileSize } from './bytes';
import { showChord } from './chord';
import { fuzzyMatch } from './fuzzy';
import { StudioError } from './ipc/error';
import { History } from './state/history.svelte';
import { shortTime } from './time';
import { commonFolder, depthOf, isWithin, readablePath, setHome, splitPath } from './path';

test('fuzzy: a whole word beats scattered letters, starts of words beat middles, the rest is no match', () => {
  const rank = (query: string, texts: string[]) =>
    texts
      .flatMap((text) => {
        const match = fuzzyMatch(query, text);
        return match ? [{ text, score: match.score }] : [];
      })
      .sort((a, b) => b.score - a.score)
      .map(({ text }) => text);
  expect(rank('gas', ['gas-emergency', 'great-answers', 'water-leak'])).toEqual(['gas-emergency', 'great-answers']);
  expect(rank('pr', ['appraise', 'pr-description'])).toEqual(['pr-description', 'appraise']);
  expect(rank('wlt', ['worldly-thing', 'water-leak-triage'])[0]).toBe('water-leak-triage');
  expect(fuzzyMatch('leak', 'water-leak-triage')?.at).toEqual([6, 7, 8, 9]);
  expect(fuzzyMatch('', 'anything')).toEqual({ score: 0, at: [] });
});

test('sizes are written as file managers write them', () => {
  expect([999, 1200, 999_949, 999_950, 2_500_000].map(fileSize)).toEqual([
    '999 B',
    '1.2 KB',
    '999.9 KB',
    '1.0 MB',
    '2.5 MB',
  ]);
});

test('history: back and forward, and a new place forgets what lay forward', () => {
  const history = new History();
  history.push({ view: 'library', skillId: 'a', path: null });
  history.push({ view: 'library', skillId: 'a', path: null });
  history.push({ view: 'library', skillId: 'b', path: null });
  history.back();
  expect([history.current.skillId, history.canGoBack, history.canGoForward]).toEqual(['a', true, true]);
  history.push({ view: 'playground', skillId: 'a', path: null });
  expect([history.canGoForward, history.current.view, history.recentSkills()]).toEqual([false, 'playground', []]);
  history.push({ view: 'library', skillId: 'b', path: null });
  expect(history.recentSkills()).toEqual(['a']);
});

test("errors: the studio's payload keeps its code, anything else is internal", () => {
  const known = StudioError.from({ code: 'stale', message: 'It changed.', detail: null });
  expect([known.code, known.message]).toEqual(['stale', 'It changed.']);
  expect(StudioError.from(new TypeError('x is undefined')).code).toBe('internal');
  expect(StudioError.from(known)).toBe(known);
});

test('chords and times read as keys and clocks', () => {
  const chords = ['$mod+k', '$mod+Shift+l', 'Alt+ArrowLeft', 'Shift+?', 'F2', '$mod+Enter', '$mod++', '$mod+-'];
  expect(chords.map(showChord)).toEqual([
    'Ctrl K',
    'Ctrl Shift L',
    'Alt ←',
    '?',
    'F2',
    'Ctrl Enter',
    'Ctrl +',
    'Ctrl -',
  ]);
  const now = new Date('2026-11-20T15:00:00');
  expect(
    ['2026-11-20T14:02:00', '2026-11-18T09:00:00', '2026-11-03T09:00:00', 'never'].map((text) => shortTime(text, now)),
  ).toEqual(['14:02', 'Wed', '3 Nov', '']);
});

afterEach(() => setHome(null));

test.each([
  ['/srv/people/ada', '/srv/people/ada/skills/library.db', '~/skills', '/library.db'],
  ['/srv/people/ada', '/srv/people/ada/library.db', '~', '/library.db'],
  ['/srv/people/ada', '/srv/people/adams/a.db', '/srv/people/adams', '/a.db'],
  ['/srv/people/ada', '/home/ada/a.db', '/home/ada', '/a.db'],
  ['D:\\Ada', 'D:\\Ada\\skills\\library.db', '~\\skills', '\\library.db'],
  [null, '/home/ada/a.db', '/home/ada', '/a.db'],
  [null, 'library.db', '', 'library.db'],
])('with %s as home, %s is read as %s%s', (home, path, folder, name) => {
  setHome(home);
  expect(splitPath(path)).toEqual({ folder, name });
});

test.each([
  ['/home/ada/teams/red/docx/SKILL.md', '~/teams/red/docx'],
  ['/srv/skills/docx', '/srv/skills/docx'],
  ['/srv/notes.md', '/srv/notes.md'],
  ['SKILL.md', 'SKILL.md'],
])('%s stands in a list as %s', (path, shown) => {
  setHome('/home/ada');
  expect(readablePath(path)).toBe(shown);
});

test.each([
  ['/a/app/.mcp.json', '/a/app', true],
  ['/a/app', '/a/app', true],
  ['C:\\a\\b', 'C:\\a', true],
  ['/a/app-2/.mcp.json', '/a/app', false],
  ['/a', '', false],
])('that %s is in %s is %s', (path, folder, is) => expect(isWithin(path, folder)).toBe(is));

test.each([
  ['/', 1],
  ['/home', 1],
  ['/home/ada', 2],
  ['C:\\Users\\ada', 2],
])('%s leads through %s folders', (path, depth) => expect(depthOf(path)).toBe(depth));

test.each([
  [['/a/b/c/SKILL.md', '/a/b/d/SKILL.md'], '/a/b'],
  [['/a/bc/SKILL.md', '/a/bd/SKILL.md'], '/a'],
  [['/a/b/SKILL.md'], '/a/b'],
  [['/a/SKILL.md', '/a/b/SKILL.md'], '/a'],
  [['C:\\a\\b\\SKILL.md', 'C:\\a\\c\\SKILL.md'], 'C:\\a'],
  [['pack.zip/a/SKILL.md', '/b/SKILL.md'], ''],
  [[], ''],
])('what holds all of %j is %s', (paths, folder) => expect(commonFolder(paths)).toBe(folder));
