import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { StudioError, type Merge, type SharingStatus } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import { commandsOf } from '$lib/testing/commands';
import { faults, ODD_NAMES, wordsOf, write } from '$lib/testing/screen';
import { byTip } from '$lib/testing/tips';
import { report, server, status, studio, thing } from './fixtures';
import SharedLibrary from './SharedLibrary.svelte';

// The list draws what is seen, and jsdom has no layout.
Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 600 }, offsetWidth: { value: 300 } });

const backend = commandsOf(studio());
beforeEach(() => {
  Object.assign(backend, studio());
  app.activities = [];
  app.merge = null;
});

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const rows = () => screen.queryAllByTestId(/^shared-/).map((row) => row.dataset.testid);
const shown = async (part: Partial<SharingStatus> = {}) => {
  backend.getSharingStatus.mockResolvedValue([status(part)]);
  backend.refreshSharing.mockResolvedValue(status(part));
  render(SharedLibrary);
  await screen.findByTestId('sharing-seen');
  await vi.waitFor(() => expect(screen.queryByLabelText('Checking the server')).toBeNull());
};

it('lists what is not alike by what is to be done, each with its state, and offers what can be done', async () => {
  await shown();
  expect(rows()).toEqual(['shared-both', 'shared-theirs', 'shared-new-there', 'shared-mine', 'shared-new-here']);
  expect(wordsOf(screen.getByTestId('shared-both'))).toContain('Changed on both sides');
  expect(screen.getByTestId('sharing-push').textContent).toContain('Push (2)');
  expect(screen.getByTestId('sharing-pull').textContent).toContain('Pull (3)');
  await write(screen.getByLabelText('Filter by name'), 'new');
  expect(rows()).toEqual(['shared-new-there', 'shared-new-here']);
  await write(screen.getByLabelText('Filter by name'), 'nobody');
  expect(screen.getByText('No matches')).toBeTruthy();
  await press('Show all changes');
  expect(rows().length).toBe(5);
  expect(await faults()).toEqual([]);
});

it('says that all is up to date where it is', async () => {
  await shown({ things: [thing('same', 'current')] });
  expect(screen.getByText('Everything is up to date')).toBeTruthy();
  expect(await faults()).toEqual([]);
});

it('draws odd names whole', async () => {
  await shown({ things: ODD_NAMES.map((name) => thing(name, 'not_shared')) });
  for (const name of ODD_NAMES) expect(byTip(name).textContent).toBe(name);
});

it('works without the server, says how old its view is and tries again', async () => {
  backend.refreshSharing.mockRejectedValue(new StudioError('server', "The server can't be reached."));
  render(SharedLibrary);
  expect(await screen.findByText(/Showing the status as of/)).toBeTruthy();
  expect(rows().length).toBe(5);
  backend.refreshSharing.mockResolvedValue(status());
  await press('Try again');
  await vi.waitFor(() => expect(screen.queryByText(/Showing the status as of/)).toBeNull());
});

it('shows what a newer schema needs where the database is not set up', async () => {
  backend.refreshSharing.mockRejectedValue(new StudioError('not_set_up', "The database isn't set up."));
  backend.findSharedLibraries.mockResolvedValue(
    server({ plan: { ...server().plan, steps: [{ version: 2, title: 'More tables', sql: 'CREATE TABLE x ()' }] } }),
  );
  render(SharedLibrary);
  await fireEvent.click(await screen.findByRole('button', { name: 'Show required changes…' }));
  const plan = wordsOf(await screen.findByTestId('sharing-plan'));
  expect(plan).toContain('More tables');
  expect(plan).toContain("set up by an older version of Skill Studio, which can't use it after these steps");
});

it('asks before it connects to what a library from somebody else names', async () => {
  await shown({ is_allowed: false });
  expect(backend.refreshSharing).not.toHaveBeenCalled();
  expect((screen.getByTestId('sharing-push') as HTMLButtonElement).disabled).toBe(true);
  await fireEvent.click(screen.getByTestId('sharing-allow'));
  expect(backend.refreshSharing).toHaveBeenCalledOnce();
});

it('shows a push before it is made, with what is in its way and what light-4j loses', async () => {
  await shown();
  const conflict = { kind: 'skill' as const, id: 'c', name: 'both', local_version: 2, remote_version: 3, fields: [] };
  backend.planPush.mockResolvedValueOnce(report({ conflicts: [conflict] }));
  await fireEvent.click(screen.getByTestId('sharing-push'));
  const review = await screen.findByTestId('sharing-review');
  expect(wordsOf(review)).toContain('1 item changed on both sides');
  expect(wordsOf(review)).toContain('version 2 here, version 3 on the server');
  expect(screen.queryByTestId('sharing-go')).toBeNull();
  expect(await faults()).toEqual([]);
  await press('Cancel');
  const loss = { kind: 'skill' as const, name: 'mine', field: 'description', why: 'It is too long.' };
  backend.planPush.mockResolvedValueOnce(report({ created: 1, updated: 1, losses: [loss] }));
  await fireEvent.click(screen.getByTestId('sharing-push'));
  expect(wordsOf(await screen.findByTestId('sharing-review'))).toContain('skill mine, descriptionIt is too long.');
  expect(backend.pushLibrary).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByTestId('sharing-go'));
  expect(backend.pushLibrary).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(screen.queryByTestId('sharing-review')).toBeNull());
});

it('asks before a pull that empties the library, names what goes, and lets no more go than it showed', async () => {
  await shown();
  const gone = (many: number) => {
    const trashed = Array.from({ length: many }, (_, at) => ({ kind: 'skill' as const, name: `gone-${at}` }));
    return report({ updated: many, trashed, is_trashing_many: true });
  };
  backend.pullLibrary.mockResolvedValueOnce(gone(7));
  await fireEvent.click(screen.getByTestId('sharing-pull'));
  const review = await screen.findByTestId('sharing-review');
  expect(wordsOf(review)).toContain('7 items would go to trash because someone deleted them on the server.');
  expect(wordsOf(screen.getByTestId('sharing-trashed'))).toContain('skill gone-6');
  expect(wordsOf(screen.getByTestId('sharing-go'))).toBe('Pull and move 7 items to trash');
  expect(await faults()).toEqual([]);
  // Meanwhile somebody deletes one more: it is shown anew, and nothing was pulled.
  backend.pullLibrary.mockRejectedValueOnce(new StudioError('would_trash', '8 items'));
  backend.pullLibrary.mockResolvedValueOnce(gone(8));
  await fireEvent.click(screen.getByTestId('sharing-go'));
  await vi.waitFor(() => expect(wordsOf(screen.getByTestId('sharing-go'))).toBe('Pull and move 8 items to trash'));
  await fireEvent.click(screen.getByTestId('sharing-go'));
  await vi.waitFor(() => expect(screen.queryByTestId('sharing-review')).toBeNull());
  const asked = backend.pullLibrary.mock.calls.map((call) => (call as unknown[])[1]);
  const request = { prefer: null, only: null };
  expect(asked).toEqual([
    { ...request, is_dry_run: true, most_trashed: 0 },
    { ...request, is_dry_run: false, most_trashed: 7 },
    { ...request, is_dry_run: true, most_trashed: 0 },
    { ...request, is_dry_run: false, most_trashed: 8 },
  ]);
});

it('cancels what runs', async () => {
  await shown();
  backend.planPush.mockReturnValue(new Promise(() => {}));
  await fireEvent.click(screen.getByTestId('sharing-push'));
  app.activities = [{ id: 'a', kind: 'share', title: 'Pushing', done: 1, total: 2, is_finished: false }];
  await fireEvent.click(await screen.findByTestId('sharing-cancel'));
  expect(backend.cancelActivity.mock.calls).toEqual([['a']]);
});

const merge: Merge = {
  skill_id: 's',
  skill_name: 'both',
  path: 'SKILL.md',
  source: 'server',
  base: 'a\n',
  mine: 'b\n',
  theirs: 'c\n',
  merged: '',
  conflicts: 1,
  aggregate_version: 2,
  their_hash: 'h',
};
const dispute = (fields: object[], part = {}) => ({
  thing: { kind: 'skill', id: 'id-both' },
  name: 'both',
  their_hash: 'h',
  is_deleted_here: false,
  is_deleted_there: false,
  changed_by: 'bob',
  changed_at: '2026-11-22T06:00:00Z',
  fields,
  ...part,
});

it('settles a single text as soon as it is merged', async () => {
  await shown();
  backend.getSharingDispute.mockResolvedValue(dispute([{ field: '/document', mine: 'b', theirs: 'c', merge }]));
  await press('Resolve both');
  await fireEvent.click(await screen.findByTestId('dispute-merge'));
  expect(app.merge?.merge.source).toBe('server');
  expect(await app.merge!.resolved('b\nc\n')).toBe(true);
  const [, answer] = backend.resolveSharingDispute.mock.calls[0] as unknown as [unknown, { fields: object[] }];
  expect(answer.fields).toEqual([{ field: '/document', choice: { kind: 'merged', text: 'b\nc\n' } }]);
});

it('takes a decision for each field before it saves', async () => {
  await shown();
  backend.getSharingDispute.mockResolvedValue(
    dispute([
      { field: '/group', mine: 'here', theirs: null, merge: null },
      { field: '/document', mine: 'b', theirs: 'c', merge },
    ]),
  );
  await press('Resolve both');
  const box = await screen.findByTestId('sharing-dispute');
  expect(wordsOf(box)).toMatch(/here ?Removed/);
  const save = () => screen.getByTestId('dispute-save') as HTMLButtonElement;
  expect(save().disabled).toBe(true);
  const choose = (field: string, side: string) =>
    fireEvent.click(within(screen.getByLabelText(`Which ${field} to keep`)).getByRole('radio', { name: side }));
  await choose('group', 'Theirs');
  expect(save().disabled).toBe(true);
  await choose('SKILL.md', 'Mine');
  expect(await faults()).toEqual([]);
  await fireEvent.click(save());
  const [, answer] = backend.resolveSharingDispute.mock.calls[0] as unknown as [unknown, { fields: object[] }];
  expect(answer.fields).toEqual([
    { field: '/group', choice: { kind: 'theirs' } },
    { field: '/document', choice: { kind: 'mine' } },
  ]);
});

it('asks whose side counts where one side deleted it', async () => {
  await shown();
  backend.getSharingDispute.mockResolvedValue(dispute([], { is_deleted_there: true, their_hash: '' }));
  await press('Resolve both');
  expect(await screen.findByText(/someone else deleted it/)).toBeTruthy();
  await press('Keep mine');
  const [, request] = backend.pullLibrary.mock.calls[0] as unknown as [unknown, object];
  expect(request).toEqual({
    prefer: 'mine',
    only: [{ kind: 'skill', id: 'id-both' }],
    is_dry_run: false,
    most_trashed: 0,
  });
});

it('searches the server and installs what is not here', async () => {
  await shown();
  const hit = (name: string, state: string) => ({ kind: 'skill', id: name, name, description: 'd', score: 0.5, state });
  backend.searchShared.mockResolvedValue([hit('far', 'not_installed'), hit('near', 'current')]);
  await fireEvent.click(screen.getByRole('tab', { name: /Search the server/ }));
  await write(screen.getByLabelText('Describe the skill or tool'), 'fold paper');
  await fireEvent.click(screen.getByTestId('remote-search'));
  expect(wordsOf(await screen.findByTestId('hit-near'))).toContain('Up to date');
  expect(await faults()).toEqual([]);
  await press('Install far');
  await vi.waitFor(() => expect(wordsOf(screen.getByTestId('hit-far'))).toContain('Up to date'));
});

it('connects: a typed password goes along once, the set-up is shown first, and a new library is named', async () => {
  backend.getSharingStatus.mockResolvedValue([]);
  const steps = [{ version: 1, title: 'Create tables', sql: 'CREATE TABLE skill_t ()' }];
  backend.findSharedLibraries.mockResolvedValueOnce(server({ plan: { ...server().plan, steps } }));
  render(SharedLibrary);
  await write(await screen.findByTestId('sharing-address'), 'postgresql://ann@db/team');
  await write(screen.getByTestId('sharing-password'), 'hunter2');
  expect(await faults()).toEqual([]);
  await fireEvent.click(screen.getByTestId('sharing-find'));
  expect(wordsOf(await screen.findByTestId('sharing-plan'))).toContain('CREATE TABLE skill_t');
  expect(backend.findSharedLibraries.mock.calls).toEqual([
    [{ address: 'postgresql://ann@db/team', password: 'hunter2', secret: '' }],
  ]);
  expect(backend.setUpSharing).not.toHaveBeenCalled();
  expect(await faults()).toEqual([]);
  await fireEvent.click(screen.getByTestId('sharing-set-up'));
  const name = await screen.findByTestId('sharing-name');
  expect((name as HTMLInputElement).value).toBe('My library');
  expect(wordsOf(screen.getByTestId('sharing-none'))).toContain('ask the database owner to add you');
  await write(name, 'team');
  await fireEvent.click(screen.getByTestId('sharing-use'));
  expect(backend.createSharedLibrary.mock.calls).toEqual([[{ address: server().place.address, library: 'team' }]]);
  expect(await screen.findByTestId('sharing-seen')).toBeTruthy();
});

it('says why it could not connect, and keeps what was typed', async () => {
  backend.getSharingStatus.mockResolvedValue([]);
  backend.findSharedLibraries.mockRejectedValue(new StudioError('server', 'The sign-in was refused.'));
  render(SharedLibrary);
  await write(await screen.findByTestId('sharing-address'), 'postgresql://ann@db/team');
  await fireEvent.click(screen.getByTestId('sharing-find'));
  expect((await screen.findByRole('alert')).textContent).toContain('The sign-in was refused.');
  expect((screen.getByTestId('sharing-address') as HTMLInputElement).value).toBe('postgresql://ann@db/team');
});

it('disconnects after it was asked', async () => {
  await shown();
  await press('More');
  await fireEvent.click(await screen.findByText('Disconnect…'));
  expect(backend.removeSharing).not.toHaveBeenCalled();
  backend.getSharingStatus.mockResolvedValue([]);
  await fireEvent.click(await screen.findByRole('button', { name: 'Disconnect' }));
  expect(await screen.findByTestId('sharing-address')).toBeTruthy();
  expect(backend.removeSharing).toHaveBeenCalledOnce();
});

it('shows another library where there are several, and looks at it', async () => {
  const other = status({ library: 'other', things: [thing('only-there', 'not_installed')] });
  backend.getSharingStatus.mockResolvedValue([status(), other]);
  render(SharedLibrary);
  await screen.findByTestId('sharing-seen');
  await vi.waitFor(() => expect(screen.queryByLabelText('Checking the server')).toBeNull());
  backend.refreshSharing.mockResolvedValue(other);
  await fireEvent.keyDown(document.querySelector('header [aria-label="Shared library"]')!, { key: 'Enter' });
  await fireEvent.pointerUp(await screen.findByRole('option', { name: /other/ }));
  await vi.waitFor(() => expect(rows()).toEqual(['shared-only-there']));
  expect(backend.refreshSharing).toHaveBeenLastCalledWith({ address: other.address, library: 'other' });
});

it('connects another library, and goes back from there', async () => {
  await shown();
  await press('More');
  await fireEvent.click(await screen.findByText('Connect another library…'));
  expect(await screen.findByTestId('sharing-address')).toBeTruthy();
  await press('Cancel');
  expect(await screen.findByTestId('sharing-seen')).toBeTruthy();
});
