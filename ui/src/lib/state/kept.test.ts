import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StudioError } from '$lib/ipc';
import { settle } from '$lib/ipc/events';
import { DraftStudio } from '$lib/testing/drafts';
import { NEW, PAUSE, type Written, isWritten } from './kept';
import { takeOver } from './old-drafts';

interface Fields {
  name: string;
  note: string;
  headers: { name: string; value: string }[];
}

const base: Fields = { name: 'a', note: '', headers: [{ name: 'Accept', value: 'text/plain' }] };
const written = (some: Partial<Fields>, version = 1): Written<Fields> => ({
  version,
  fields: { ...base, ...some },
  base,
});

let studio: DraftStudio;
beforeEach(() => {
  vi.useFakeTimers();
  studio = new DraftStudio();
});
afterEach(() => vi.useRealTimers());

async function open() {
  const kept = studio.session<Fields>('server');
  await kept.ready;
  return kept;
}
const rest = () => vi.advanceTimersByTimeAsync(PAUSE);

describe('what is written', () => {
  it('is there again in another session, shortly after the key press', async () => {
    const kept = await open();
    kept.keep('1', written({ note: 'mine' }, 4));
    expect(studio.drafts).toEqual([]);
    await rest();
    expect(studio.drafts).toEqual([{ kind: 'server', id: '1', aggregate_version: 4, changes: '{"note":"mine"}' }]);
    const again = await open();
    expect(again.restored('1', base)).toEqual(written({ note: 'mine' }, 4));
    expect([again.has('1'), again.has('2')]).toEqual([true, false]);
  });

  it('of a new row is kept under no id', async () => {
    (await open()).keep(NEW, written({ note: 'mine' }, 0));
    await rest();
    expect(studio.ids('server')).toEqual([null]);
    expect((await open()).restored(NEW, base)?.fields.note).toBe('mine');
  });

  it.each(['pagehide', 'closing'])('is written at once at the %s', async (moment) => {
    const kept = await open();
    kept.keep('1', written({ note: 'mine' }));
    if (moment === 'closing') void settle();
    else dispatchEvent(new Event('pagehide'));
    await kept.flush();
    expect(studio.ids('server')).toEqual(['1']);
  });

  it('does not wait for a pause in typing, and its last state is what stays', async () => {
    const kept = await open();
    for (const note of ['m', 'mi', 'min']) {
      kept.keep('1', written({ note }));
      await vi.advanceTimersByTimeAsync(PAUSE - 100);
    }
    expect(studio.drafts[0]?.changes).toBe('{"note":"mi"}');
    await rest();
    expect(studio.drafts[0]?.changes).toBe('{"note":"min"}');
  });

  it('is only what differs, so that the rest follows the row', async () => {
    const kept = await open();
    kept.keep('1', written({ note: 'mine' }));
    expect(kept.restored('1', { ...base, name: 'renamed' })?.fields).toMatchObject({ name: 'renamed', note: 'mine' });
  });

  it('is forgotten once it is stored, given up or as it was', async () => {
    const kept = await open();
    kept.keep('1', written({ note: 'mine' }));
    kept.keep('2', written({ note: 'mine' }));
    await kept.flush();
    expect(studio.ids('server')).toEqual(['1', '2']);
    kept.drop('1');
    kept.keep('2', written({}));
    await kept.flush();
    expect(studio.drafts).toEqual([]);
    expect([kept.has('1'), kept.restored('2', base)]).toEqual([false, null]);
  });

  it('is forgotten when its row is gone, but not while the library changes', async () => {
    const kept = await open();
    kept.keep('1', written({ note: 'mine' }));
    studio.isSwitching = true;
    kept.forget(() => false);
    expect(kept.has('1')).toBe(true);
    studio.isSwitching = false;
    kept.forget((id) => id === '1');
    expect(kept.has('1')).toBe(true);
    kept.forget(() => false);
    await kept.flush();
    expect([kept.has('1'), studio.drafts]).toEqual([false, []]);
  });

  it('never goes to another library than the one it was typed in', async () => {
    const kept = await open();
    kept.keep('1', written({ note: 'mine' }));
    studio.isSwitching = true;
    await rest();
    expect(studio.drafts).toEqual([]);
    kept.stop();
    studio.isSwitching = false;
    await rest();
    await kept.flush();
    kept.keep('2', written({ note: 'late' }));
    await rest();
    expect(studio.drafts).toEqual([]);
  });

  it('waits while another library is opened that cannot be, and is kept then', async () => {
    const kept = await open();
    studio.isSwitching = true;
    kept.keep('1', written({ note: 'mine' }));
    await rest();
    studio.isSwitching = false;
    await rest();
    expect(studio.ids('server')).toEqual(['1']);
  });

  it('is newer than what was kept, where one typed before that was read', async () => {
    studio.drafts = [{ kind: 'server', id: '1', aggregate_version: 1, changes: '{"note":"before"}' }];
    const kept = studio.session<Fields>('server');
    kept.keep('1', written({ note: 'mine' }));
    await kept.ready;
    expect(kept.restored('1', base)?.fields.note).toBe('mine');
  });

  it.each(['', 'oops', '[]', 'null', '5'])('is none where an older studio kept %s', async (changes) => {
    studio.drafts = [{ kind: 'server', id: '1', aggregate_version: 1, changes }];
    expect((await open()).restored('1', base)).toBeNull();
  });

  it('leaves out a field of another shape', async () => {
    const changes = JSON.stringify({ note: 'mine', headers: 'text', other: 1 });
    studio.drafts = [{ kind: 'server', id: '1', aggregate_version: 1, changes }];
    expect((await open()).restored('1', base)?.fields).toEqual({ ...base, note: 'mine' });
  });

  it('stays in the window where it could not be kept, and that is said', async () => {
    const kept = await open();
    studio.refusal = new StudioError('invalid', 'The keychain is locked.');
    kept.keep('1', written({ note: 'mine' }));
    await rest();
    expect([studio.failed, kept.has('1')]).toEqual([['Saving your draft'], true]);
    studio.refusal = null;
    kept.keep('1', written({ note: 'mine, again' }));
    await rest();
    expect(studio.drafts[0]?.changes).toContain('again');
  });

  it('that cannot be read is said', async () => {
    studio.unreadable = "1 form with unsaved changes can't be read.";
    await open();
    expect(studio.said).toEqual(["1 form with unsaved changes can't be read."]);
  });

  it('is nowhere where no library is open', async () => {
    studio.library = null;
    const kept = await open();
    kept.keep('1', written({ note: 'mine' }));
    await rest();
    expect([studio.drafts, studio.failed]).toEqual([[], []]);
  });

  it('counts as written only where a field is other than stored', () => {
    expect([isWritten(null), isWritten(written({})), isWritten(written({ note: 'x' }))]).toEqual([false, false, true]);
  });
});

describe('what an older studio kept in the window', () => {
  const old = (some: object) => ({
    library: '/a',
    place: 'servers',
    id: '1',
    version: 3,
    changes: {},
    withheld: [],
    ...some,
  });
  function storage(...drafts: object[]) {
    const kept = { text: JSON.stringify(drafts) };
    return { kept, read: () => kept.text, write: (next: string) => void (kept.text = next) };
  }

  it('is given to the studio once, by library and kind, and gone', async () => {
    const mine = old({ changes: { note: 'mine' } });
    const [elsewhere, agent] = [old({ library: '/b' }), old({ place: 'agents', id: 'new' })];
    const memory = storage(mine, elsewhere, agent);
    await takeOver('/a', 'server', studio, studio, memory);
    expect(studio.drafts).toEqual([{ kind: 'server', id: '1', aggregate_version: 3, changes: '{"note":"mine"}' }]);
    expect(JSON.parse(memory.kept.text)).toEqual([elsewhere, agent]);
    await takeOver('/a', 'agent', studio, studio, memory);
    expect(studio.ids('agent')).toEqual([null]);
    expect([JSON.parse(memory.kept.text), studio.said]).toEqual([[elsewhere], []]);
  });

  it('does not take the place of what the studio has', async () => {
    studio.drafts = [{ kind: 'server', id: '1', aggregate_version: 4, changes: '{"note":"newer"}' }];
    const memory = storage(old({ changes: { note: 'older' } }));
    await takeOver('/a', 'server', studio, studio, memory);
    expect([studio.drafts[0]?.changes, memory.kept.text]).toEqual(['{"note":"newer"}', '[]']);
  });

  it('never takes a stored secret away, and says what has to be entered again', async () => {
    const withheld = [
      { path: ['env'], name: 'TOKEN', label: 'variable TOKEN', text: '', isStored: true },
      { path: ['headers'], name: 'X-Key', label: 'header X-Key', text: '', isStored: false },
    ];
    const changes = { env: [{ name: 'TOKEN', value: '' }], headers: [{ name: 'X-Key', value: '' }], cwd: '/tmp' };
    await takeOver('/a', 'server', studio, studio, storage(old({ changes, withheld })));
    expect(JSON.parse(studio.drafts[0]!.changes)).toEqual({ headers: changes.headers, cwd: '/tmp' });
    expect(studio.said[0]).toMatch(/variable TOKEN, header X-Key\. Enter them again\.$/);
  });

  it('stays where the studio cannot take it', async () => {
    studio.refusal = new StudioError('invalid', 'The keychain is locked.');
    const memory = storage(old({ changes: { note: 'mine' } }));
    await expect(takeOver('/a', 'server', studio, studio, memory)).rejects.toThrow('locked');
    expect(memory.kept.text).toContain('mine');
  });

  it.each(['', 'oops', '{}', '[5,null,{"library":"/a","place":"servers","id":"1"}]'])(
    'is nothing where %s stands in the storage',
    async (text) => {
      await takeOver('/a', 'server', studio, studio, { read: () => text, write: () => {} });
      expect(studio.drafts).toEqual([]);
    },
  );
});
