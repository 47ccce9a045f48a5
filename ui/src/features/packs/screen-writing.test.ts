import { fireEvent, screen, waitFor } from '@testing-library/svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import { StudioError } from '$lib/ipc';
import { faults, later, wordsOf, write } from '$lib/testing/screen';
import { exported, failedErrors, file, target, targetPlan } from './fixtures';
import { failed, menu, oncopy, onsay, onshow, press, setStage, show, studio } from './stage';

setStage();

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
    await waitFor(() => expect(onsay).toHaveBeenCalledWith('Exported pack-1 1.0.0 to /out', expect.anything()));
    onsay.mock.lastCall![1].perform();
    expect(onshow).toHaveBeenCalledExactlyOnceWith('/out');
    expect(studio.of('write')[0]).toMatchObject([{ is_overwriting: false, is_signed: true }]);
    await waitFor(() => expect(studio.of('plan').length).toBe(before + 1));
  });

  it('looks into a folder nobody chose only when one exports, and writes what it then planned', async () => {
    studio.planned = { is_compared: false };
    const packs = await show();
    expect(wordsOf(screen.getByTestId('write-hint'))).toBe('4 files. The folder is checked when you export.');
    expect(studio.of('compare with the folder')).toEqual([]);
    await fireEvent.click(screen.getByTestId('write-pack'));
    await waitFor(() => expect(studio.of('write')).toHaveLength(1));
    expect(studio.of('compare with the folder')).toEqual([[{ pack_id: '1', out: packs.planning.out }]]);
  });

  it('writes nothing where the folder is not allowed', async () => {
    studio.planned = { is_compared: false };
    studio.refusals['compare with the folder'] = new StudioError('cancelled', 'You did not allow it.');
    const packs = await show();
    await fireEvent.click(screen.getByTestId('write-pack'));
    await waitFor(() => expect(packs.planning.isWriting).toBe(false));
    expect([studio.of('write'), studio.of('compare with the folder').length]).toEqual([[], 1]);
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
    expect(screen.getByRole('progressbar', { name: 'Exporting the pack' }).getAttribute('aria-valuenow')).toBe('5');
    await press('Cancel export');
    expect(studio.of('cancel')).toEqual([['x']]);
    expect(screen.getByText('Canceling… Nothing will be written.')).toBeTruthy();
    studio.refusals.write = new StudioError('file', "Couldn't write a.");
    wait.resolve();
    await waitFor(() => expect(failed).toEqual(["Exporting the pack: Couldn't write a."]));
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
    expect(await screen.findByText('“Errors” gate overridden: A hotfix.')).toBeTruthy();
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
    expect(oncopy).toHaveBeenCalledWith('RWown', 'Public key copied');
    await write(screen.getByLabelText('Owner'), 'Ada');
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
    await write(await screen.findByLabelText('Owner'), 'Ada');
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
