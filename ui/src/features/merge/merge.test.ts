import { fireEvent, render, screen } from '@testing-library/svelte';
import { EditorView } from '@codemirror/view';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Merge } from '$lib/ipc';
import { faults } from '$lib/testing/accessibility';
import { oddNames } from '$lib/testing/names';
import MergeDialog from './MergeDialog.svelte';

// jsdom has no layout; the editor asks where letters are.

const block = (mine: string, theirs: string) => `<<<<<<<<< mine\n${mine}\n=========\n${theirs}\n>>>>>>>>> theirs\n`;
const merge = (part: Partial<Merge> = {}): Merge => ({
  skill_id: 's1',
  skill_name: 'gas',
  path: 'SKILL.md',
  source: 'file',
  base: 'one\ntwo\nthree\n',
  mine: 'mine\ntwo\nthree\n',
  theirs: 'theirs\ntwo\nthree\n',
  merged: `${block('mine', 'theirs')}two\n${block('my three', 'their three')}`,
  conflicts: 2,
  aggregate_version: 3,
  their_hash: 'h',
  ...part,
});
const [onresolve, onclose] = [vi.fn(), vi.fn()];
beforeEach(() => vi.clearAllMocks());

const shown = (part: Partial<Merge> = {}) => render(MergeDialog, { merge: merge(part), onresolve, onclose });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save merge' });
const view = () => EditorView.findFromDOM(document.querySelector<HTMLElement>('.merged .cm-editor')!)!;
const text = () => view().state.doc.toString();

describe('a merge', () => {
  it('shows what each side changed since both began, and the merge to be edited', async () => {
    shown();
    const side = (name: string) => screen.getByRole('group', { name });
    expect(side('Your changes').querySelector('.cm-changedLine')?.textContent).toBe('mine');
    expect(side('Their changes').querySelector('.cm-changedLine')?.textContent).toBe('theirs');
    expect(screen.getByRole('textbox', { name: 'Merged text' })).toBeTruthy();
    expect([...document.querySelectorAll('.cm-mine, .cm-theirs')].map((line) => line.textContent)).toEqual([
      'mine',
      'theirs',
      'my three',
      'their three',
    ]);
    expect(await faults()).toEqual([]);
  });

  it.each([
    ['file', 'SKILL.md changed on disk', 'on disk'],
    ['library', 'SKILL.md changed elsewhere', 'in another window or program'],
  ] as const)('says where it changed (%s)', async (source, title, how) => {
    shown({ source });
    const dialog = await screen.findByRole('dialog', { name: title });
    expect(dialog.textContent).toContain(`was changed ${how}`);
  });

  it('is saved only when every conflict is settled, each as its author chooses', async () => {
    shown();
    expect([screen.getByText('2 conflicts left').isConnected, save().disabled]).toEqual([true, true]);
    await press('Use theirs');
    expect([text(), screen.getByText('1 conflict left').isConnected]).toEqual([
      `theirs\ntwo\n${block('my three', 'their three')}`,
      true,
    ]);
    await press('Keep both');
    expect([text(), screen.getByText('No conflicts').isConnected, save().disabled]).toEqual([
      'theirs\ntwo\nmy three\ntheir three\n',
      true,
      false,
    ]);
    expect(screen.queryByRole('button', { name: 'Keep mine' })).toBeNull();
    await fireEvent.click(save());
    expect(onresolve.mock.calls).toEqual([['theirs\ntwo\nmy three\ntheir three\n']]);
  });

  it('settles the conflict the cursor is in, and goes round to the next', async () => {
    shown();
    await press('Next');
    await press('Keep mine');
    expect(text()).toBe(`${block('mine', 'theirs')}two\nmy three\n`);
    await press('Next');
    await press('Keep mine');
    expect(text()).toBe('mine\ntwo\nmy three\n');
  });

  it('is saved as it was edited by hand', async () => {
    shown({ merged: 'merged\n', conflicts: 0 });
    view().dispatch({ changes: { from: 0, insert: 'by hand ' } });
    await fireEvent.click(save());
    expect(onresolve.mock.calls).toEqual([['by hand merged\n']]);
  });

  it('knows a conflict that was typed back in', async () => {
    shown({ merged: 'merged\n', conflicts: 0 });
    view().dispatch({ changes: { from: 0, insert: block('a', 'b') } });
    await vi.waitFor(() => expect(save().disabled).toBe(true));
  });

  it.each([
    ['Keep all mine', 'mine\ntwo\nthree\n'],
    ['Use all theirs', 'theirs\ntwo\nthree\n'],
  ])('%s takes that side whole, whatever was edited', async (name, expected) => {
    shown();
    await press('Keep both');
    await press(name);
    expect(onresolve.mock.calls).toEqual([[expected]]);
  });

  it('that is left writes nothing, with Escape neither', async () => {
    shown();
    await press('Decide later');
    await fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await vi.waitFor(() => expect(onclose).toHaveBeenCalledTimes(2));
    expect(onresolve).not.toHaveBeenCalled();
  });

  it.each(oddNames)('names a skill %s', async (_, skill_name) => {
    shown({ skill_name });
    expect((await screen.findByRole('dialog')).textContent).toContain(`${skill_name}: SKILL.md was changed on disk`);
  });
});
