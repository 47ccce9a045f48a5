import { beforeEach, expect, it, vi } from 'vitest';
import { StudioError, type SharingDispute } from '$lib/ipc';
import { later } from '$lib/testing/screen';
import { report, server, status, studio, thing } from './fixtures';
import { Sharing } from './sharing.svelte';
import { byState, fieldOf, isShown, sumOf } from './words';

const place = { address: status().address, library: 'team' };
const notify = vi.fn();
let backend = studio();
let sharing = new Sharing(backend, { notify });
beforeEach(() => {
  vi.clearAllMocks();
  backend = studio();
  sharing = new Sharing(backend, { notify });
});

it('shows what was seen last at once, then looks anew', async () => {
  const looked = later<ReturnType<typeof status>>();
  backend.refreshSharing.mockReturnValue(looked.promise);
  const loading = sharing.load();
  await vi.waitFor(() => expect(sharing.status?.revision).toBe(3));
  expect(sharing.busy).toBe('look');
  looked.resolve(status({ revision: 4 }));
  await loading;
  expect([sharing.status?.revision, sharing.busy]).toEqual([4, null]);
  expect(backend.refreshSharing.mock.calls).toEqual([[place]]);
});

it('connects nowhere that was not allowed on this computer, until it is asked to', async () => {
  backend.getSharingStatus.mockResolvedValue([status({ is_allowed: false })]);
  await sharing.load();
  expect(sharing.status?.library).toBe('team');
  expect(backend.refreshSharing).not.toHaveBeenCalled();
});

it('keeps what was seen where the server does not answer, and says why', async () => {
  backend.refreshSharing.mockRejectedValue(new StudioError('server', "can't be reached"));
  await sharing.load();
  expect([sharing.status?.revision, sharing.error?.message]).toEqual([3, "can't be reached"]);
  backend.refreshSharing.mockResolvedValue(status({ revision: 5 }));
  await sharing.look();
  expect([sharing.status?.revision, sharing.error]).toEqual([5, null]);
});

it.each(['push', 'pull'] as const)('looks at a %s before it does it, and says what it did', async (kind) => {
  await sharing.load();
  const would = report({ created: 2, updated: 1 });
  backend.planPush.mockResolvedValue(would);
  backend.pullLibrary.mockResolvedValueOnce(would).mockResolvedValue(report({ created: 2, updated: 1, merged: 1 }));
  backend.pushLibrary.mockResolvedValue(report({ created: 2, updated: 1 }));
  await sharing.plan(kind);
  expect(sharing.review).toEqual({ kind, report: would });
  expect(backend.pushLibrary).not.toHaveBeenCalled();
  await sharing.carryOut();
  expect(sharing.review).toBeNull();
  if (kind === 'push') expect(notify.mock.calls).toEqual([['Pushed: 2 created, 1 updated.']]);
  else {
    const asked = backend.pullLibrary.mock.calls.map((call) => (call as unknown[])[1]);
    expect(asked).toEqual([
      { prefer: null, only: null, is_dry_run: true, most_trashed: 0 },
      { prefer: null, only: null, is_dry_run: false, most_trashed: 0 },
    ]);
    expect(notify.mock.calls).toEqual([['Pulled: 2 created, 1 updated, 1 merged.']]);
  }
});

it('keeps the review where carrying it out failed, and says what was left alone where it did not', async () => {
  await sharing.load();
  backend.planPush.mockResolvedValue(report({ updated: 1 }));
  await sharing.plan('push');
  backend.pushLibrary.mockRejectedValueOnce(new StudioError('stale', 'somebody else is pushing'));
  await sharing.carryOut();
  expect([sharing.review?.kind, sharing.error?.message]).toEqual(['push', 'somebody else is pushing']);
  const skipped = [{ kind: 'skill' as const, name: 'a', code: 'moved' as const, message: 'Pull again.' }];
  backend.pushLibrary.mockResolvedValue(report({ skipped }));
  await sharing.carryOut();
  expect(notify.mock.calls).toEqual([['Pushed: no changes; 1 skipped: Pull again.']]);
});

it('does one thing at a time', async () => {
  await sharing.load();
  const looked = later<ReturnType<typeof status>>();
  backend.refreshSharing.mockReturnValue(looked.promise);
  const looking = sharing.look();
  await sharing.plan('push');
  expect(backend.planPush).not.toHaveBeenCalled();
  looked.resolve(status());
  await looking;
});

it('brings in one thing by its id, and marks it where it was found', async () => {
  await sharing.load();
  const hit = {
    kind: 'tool' as const,
    id: 't',
    name: 'found',
    description: '',
    score: 0.5,
    state: 'not_installed' as const,
  };
  backend.searchShared.mockResolvedValue([hit]);
  await sharing.search('what');
  backend.pullLibrary.mockResolvedValue(report({ created: 1 }));
  await sharing.install(hit);
  expect(backend.pullLibrary.mock.calls).toEqual([
    [place, { prefer: null, only: [{ kind: 'tool', id: 't' }], is_dry_run: false, most_trashed: 0 }],
  ]);
  expect(sharing.hits.value?.[0]?.state).toBe('current');
});

const dispute = (part: Partial<SharingDispute> = {}): SharingDispute => ({
  thing: { kind: 'skill', id: 'id-both' },
  name: 'both',
  their_hash: 'h',
  is_deleted_here: false,
  is_deleted_there: false,
  changed_by: 'bob',
  changed_at: '2026-11-22T06:00:00Z',
  fields: [{ field: '/group', mine: 'a', theirs: 'b', merge: null }],
  ...part,
});

it('settles what can be merged without the author, and asks about the rest', async () => {
  await sharing.load();
  backend.getSharingDispute.mockResolvedValue(dispute({ fields: [] }));
  await sharing.open(thing('both', 'both_changed'));
  expect(sharing.dispute).toBeNull();
  expect(backend.resolveSharingDispute.mock.calls).toEqual([
    [place, { thing: dispute().thing, their_hash: 'h', fields: [] }],
  ]);
  backend.getSharingDispute.mockResolvedValue(dispute());
  await sharing.open(thing('both', 'both_changed'));
  expect(sharing.dispute?.fields.length).toBe(1);
  const fields = [{ field: '/group', choice: { kind: 'theirs' as const } }];
  expect(await sharing.settle(fields)).toBe(true);
  expect(backend.resolveSharingDispute).toHaveBeenLastCalledWith(place, {
    thing: dispute().thing,
    their_hash: 'h',
    fields,
  });
  expect(sharing.dispute).toBeNull();
});

it('keeps a decision open where the server has moved on or it could not be stored', async () => {
  await sharing.load();
  backend.getSharingDispute.mockResolvedValue(dispute());
  await sharing.open(thing('both', 'both_changed'));
  backend.resolveSharingDispute.mockRejectedValueOnce(new StudioError('stale', 'look again'));
  expect(await sharing.settle([])).toBe(false);
  expect([sharing.dispute?.name, sharing.error?.message]).toEqual(['both', 'look again']);
  const skipped = [{ kind: 'skill' as const, name: 'both', code: 'unsaved_changes' as const, message: 'Save it.' }];
  backend.resolveSharingDispute.mockResolvedValueOnce(report({ skipped }));
  expect(await sharing.settle([])).toBe(false);
  expect(sharing.error?.message).toBe('both: Save it.');
});

it('sets a database up and then looks what it has; a new library is made, another one looked at', async () => {
  backend.getSharingStatus.mockResolvedValue([]);
  await sharing.load();
  await sharing.find({ address: 'postgresql://ann@db/team', password: 'p', secret: '' });
  await sharing.setUp();
  expect(backend.setUpSharing.mock.calls).toEqual([[server().place]]);
  expect(backend.findSharedLibraries).toHaveBeenLastCalledWith({ address: place.address, password: '', secret: '' });
  await sharing.connect('team', true);
  expect(backend.createSharedLibrary.mock.calls).toEqual([[place]]);
  expect([sharing.server, sharing.status?.library]).toEqual([null, 'team']);
  await sharing.find({ address: 'postgresql://ann@db/team', password: '', secret: '' });
  await sharing.connect('team', false);
  expect(backend.refreshSharing.mock.calls).toEqual([[place]]);
});

it('names states, sums and fields for people', () => {
  const all = status().things;
  expect([...all].sort(byState).map(({ name }) => name)).toEqual([
    'both',
    'theirs',
    'new-there',
    'mine',
    'new-here',
    'same',
  ]);
  expect(all.filter((one) => isShown(one, 'changes')).length).toBe(5);
  expect(all.filter((one) => isShown(one, 'all')).length).toBe(6);
  expect(sumOf(report({ created: 1, merged: 2 }))).toBe('1 created, 2 merged');
  expect(fieldOf('/document')).toBe('SKILL.md');
  expect(fieldOf('/files/notes~1more.md/sha256')).toBe('notes/more.md');
  expect(fieldOf('/tools/00000000-0000-0000-0000-000000000000/access')).toBe('tools, access');
});
