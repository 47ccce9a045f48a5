import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { beforeClosing, type ProblemFile, settle, type SkillRow, StudioError } from '$lib/ipc';
import { recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { faults } from '$lib/testing/accessibility';
import { oddNames } from '$lib/testing/names';
import ConfigField from './config/ConfigField.svelte';
import { isSameConfig, layOut } from './config/config';
import { groupBy, indexBy, unique } from './group';
import Identity from './identity/Identity.svelte';
import ExportDialog from './picture/ExportDialog.svelte';
import ExportMenu from './picture/ExportMenu.svelte';
import { toSvg } from './picture/drawing';
import { colours } from './picture/fixtures';
import type { Picture } from './picture/picture';
import FixDialog from './problems/FixDialog.svelte';
import IgnoreDialog from './problems/IgnoreDialog.svelte';
import { actionDone, actionLabel, actionTip } from './problems/actions';
import { fullTime } from './time';
import UnreadableRows from './unreadable/UnreadableRows.svelte';
import { setHome } from '$lib/path';

beforeAll(() => setHome('/home/author'));
afterAll(() => setHome(null));

const notify = vi.spyOn(app, 'notify').mockImplementation(() => {});
const fail = vi.spyOn(app, 'fail').mockImplementation(() => {});
beforeEach(() => {
  vi.clearAllMocks();
  recordedStudio();
});
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('rows that cannot be read', () => {
  const row = (name: string) => ({ id: `id-${name}`, name, reason: 'It is of a newer format.' });

  it('stand with their reason, and are deleted one by one', async () => {
    const ondelete = vi.fn();
    render(UnreadableRows, { rows: [row('a'), row('b')], ondelete });
    expect(screen.getAllByTestId('unreadable').map((each) => each.querySelector('small')?.textContent)).toEqual(
      Array(2).fill("Can't be read. It is of a newer format."),
    );
    await fireEvent.click(button('Delete b'));
    expect(ondelete.mock.calls).toEqual([[row('b')]]);
    expect(await faults()).toEqual([]);
  });

  it('that nobody may delete have no button, and none of them is nothing', () => {
    const { container, rerender } = render(UnreadableRows, { rows: [row('a')] });
    expect(screen.queryByRole('button')).toBeNull();
    void rerender({ rows: [] });
    return vi.waitFor(() => expect(container.querySelector('ul')).toBeNull());
  });

  it.each(oddNames)('are named %s', (_, name) => {
    render(UnreadableRows, { rows: [row(name)] });
    expect(screen.getByTestId('unreadable').querySelector('.truncate')?.textContent).toBe(name);
  });
});

describe('what names a state', () => {
  const hash = '0123456789abcdef0123456789abcdef';

  it('is its version, revision and the start of its hash, which is copied whole', async () => {
    const writeText = vi.fn(async () => {});
    Object.assign(navigator, { clipboard: { writeText } });
    render(Identity, { version: '', row: 1200, hash });
    expect(screen.getByTestId('identity').textContent?.replace(/\s+/g, ' ').trim()).toBe(
      'Version none Revision 1,200 Hash 0123456789ab',
    );
    await fireEvent.click(button('Copy hash'));
    await vi.waitFor(() => expect(notify.mock.lastCall).toEqual(['Hash copied']));
    expect(writeText.mock.calls).toEqual([[hash]]);
  });

  it('says where it could not be copied', async () => {
    Object.assign(navigator, { clipboard: { writeText: () => Promise.reject(new Error('denied')) } });
    render(Identity, { version: '1.0', row: 1, hash });
    await fireEvent.click(button('Copy hash'));
    await vi.waitFor(() => expect(fail.mock.lastCall?.[0]).toBe('Copying the hash'));
    expect(notify).not.toHaveBeenCalled();
  });
});

describe('free settings', () => {
  it.each([
    ['', 'Empty (no settings)', false],
    ['{"a": 1}', 'Valid JSON, 1 key', false],
    ['[]', 'Settings must be a JSON object: start with { and end with }', true],
    ['{"a": }', 'Invalid JSON: line 1, column 7, expected a value', true],
  ])('%j is told to be: %s', (value, words, isBad) => {
    render(ConfigField, { value, onchange: vi.fn() });
    expect(screen.getByText(words).closest('[role=alert]') !== null).toBe(isBad);
  });

  it('are the same whatever their layout, and what is no JSON stays as it stands', () => {
    expect([isSameConfig('', '{}'), isSameConfig('{"a":1}', '{ "a": 1 }'), isSameConfig('{', '{ ')]).toEqual([
      true,
      true,
      false,
    ]);
    expect([layOut('{"a":1}'), layOut('{'), layOut('  ')]).toEqual(['{\n  "a": 1\n}', '{', '{}']);
  });
});

describe('taking a picture away', () => {
  const picture: Picture = {
    name: 'map',
    title: 'the map',
    draw: () => ({ width: 10, height: 10, background: colours.surface, title: 'Map', shapes: [] }),
    data: { nodes: ['a'] },
  };
  const [save, choose, onsaved, onclose] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const shown = (format: 'svg' | 'png' | 'json' = 'json') =>
    render(ExportDialog, { picture, format, folder: '/pictures/', choose, save, onsaved, onclose });
  const path = () => screen.getByTestId<HTMLInputElement>('export-path');
  beforeEach(() => {
    save.mockImplementation(async (to: string) => to);
    choose.mockResolvedValue(null);
  });

  it('asks where to and in which form, and writes it there', async () => {
    shown();
    expect([path().value, button('Export JSON').disabled]).toEqual(['/pictures/map.json', false]);
    expect(await faults()).toEqual([]);
    await fireEvent.click(screen.getByTestId('export-save'));
    await vi.waitFor(() => expect(onsaved.mock.calls).toEqual([['/pictures/map.json']]));
    expect(save.mock.calls).toEqual([['/pictures/map.json', '{\n  "nodes": [\n    "a"\n  ]\n}\n', false]]);
  });

  it('gives the file the ending of its form, but for one its author wrote', async () => {
    shown();
    await fireEvent.click(screen.getByRole('radio', { name: 'SVG' }));
    expect(path().value).toBe('/pictures/map.svg');
    await fireEvent.input(path(), { target: { value: 'mine.picture' } });
    expect(screen.getByText(/without a folder, the file is saved to Downloads/)).toBeTruthy();
    await fireEvent.click(screen.getByRole('radio', { name: 'PNG' }));
    expect([path().value, button('Export PNG').disabled]).toEqual(['mine.picture', false]);
  });

  it('goes where it is chosen; none chosen changes nothing', async () => {
    shown();
    await fireEvent.click(button('Choose…'));
    await vi.waitFor(() => expect(choose).toHaveBeenCalledWith('/pictures/map.json', 'json'));
    expect(path().value).toBe('/pictures/map.json');
    choose.mockResolvedValue('/b/x.json');
    await fireEvent.click(button('Choose…'));
    await vi.waitFor(() => expect(path().value).toBe('/b/x.json'));
  });

  it('that is refused says why, and can be tried again', async () => {
    save.mockRejectedValueOnce({ code: 'file', message: 'The folder cannot be written.', detail: null });
    shown();
    await fireEvent.click(screen.getByTestId('export-save'));
    expect((await screen.findByRole('alert')).textContent).toContain('The folder cannot be written.');
    expect(onsaved).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByTestId('export-save'));
    await vi.waitFor(() => expect(onsaved).toHaveBeenCalledOnce());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('goes nowhere without a path', async () => {
    shown();
    await fireEvent.input(path(), { target: { value: '  ' } });
    await fireEvent.submit(path().form!);
    expect([screen.getByTestId<HTMLButtonElement>('export-save').disabled, save.mock.calls.length]).toEqual([true, 0]);
  });

  it('of several pictures has them by name, made only when one is asked for', async () => {
    const make = vi.fn(() => picture);
    const onexport = vi.fn();
    render(ExportMenu, {
      pictures: [
        { what: 'the sweep', make },
        { what: 'the matrix', make },
      ],
      onexport,
    });
    await fireEvent.keyDown(button('Export the sweep or the matrix'), { key: 'Enter' });
    expect((await screen.findByRole('menu')).textContent).toContain('The matrix');
    expect(make).not.toHaveBeenCalled();
    await fireEvent.click(screen.getAllByRole('menuitem', { name: /PNG/ })[1]!);
    await vi.waitFor(() => expect(onexport.mock.calls).toEqual([[picture, 'png']]));
  });

  it('carries names of any kind as text, without what XML has no place for', () => {
    const drawn = (text: string) =>
      toSvg({
        width: 1,
        height: 1,
        background: 'white',
        title: text,
        shapes: [{ kind: 'text', x: 0, y: 0, text, fill: 'black' }],
      });
    for (const [, name] of oddNames) {
      const page = new DOMParser().parseFromString(drawn(`${name}\u0007`), 'image/svg+xml');
      expect([
        page.querySelector('parsererror'),
        page.querySelector('text')?.textContent,
        page.querySelector('title')?.textContent,
      ]).toEqual([null, name, name]);
    }
  });
});

describe('problems', () => {
  it('are ignored with a reason or none, and the dialog goes', async () => {
    const [onignore, onclose] = [vi.fn(async () => true), vi.fn()];
    render(IgnoreDialog, { skill: 'gas', message: 'Say `more`.', onignore, onclose });
    expect(screen.getByRole('dialog').textContent).toContain('gas: Say more.');
    await fireEvent.submit(screen.getByTestId('ignore-dialog'));
    await vi.waitFor(() => expect(onclose).toHaveBeenCalledOnce());
    expect(onignore.mock.calls).toEqual([['']]);
  });

  it('that could not be ignored or fixed say why in the dialog, which keeps what was typed and chosen', async () => {
    const [refuse, onclose] = [vi.fn().mockRejectedValueOnce(new StudioError('file', 'The disk is full.')), vi.fn()];
    const { unmount } = render(IgnoreDialog, { skill: 'gas', message: 'Say more.', onignore: refuse, onclose });
    const reason = screen.getByLabelText<HTMLInputElement>('Reason');
    await fireEvent.input(reason, { target: { value: 'Ours allows it' } });
    await fireEvent.submit(screen.getByTestId('ignore-dialog'));
    expect((await screen.findByText(/The disk is full\./)).textContent).toContain("Couldn't ignore the problem.");
    expect([reason.value, onclose.mock.calls.length]).toEqual(['Ours allows it', 0]);
    await fireEvent.submit(screen.getByTestId('ignore-dialog'));
    await vi.waitFor(() => expect(onclose).toHaveBeenCalledOnce());
    expect(refuse.mock.calls).toEqual([['Ours allows it'], ['Ours allows it']]);
    unmount();

    const notes = ['The folder is still named `old`.'];
    const skills = '/home/author/.claude/skills';
    recordedStudio({
      previewFix: () => ({ before: 'a', after: 'b', fixes: 1, has_draft: false, notes }),
      listFoldersOnDisk: ({ skillIds }: { skillIds: string[] }) =>
        skillIds.map((skill_id) => ({ skill_id, path: `${skills}/${skill_id}` })),
    });
    const onfix = vi.fn().mockRejectedValueOnce(new StudioError('file', 'The disk is full.'));
    const row = (skill: string, skill_id = skill) =>
      ({ skill_id, skill, group: 'Day', has_draft: false }) as ProblemFile;
    app.rows = ['gas', 'water', 'fire'].map((id) => ({ id, is_written: id !== 'fire' }) as SkillRow);
    const rows = [row('gas'), row('water'), row('water', 'fire')];
    render(FixDialog, { title: 'Fix', code: null, rows, onfix, onclose });
    const said = /^Review the changes\..* 2 linked files on disk will also change, in ~\/\.claude\/skills\.$/;
    expect(await screen.findByText(said)).toBeTruthy();
    expect((await screen.findByText(/^The folder is still named/)).textContent).toBe('The folder is still named old.');
    // Two of one name are told apart by where they are.
    await fireEvent.click(screen.getByLabelText('Fix water, Day'));
    await fireEvent.click(screen.getByLabelText('Fix water, ~/.claude/skills/water'));
    expect(screen.getByLabelText('Fix gas')).toBeTruthy();
    expect(
      await screen.findByText(/ 1 linked file on disk will also change, in ~\/\.claude\/skills\/gas\.$/),
    ).toBeTruthy();
    await fireEvent.click(screen.getByTestId('fix-chosen'));
    expect((await screen.findByText(/The disk is full\./)).textContent).toContain("Couldn't fix the files.");
    expect([onfix.mock.calls, onclose.mock.calls.length]).toEqual([[[['gas']]], 1]);
    expect(screen.getByTestId('fix-chosen').textContent).toContain('Fix 1 file');
  });

  it.each([
    [{ kind: 'create_tool', name: 'ring' }, 'Create tool', 'Create the tool ring', 'Created the tool ring'],
    [{ kind: 'create_file', path: 'a.md' }, 'Create file', 'Create a.md', 'Created a.md'],
    [{ kind: 'link_tool', name: 'ring' }, 'Link tool', 'Link to ring', 'Linked the skill to ring'],
    [{ kind: 'unlink_tool', name: 'ring' }, 'Remove link', 'Remove the link to ring', 'Removed the link to ring'],
    [{ kind: 'rename_skill', name: 'gas' }, 'Rename skill', 'Rename to gas', 'Renamed the skill to gas'],
    [{ kind: 'save_as_utf8' }, 'Save as UTF-8', 'Save the file as UTF-8', 'Saved the file as UTF-8'],
    [
      { kind: 'rename_folder', name: 'gas', folder: 'old' },
      'Rename folder',
      'Rename folder to gas',
      'Renamed the folder old to gas',
    ],
  ])('are ended by %j: %s', (action, ...words) =>
    expect([actionLabel, actionTip, actionDone].map((said) => said(action as never))).toEqual(words),
  );
});

describe('before the window closes', () => {
  const stops: (() => void)[] = [];
  afterEach(() => stops.splice(0).forEach((stop) => stop()));

  it('all that is to be done is done, also where some of it fails, and nothing that was called off', async () => {
    const [good, off] = [vi.fn(async () => {}), vi.fn(async () => {})];
    stops.push(
      beforeClosing(() => Promise.reject(new StudioError('file', 'no room'))),
      beforeClosing(good),
    );
    beforeClosing(off)();
    await settle();
    expect([good.mock.calls.length, off.mock.calls.length]).toEqual([1, 0]);
  });
});

it('items are grouped and told apart in the order they come', () => {
  expect([...groupBy(['b1', 'a1', 'b2'], (item) => item[0]!)]).toEqual([
    ['b', ['b1', 'b2']],
    ['a', ['a1']],
  ]);
  expect(
    indexBy(
      [
        { id: 'a', n: 1 },
        { id: 'a', n: 2 },
      ],
      ({ id }) => id,
    ).get('a'),
  ).toEqual({ id: 'a', n: 2 });
  expect(unique(['b', 'a', 'b'])).toEqual(['b', 'a']);
  expect(fullTime('never')).toBe('never');
});
