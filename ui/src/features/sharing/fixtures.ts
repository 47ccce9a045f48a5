/** A shared library for tests of components. */
import { vi } from 'vitest';
import type { SharedThing, SharingReport, SharingServer, SharingState, SharingStatus } from '$lib/ipc';

export const thing = (name: string, state: SharingState, part: Partial<SharedThing> = {}): SharedThing => ({
  kind: 'skill',
  id: `id-${name}`,
  name,
  state,
  local_version: state === 'not_installed' ? 0 : 1,
  remote_version: state === 'not_shared' ? 0 : 1,
  changed_by: state === 'not_shared' ? '' : 'bob',
  changed_at: state === 'not_shared' ? '' : '2026-11-22T06:00:00Z',
  ...part,
});

export const status = (part: Partial<SharingStatus> = {}): SharingStatus => ({
  address: 'postgresql://ann:secret://database-db@db:5432/team',
  server: 'db:5432',
  library: 'team',
  revision: 3,
  seen_at: '2026-11-22T06:00:00Z',
  is_allowed: true,
  things: [
    thing('same', 'current'),
    thing('mine', 'locally_modified'),
    thing('new-here', 'not_shared'),
    thing('theirs', 'update_available'),
    thing('new-there', 'not_installed', { kind: 'tool' }),
    thing('both', 'both_changed'),
  ],
  ...part,
});

export const report = (part: Partial<SharingReport> = {}): SharingReport => ({
  address: 'postgresql://ann@db:5432/team',
  library: 'team',
  revision: 4,
  created: 0,
  updated: 0,
  merged: 0,
  unchanged: 1,
  trashed: [],
  is_trashing_many: false,
  conflicts: [],
  skipped: [],
  losses: [],
  ...part,
});

export const server = (part: Partial<SharingServer> = {}): SharingServer => ({
  place: { address: 'postgresql://ann:secret://database-db@db:5432/team', library: null },
  plan: {
    address: 'postgresql://ann:secret://database-db@db:5432/team',
    steps: [],
    roles: 'CREATE ROLE studio_reader',
  },
  libraries: [],
  new_name: 'My library',
  ...part,
});

/** A studio that answers what a test says; it knows nothing by itself. */
export const studio = () => ({
  getSharingStatus: vi.fn(async (): Promise<SharingStatus[]> => [status()]),
  findSharedLibraries: vi.fn(async () => server()),
  setUpSharing: vi.fn(),
  createSharedLibrary: vi.fn(async () => status()),
  refreshSharing: vi.fn(async () => status()),
  planPush: vi.fn(async () => report()),
  pushLibrary: vi.fn(async () => report()),
  pullLibrary: vi.fn(async () => report()),
  getSharingDispute: vi.fn(),
  resolveSharingDispute: vi.fn(async () => report({ merged: 1 })),
  searchShared: vi.fn(),
  removeSharing: vi.fn(),
  listSecrets: vi.fn(async () => ({ kind: 'vault' as const, place: '', secrets: [] })),
  cancelActivity: vi.fn(),
});
