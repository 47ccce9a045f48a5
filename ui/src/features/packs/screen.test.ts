import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Activity, StudioError } from '$lib/ipc';
import { oddNames } from '$lib/testing/names';
import { attempts, faults, later, wordsOf, write } from '$lib/testing/screen';
import {
  content,
  exported,
  failedErrors,
  file,
  finding,
  gate,
  inPack,
  loss,
  pack,
  refusal,
  row,
  skills,
  summary,
  target,
  targetPlan,
} from './fixtures';
import { Fixing, type FixingWindow } from './fixing';
import type { Packs } from './packs.svelte';
import Screen from './Packs.svelte';
import { PackStudio } from './studio';

// jsdom has no layout; lists draw what fits their height.
Object.defineProperties(HTMLElement.prototype, {
  offsetHeight: { value: 900 },
  offsetWidth: { value: 600 },
  clientWidth: { value: 600, configurable: true },
});
HTMLElement.prototype.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

let studio: PackStudio;
let failed: string[];
const window = {
  attempt: vi.fn((_: string, work: () => Promise<unknown>) => work().then(() => true)),
  notify: vi.fn(),
  open: vi.fn(),
  repair: vi.fn(async () => {}),
  act: vi.fn(async () => {}),
} satisfies FixingWindow;
const choose = vi.fn(async (): Promise<string | null> => '/chosen');
const [oncopy, onimport, onhelp, onsay] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];

beforeEach(() => {
  vi.clearAllMocks();
  localStorage.clear();
  studio = new PackStudio();
});

/** Shows the place; what a test changes in the studio is changed before. */
async function show({ rows = skills, activity }: { rows?: typeof skills; activity?: Activity } = {}) {
  const packs = await studio.open();
  const attempt = attempts();
  failed = attempt.failed;
  const shown = render(Screen, {
    packs,
    skills: rows,
    fixing: new Fixing(window),
    keys: studio.keysBackend,
    activity,
    choose,
    oncopy,
    onimport,
    onhelp,
    onsay,
    onattempt: attempt.onattempt,
  });
  if (packs.pack) await waitFor(() => expect(packs.summary.value).not.toBeNull());
  return Object.assign(packs, { component: shown.component });
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
/** Answers the dialog that asks for one line. */
async function answer(text: string) {
  await write(await screen.findByTestId('pack-ask-text'), text);
  await fireEvent.click(screen.getByTestId('pack-ask-confirm'));
}
const menu = async (entry: string) => {
  await fireEvent.click(screen.getByTestId('pack-menu'));
  await fireEvent.click(await screen.findByRole('menuitem', { name: entry }));
};
const skill = (name: string) => document.querySelector<HTMLElement>(`[data-testid=pack-skill][data-name="${name}"]`)!;
const saved = (packs: Packs) => waitFor(() => expect(packs.isDirty || packs.isSaving).toBe(false));

describe('without a pack', () => {
  beforeEach(() => (studio.packs = []));

  it('invites to make one, with all skills that can be read or those of an agent', async () => {
    const packs = await show({ rows: [...skills, row('broken', { broken: { line: 1, message: 'No.' } as never })] });
    await press('New pack');
    await answer('team');
    await waitFor(() => expect(packs.fields?.name).toBe('team'));
    expect(packs.content?.skills).toEqual(['id-emergency', 'id-tides', 'id-valves']);
    expect(packs.content?.targets.map(({ target: of }) => of)).toEqual(['agent-skills']);
  });

  it('leads to an import where the library has no skills, and to help', async () => {
    await show({ rows: [] });
    await press('Import skills');
    expect(onimport).toHaveBeenCalledOnce();
  });

  it('says why packs could not be read, and reads them again', async () => {
    studio.refusals.list = new StudioError('file', 'The disk does not answer.');
    const packs = await show();
    expect(screen.getByText('The disk does not answer.')).toBeTruthy();
    studio.refusals = {};
    studio.packs = [pack('1')];
    await press('Try again');
    await waitFor(() => expect(packs.pack?.id).toBe('1'));
  });

  it('has nothing that axe finds wrong', async () => {
    await show();
    expect(await faults()).toEqual([]);
  });
});

describe('the pack', () => {
  it('has its skills ticked, each with its version, weight and state', async () => {
    studio.summary = summary({ skills: [inPack('emergency'), inPack('tides', { missing_tools: ['sea'] })] });
    await show();
    expect(screen.getByTestId('pack-count').textContent).toBe('2 of 3');
    expect(wordsOf(skill('emergency'))).toContain('1.2.0 · 500 tokens · 1 file');
    expect([skill('emergency').dataset.chosen, skill('valves').dataset.chosen]).toEqual(['true', 'false']);
    expect(wordsOf(skill('tides'))).toContain('1 error');
    expect(wordsOf(screen.getByTestId('pack-tokens'))).toBe('1,000 tokens');
  });

  it('takes skills in and out by a click, by Space, all at once and by agent', async () => {
    const packs = await show();
    await fireEvent.click(skill('valves'));
    expect(packs.content?.skills).toContain('id-valves');
    const list = screen.getByRole('grid', { name: 'Skills of the library' });
    await fireEvent.keyDown(list, { key: 'Home' });
    await fireEvent.keyDown(list, { key: ' ' });
    expect(packs.content?.skills).toEqual(['id-tides', 'id-valves']);
    await fireEvent.click(screen.getByRole('checkbox', { name: 'Take in every skill' }));
    expect(packs.content?.skills).toHaveLength(3);
    await fireEvent.click(screen.getByRole('checkbox', { name: 'Take in every skill' }));
    expect(packs.content?.skills).toEqual([]);
    await press('Add the skills of an agent');
    await fireEvent.click(await screen.findByRole('menuitem', { name: /plumber/ }));
    expect(packs.content?.skills).toEqual(['id-valves']);
    await saved(packs);
    expect(failed).toEqual([]);
  });

  it('is filtered, and everything that is found is taken in at once', async () => {
    const packs = await show();
    await write(screen.getByTestId('pack-filter'), 'valv');
    expect(screen.getAllByTestId('pack-skill')).toHaveLength(1);
    await fireEvent.click(screen.getByRole('checkbox', { name: 'Take in every skill that was found' }));
    expect(packs.content?.skills).toEqual(['id-emergency', 'id-tides', 'id-valves']);
    await write(screen.getByTestId('pack-filter'), 'zzz');
    expect(screen.getByText('No matching skills')).toBeTruthy();
  });

  it('shows only its own on demand', async () => {
    await show();
    await fireEvent.click(screen.getByRole('radio', { name: 'In pack' }));
    expect(screen.getAllByTestId('pack-skill').map((one) => one.dataset.name)).toEqual(['emergency', 'tides']);
  });

  it('names skills that are gone, and leaves them out', async () => {
    studio.packs = [pack('1', { content: content({ skills: ['id-emergency', 'id-gone'] }) })];
    studio.summary = summary({ missing: ['id-gone'] });
    const packs = await show();
    expect(screen.getByText(/1 skill of this pack is not in the library any more/)).toBeTruthy();
    await press('Leave out');
    expect(packs.content?.skills).toEqual(['id-emergency']);
  });

  it('takes along what is ticked, and says what is left out', async () => {
    const packs = await show();
    expect(wordsOf(screen.getByRole('region', { name: 'Goes along' }))).toContain('Agents 2 left out');
    await fireEvent.click(screen.getByRole('checkbox', { name: 'Agents' }));
    expect(packs.content?.along.agents).toBe(true);
  });

  it('has a version that is typed or raised', async () => {
    const packs = await show();
    await press('1.0.1');
    expect(packs.content?.version).toBe('1.0.1');
    await saved(packs);
    const field = screen.getByTestId('pack-version');
    await write(field, '2.0.0');
    await fireEvent.change(field);
    expect(packs.content?.version).toBe('2.0.0');
  });

  it('is renamed, but to no name that is taken; copied, and moved to the trash with a way back', async () => {
    const packs = await show();
    await menu('Rename pack');
    await write(await screen.findByTestId('pack-ask-text'), 'pack-2');
    expect(screen.getByText(/A pack is called pack-2 already/)).toBeTruthy();
    await answer('better');
    await waitFor(() => expect(packs.fields?.name).toBe('better'));
    await menu('Duplicate pack');
    await waitFor(() => expect(packs.fields?.name).toBe('better-copy'));
    await menu('Move pack to trash');
    await fireEvent.click(await screen.findByRole('button', { name: 'Move to trash' }));
    await waitFor(() => expect(onsay).toHaveBeenCalledWith('Moved better-copy to the trash', expect.anything()));
    onsay.mock.lastCall![1].perform();
    await waitFor(() => expect(studio.of('restore')).toHaveLength(1));
  });

  it('is undone by keys', async () => {
    const packs = await show();
    await fireEvent.click(skill('valves'));
    await fireEvent.keyDown(screen.getByTestId('packs'), { key: 'z', ctrlKey: true });
    expect(packs.content?.skills).toEqual(['id-emergency', 'id-tides']);
    await fireEvent.keyDown(screen.getByTestId('packs'), { key: 'z', ctrlKey: true, shiftKey: true });
    expect(packs.content?.skills).toHaveLength(3);
  });

  it('says that it was changed elsewhere, and takes one of both', async () => {
    const packs = await show();
    studio.changeElsewhere('1', { name: 'theirs' });
    await fireEvent.click(skill('valves'));
    await fireEvent.click(await screen.findByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(packs.isStale).toBe(false));
    expect(studio.packs[0]?.content.skills).toContain('id-valves');
  });

  it('draws what is seen of ten thousand skills, and takes all of them in', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => row(`skill-${at}`));
    const packs = await show({ rows });
    expect(screen.getAllByTestId('pack-skill').length).toBeLessThan(60);
    await fireEvent.click(screen.getByRole('checkbox', { name: 'Take in every skill' }));
    expect(packs.content?.skills.length).toBeGreaterThanOrEqual(10_000);
  });

  it.each(oddNames)('shows names %s whole', async (_, name) => {
    studio.packs = [pack('1', { name, content: content({ skills: [`id-${name}`] }) })];
    studio.summary = summary({ skills: [inPack(name)] });
    await show({ rows: [row(name)] });
    expect(wordsOf(screen.getByTestId('pack-skill'))).toContain(name.replace(/\s+/g, ' '));
    expect(wordsOf(screen.getByRole('combobox', { name: 'Pack' }))).toContain(name.replace(/\s+/g, ' '));
  });

  it('names packs that cannot be read', async () => {
    studio.unreadable = [{ id: '7', name: 'old', reason: 'It was written by a newer version.' }];
    await show();
    expect(screen.getByText(/The pack old cannot be read: It was written by a newer version/)).toBeTruthy();
  });
});

describe('its targets', () => {
  const states = () =>
    screen
      .getAllByTestId('target')
      .filter((one) => one.dataset.chosen === 'true')
      .map(wordsOf);

  it('say how each of them stands', async () => {
    studio.planned = {
      targets: [
        targetPlan(target('agent-skills')),
        targetPlan(target('light4j-sql'), { losses: [loss('tides', 'license'), loss('tides', 'x')] }),
      ],
    };
    await show();
    expect(screen.getByTestId('target-count').textContent).toBe('2 chosen of 17');
    expect(states()).toEqual([
      expect.stringContaining('Agent Skills no loss'),
      expect.stringContaining('light-4j SQL 2 lost'),
    ]);
  });

  it('are looked at by arrows, chosen by Space and by a click on their box', async () => {
    const packs = await show();
    const list = screen.getByRole('grid', { name: 'Targets' });
    await fireEvent.keyDown(list, { key: 'ArrowDown' });
    expect(screen.getByTestId('target-name').textContent).toBe('.skill archives');
    expect(screen.getByText('.skill archives is not a target of this pack')).toBeTruthy();
    await fireEvent.keyDown(list, { key: ' ' });
    expect(packs.content?.targets.map(({ target: of }) => of)).toContain('skill-zip');
    const codex = document.querySelector('[data-testid=target][data-client=codex] [data-testid=target-tick]')!;
    await fireEvent.click(codex);
    expect(packs.content?.targets.at(2)).toMatchObject({
      target: 'client-folder',
      client: 'codex',
      folder: 'codex-folder',
    });
    await saved(packs);
  });

  it('have a folder and a plugin a name', async () => {
    studio.packs = [pack('1', { content: content({ targets: [target('claude-plugin')] }) })];
    const packs = await show();
    await fireEvent.click(screen.getByTestId('target-settings'));
    for (const [field, text] of [
      ['Folder', 'plugins/team'],
      ['Plugin name', 'team'],
    ] as const) {
      const input = await screen.findByLabelText(field);
      await write(input, text);
      await fireEvent.change(input);
    }
    expect(packs.content?.targets).toEqual([target('claude-plugin', { folder: 'plugins/team', plugin: 'team' })]);
  });
});

describe('the report', () => {
  beforeEach(() => {
    studio.planned = {
      targets: [
        targetPlan(target('light4j-sql'), {
          losses: [
            loss('tides', 'license'),
            loss('valves', 'allowed-tools', { outcome: 'rewritten', reason: 'moved' }),
          ],
          refused: [refusal('emergency', { has_fix: true, actions: [{ kind: 'create_tool', name: 'sea' }] })],
        }),
      ],
    };
    studio.packs = [pack('1', { content: content({ targets: [target('light4j-sql')] }) })];
  });

  it('counts, lists worst first, and leads to the skill and to what mends it', async () => {
    await show();
    expect(wordsOf(screen.getByTestId('totals'))).toMatch(/^2files 1lost 1rewritten 1refused/);
    const rows = screen.getAllByTestId('loss-row');
    expect(rows.map((one) => one.dataset.outcome)).toEqual(['refused', 'lost', 'rewritten']);
    await fireEvent.click(within(rows[0]!).getByRole('button', { name: 'Fix' }));
    expect(window.repair).toHaveBeenCalledWith('description-length', 'id-emergency');
    await fireEvent.click(within(rows[0]!).getByRole('button', { name: 'Create tool' }));
    await waitFor(() => expect(window.notify).toHaveBeenCalledWith('Created the tool sea'));
    expect(window.act).toHaveBeenCalledWith('id-emergency', { kind: 'create_tool', name: 'sea' });
    await fireEvent.click(within(rows[1]!).getByRole('button', { name: 'Open skill tides' }));
    expect(window.open).toHaveBeenCalledWith('id-tides', undefined);
  });

  it('is taken together by reason, and copied', async () => {
    await show();
    await fireEvent.click(screen.getByRole('radio', { name: 'By reason' }));
    expect(screen.getAllByTestId('loss-reason').map(wordsOf)).toEqual([
      'refused It has 512 characters; 500 are allowed. 1',
      'lost No column holds it. 1',
      'rewritten No column holds it. 1',
    ]);
    await fireEvent.click(screen.getAllByTestId('loss-reason')[0]!);
    expect(screen.getAllByTestId('loss-row')).toHaveLength(2);
    await press('Copy report');
    expect(oncopy.mock.calls[0]![0]).toContain('- lost: skill tides, license: No column holds it.');
  });

  it('says that a target loses nothing', async () => {
    studio.planned = { targets: [targetPlan(target('light4j-sql'))] };
    await show();
    expect(screen.getByText('Nothing is lost')).toBeTruthy();
  });

  it('shows the dry run, cancels it, and says that it was stopped', async () => {
    const wait = later<void>();
    const packs = await show({
      activity: { id: 'x', kind: 'export', title: '', done: 3, total: 9, is_finished: false } as never,
    });
    studio.gate = wait.promise;
    studio.running = 'x';
    await fireEvent.click(screen.getByTestId('plan-again'));
    expect(screen.getByRole('progressbar', { name: 'Dry run' }).getAttribute('aria-valuenow')).toBe('3');
    await fireEvent.click(screen.getByTestId('cancel-plan'));
    expect(studio.of('cancel')).toEqual([['x']]);
    packs.planning.plan.clear();
    studio.refusals.plan = new StudioError('cancelled', 'Cancelled.');
    wait.resolve();
    expect(await screen.findByText('No dry run yet')).toBeTruthy();
  });

  it('says why a dry run failed, and runs it again', async () => {
    studio.refusals.plan = new StudioError('file', 'The folder cannot be read.');
    await show();
    expect(screen.getByText('The folder cannot be read.')).toBeTruthy();
    studio.refusals = {};
    await press('Try again');
    expect(await screen.findByTestId('totals')).toBeTruthy();
  });

  it('says that the library changed since, where a dry run takes long', async () => {
    const packs = await show();
    packs.planning.took = 60_000;
    packs.follow({ kind: 'library_changed' });
    expect(await screen.findByText(/It takes long, so it does not start by itself/)).toBeTruthy();
  });

  it('shows the files that changed with their diff, and all of them on demand', async () => {
    studio.planned = {
      targets: [
        targetPlan(target('light4j-sql'), {
          files: [file('a.sql'), file('same.sql', { since_last: 'unchanged' }), file('b.sql')],
          removed: ['gone.sql'],
        }),
      ],
    };
    studio.diff = { ...studio.diff, note: 'Only the beginning is shown.' };
    await show();
    const paths = () => screen.getAllByTestId('pack-file').map((one) => one.dataset.path);
    expect(paths()).toEqual(['a.sql', 'b.sql', 'gone.sql']);
    expect(await screen.findByText('Only the beginning is shown.')).toBeTruthy();
    expect(studio.of('file')[0]).toEqual([{ plan_id: 'plan-1-1', folder: 'light4j-sql', path: 'a.sql', with: 'last' }]);
    await fireEvent.click(screen.getAllByTestId('pack-file')[1]!);
    await waitFor(() => expect(studio.of('file').at(-1)).toMatchObject([{ path: 'b.sql' }]));
    await fireEvent.click(within(screen.getByRole('radiogroup', { name: 'Which files are listed' })).getByText('All'));
    expect(paths()).toHaveLength(4);
    await fireEvent.click(screen.getByRole('radio', { name: 'Disk' }));
    await waitFor(() => expect(studio.of('file').at(-1)).toMatchObject([{ with: 'disk' }]));
    await press('Open the whole diff');
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  it('says why a file cannot be compared', async () => {
    studio.refusals.file = new StudioError('not_found', 'The dry run is too old.');
    await show();
    expect(await screen.findByText('The dry run is too old.')).toBeTruthy();
  });

  it('has nothing that axe finds wrong', async () => {
    await show();
    await screen.findByRole('group', { name: /Changes of/ });
    expect(await faults()).toEqual([]);
  });
});

describe('the checks', () => {
  it('show each gate with its figures, and where it fails with what ends it', async () => {
    studio.planned = {
      gates: [gate('secrets', { state: 'not-run', message: 'Nothing to look at.' }), failedErrors],
      is_held_back: true,
    };
    await show();
    const [secrets, errors] = screen.getAllByTestId('gate');
    expect(wordsOf(secrets!)).toContain('Secrets not run Nothing to look at.');
    expect(wordsOf(errors!)).toContain('skill tides, SKILL.md:3');
    expect(screen.getAllByText('held back')).toHaveLength(1);
    await fireEvent.click(within(errors!).getByTestId('gate-fix'));
    expect(window.repair).toHaveBeenCalledWith('description-missing', 'id-tides');
    await fireEvent.click(within(errors!).getByRole('button', { name: /^Open/ }));
    expect(window.open).toHaveBeenCalledWith('id-tides', { path: 'SKILL.md', line: 3 });
  });

  it('show accuracy with its interval and the least that was asked for', async () => {
    await show();
    const shown = screen.getByTestId('gate-interval').getAttribute('aria-label');
    expect(shown).toBe('95.1 % right, 95 % interval 86.6 % to 98.3 %, at least 90 % asked for');
    expect(wordsOf(screen.getAllByTestId('gate')[0]!)).toContain('58 of 61');
  });

  it('fold many places of a gate', async () => {
    const places = Array.from({ length: 9 }, (_, at) => ({ ...failedErrors.places[0]!, line: at + 1 }));
    studio.planned = { gates: [{ ...failedErrors, places }] };
    await show();
    expect(screen.getAllByTestId('gate-place')).toHaveLength(3);
    await press('Show 6 more');
    expect(screen.getAllByTestId('gate-place')).toHaveLength(9);
  });

  it('override a gate only with a reason, which can be taken back', async () => {
    studio.planned = { gates: [failedErrors], is_held_back: true };
    const packs = await show();
    expect(screen.getByTestId<HTMLButtonElement>('write-pack').disabled).toBe(true);
    await fireEvent.click(screen.getByTestId('override'));
    expect((await screen.findByTestId<HTMLButtonElement>('pack-ask-confirm')).disabled).toBe(true);
    await answer('A hotfix.');
    expect(await screen.findByText('Overridden: A hotfix.')).toBeTruthy();
    expect(screen.getByTestId<HTMLButtonElement>('write-pack').disabled).toBe(false);
    await press('Take back');
    expect(packs.planning.overrides.size).toBe(0);
  });

  it('name a target that refuses the pack, and drop it', async () => {
    studio.planned = {
      targets: [targetPlan(target('agent-skills')), targetPlan(target('light4j-sql'), { refused: [refusal('tides')] })],
      is_refused: true,
    };
    const packs = await show();
    expect(wordsOf(screen.getByTestId('refusing'))).toContain('light-4j SQL 1 refusal');
    await press('Drop target');
    expect(packs.content?.targets.map(({ target: of }) => of)).toEqual(['agent-skills']);
  });

  it('are set: which gates hold back, the least accuracy, the scorer', async () => {
    const packs = await show();
    await fireEvent.click(screen.getByTestId('gate-settings'));
    await fireEvent.click(await screen.findByRole('checkbox', { name: 'Accuracy, first choice' }));
    expect(packs.content?.gates.enforced).toEqual(['accuracy', 'errors', 'secrets', 'phantom-tools']);
    const least = screen.getByLabelText('Least accuracy, in per cent');
    for (const [typed, kept] of [
      ['90', 90],
      ['0', 90],
      ['200', 90],
      ['', null],
    ] as const) {
      await write(least, typed);
      await fireEvent.change(least);
      expect(packs.content?.gates.min_accuracy).toBe(kept);
    }
  });

  it('list what the scan found, which is put aside with a note and brought back', async () => {
    studio.planned = { scan: { findings: [finding()], files: 12, binary: 1, is_cut: true } };
    await show();
    expect(wordsOf(screen.getByTestId('scan-looked'))).toMatch(/^12 texts read, 1 other file not\. It knows patterns/);
    expect(wordsOf(screen.getByTestId('scan-finding'))).toContain(
      'Runs what it downloads skill valves, scripts/install.sh:4',
    );
    await press('Open scripts/install.sh, line 4');
    expect(window.open).toHaveBeenCalledWith('id-valves', { path: 'scripts/install.sh', line: 4 });
    await fireEvent.click(screen.getByTestId('dismiss'));
    await answer('An example.');
    await waitFor(() => expect(screen.queryByTestId('scan-finding')).toBeNull());
    expect(studio.of('dismiss')).toEqual([['k1', 'remote-code', 'An example.']]);
    await fireEvent.click(screen.getByRole('radio', { name: 'Dismissed 1' }));
    expect(wordsOf(screen.getByTestId('scan-finding'))).toContain('Dismissed: An example.');
    await press('Bring back');
    await waitFor(() => expect(studio.of('bring back')).toEqual([['k1']]));
  });

  it('never call anything safe', async () => {
    await show();
    expect(wordsOf(screen.getByTestId('scan-looked'))).toContain('does not prove that there is nothing');
    expect(document.body.textContent).not.toMatch(/\bsafe\b/i);
  });

  it('read the pack back, and name what is other', async () => {
    studio.verification = {
      targets: [
        { target: target('agent-skills'), compared: 12, differences: [], problem: null },
        {
          target: target('light4j-sql'),
          compared: 12,
          differences: [{ entity: 'skill tides', field: 'license', before: 'MIT', after: null }],
          problem: null,
        },
      ],
    };
    await show();
    expect(screen.getAllByTestId('verdict').map(wordsOf)[0]).toContain('not read yet');
    await fireEvent.click(screen.getByTestId('verify'));
    await waitFor(() => expect(screen.getAllByTestId('verdict')[0]!.dataset.equal).toBe('true'));
    expect(wordsOf(screen.getAllByTestId('verdict')[0]!)).toContain(
      '12 things compared, 0 differences not listed as lost',
    );
    expect(wordsOf(screen.getAllByTestId('verdict')[1]!)).toContain('skill tides, license: MIT → nothing');
  });

  it('say why a pack could not be read back', async () => {
    studio.refusals.verify = new StudioError('file', 'No room on the disk.');
    await show();
    await fireEvent.click(screen.getByTestId('verify'));
    expect(await screen.findByText('No room on the disk.')).toBeTruthy();
  });

  it('give the same as a command', async () => {
    await show();
    expect(screen.getByTestId('pack-command').textContent).toBe('skillctl pack write pack-1 \\\n  --out /out');
    await press('Copy command');
    expect(oncopy).toHaveBeenCalledWith('skillctl pack write pack-1 \\\n  --out /out', 'Copied the command');
  });

  it('have nothing that axe finds wrong', async () => {
    studio.planned = { gates: [failedErrors], scan: { findings: [finding()], files: 1, binary: 0, is_cut: false } };
    studio.exports = [exported('e1')];
    await show();
    expect(await faults()).toEqual([]);
  });
});

describe('writing', () => {
  beforeEach(() => (studio.exports = [exported('e1')]));

  it('goes where one chose, says what it wrote, and looks at it again', async () => {
    const packs = await show();
    await fireEvent.click(screen.getByTestId('pack-folder'));
    await waitFor(() => expect(packs.planning.out).toBe('/chosen'));
    await waitFor(() => expect(screen.getByTestId<HTMLButtonElement>('write-pack').disabled).toBe(false));
    await fireEvent.click(screen.getByRole('checkbox', { name: 'Sign with my key' }));
    expect(wordsOf(screen.getByTestId('write-hint'))).toBe('4 files: 2 new, 2 unchanged');
    const before = studio.of('plan').length;
    await fireEvent.click(screen.getByTestId('write-pack'));
    await waitFor(() => expect(onsay).toHaveBeenCalledWith('Wrote pack-1 1.0.0 to /out', expect.anything()));
    expect(studio.of('write')[0]).toMatchObject([{ is_overwriting: false, is_signed: true }]);
    await waitFor(() => expect(studio.of('plan').length).toBe(before + 1));
  });

  it('asks before it replaces what somebody else wrote, and names the files as they are by then', async () => {
    await show();
    studio.refusals.write = new StudioError('would_overwrite', '/out/late would be replaced.');
    studio.planned = {
      targets: [targetPlan(target('agent-skills'), { files: [file('late', { on_disk: 'changed' })] })],
    };
    await fireEvent.click(screen.getByTestId('write-pack'));
    const question = await screen.findByRole('dialog', { name: 'Replace 1 file?' });
    expect(question.textContent).toContain('/out/late would be replaced.');
    expect(screen.getByTestId('replaced').textContent).toBe('agent-skills/late');
    expect([studio.exports.length, failed]).toEqual([1, []]);
    studio.refusals = {};
    await fireEvent.click(screen.getByTestId('replace-files'));
    await waitFor(() =>
      expect(studio.of('write')).toMatchObject([[{ is_overwriting: false }], [{ is_overwriting: true }]]),
    );
  });

  it('that is held back does not begin, by keys neither', async () => {
    studio.planned = { gates: [failedErrors], is_held_back: true };
    const { component } = await show();
    await component.write();
    expect(studio.of('write')).toEqual([]);
  });

  it('shows how far it is, and is cancelled', async () => {
    const wait = later<void>();
    const packs = await show({
      activity: { id: 'x', kind: 'export', title: '', done: 5, total: 10, is_finished: false } as never,
    });
    studio.gate = wait.promise;
    studio.running = 'x';
    await fireEvent.click(screen.getByTestId('write-pack'));
    expect(screen.getByRole('progressbar', { name: 'Writing the pack' }).getAttribute('aria-valuenow')).toBe('5');
    await press('Cancel writing');
    expect(studio.of('cancel')).toEqual([['x']]);
    expect(screen.getByText('Stopping. Nothing is written.')).toBeTruthy();
    studio.refusals.write = new StudioError('file', 'Could not write a.');
    wait.resolve();
    await waitFor(() => expect(failed).toEqual(['Writing the pack: Could not write a.']));
    expect(packs.planning.isWriting).toBe(false);
  });

  it('is compared with earlier ones', async () => {
    studio.exports = [
      exported('e2', { version: '1.1.0', key_id: 'AB', overrides: [{ gate: 'errors', reason: 'A hotfix.' }] }),
      exported('e1'),
    ];
    studio.changes = [{ folder: 'agent-skills', path: 'a.md', change: 'added', lines: null }];
    await show();
    await fireEvent.click(screen.getAllByTestId('export-row')[0]!);
    expect(await screen.findByText('Errors was overridden: A hotfix.')).toBeTruthy();
    expect(studio.of('compare')).toEqual([['e1', 'e2']]);
    expect(wordsOf(screen.getByTestId('export-change'))).toContain('agent-skills/a.md');
    expect(await faults()).toEqual([]);
  });

  it('says that the history cannot be read', async () => {
    studio.refusals.history = new StudioError('internal', 'It is damaged.');
    await show();
    expect(await screen.findByText('It is damaged.')).toBeTruthy();
  });
});

describe('keys', () => {
  it('are made, shown to copy, trusted with a name and taken back', async () => {
    await show();
    await menu('Signing keys');
    await fireEvent.click(await screen.findByRole('button', { name: 'Create key' }));
    expect((await screen.findByTestId('own-key')).textContent).toBe('RWown');
    await press('Copy public key');
    expect(oncopy).toHaveBeenCalledWith('RWown', 'Copied the public key');
    await write(screen.getByLabelText('Whose key'), 'Ada');
    await write(screen.getByTestId('trust-public-key'), 'RWada');
    await press('Trust key…');
    expect(wordsOf(await screen.findByTestId('trusted-key'))).toContain('Ada CD34');
    expect(await faults()).toEqual([]);
    await press('Stop trusting Ada');
    await waitFor(() => expect(screen.queryByTestId('trusted-key')).toBeNull());
    expect(studio.of('revoke')).toEqual([['c1']]);
  });

  it('say why one cannot be trusted, and leave what was typed', async () => {
    studio.refusals.trust = new StudioError('invalid', 'This is no key of minisign.');
    await show();
    await menu('Signing keys');
    await write(await screen.findByLabelText('Whose key'), 'Ada');
    await write(screen.getByTestId('trust-public-key'), 'nonsense');
    await press('Trust key…');
    expect(await screen.findByText('This is no key of minisign.')).toBeTruthy();
    expect(screen.getByTestId<HTMLInputElement>('trust-public-key').value).toBe('nonsense');
  });

  it('could not be read', async () => {
    studio.refusals.keys = new StudioError('file', 'The key store is locked.');
    await show();
    await menu('Signing keys');
    expect(await screen.findByText('The key store is locked.')).toBeTruthy();
  });
});
