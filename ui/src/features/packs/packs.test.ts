import { beforeEach, describe, expect, it, vi } from 'vitest';
import { StudioError } from '$lib/ipc';
import { later } from '$lib/testing/screen';
import { newContent, withSkills, withTarget, withoutTarget } from './content';
import { content, exported, failedErrors, file, finding, loss, offer, pack, target, targetPlan } from './fixtures';
import { LONG } from './planning.svelte';
import { PackStudio } from './studio';
import { hindrance } from './writing';

let studio: PackStudio;
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  studio = new PackStudio();
  return () => vi.useRealTimers();
});

/** Lets everything that rests be done. */
const settle = () => vi.advanceTimersByTimeAsync(3_000);
const saved = () => studio.of('save').at(-1);

describe('a pack', () => {
  it('opens the one that was open last, with its summary, history and a dry run', async () => {
    studio.kept = '2';
    const packs = await studio.open();
    await settle();
    expect(packs.pack?.id).toBe('2');
    expect(packs.summary.value?.tools).toBe(8);
    expect(packs.planning.plan.value?.pack_id).toBe('2');
    expect(packs.planning.out).toBe('/out');
  });

  it('is saved shortly after a change, and planned anew then', async () => {
    const packs = await studio.open();
    await settle();
    const plans = studio.of('plan').length;
    packs.change(withSkills(packs.content!, ['id-valves'], true));
    expect(packs.isDirty).toBe(true);
    expect(packs.planning.isOutdated).toBe(true);
    await settle();
    expect((saved()![2] as ReturnType<typeof content>).skills).toEqual(['id-emergency', 'id-tides', 'id-valves']);
    expect([packs.isDirty, packs.pack?.aggregate_version]).toEqual([false, 2]);
    expect(studio.of('plan')).toHaveLength(plans + 1);
    expect(packs.planning.isOutdated).toBe(false);
  });

  it('saves several quick changes once, as they are in the end', async () => {
    const packs = await studio.open();
    for (const folder of ['a', 'b', 'c'])
      packs.change({ ...packs.content!, targets: [target('agent-skills', { folder })] });
    await settle();
    expect(studio.of('save')).toHaveLength(1);
    expect((saved()![2] as ReturnType<typeof content>).targets[0]!.folder).toBe('c');
  });

  it('is undone and done again, change by change, and keeps its steps', async () => {
    const packs = await studio.open();
    packs.change(withTarget(packs.content!, target('gram'), studio.offer));
    await settle();
    packs.rename('other');
    await settle();
    packs.undo();
    expect(packs.fields?.name).toBe('pack-1');
    packs.undo();
    await settle();
    expect(packs.content?.targets.map(({ target: of }) => of)).toEqual(['agent-skills', 'light4j-sql']);
    expect(packs.canUndo).toBe(false);
    packs.redo();
    await settle();
    expect((saved()![2] as ReturnType<typeof content>).targets.map(({ target: of }) => of)).toContain('gram');
    expect(studio.undo.done).toHaveLength(1);
    const again = await studio.open();
    await settle();
    expect(again.canUndo).toBe(true);
  });

  it('takes back one choice at a time, however quickly they were made', async () => {
    const packs = await studio.open();
    const before = packs.content!;
    packs.change(withTarget(before, target('gram'), studio.offer));
    packs.change({ ...packs.content!, skills: [] });
    packs.undo();
    expect([packs.content?.skills, packs.content?.targets.length]).toEqual([before.skills, before.targets.length + 1]);
    packs.undo();
    expect([packs.content, packs.canUndo]).toEqual([before, false]);
  });

  it('saves what is typed in one before another is opened', async () => {
    const packs = await studio.open();
    packs.rename('renamed');
    await packs.open(packs.packs[1]!);
    expect(saved()!.slice(0, 2)).toEqual(['1', 'renamed']);
    expect(packs.pack?.id).toBe('2');
  });

  it('says why it is not saved, and has it again when one comes back', async () => {
    const packs = await studio.open();
    studio.refusals.save = new StudioError('invalid', 'A version has three numbers.');
    packs.change({ ...packs.content!, version: 'one' });
    await settle();
    expect(packs.failure?.message).toBe('A version has three numbers.');
    expect(hindrance(packs)).toMatch(/isn't saved/);
    await packs.open(packs.packs[1]!);
    expect(packs.failure).toBeNull();
    await packs.open(packs.packs[0]!);
    expect([packs.content?.version, packs.failure?.code]).toEqual(['one', 'invalid']);
    studio.refusals = {};
    packs.change({ ...packs.content!, version: '2.0.0' });
    await settle();
    expect([packs.failure, packs.pack?.content.version]).toEqual([null, '2.0.0']);
  });

  it('asks whose changes count where somebody else saved it meanwhile', async () => {
    const packs = await studio.open();
    studio.changeElsewhere('1', { name: 'theirs' });
    packs.rename('mine');
    await settle();
    expect(packs.isStale).toBe(true);
    await packs.keepMine();
    expect([packs.isStale, studio.packs[0]?.name]).toEqual([false, 'mine']);
    studio.changeElsewhere('1', { name: 'theirs' });
    packs.rename('mine again');
    await settle();
    await packs.takeTheirs();
    expect([packs.isStale, packs.fields?.name, studio.packs[0]?.name]).toEqual([false, 'theirs', 'theirs']);
  });

  it('takes in what another program saved, where nothing was changed here', async () => {
    const packs = await studio.open();
    studio.changeElsewhere('1', { name: 'theirs' });
    packs.follow({ kind: 'packs_changed' });
    await settle();
    expect(packs.fields?.name).toBe('theirs');
  });

  it('leaves one that is gone for the next', async () => {
    const packs = await studio.open();
    studio.packs = studio.packs.slice(1);
    packs.follow({ kind: 'packs_changed' });
    await settle();
    expect(packs.pack?.id).toBe('2');
    studio.packs = [];
    packs.follow({ kind: 'packs_changed' });
    await settle();
    expect([packs.pack, packs.content]).toEqual([null, null]);
    studio.packs = [pack('3')];
    packs.follow({ kind: 'packs_changed' });
    await settle();
    expect(packs.pack?.id, 'one that comes, from the trash or another program').toBe('3');
  });

  it('is made, copied under a free name, put into the trash and taken back', async () => {
    const packs = await studio.open();
    await packs.create('fresh', content());
    expect(packs.fields?.name).toBe('fresh');
    await packs.open(packs.packs.find(({ id }) => id === '1')!);
    await packs.duplicate();
    expect(saved()![1]).toBe('pack-1-copy');
    const gone = await packs.trash();
    expect(studio.of('trash')).toEqual([['9']]);
    await packs.restore(gone!);
    expect(packs.pack?.id).toBe('9');
  });

  it('does not write undo steps of thousands of skills', async () => {
    const packs = await studio.open();
    const many = Array.from({ length: 10_000 }, (_, at) => `id-${at}`);
    packs.change(withSkills(packs.content!, many, true));
    await settle();
    expect(studio.of('keep undo')).toEqual([]);
    packs.undo();
    expect(packs.content?.skills).toHaveLength(2);
  });
});

describe('what goes into a pack', () => {
  it('has targets in their order, none of them in the folder of another', () => {
    const claude = { target: 'client-folder', client: 'claude-code' } as const;
    let made = content({ targets: [target('gram', { folder: 'agent-skills' })] });
    for (const choice of [claude, { target: 'agent-skills', client: null } as const])
      made = withTarget(made, choice, studio.offer);
    expect(made.targets.map(({ folder }) => folder)).toEqual(['agent-skills-2', 'agent-skills', 'claude-code-folder']);
    expect(withoutTarget(made, claude).targets.map((one) => one.target)).toEqual(['agent-skills', 'gram']);
  });

  it("begins with the targets of the client that the library is for, else with the standard's", () => {
    const begun = (client: 'codex' | null) => newContent(['a'], offer(client)).targets;
    expect(begun(null)).toEqual([target('agent-skills')]);
    expect(begun('codex')).toEqual([target('client-folder', { client: 'codex', folder: 'codex-folder' })]);
  });

  it('has targets that were chosen before it is known what is offered', () => {
    const made = withTarget(content(), target('gram'), null);
    expect(made.targets.map((one) => one.target)).toEqual(['agent-skills', 'light4j-sql', 'gram']);
  });

  it('has a skill once, however often it is taken in', () => {
    const twice = withSkills(withSkills(content({ skills: ['a'] }), ['b', 'a'], true), ['b'], true);
    expect(twice.skills).toEqual(['a', 'b']);
    expect(withSkills(twice, ['a'], false).skills).toEqual(['b']);
  });
});

describe('a dry run', () => {
  it("does not begin behind the author's back, and catches up when they come", async () => {
    const packs = await studio.open();
    await settle();
    packs.planning.show(false);
    const before = studio.of('plan').length;
    packs.follow({ kind: 'library_changed' });
    await settle();
    expect([studio.of('plan').length, packs.planning.isOutdated]).toEqual([before, true]);
    packs.planning.show(true);
    await settle();
    expect([studio.of('plan').length, packs.planning.isOutdated]).toEqual([before + 1, false]);
  });

  it('waits for the author once it took long', async () => {
    const packs = await studio.open();
    await settle();
    packs.planning.took = LONG + 1;
    const before = studio.of('plan').length;
    packs.follow({ kind: 'tools_changed' });
    await settle();
    expect([studio.of('plan').length, packs.planning.isOutdated]).toEqual([before, true]);
    await packs.planning.again();
    expect([studio.of('plan').length, packs.planning.isOutdated]).toEqual([before + 1, false]);
  });

  it('is cancelled: what the last one found stays, said to be old', async () => {
    const packs = await studio.open();
    await settle();
    const before = packs.planning.plan.value;
    const answer = later<void>();
    studio.gate = answer.promise;
    studio.running = 'activity';
    const running = packs.planning.again();
    await packs.planning.cancel();
    expect([studio.of('cancel'), packs.planning.isCancelling]).toEqual([[['activity']], true]);
    studio.refusals.plan = new StudioError('cancelled', 'It was cancelled.');
    answer.resolve();
    await running;
    expect(packs.planning.plan.value).toBe(before);
    expect([packs.planning.isOutdated, packs.planning.isStopped, packs.planning.isCancelling]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('of a pack that was left does not count for the next', async () => {
    const packs = await studio.open();
    const answer = later<void>();
    studio.gate = answer.promise;
    const running = packs.planning.again();
    await packs.open(packs.packs[1]!);
    answer.resolve();
    await running;
    await settle();
    expect(packs.planning.plan.value?.pack_id).toBe('2');
  });

  it('is made of another folder as soon as one is chosen', async () => {
    const packs = await studio.open();
    await packs.planning.setOut('/elsewhere');
    expect(studio.of('plan').at(-1)).toEqual([{ pack_id: '1', out: '/elsewhere' }]);
    await packs.planning.setOut('');
    expect(studio.of('plan').at(-1)).toEqual([{ pack_id: '1', out: null }]);
    expect(hindrance(packs)).toBe('Choose an output folder.');
  });
});

describe('writing', () => {
  it('is held back by what is refused, and by gates that are not overridden', async () => {
    studio.planned = {
      targets: [
        targetPlan(target('light4j-sql'), {
          refused: [
            {
              refusal: { entity: 'skill tides', code: 'x', message: 'No.' },
              skill_id: null,
              has_fix: false,
              actions: [],
            },
          ],
        }),
      ],
      is_refused: true,
    };
    let packs = await studio.open();
    expect(hindrance(packs)).toMatch(/1 item was rejected\. Fix it, or remove the target/);
    studio.planned = { gates: [failedErrors], is_held_back: true };
    packs = await studio.open();
    expect(hindrance(packs)).toMatch(/^Blocked by Errors\. /);
    packs.planning.overrides.set('errors', 'A release for tests.');
    expect(hindrance(packs)).toBeNull();
    studio.exports = [exported('e1')];
    await packs.planning.write(false);
    expect(studio.of('write')).toEqual([
      [
        {
          plan_id: 'plan-1-1',
          is_overwriting: false,
          is_signed: false,
          overrides: [{ gate: 'errors', reason: 'A release for tests.' }],
        },
      ],
    ]);
  });

  it('forgets an override when its gate does not hold the pack back any more', async () => {
    studio.planned = { gates: [failedErrors] };
    const packs = await studio.open();
    packs.planning.overrides.set('errors', 'For now.');
    studio.planned = {};
    await packs.planning.again();
    expect(packs.planning.overrides.size).toBe(0);
  });

  it('says what to do before it can begin', async () => {
    const packs = await studio.open();
    packs.follow({ kind: 'library_changed' });
    expect(hindrance(packs)).toMatch(/^Start a dry run first/);
    packs.change({ ...packs.content!, targets: [] });
    expect(hindrance(packs)).toBe('Choose a target.');
    studio.packs = [];
    const none = await studio.open();
    expect(hindrance(none)).toBe('Open or create a pack first.');
  });

  it('has nothing to plan without skills, and nothing against it', async () => {
    studio.packs = [pack('1', { content: content({ skills: [] }) })];
    const packs = await studio.open();
    await packs.planning.again();
    expect([studio.of('plan'), hindrance(packs)]).toEqual([[], 'Add skills to the pack.']);
    packs.change({ ...packs.content!, skills: ['id-tides'] });
    await settle();
    await packs.planning.again();
    expect(packs.planning.plan.value).not.toBeNull();
    packs.change({ ...packs.content!, skills: [] });
    expect([packs.planning.plan.value, packs.planning.refused]).toEqual([null, 0]);
  });

  it('names the files that it would replace, below their folders', async () => {
    studio.planned = {
      targets: [
        targetPlan(target('agent-skills'), { files: [file('a/SKILL.md', { on_disk: 'changed' }), file('b')] }),
        targetPlan(target('gram', { folder: '' }), { files: [file('agents.gram', { on_disk: 'changed' })] }),
      ],
    };
    const packs = await studio.open();
    expect(packs.planning.replaced).toEqual(['agent-skills/a/SKILL.md', 'agents.gram']);
  });

  it('asks for another dry run where the library moved on', async () => {
    const packs = await studio.open();
    studio.exports = [exported('e1')];
    studio.refusals.write = new StudioError('stale', 'The library changed since the dry run.');
    await expect(packs.planning.write(false)).rejects.toThrow('The library changed');
    expect([packs.planning.isOutdated, packs.planning.isWriting]).toEqual([true, false]);
  });

  it('puts a finding aside with its note, and takes it back', async () => {
    studio.planned = { scan: { findings: [finding()], files: 1, binary: 0, unread: 0, is_cut: false } };
    const packs = await studio.open();
    const [one] = packs.planning.plan.value!.scan.findings;
    await packs.planning.dismiss(one!, 'An example.');
    expect(studio.of('dismiss')).toEqual([['k1', 'remote-code', 'An example.']]);
    expect(packs.planning.plan.value!.scan.findings[0]!.dismissed).toBe('An example.');
    await packs.planning.bringBack(one!);
    expect(packs.planning.plan.value!.scan.findings[0]!.dismissed).toBeNull();
  });
});

describe('looking', () => {
  const first = pack('1');
  const of = target('agent-skills');
  const plan = (more = {}) => ({
    plan_id: 'p',
    out: '/out',
    is_compared: true,
    last: { id: 'e', version: '1.0.0', made_at: '' },
    ...more,
  });

  it('lists what changed against the last export or the disk, and what is gone', async () => {
    const { looking } = await studio.open();
    const made = targetPlan(of, {
      files: [
        file('b', { on_disk: 'unchanged' }),
        file('a', { since_last: 'unchanged' }),
        file('c', { since_last: null, on_disk: null }),
      ],
      removed: ['gone'],
      losses: [loss('tides', 'license')],
    });
    const shown = (more = {}) =>
      looking.linesOf(plan(more) as never, made).map(({ path, change }) => `${path} ${change}`);
    expect(shown()).toEqual(['b changed', 'c added', 'gone removed']);
    looking.compared = 'disk';
    expect(shown()).toEqual(['a added', 'c added']);
    looking.isBrief = false;
    expect(shown()).toEqual(['a added', 'b unchanged', 'c added']);
    // Where no folder was looked into there is no disk, and without an export nothing else than the disk.
    expect(looking.comparedIn(plan({ out: null, is_compared: false }) as never)).toBe('last');
    expect(looking.comparedIn(plan({ is_compared: false }) as never)).toBe('last');
    looking.compared = 'last';
    expect(looking.comparedIn(plan({ last: null }) as never)).toBe('disk');
    expect(first.content.targets).toHaveLength(2);
  });
});

describe('history', () => {
  it('compares an export with the one before it, and shows the first file that differs', async () => {
    studio.exports = [exported('e3'), exported('e2'), exported('e1')];
    studio.changes = [
      { folder: 'x', path: 'same', change: 'unchanged', lines: null },
      { folder: 'x', path: 'b', change: 'changed', lines: null },
    ];
    const packs = await studio.open();
    await packs.exports.read('1');
    await packs.exports.open('e2');
    expect(studio.of('compare')).toEqual([['e1', 'e2']]);
    expect(studio.of('export file')).toEqual([[{ before: 'e1', after: 'e2', folder: 'x', path: 'b' }]]);
    await packs.exports.open('e1');
    expect(studio.of('compare').at(-1)).toEqual(['e1', 'e1']);
  });
});
