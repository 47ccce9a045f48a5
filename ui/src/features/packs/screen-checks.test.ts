import { fireEvent, screen, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { StudioError } from '$lib/ipc';
import { faults, wordsOf, write } from '$lib/testing/screen';
import { accuracy, exported, failedErrors, finding, gate, refusal, target, targetPlan } from './fixtures';
import { answer, oncopy, press, setStage, show, studio, window } from './stage';

setStage();

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
    expect(screen.getAllByText('blocked')).toHaveLength(1);
    await fireEvent.click(within(errors!).getByTestId('gate-fix'));
    expect(window.repair).toHaveBeenCalledWith('description-missing', 'id-tides');
    await fireEvent.click(within(errors!).getByRole('button', { name: /^Open/ }));
    expect(window.open).toHaveBeenCalledWith('id-tides', { path: 'SKILL.md', line: 3 });
  });

  it('show accuracy with its interval and the least that was asked for', async () => {
    await show();
    const shown = screen.getByTestId('gate-interval').getAttribute('aria-label');
    expect(shown).toBe('95.1% correct, 95% confidence interval 86.6%–98.3%, at least 90% required');
    expect(wordsOf(screen.getAllByTestId('gate')[0]!)).toContain('58 of 61');
  });

  it('show the version that accuracy is compared with', async () => {
    const before = { value: 0.97, low: 0, high: 1, has_interval: false, hits: 59, of: 61 };
    const compared = { ...accuracy, accuracy: { ...accuracy.accuracy!, before, before_version: '1.2.0' } };
    studio.planned = { gates: [compared] };
    await show();
    expect(screen.getByTestId('gate-interval').getAttribute('aria-label')).toContain('97.0% in 1.2.0');
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
    expect((await screen.findByTestId<HTMLButtonElement>('ask-confirm')).disabled).toBe(true);
    await answer('A hotfix.');
    expect(await screen.findByText('Overridden: A hotfix.')).toBeTruthy();
    expect(screen.getByTestId<HTMLButtonElement>('write-pack').disabled).toBe(false);
    await press('Remove override');
    expect(packs.planning.overrides.size).toBe(0);
  });

  it('name a target that refuses the pack, and drop it', async () => {
    studio.planned = {
      targets: [targetPlan(target('agent-skills')), targetPlan(target('light4j-sql'), { refused: [refusal('tides')] })],
      is_refused: true,
    };
    const packs = await show();
    expect(wordsOf(screen.getByTestId('refusing'))).toContain('light-4j SQL 1 rejected');
    await press('Remove target');
    expect(packs.content?.targets.map(({ target: of }) => of)).toEqual(['agent-skills']);
  });

  it('remove the skills a target refuses from the pack', async () => {
    studio.planned = {
      targets: [
        targetPlan(target('agent-skills'), { refused: [refusal('tides'), refusal('tides'), refusal('other')] }),
      ],
      is_refused: true,
    };
    const packs = await show();
    const before = packs.content!.skills;
    await press('Remove 1 skill');
    expect(packs.content?.skills).toEqual(before.filter((id) => id !== 'id-tides'));
    expect(before).toContain('id-tides');
  });

  it('are set: which gates hold back, the least accuracy, the scorer', async () => {
    const packs = await show();
    await fireEvent.click(screen.getByTestId('gate-settings'));
    await fireEvent.click(await screen.findByRole('checkbox', { name: 'Top-1 accuracy' }));
    expect(packs.content?.gates.enforced).toEqual(['accuracy', 'errors', 'secrets']);
    const least = screen.getByLabelText('Minimum accuracy (%)');
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
    studio.planned = { scan: { findings: [finding()], files: 12, binary: 1, unread: 0, is_cut: true } };
    await show();
    expect(wordsOf(screen.getByTestId('scan-looked'))).toMatch(
      /^12 files scanned, 1 binary file skipped\. The scan only matches known patterns/,
    );
    expect(wordsOf(screen.getByTestId('scan-finding'))).toContain(
      'Runs downloaded code skill valves, scripts/install.sh:4',
    );
    await press('Open scripts/install.sh, line 4');
    expect(window.open).toHaveBeenCalledWith('id-valves', { path: 'scripts/install.sh', line: 4 });
    await fireEvent.click(screen.getByTestId('dismiss'));
    await answer('An example.');
    await waitFor(() => expect(screen.queryByTestId('scan-finding')).toBeNull());
    expect(studio.of('dismiss')).toEqual([['k1', 'remote-code', 'An example.']]);
    await fireEvent.click(screen.getByRole('radio', { name: 'Dismissed 1' }));
    expect(wordsOf(screen.getByTestId('scan-finding'))).toContain('Dismissed: An example.');
    await press('Restore');
    await waitFor(() => expect(studio.of('bring back')).toEqual([['k1']]));
  });

  it('never call anything safe', async () => {
    await show();
    expect(wordsOf(screen.getByTestId('scan-looked'))).toContain("This isn't a guarantee");
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
    expect(screen.getAllByTestId('verdict').map(wordsOf)[0]).toContain('not verified');
    await fireEvent.click(screen.getByTestId('verify'));
    await waitFor(() => expect(screen.getAllByTestId('verdict')[0]!.dataset.equal).toBe('true'));
    expect(wordsOf(screen.getAllByTestId('verdict')[0]!)).toContain('12 fields compared, 0 unexpected differences');
    expect(wordsOf(screen.getAllByTestId('verdict')[1]!)).toContain('skill tides, license: MIT → none');
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
    expect(oncopy).toHaveBeenCalledWith('skillctl pack write pack-1 \\\n  --out /out', 'Command copied');
  });

  it('have nothing that axe finds wrong', async () => {
    studio.planned = {
      gates: [failedErrors],
      scan: { findings: [finding()], files: 1, binary: 0, unread: 0, is_cut: false },
    };
    studio.exports = [exported('e1')];
    await show();
    expect(await faults()).toEqual([]);
  });
});
