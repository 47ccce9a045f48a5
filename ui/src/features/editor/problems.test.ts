import { expect, test } from 'vitest';
import type { Finding } from '$lib/ipc';
import { descriptionHint } from './hint';
import { fileTree } from './files';
import { codeOf, linesOf, problemsOf, safeFixes, targetSummary } from './problems';
import { unknownTool } from './tools';

const finding = (over: Partial<Finding>): Finding => ({
  severity: 'error',
  code: 'unknown-tool',
  message: 'Unknown tool `x`.',
  start: { line: 8, column: 1 },
  end: { line: 8, column: 2 },
  from: 0,
  to: 1,
  targets: [],
  subject: '',
  actions: [],
  ignored: null,
  fix: null,
  ...over,
});
const fix = (from: number, to: number) => ({ title: 'Replace with y', edits: [{ from, to, insert: 'y' }] });

test('the same problem in two places is one, with one repair for both', () => {
  const found = [
    finding({ severity: 'warning', code: 'other', message: 'm' }),
    finding({ fix: fix(0, 1) }),
    finding({ start: { line: 27, column: 1 }, from: 50, to: 51, fix: fix(50, 51) }),
  ];
  const problems = problemsOf(found);
  expect(problems.map((problem) => [problem.finding.code, linesOf(problem.lines), problem.fix?.edits.length])).toEqual([
    ['unknown-tool', 'Lines 8 and 27', 2],
    ['other', 'Line 8', undefined],
  ]);
});

test('fixes that touch each other are not made at once', () => {
  const { count, edits } = safeFixes([
    finding({ fix: fix(5, 9) }),
    finding({ fix: fix(9, 12) }),
    finding({ fix: fix(0, 2) }),
  ]);
  expect([count, edits.map((edit) => edit.from)]).toEqual([2, [0, 5]]);
});

test('a finding stands in the way of each of its targets, and is named by the first', () => {
  const uploads = finding({ code: 'name-format', severity: 'error', targets: ['agent-skills', 'claude-upload'] });
  const severities = targetSummary([uploads]).map(({ target, severity }) => [target, severity]);
  expect(Object.fromEntries(severities)).toEqual({
    'agent-skills': 'error',
    adk: null,
    'claude-upload': 'error',
    'openai-upload': null,
    'light-4j': null,
  });
  expect(codeOf(uploads)).toBe('name-format · agent-skills +1');
  expect(codeOf(finding({ code: 'a', targets: ['adk'] }))).toBe('a · adk');
  expect(codeOf(finding({ code: 'a' }))).toBe('a');
});

test('a target is judged by its own findings and those of all', () => {
  const summary = targetSummary([finding({ severity: 'warning', targets: [] }), finding({ targets: ['adk'] })]);
  expect(summary.map(({ label, text }) => [label, text])).toEqual([
    ['Agent Skills', '1 warning'],
    ['adk-rust', '1 error, 1 warning'],
    ['Claude upload', '1 warning'],
    ['OpenAI upload', '1 warning'],
    ['light-4j', '1 warning'],
  ]);
});

test('the finding of a listed tool is told by its name', () => {
  expect(unknownTool([finding({ subject: 'x' })], 'x')).toBeDefined();
  expect(unknownTool([finding({ subject: 'x' })], 'x(y:*)')).toBeDefined();
  expect(unknownTool([finding({ subject: 'x' })], 'ex')).toBeUndefined();
  expect(unknownTool([finding({ code: 'tool-not-linked', subject: 'x' })], 'x')).toBeUndefined();
});

test.each([
  ['description-missing', null, 'Say what it does and when to use it'],
  ['description-short', null, 'Say what it does and when to use it'],
  ['description-no-when', null, 'Says what it does but not when to use it. Add “Use when…”'],
  ['description-no-when', 'meant so', 'What it does and when to use it'],
  ['unknown-tool', null, 'What it does and when to use it'],
])('the hint under a description follows lint: %s, ignored for %j', (code, ignored, hint) =>
  expect(descriptionHint([finding({ code, ignored })])).toBe(hint),
);

test('files stand in their folders with the tokens summed', () => {
  const file = (path: string, tokens: number) => ({ path, tokens, bytes: 1, is_text: true });
  const tree = fileTree([file('SKILL.md', 1), file('references/a.md', 2), file('references/deep/b.md', 3)]);
  expect(tree.map(({ id, data, children }) => [id, data.tokens, children?.length])).toEqual([
    ['SKILL.md', 1, undefined],
    ['references/', 5, 2],
  ]);
});
