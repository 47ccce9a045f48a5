import { expect, test, vi } from 'vitest';
import type { ChangeReport, ClientProblems, Host, LibraryProblem, ProblemFile, ProblemOwner } from '$lib/ipc';
import { refusalLine, refusalLines } from '$lib/refusals';
import { Problems, type Item, type ProblemsBackend } from './problems.svelte';
import { reportText } from './words';

const problem = (over: Partial<LibraryProblem>): LibraryProblem => ({
  severity: 'warning',
  code: 'link-missing',
  message: 'There is no file `a.md`.',
  subject: 'a.md',
  path: 'SKILL.md',
  line: 1,
  column: 1,
  end_line: 1,
  end_column: 2,
  has_fix: false,
  actions: [],
  ignored: null,
  ignored_by: null,
  ...over,
});
const file = (skill: string, over: Partial<ProblemFile>): ProblemFile => ({
  skill_id: skill,
  skill,
  group: 'care',
  is_broken: false,
  has_draft: false,
  is_fixable: false,
  problems: [problem({})],
  ...over,
});
const quote = {
  severity: 'error',
  code: 'yaml-unquoted-colon',
  message: 'Quote it.',
  subject: '',
  has_fix: true,
} as const;

async function library(files: ProblemFile[], over: Partial<ProblemsBackend> = {}, owners: ProblemOwner[] = []) {
  const rules = [
    { code: 'yaml-unquoted-colon', meaning: 'An unquoted value contains a colon', targets: [], by_hand: '' },
    { code: 'link-missing', meaning: 'link-missing', targets: [], by_hand: 'Only the author can decide.' },
  ];
  const backend = { listProblems: vi.fn(async () => ({ files, owners, rules })), ...over };
  const problems = new Problems(backend as unknown as ProblemsBackend);
  expect(problems.grouping, 'one class after the other, as they are fixed').toBe('rule');
  problems.grouping = 'skill';
  await problems.load();
  return { problems, backend };
}
const groupsOf = (items: Item[]) => items.filter((item) => item.kind === 'group');
const lines = (items: Item[]) => items.map((item) => (item.kind === 'group' ? `# ${item.title}` : item.problem.code));

test('unreadable skills come first, then those with errors, each by name', async () => {
  const { problems } = await library([
    file('alpha', {}),
    file('beta', { problems: [problem(quote), problem({})] }),
    file('omega', { is_broken: true, problems: [problem({ severity: 'error', code: 'frontmatter-missing' })] }),
  ]);
  expect(lines(problems.items)).toEqual([
    '# omega',
    'frontmatter-missing',
    '# beta',
    'yaml-unquoted-colon',
    'link-missing',
    '# alpha',
    'link-missing',
  ]);
  expect(problems.counts).toEqual({ error: 2, warning: 2, info: 0 });
});

test('errors come first, then warnings, then infos: in a skill, among skills and among rules, whoever finds them', async () => {
  const mixed = [problem({ severity: 'info', code: 'unknown-key' }), problem({}), problem(quote)];
  const hint = problem({ severity: 'info', code: 'client-hidden' });
  const { problems } = await library([file('a', {}), file('b', { problems: mixed })], {
    listClientProblems: async (client) => ({
      client,
      version: '2',
      measured_on: '2026-11-28',
      files: [file('a', { problems: [hint] }), file('c', { problems: [hint] })],
      rules: [],
    }),
  });
  await problems.showClient('claude-code');
  const skills = ['# b', 'yaml-unquoted-colon', 'link-missing', 'unknown-key', '# a', 'link-missing', 'client-hidden'];
  expect(lines(problems.items)).toEqual([...skills, '# c', 'client-hidden']);
  problems.grouping = 'rule';
  expect(groupsOf(problems.items).map(({ code }) => code)).toEqual([
    'yaml-unquoted-colon',
    'link-missing',
    // Of the like, the client's own.
    'client-hidden',
    'unknown-key',
  ]);
});

test('by rule, only what has a fix is offered to be fixed at once, each skill once', async () => {
  const { problems } = await library([
    file('a', { problems: [problem(quote), problem(quote), problem({})] }),
    file('b', { problems: [problem(quote)] }),
  ]);
  problems.grouping = 'rule';
  expect(groupsOf(problems.items).map(({ title, fixable, byHand }) => [title, fixable, byHand])).toEqual([
    ['An unquoted value contains a colon', ['a', 'b'], null],
    ['link-missing', [], 'Only the author can decide.'],
  ]);
});

test('a class of which some can be ended by a button is none that needs a hand', async () => {
  const actions = [{ kind: 'create_file', path: 'a.md' }] as const;
  const { problems } = await library([file('a', { problems: [problem({ actions: [...actions] }), problem({})] })]);
  problems.grouping = 'rule';
  expect(groupsOf(problems.items).map(({ byHand }) => byHand)).toEqual([null]);
});

test('what is ignored by a rule is counted again where its author said so', async () => {
  const calls = { stopIgnoring: vi.fn(async () => null), stopIgnoringRule: vi.fn(async () => null) };
  const of = (ignored_by: LibraryProblem['ignored_by']) => problem({ ignored: 'meant so', ignored_by });
  const ignored = (['problem', 'skill', 'group', 'library'] as const).map(of);
  const { problems } = await library([file('a', { problems: ignored })], calls);
  for (const found of problems.ignored) await problems.stopIgnoring(found);
  expect(calls.stopIgnoring.mock.calls).toEqual([['a', 'link-missing', 'a.md']]);
  expect(calls.stopIgnoringRule.mock.calls).toEqual([
    ['link-missing', { kind: 'skill', skill_id: 'a' }],
    ['link-missing', { kind: 'group', name: 'care' }],
    ['link-missing', { kind: 'library' }],
  ]);
});

test('words, severity, rule and group narrow the list together, and are cleared together', async () => {
  const { problems } = await library([
    file('a', { group: 'one', problems: [problem(quote), problem({})] }),
    file('b', { group: 'two' }),
  ]);
  problems.text = 'no file';
  problems.group = 'two';
  expect(problems.shown.map(({ file: { skill } }) => skill)).toEqual(['b']);
  problems.toggle('warning');
  expect([problems.shown.length, problems.isFiltered]).toEqual([0, true]);
  problems.clear();
  problems.code = 'yaml-unquoted-colon';
  expect(problems.shown.map(({ file: { skill } }) => skill)).toEqual(['a']);
  problems.clear();
  expect([problems.shown.length, problems.isFiltered]).toEqual([3, false]);
});

test('what is ignored does not count and is shown by itself with its reason', async () => {
  const { problems } = await library([file('a', { problems: [problem({ ignored: 'meant so' }), problem(quote)] })]);
  expect([problems.counts.warning, problems.open.length, problems.ignored.length]).toEqual([0, 1, 1]);
  problems.showsIgnored = true;
  expect(problems.shown.map(({ problem: { ignored } }) => ignored)).toEqual(['meant so']);
});

test('problems of tools and agents stand beside those of skills, by whom they are of', async () => {
  const message = 'It requires the tool ring_bell, which is in the trash. Restore the tool.';
  const { problems } = await library([file('a', { group: 'care' })], {}, [
    {
      kind: 'tool',
      id: 't',
      name: 'ring',
      problems: [{ severity: 'error', code: 'tool-misses', message, ignored: null }],
    },
    {
      kind: 'agent',
      id: 'g',
      name: 'clerk',
      problems: [{ severity: 'warning', code: 'agent-problem', message: 'No.', ignored: null }],
    },
  ]);
  expect(lines(problems.items)).toEqual(['# ring', 'tool-misses', '# a', 'link-missing', '# clerk', 'agent-problem']);
  expect(problems.counts).toEqual({ error: 1, warning: 2, info: 0 });
  expect(problems.besides, 'no row of a skill counts these').toEqual({ inFiles: 0, inOwners: 2 });
  expect([problems.groups, problems.owners]).toEqual([['care'], ['agent', 'tool']]);
  problems.owner = 'tool';
  expect(problems.shown.map(({ owner, file: { skill_id } }) => [owner, skill_id])).toEqual([['tool', 't']]);
});

test('a report says how much was done and names what was left', () => {
  const report: ChangeReport = {
    set: null,
    done: 2,
    refused: [
      { skill_id: 's', skill: 'gas', path: 'SKILL.md', reason: 'has_draft', message: 'It has unsaved changes.' },
    ],
  };
  expect(reportText(report, 'fix')).toBe("Fixed 2 files; 1 file wasn't changed");
  expect(reportText({ ...report, done: 1, refused: [] }, 'undo')).toBe('Undid 1 change');
  expect(report.refused.map(refusalLine)).toEqual(['gas/SKILL.md: It has unsaved changes.']);
  expect(refusalLine({ skill: 'gas', path: '', message: 'It is gone.' })).toBe('gas: It is gone.');
  const gone = (skill: string) => ({ skill, path: '', message: 'It is gone.' });
  expect(refusalLines(['a', 'b', 'c'].map(gone), 2)).toEqual(['a: It is gone.', 'b: It is gone.', 'And 1 more.']);
  expect(refusalLines(['a', 'b'].map(gone), 2)).toHaveLength(2);
});

test('what only other targets mind counts nowhere, and is told by rule with what can be done about it', async () => {
  const hidden = problem({ severity: 'info', code: 'client-hidden' });
  const ofTarget = (skill: string, has_fix: boolean) =>
    file(skill, { problems: [problem({ code: 'tools-form', has_fix }), problem({ code: 'name-format' })] });
  const rules = [
    { code: 'tools-form', meaning: 'Not space-separated', targets: ['claude-upload', 'openai-upload'], by_hand: '' },
    {
      code: 'name-format',
      meaning: 'Invalid name',
      targets: ['claude-upload', 'openai-upload'],
      by_hand: 'Only the author can decide.',
    },
    { code: 'link-missing', meaning: 'Missing file', targets: [], by_hand: 'Only the author can decide.' },
  ];
  const files = [file('a', {}), ofTarget('b', true), ofTarget('c', false)];
  const { problems } = await library(files, {
    listProblems: async () => ({ files, owners: [], rules }),
    listClientProblems: async (client) => ({
      client,
      version: '2',
      measured_on: '2026-11-28',
      files: [file('a', { problems: [hidden] })],
      rules: [],
    }),
  });
  expect(problems.counts).toEqual({ error: 0, warning: 5, info: 0 });
  problems.follow('claude-code');
  await problems.load();
  expect(problems.counts, 'those of the row and of the client').toEqual({ error: 0, warning: 1, info: 1 });
  expect(lines(problems.items)).toEqual(['# a', 'link-missing', 'client-hidden', '# For other targets']);
  problems.toggleGroup('others');
  const told = groupsOf(problems.items).slice(-2);
  expect(problems.items.map(({ isNested }) => isNested).filter(Boolean), 'all of it, under its head').toHaveLength(6);
  expect(told.every(({ isNested }) => isNested)).toBe(true);
  expect(told.map(({ code, fixable, byHand }) => [code, fixable, byHand])).toEqual([
    ['tools-form', ['b'], null],
    ['name-format', [], 'Only the author can decide.'],
  ]);
  const one = problems.items.find((item) => item.kind === 'problem' && item.problem.code === 'tools-form')!;
  expect(problems.fixable(one.key)?.code).toBe('tools-form');
});

test('what another place asks for is shown alone, whatever was filtered before, for the client of the library', async () => {
  const listClientProblems = vi.fn(async (client: Host): Promise<ClientProblems> => ({
    client,
    version: '2',
    measured_on: '2026-11-28',
    files: [],
    rules: [],
  }));
  const { problems } = await library([file('a', { group: 'care' }), file('b', { group: 'gas' })], {
    listClientProblems,
  });
  problems.text = 'nothing like it';
  problems.client = 'codex';
  problems.showOnly({ group: 'gas' });
  expect([problems.shown.map(({ file: { skill } }) => skill), problems.client]).toEqual([['b'], '']);
  problems.follow('claude-code');
  problems.client = 'codex';
  problems.showOnly({ group: 'gas' });
  expect([problems.client, listClientProblems.mock.calls.flat()]).toEqual(['claude-code', ['claude-code']]);
  problems.showOnly({ code: 'link-missing' });
  expect([problems.shown.length, problems.group]).toEqual([2, null]);
});

test("the numbers of a group lead to just what they count: its skills' problems of one severity", async () => {
  const tool: ProblemOwner = {
    kind: 'tool',
    id: 't',
    name: 'ring',
    problems: [{ severity: 'warning', code: 'tool-misses', message: 'It needs a bell.', ignored: null }],
  };
  const { problems } = await library(
    [
      file('a', { group: 'Tools', problems: [problem(quote), problem({})] }),
      file('b', { group: '' }),
      file('c', { group: 'care', problems: [problem({}), problem({ severity: 'info' })] }),
    ],
    {},
    [tool],
  );
  const shown = () => problems.shown.map(({ file: { skill }, problem: { severity } }) => [skill, severity]);
  problems.showOnly({ group: 'Tools', severity: 'warning' });
  expect([shown(), problems.isFiltered]).toEqual([[['a', 'warning']], true]);
  problems.showOnly({ group: '' });
  expect([shown(), problems.isFiltered]).toEqual([[['b', 'warning']], true]);
  problems.showOnly({ severity: 'info' });
  expect(shown()).toEqual([['c', 'info']]);
  problems.clear();
  expect(problems.shown).toHaveLength(6);
});

test('what a word of the author ignores is counted by its place', async () => {
  const tool: ProblemOwner = {
    kind: 'tool',
    id: 't',
    name: 'ring',
    problems: [{ severity: 'warning', code: 'link-missing', message: 'No.', ignored: null }],
  };
  const twice = [problem({}), problem({}), problem({ subject: 'b.md' }), problem(quote)];
  const { problems } = await library([file('a', { problems: twice }), file('b', {}), file('c', { group: 'x' })], {}, [
    tool,
  ]);
  const first = problems.open[0]!;
  expect([
    problems.countWith(first, null),
    problems.countWith(first, { kind: 'skill', skill_id: 'a' }),
    problems.countWith(first, { kind: 'group', name: 'care' }),
    problems.countWith(first, { kind: 'library' }),
  ]).toEqual([2, 3, 4, 6]);
});

test('the view of what is ignored ends with the last of it, whoever reads the list, and does not come back by itself', async () => {
  const files = [file('a', { problems: [problem({ ignored: 'meant so', ignored_by: 'problem' })] })];
  const { problems } = await library(files, { stopIgnoring: vi.fn(async () => null) });
  problems.showsIgnored = true;
  files[0]!.problems = [problem({})];
  // The studio tells of the change before the command is done: the list is read twice, and the first answer is dropped.
  const stopping = problems.stopIgnoring(problems.ignored[0]!);
  await Promise.resolve();
  await Promise.all([stopping, problems.load()]);
  expect([problems.showsIgnored, problems.shown.length, problems.isFiltered]).toEqual([false, 1, false]);
  files[0]!.problems = [problem({ ignored: 'meant so', ignored_by: 'problem' }), problem({})];
  await problems.load();
  expect([problems.showsIgnored, problems.shown.length]).toEqual([false, 1]);
});
