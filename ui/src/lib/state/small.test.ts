import { beforeEach, describe, expect, it, vi } from 'vitest';
import { StudioError, type LinkReport } from '$lib/ipc';
import { recordedStudio } from '$lib/ipc/recorded';
import { app } from './app.svelte';
import { saveCopy } from './copy';
import { History } from './history.svelte';
import { link, relinkSkill, reveal, unlink } from './links';
import { Part } from './part.svelte';
import { isReference, isSecretName, reference, references } from './secret';
import { undoKeys } from './undo-keys';
import { Working } from './working.svelte';

const deferred = <T>() => {
  let resolve!: (value: T) => void;
  let reject!: (thrown: unknown) => void;
  const promise = new Promise<T>((...both) => ([resolve, reject] = both));
  return { promise, resolve, reject };
};

describe('one thing that is read', () => {
  it('is not there, then on its way, then there, and stays while it is read anew', async () => {
    const part = new Part<string>();
    expect([part.value, part.isLoading]).toEqual([null, false]);
    const first = deferred<string>();
    const read = part.load(() => first.promise);
    expect(part.isLoading).toBe(true);
    first.resolve('one');
    expect([await read, part.value, part.isLoading]).toEqual(['one', 'one', false]);
    const second = deferred<string>();
    void part.load(() => second.promise);
    expect([part.value, part.isLoading]).toEqual(['one', true]);
  });

  it('takes no answer that was overtaken, whichever comes first', async () => {
    const part = new Part<string>();
    const [slow, fast] = [deferred<string>(), deferred<string>()];
    const [early, late] = [part.load(() => slow.promise), part.load(() => fast.promise)];
    fast.resolve('new');
    expect(await late).toBe('new');
    slow.resolve('old');
    expect([await early, part.value, part.isLoading]).toEqual([null, 'new', false]);
  });

  it('does not say of what was overtaken that it failed', async () => {
    const part = new Part<string>();
    const slow = deferred<string>();
    const early = part.load(() => slow.promise);
    await part.load(async () => 'new');
    slow.reject(new Error('gone'));
    expect([await early, part.error, part.value]).toEqual([null, null, 'new']);
  });

  it('keeps what was there when it fails, with why, and forgets why when it works again', async () => {
    const part = new Part<string>();
    await part.load(async () => 'one');
    await part.load(() => Promise.reject({ code: 'file', message: 'no such file' }));
    expect([part.value, part.error?.message, part.isLoading]).toEqual(['one', 'no such file', false]);
    await part.load(async () => 'two');
    expect([part.value, part.error]).toEqual(['two', null]);
  });

  it.each([
    ['set', (part: Part<string>) => part.set('set'), 'set'],
    ['clear', (part: Part<string>) => part.clear(), null],
  ])('%s ends what is on its way', async (_, act, expected) => {
    const part = new Part<string>();
    const slow = deferred<string>();
    const read = part.load(() => slow.promise);
    act(part);
    expect(part.isLoading).toBe(false);
    slow.resolve('late');
    expect([await read, part.value]).toEqual([null, expected]);
  });
});

describe('what is being done', () => {
  it('is known by its key until it ends, also where it fails', async () => {
    const working = new Working();
    const [save, load] = [deferred<string>(), deferred<string>()];
    const saved = working.run('a', () => save.promise);
    const loaded = working.run('b', () => load.promise);
    expect([working.has('a'), working.has('b'), working.has('c')]).toEqual([true, true, false]);
    save.resolve('done');
    expect([await saved, working.has('a'), working.has('b')]).toEqual(['done', false, true]);
    load.reject(new Error('no'));
    await expect(loaded).rejects.toThrow('no');
    expect(working.has('b')).toBe(false);
  });
});

describe('undo keys of a form', () => {
  const form = { undo: vi.fn(), redo: vi.fn() };
  const press = (init: KeyboardEventInit, target: Element = document.body) => {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
    const stop = vi.spyOn(event, 'stopPropagation');
    const handler = (heard: Event) => undoKeys(form)(heard as KeyboardEvent);
    document.addEventListener('keydown', handler);
    target.dispatchEvent(event);
    document.removeEventListener('keydown', handler);
    return event.defaultPrevented && stop.mock.calls.length > 0;
  };
  beforeEach(() => vi.clearAllMocks());

  it.each([
    [{ key: 'z', ctrlKey: true }, 1, 0],
    [{ key: 'Z', metaKey: true }, 1, 0],
    [{ key: 'Z', ctrlKey: true, shiftKey: true }, 0, 1],
    [{ key: 'y', ctrlKey: true }, 0, 1],
    [{ key: 'z' }, 0, 0],
    [{ key: 'z', ctrlKey: true, altKey: true }, 0, 0],
    [{ key: 'x', ctrlKey: true }, 0, 0],
  ])('%j undoes %i and redoes %i', (init, undone, redone) => {
    const wasTaken = press(init);
    expect([form.undo.mock.calls.length, form.redo.mock.calls.length]).toEqual([undone, redone]);
    expect(wasTaken).toBe(undone + redone > 0);
  });

  it('leave the key alone where there is no step to take back, but in a field', () => {
    const at = Object.assign(form, { canUndo: false });
    const field = document.body.appendChild(document.createElement('input'));
    field.value = 'typed';
    expect([press({ key: 'z', ctrlKey: true }), press({ key: 'z', ctrlKey: true }, field)]).toEqual([false, true]);
    at.canUndo = true;
    expect(press({ key: 'z', ctrlKey: true })).toBe(true);
    field.remove();
  });

  it('are left to a text editor within it', () => {
    const editor = document.body.appendChild(document.createElement('div'));
    editor.className = 'cm-editor';
    const line = editor.appendChild(document.createElement('div'));
    expect([press({ key: 'z', ctrlKey: true }, line), form.undo.mock.calls.length]).toEqual([false, 0]);
    editor.remove();
  });
});

describe('secrets in a text', () => {
  it('are found by name, however many', () => {
    expect(references('Bearer secret://telephony, secret://a_b-2 and secret://')).toEqual(['telephony', 'a_b-2', '']);
    expect([isReference('Bearer secret://a'), isReference('sk-123'), reference('a')]).toEqual([
      true,
      false,
      'secret://a',
    ]);
  });

  it.each([
    ['telephony-2', true],
    ['', false],
    ['with space', false],
    ['ключ', false],
    ['a'.repeat(64), true],
    ['a'.repeat(65), false],
  ])('%s may be a name: %s', (name, may) => expect(isSecretName(name)).toBe(may));
});

describe('places one was at', () => {
  const place = (skillId: string | null) => ({ view: 'library' as const, skillId, path: null });

  it('are a hundred at most, the oldest are forgotten', () => {
    const history = new History();
    for (let at = 0; at < 150; at += 1) history.push(place(`s${at}`));
    let steps = 0;
    for (; history.canGoBack; steps += 1) history.back();
    expect([steps, history.current.skillId]).toEqual([99, 's50']);
    history.back();
    expect(history.current.skillId).toBe('s50');
  });

  it('are changed where one is without a step, and what lies forward stays', () => {
    const history = new History();
    history.push(place('a'));
    history.push(place('b'));
    history.back();
    history.replace(place('renamed'));
    history.forward();
    history.forward();
    history.back();
    expect([history.current.skillId, history.canGoForward]).toEqual(['renamed', true]);
  });

  it('name each skill once, the last seen first, without the one that is open', () => {
    const history = new History();
    for (const id of ['a', 'b', 'a', null, 'c']) history.push(place(id));
    expect(history.recentSkills()).toEqual(['a', 'b']);
  });

  it('start over in the same view with another library', () => {
    const history = new History();
    history.push({ view: 'tools', skillId: 'a', path: 'b' });
    history.clear();
    expect([history.current, history.canGoBack]).toEqual([{ view: 'tools', skillId: null, path: null }, false]);
  });
});

describe('links to folders', () => {
  const notify = vi.spyOn(app, 'notify').mockImplementation(() => {});
  const fail = vi.spyOn(app, 'fail').mockImplementation(() => {});
  const studio = {
    listSkills: vi.fn(() => []),
    linkSkills: vi.fn(),
    unlinkSkills: vi.fn(),
    relinkSkill: vi.fn(),
    reveal: vi.fn(),
    choosePaths: vi.fn(),
    saveLibraryCopy: vi.fn(),
  };
  const report = (part: Partial<LinkReport> = {}): LinkReport => ({
    linked: ['1'],
    changed: 0,
    not_found: [],
    ...part,
  });
  const said = () => notify.mock.lastCall?.[0];
  beforeEach(() => {
    vi.clearAllMocks();
    recordedStudio(studio);
  });

  it('say what saving does from now on, and are undone from the toast', async () => {
    studio.unlinkSkills.mockReturnValue(['1']);
    await link('gas', async () => report());
    expect([said(), studio.listSkills.mock.calls.length]).toEqual(['Linked gas. Saving now writes to the files.', 1]);
    notify.mock.lastCall?.[1]?.perform();
    await vi.waitFor(() => expect(said()).toContain('Unlinked gas'));
    expect(studio.unlinkSkills.mock.calls).toEqual([[{ ids: ['1'] }]]);
  });

  it('name what differs and what is not there', async () => {
    await link('them', async () => report({ changed: 2, not_found: ['/a', '/b'] }));
    expect(said()).toBe(
      "Linked them. Saving now writes to the files. 2 skills differ from their files. Open them to merge. 2 files weren't found, such as /a.",
    );
  });

  it('that came to nothing have nothing to undo', async () => {
    await link('gas', async () => report({ linked: [] }));
    expect(notify.mock.lastCall).toEqual(['gas: nothing to link.', undefined]);
    await unlink('gas', async () => []);
    expect(notify.mock.lastCall).toEqual(['gas: nothing to unlink.', undefined]);
  });

  it('that are refused say so, and nothing else', async () => {
    await link('gas', () => Promise.reject(new StudioError('file', 'The folder is gone.')));
    await unlink('gas', () => Promise.reject(new StudioError('file', 'The folder is gone.')));
    expect(fail.mock.calls.map(([what]) => what)).toEqual(['Linking', 'Unlinking']);
    expect(notify).not.toHaveBeenCalled();
  });

  it('are made anew to the folder that is chosen; none chosen changes nothing', async () => {
    studio.choosePaths.mockReturnValueOnce([]).mockReturnValue(['/moved/gas']);
    studio.relinkSkill.mockReturnValue(report());
    await relinkSkill('1', 'gas');
    expect(studio.relinkSkill).not.toHaveBeenCalled();
    await relinkSkill('1', 'gas');
    expect([Object.values(studio.relinkSkill.mock.lastCall?.[0] as object), said()]).toEqual([
      ['1', '/moved/gas'],
      'Linked gas. Saving now writes to the files.',
    ]);
    expect(studio.choosePaths.mock.lastCall?.[0]).toMatchObject({
      choice: { kind: 'folder', title: 'Choose the folder for gas' },
    });
  });

  it('are shown in the file manager, and what cannot be is told', async () => {
    studio.reveal.mockImplementation(() => {
      throw { code: 'file', message: 'There is no file manager.' };
    });
    expect(await reveal({ kind: 'backups' })).toBe(false);
    expect(fail.mock.lastCall?.[0]).toBe('Showing the folder');
  });

  it('a copy of the library is opened where it went, and nothing happens where none is chosen', async () => {
    const switchTo = vi.spyOn(app, 'switchTo').mockImplementation(async (open) => void (await open()));
    studio.choosePaths.mockReturnValueOnce([]).mockReturnValue(['/b/copy.db']);
    await saveCopy();
    expect(switchTo).not.toHaveBeenCalled();
    await saveCopy();
    expect([switchTo.mock.lastCall?.[1], studio.saveLibraryCopy.mock.calls]).toEqual([
      '/b/copy.db',
      [[{ path: '/b/copy.db' }]],
    ]);
  });
});
