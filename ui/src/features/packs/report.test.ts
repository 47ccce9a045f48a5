import { describe, expect, it } from 'vitest';
import { commandLine } from './command';
import { inPack, loss, refusal, row, target, targetPlan } from './fixtures';
import { amounts, byReason, reportText, rowsOf } from './report';
import { aboutOf, countOverlaps, filtered, stateOf } from './skills';
import { someOf, standing, targetLabel } from './words';

const plan = targetPlan(target('light4j-sql'), {
  losses: [
    loss('b', 'license'),
    loss('a', 'allowed-tools', { outcome: 'rewritten', reason: 'moved', why: 'As rows.' }),
    loss('a', 'license'),
    loss('a', 'file x.md', { reason: 'no-kind', why: 'Files have no table.' }),
  ],
  refused: [refusal('c')],
});

describe('the loss report', () => {
  it('has what is refused first, then what is lost, each by name', () => {
    expect(rowsOf(plan).map(({ outcome, entity, field }) => `${outcome} ${entity} ${field}`)).toEqual([
      'refused skill c description-length',
      'lost skill a file x.md',
      'lost skill a license',
      'lost skill b license',
      'rewritten skill a allowed-tools',
    ]);
    expect(amounts(plan)).toEqual({ refused: 1, lost: 3, rewritten: 1 });
  });

  it('says of rows for one reason, each of which holds something else, what they have in common', () => {
    const losses = ['boats', 'tides'].map((of) => loss(of, 'config', { reason: 'no-place', why: `Left out: ${of}.` }));
    const [group] = byReason(rowsOf(targetPlan(target('adk'), { losses })), new Set());
    expect(group).toMatchObject({ kind: 'reason', why: "The target doesn't support these, so they're not included." });
  });

  it('takes together what has one reason, and folds it', () => {
    const shown = (closed: string[]) =>
      byReason(rowsOf(plan), new Set(closed)).map((line) =>
        line.kind === 'reason' ? `${line.outcome} ${String(line.rows.length)}: ${line.why}` : `  ${line.entity}`,
      );
    expect(shown(['refused description-length', 'lost no-kind'])).toEqual([
      'refused 1: It has 512 characters; 500 are allowed.',
      'lost 2: No column holds it.',
      '  skill a',
      '  skill b',
      'lost 1: Files have no table.',
      'rewritten 1: As rows.',
      '  skill a',
    ]);
  });

  it('is copied as text, every row of it', () => {
    expect(reportText('team', '1.2.0', plan).split('\n')).toEqual([
      'team 1.2.0, light-4j SQL: 2 files, 3 lost, 1 rewritten, 1 rejected',
      '',
      '- rejected: skill c, description-length: It has 512 characters; 500 are allowed.',
      '- lost: skill a, file x.md: Files have no table.',
      '- lost: skill a, license: No column holds it.',
      '- lost: skill b, license: No column holds it.',
      '- rewritten: skill a, allowed-tools: As rows.',
      '',
    ]);
  });

  it.each([
    ['1 rejected', plan],
    ['3 lost', { ...plan, refused: [] }],
    ['1 rewritten', { ...plan, refused: [], losses: plan.losses.filter(({ outcome }) => outcome === 'rewritten') }],
    ['lossless', { ...plan, refused: [], losses: [] }],
  ])('says %s of a target', (text, of) => expect(standing(of).text).toBe(text));

  it("names a client's folder by its client", () => {
    expect(targetLabel({ target: 'client-folder', client: 'copilot' })).toBe('Copilot CLI folder');
    expect(targetLabel({ target: 'gram', client: null })).toBe('Gram');
  });
});

describe('a skill in the list', () => {
  it.each([
    ["can't be read", row('a', { broken: { line: 1, message: 'No.' } as never, errors: 2 }), undefined, 0],
    ['2 errors', row('a', { errors: 2, warnings: 1 }), undefined, 0],
    ['missing tool', row('a'), inPack('a', { missing_tools: ['x'] }), 1],
    ['2 missing tools', row('a'), inPack('a', { missing_tools: ['x', 'y'] }), 0],
    ['unsaved', row('a', { has_draft: true }), undefined, 1],
    ['1 overlap', row('a', { warnings: 1 }), undefined, 1],
    ['1 warning', row('a', { warnings: 1 }), undefined, 0],
    ['ready', row('a'), undefined, 0],
  ] as const)('is told as %s', (text, of, detail, overlaps) => expect(stateOf(of, detail, overlaps).text).toBe(text));

  it('says its version and files where it goes out, else its tokens alone', () => {
    expect(aboutOf(row('a'), undefined)).toBe('500 tokens');
    expect(aboutOf(row('a'), inPack('a', { is_required_only: true }))).toBe('1.2.0 · 500 tokens · 1 file · required');
  });

  it('is found by every word of its name, group, tags or description', () => {
    const all = [row('gas', { group: 'home', tags: ['fire'] }), row('tides')];
    const names = (text: string) => filtered(all, text).map(({ name }) => name);
    expect([names('HOME fire'), names('home tides'), names('asked'), names('  ')]).toEqual([
      ['gas'],
      [],
      ['gas', 'tides'],
      ['gas', 'tides'],
    ]);
  });

  it('counts the overlaps that were not dismissed, on both sides', () => {
    const pair = (a: string, b: string, is_dismissed = false) => ({ a_id: a, b_id: b, is_dismissed });
    const report = { pairs: [pair('a', 'b'), pair('a', 'c'), pair('b', 'c', true)] };
    expect([...countOverlaps(report as never)]).toEqual([
      ['a', 2],
      ['b', 1],
      ['c', 1],
    ]);
  });
});

it.each([
  [['team', '/out', false], 'skillctl pack write team \\\n  --out /out'],
  [['my pack', '/a b', true], "skillctl pack write 'my pack' \\\n  --out '/a b' --sign"],
  [["it's", '', false], "skillctl pack write 'it'\\''s' \\\n  --out DIR"],
] as const)('%j is typed as %s', ([name, out, sign], text) => expect(commandLine(name, out, sign)).toBe(text));

it('writes lists as one reads them', () => {
  expect(someOf(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c, and 2 others');
});
