import { fireEvent, screen, waitFor, within } from '@testing-library/svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import { StudioError } from '$lib/ipc';
import { faults, later, wordsOf } from '$lib/testing/screen';
import { content, file, loss, pack, refusal, target, targetPlan } from './fixtures';
import { oncopy, press, setStage, show, studio, window } from './stage';

setStage();

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
    expect(wordsOf(screen.getByTestId('totals'))).toMatch(/^2files 1lost 1rewritten 1rejected/);
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
      'rejected It has 512 characters; 500 are allowed. 1',
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
    expect(screen.getByText('Nothing lost')).toBeTruthy();
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
    expect(await screen.findByText(/It takes a while, so it doesn't rerun automatically/)).toBeTruthy();
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
    await fireEvent.click(within(screen.getByRole('radiogroup', { name: 'Show files' })).getByText('All'));
    expect(paths()).toHaveLength(4);
    await fireEvent.click(screen.getByRole('radio', { name: 'Disk' }));
    await waitFor(() => expect(studio.of('file').at(-1)).toMatchObject([{ with: 'disk' }]));
    await press('Open full diff');
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  it('says why a file cannot be compared', async () => {
    studio.refusals.file = new StudioError('not_found', 'The dry run is too old.');
    await show();
    expect(await screen.findByText('The dry run is too old.')).toBeTruthy();
  });

  it('has nothing that axe finds wrong', async () => {
    await show();
    await screen.findByRole('group', { name: /Changes to/ });
    expect(await faults()).toEqual([]);
  });
});
