import { render, screen, waitFor } from '@testing-library/svelte';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Toaster, type MenuEntry } from '$kit';
import { type LinkStatus, type SkillRow, StudioError, commands } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import { trashing } from '$lib/state/trashing.svelte';
import { pressInToast } from '$lib/testing/screen';
import { libraryActions } from './actions';
import { asking, fixing, unlinkAll } from './batch.svelte';
import { Library } from './library.svelte';
import { groupMenu, skillMenu } from './menus';
import { duplicate, renaming, trash } from './perform.svelte';

const row = (name: string, some: Partial<SkillRow> = {}) =>
  ({
    id: name,
    name,
    group: 'Day',
    tags: [],
    tokens: { description: 1, body: 0, files: 0 },
    link: 'none',
    is_linked: false,
    is_written: false,
    broken: null,
    aggregate_version: 1,
    updated_at: '',
    errors: 0,
    warnings: 0,
    ...some,
  }) as SkillRow;
let library: Library;
afterAll(() => void (asking.now = renaming.row = fixing.files = null));
beforeEach(() => {
  app.rows = [row('gas'), row('water'), row('night', { group: 'Night' })];
  app.history.clear();
  app.overlay = null;
  asking.now = renaming.row = fixing.files = null;
  library = new Library(
    () => app.rows,
    async () => ({ hits: [], total: 0 }),
  );
  vi.spyOn(commands, 'listSkills').mockImplementation(async () => [...app.rows]);
  vi.spyOn(commands, 'listDependents').mockResolvedValue([]);
  render(Toaster);
});
afterEach(() => vi.restoreAllMocks());

type Item = Extract<MenuEntry, { id: string }>;
const items = (entries: MenuEntry[]) =>
  entries.filter((entry): entry is Item => typeof entry === 'object' && 'id' in entry);
const entry = (entries: MenuEntry[], id: string) => items(entries).find((each) => each.id === id)!;

describe('the menu of a skill', () => {
  it.each<[LinkStatus, string[]]>([
    ['none', []],
    ['unlinked', ['link', 'relink', 'reveal']],
    ['linked', ['unlink', 'relink', 'reveal']],
    ['changed', ['unlink', 'relink', 'reveal']],
    ['missing', ['unlink', 'relink', 'reveal']],
    ['held', ['unlink', 'relink', 'reveal']],
  ])('has what can be done with its folder: %s', (link, ids) => {
    app.rows = [row('gas', { link, is_linked: ids.includes('unlink') })];
    const menu = skillMenu(library, 'gas');
    const known = items(menu).filter(({ id }) => ['link', 'unlink', 'relink', 'reveal'].includes(id));
    expect(known.map(({ id }) => id)).toEqual(ids);
    // A folder that is gone cannot be shown.
    expect(known.find(({ id }) => id === 'reveal')?.disabled ?? false).toBe(link === 'missing');
  });

  it('is of all that are selected where it is one of them, and of itself where not', async () => {
    library.marked.add('gas').add('water');
    expect(entry(skillMenu(library, 'gas'), 'trash').label).toBe('Move 2 skills to trash');
    entry(skillMenu(library, 'gas'), 'tags').perform?.();
    expect(asking.now).toEqual({ what: 'tags', ids: ['gas', 'water'] });
    expect(entry(skillMenu(library, 'night'), 'trash').label).toBe('Move to trash');
    entry(skillMenu(library, 'night'), 'move').perform?.();
    expect(asking.now).toEqual({ what: 'group', ids: ['night'] });
  });

  it('names in each entry how many skills it acts on, and leaves out what is done with one alone', () => {
    const links: LinkStatus[] = ['linked', 'changed', 'unlinked'];
    app.rows = ['gas', 'water', 'night', 'none'].map((name, at) =>
      row(name, { link: links[at] ?? 'none', is_linked: at < 2, is_fixable: at > 0 }),
    );
    for (const { id } of app.rows) library.marked.add(id);
    expect(items(skillMenu(library, 'gas')).map(({ label }) => label)).toEqual([
      'Simulate 4 skills',
      'New pack from 4 skills…',
      'Unlink 2 skills from their folders',
      'Link 1 skill to its folder',
      'Deselect 4 skills',
      'Fix problems in 3 skills…',
      'Change tags for 4 skills…',
      'Move 4 skills to a group…',
      'Move 4 skills to trash',
    ]);
    const off = vi.spyOn(commands, 'unlinkSkills').mockResolvedValue([]);
    entry(skillMenu(library, 'none'), 'unlink').perform();
    return waitFor(() => expect(off).toHaveBeenCalledWith(['gas', 'water']));
  });

  it('exports one skill by itself, and makes a pack of more than one', async () => {
    const offer = vi.spyOn(commands, 'planSkillExport').mockRejectedValue(new StudioError('cancelled', ''));
    const menu = skillMenu(library, 'gas');
    for (const id of ['export', 'copy']) entry(menu, id).perform();
    expect(offer.mock.calls).toEqual([
      ['gas', 'archive'],
      ['gas', 'client-folder'],
    ]);
    expect(entry(menu, 'pack')).toBeUndefined();
    library.marked.add('gas').add('water');
    const several = skillMenu(library, 'gas');
    expect([entry(several, 'export'), entry(several, 'copy')]).toEqual([undefined, undefined]);
    entry(several, 'pack').perform();
    expect([app.view, app.intents.take('pack')]).toEqual(['packs', ['gas', 'water']]);
  });

  it('leads to a session with the skill, or with all that are selected', () => {
    entry(skillMenu(library, 'night'), 'simulate').perform?.();
    expect([app.view, app.intents.take('skills')]).toEqual(['simulate', ['night']]);
    library.marked.add('gas').add('water');
    entry(skillMenu(library, 'gas'), 'simulate').perform?.();
    expect(app.intents.take('skills')).toEqual(['gas', 'water']);
  });

  it('copies where the skill lies: its folder where it has one, else its name', async () => {
    const copied = vi.fn(async (_text: string) => {});
    Object.assign(navigator, { clipboard: { writeText: copied } });
    const read = vi.spyOn(commands, 'getSkill');
    read.mockResolvedValueOnce({ name: 'gas', link: { folder: '/srv/gas', file: '/srv/gas/gas.md' } } as never);
    entry(skillMenu(library, 'gas'), 'path').perform?.();
    await screen.findByText('Copied /srv/gas/gas.md');
    read.mockResolvedValueOnce({ name: 'gas', link: null } as never);
    entry(skillMenu(library, 'gas'), 'path').perform?.();
    await screen.findByText('Copied gas/SKILL.md');
    expect(copied.mock.calls).toEqual([['/srv/gas/gas.md'], ['gas/SKILL.md']]);
  });

  it('makes a new one where no skill is', () => {
    entry(skillMenu(library, null), 'new').perform?.();
    expect(app.overlay).toBe('new-skill');
  });
});

describe('the menu of a group', () => {
  it('says how many skills it has, those that are filtered out among them', () => {
    library.show = 'errors';
    app.rows = app.rows.map((each) => ({ ...each, is_fixable: true }));
    const labels = items(groupMenu(library, 'Day')).map(({ label }) => label);
    for (const label of ['Fix problems in 2 skills…', 'Change tags for 2 skills…', 'Move 2 skills to another group…'])
      expect(labels).toContain(label);
  });

  it('is of all skills in it, whatever is shown of them', () => {
    library.show = 'errors';
    entry(groupMenu(library, 'Day'), 'move').perform?.();
    expect(asking.now).toEqual({ what: 'group', ids: ['gas', 'water'] });
    entry(groupMenu(library, 'Day'), 'rename').perform?.();
    expect(asking.now).toEqual({ what: 'rename', group: 'Day' });
    entry(groupMenu(library, 'Day'), 'fold').perform?.();
    expect(entry(groupMenu(library, 'Day'), 'fold').label).toBe('Expand');
  });

  it('offers to fix what can be fixed of it, and nothing where that is nothing', () => {
    expect(entry(groupMenu(library, 'Day'), 'fix')).toBeUndefined();
    app.rows = app.rows.map((each) => ({ ...each, is_fixable: each.id !== 'gas' }));
    expect(entry(groupMenu(library, 'Day'), 'fix').label).toBe('Fix problems in 1 skill…');
    expect([entry(skillMenu(library, 'gas'), 'fix'), entry(skillMenu(library, 'water'), 'fix')?.label]).toEqual([
      undefined,
      'Fix problems…',
    ]);
  });

  it('looks for fixes, and says so where there is none by then', async () => {
    app.rows = app.rows.map((each) => ({ ...each, is_fixable: true }));
    const problems = vi.spyOn(commands, 'listProblems');
    problems.mockResolvedValueOnce({
      files: [{ skill_id: 'night', is_fixable: true }],
      rules: [],
    } as never);
    entry(groupMenu(library, 'Day'), 'fix').perform?.();
    await screen.findByText('No automatic fixes for 2 skills');
    const files = [{ skill_id: 'gas', is_fixable: true }];
    problems.mockResolvedValueOnce({ files, rules: [] } as never);
    entry(groupMenu(library, 'Day'), 'fix').perform?.();
    await waitFor(() => expect(fixing.files).toEqual(files));
  });
});

describe('what may fail', () => {
  it('says why a skill could not be duplicated, and opens none', async () => {
    vi.spyOn(commands, 'duplicateSkill').mockRejectedValue(new StudioError('internal', 'The disk is full.'));
    await duplicate('gas');
    await screen.findByText('Duplicating the skill failed: The disk is full.');
    expect(app.selectedId).toBeNull();
  });

  it('leaves the open skill open where it could not be moved to the trash', async () => {
    app.openSkill('gas');
    vi.spyOn(commands, 'trashSkills').mockRejectedValue(new StudioError('stale', 'It was changed meanwhile.'));
    await trash(library, ['gas']);
    await screen.findByText('Moving to trash failed: It was changed meanwhile.');
    expect(app.selectedId).toBe('gas');
  });

  it('asks before anything goes that is selected and not shown', async () => {
    const go = vi.spyOn(commands, 'trashSkills');
    for (const id of ['gas', 'night']) library.marked.add(id);
    library.show = 'errors';
    const done = trash(library, ['gas', 'night']);
    await waitFor(() => expect(trashing.asked?.many).toEqual(['gas', 'night']));
    trashing.answer(false);
    await done;
    expect(go).not.toHaveBeenCalled();
  });

  it('closes the editor when the last skill goes', async () => {
    app.rows = [row('gas')];
    app.openSkill('gas');
    vi.spyOn(commands, 'trashSkills').mockResolvedValue({ set: { id: 's' }, done: 1, refused: [] } as never);
    await trash(library, ['gas']);
    expect(app.selectedId).toBeNull();
  });

  it('unlinks and says how many, links them again from the toast, or says that none was linked', async () => {
    const off = vi.spyOn(commands, 'unlinkSkills').mockResolvedValueOnce(['gas', 'water']);
    const linked = ['gas', 'water'];
    const on = vi.spyOn(commands, 'linkSkills').mockResolvedValue({ linked, changed: 0, not_found: [] });
    app.rows = ['gas', 'water', 'night'].map((name) => row(name, { is_linked: linked.includes(name) }));
    await unlinkAll(['gas', 'water', 'night']);
    expect(off).toHaveBeenCalledWith(['gas', 'water', 'night']);
    await pressInToast(/^Unlinked 2 skills\./);
    await waitFor(() => expect(on).toHaveBeenCalledWith(['gas', 'water']));
    off.mockResolvedValueOnce([]);
    app.rows = [row('night')];
    await unlinkAll(['night']);
    expect(await screen.findByText('1 skill: nothing to unlink.')).toBeTruthy();
  });
});

describe('the actions', () => {
  const search = vi.fn();
  const find = (id: string) => libraryActions(library, search).find((action) => action.id === id)!;

  it('are there where they can be done: in the library, with a skill open, with no dialog over it', () => {
    app.go('library');
    expect([find('library.search').when?.(), find('skill.trash').when?.()]).toEqual([true, false]);
    app.openSkill('gas');
    expect(find('skill.trash').when?.()).toBe(true);
    app.overlay = 'settings';
    expect([find('library.search').when?.(), find('skill.rename').when?.()]).toEqual([false, false]);
    app.overlay = null;
    app.go('map');
    expect(find('library.search').when?.()).toBe(false);
  });

  it('do with the group of the open skill what its menu does', () => {
    app.go('library');
    app.rows = [row('gas'), row('water'), row('alone', { group: '' })];
    expect(find('library.group-rename').when?.()).toBe(false);
    app.openSkill('alone');
    expect(find('library.group-rename').when?.()).toBe(false);
    app.openSkill('gas');
    expect(find('library.group-rename').when?.()).toBe(true);
    void find('library.group-rename').perform();
    expect(asking.now).toEqual({ what: 'rename', group: 'Day' });
    void find('library.group-select').perform();
    expect([...library.marked]).toEqual(['gas', 'water']);
    void find('library.group-tags').perform();
    expect(asking.now).toEqual({ what: 'tags', ids: ['gas', 'water'] });
    void find('library.group-fold').perform();
    expect(library.closed.has('Day')).toBe(true);
    expect([find('library.group-fix').when?.(), find('skill.menu-fix').when?.()]).toEqual([false, false]);
    app.rows = app.rows.map((each) => ({ ...each, is_fixable: each.id === 'water' }));
    expect([find('library.group-fix').when?.(), find('skill.menu-fix').when?.()]).toEqual([true, false]);
  });

  it('of the open skill are of that alone, those of a selection say how many it has', () => {
    app.go('library');
    app.openSkill('gas');
    library.marked.add('water');
    expect([find('library.selected-tags').when?.(), find('skill.menu-tags').label]).toEqual([
      false,
      "Change the skill's tags…",
    ]);
    library.marked.add('night');
    expect(find('library.selected-tags').label).toBe('Change tags for 2 skills…');
    void find('library.selected-tags').perform();
    expect(asking.now).toEqual({ what: 'tags', ids: ['water', 'night'] });
    void find('skill.menu-tags').perform();
    expect(asking.now).toEqual({ what: 'tags', ids: ['gas'] });
  });

  it('rename what is open, search by meaning, filter, sort and show all again', () => {
    app.openSkill('gas');
    void find('skill.rename').perform();
    expect(renaming.row?.id).toBe('gas');
    void find('library.meaning').perform();
    expect([library.mode, search.mock.calls.length]).toEqual(['meaning', 1]);
    void find('library.show-errors').perform();
    void find('library.sort-tokens').perform();
    expect([library.show, library.sort, find('library.sort-tokens').when?.()]).toEqual(['errors', 'tokens', false]);
    void find('library.show-all').perform();
    expect([library.show, library.mode]).toEqual(['all', 'words']);
  });
});
