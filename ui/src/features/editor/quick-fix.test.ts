import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { fireEvent, screen, waitFor } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';
import type { Finding } from '$lib/ipc';
import { findingMarks, showFindings } from './codemirror/findings';
import { openRepairs, quickFix, repairsAt } from './codemirror/quick-fix';

// jsdom has no layout; the editor asks where letters are.

const finding = (from: number, to: number, title: string | null) =>
  ({
    from,
    to,
    severity: 'error',
    code: 'x',
    message: 'Wrong.',
    targets: [],
    fix: title && { title, edits: [] },
    actions: [],
  }) as unknown as Finding;

function editor(findings: Finding[]) {
  const fix = vi.fn();
  const state = EditorState.create({ doc: 'name: a\nuses: b c', extensions: [findingMarks, quickFix] });
  const view = new EditorView({ state, parent: document.body });
  view.dispatch(showFindings(view.state, findings, { fix, act: vi.fn() }));
  return { view, fix };
}
const titles = (view: EditorView, at: number) => repairsAt(view.state, at).map(({ name }) => name);

test('the repairs are those of what the cursor is on, else those of its line', () => {
  const { view } = editor([finding(14, 15, 'Mend b'), finding(16, 17, 'Mend c'), finding(0, 4, null)]);
  expect(titles(view, 15)).toEqual(['Mend b']);
  expect(titles(view, 9)).toEqual(['Mend b', 'Mend c']);
  expect(titles(view, 2)).toEqual([]);
  expect(openRepairs(view)).toBe(false);
  view.destroy();
});

test('a repair is chosen with the keyboard; Escape leaves the text as it is', async () => {
  const { view, fix } = editor([finding(14, 15, 'Mend b'), finding(14, 15, 'Mend it otherwise')]);
  view.dispatch({ selection: { anchor: 14 } });
  expect(openRepairs(view)).toBe(true);
  const menu = await screen.findByTestId('quick-fix');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Mend b'));
  await fireEvent.keyDown(menu, { key: 'ArrowDown' });
  expect(document.activeElement?.textContent).toBe('Mend it otherwise');
  await fireEvent.click(document.activeElement!);
  expect(fix).toHaveBeenCalledTimes(1);
  expect([screen.queryByTestId('quick-fix'), view.hasFocus]).toEqual([null, true]);
  openRepairs(view);
  await fireEvent.keyDown(await screen.findByTestId('quick-fix'), { key: 'Escape' });
  expect([fix.mock.calls.length, screen.queryByTestId('quick-fix')]).toEqual([1, null]);
  view.destroy();
});
