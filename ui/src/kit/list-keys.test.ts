import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { faults } from '$lib/testing/accessibility';
import { oddNames } from '$lib/testing/names';
import JsonText from './JsonText.svelte';
import DiffView from './DiffView.svelte';
import VirtualList from './VirtualList.svelte';

// The list draws what fits, and jsdom has no layout.
Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 600 }, offsetWidth: { value: 300 } });
beforeEach(() => void (Element.prototype.scrollTo = vi.fn() as never));

const row = createRawSnippet((item: () => string) => ({
  render: () => `<span>${item().replaceAll('<', '&lt;')}</span>`,
}));
const isGroup = (item: string) => item.startsWith('#');
const list = () => screen.getByRole('listbox', { name: 'Skills' });
const chosen = () => screen.queryByRole('option', { selected: true })?.textContent ?? null;
const press = (key: string, init: KeyboardEventInit = {}) => fireEvent.keyDown(list(), { key, ...init });

function shown(items: string[], props: object = {}) {
  const [onselect, onactivate] = [vi.fn(), vi.fn()];
  const all = { key: (item: string) => item, label: 'Skills', row: row as never, isGroup, onselect, onactivate };
  return { onselect, onactivate, ...render(VirtualList<string>, { ...all, items, ...props }) };
}

describe('a long list by keyboard', () => {
  const grouped = ['# A', 'a1', 'a2', '# B', 'b1'];

  test('is one tab stop, and says how many there are and which is chosen', async () => {
    shown(grouped, { selected: 'a2' });
    expect([list().tabIndex, screen.getAllByRole('option').length]).toEqual([0, 3]);
    expect(document.getElementById(list().getAttribute('aria-activedescendant')!)?.textContent).toBe('a2');
    expect(await faults()).toEqual([]);
  });

  test.each([
    ['skill-2', true],
    ['skill-400', false],
  ])('names what it draws, and nothing that is scrolled away: %s', (selected, isDrawn) => {
    const items = Array.from({ length: 500 }, (_, at) => `skill-${at}`);
    shown(items, { selected });
    expect([list().hasAttribute('aria-activedescendant'), chosen()]).toEqual(
      isDrawn ? [true, selected] : [false, null],
    );
    // Whether there is a selection at all is told all the same.
    expect(list().dataset.hasSelection).toBe('true');
  });

  test('passes over groups, and stops at its ends', async () => {
    const { onselect } = shown(grouped, { selected: 'a2' });
    await press('ArrowDown');
    expect(chosen()).toBe('b1');
    await press('ArrowDown');
    expect(chosen()).toBe('b1');
    await press('Home');
    expect(chosen()).toBe('a1');
    await press('ArrowUp');
    await press('End');
    expect([chosen(), onselect.mock.calls.map(([item]: string[]) => item)]).toEqual([
      'b1',
      ['b1', 'b1', 'a1', 'a1', 'b1'],
    ]);
  });

  test.each([
    ['ArrowDown', 'a1'],
    ['ArrowUp', 'b1'],
  ])('with nothing chosen %s begins at %s', async (key, expected) => {
    shown(grouped);
    await press(key);
    expect(chosen()).toBe(expected);
  });

  test('a page is what is seen of it, less the row one comes from', async () => {
    const items = Array.from({ length: 100 }, (_, at) => `skill-${at}`);
    shown(items, { selected: 'skill-0' });
    vi.spyOn(list(), 'clientHeight', 'get').mockReturnValue(280);
    await press('PageDown');
    expect(list().getAttribute('aria-activedescendant')).toMatch(/-9$/);
    await press('PageUp');
    expect(chosen()).toBe('skill-0');
  });

  test('a page of rows of any height is what is seen of them, without their heads', async () => {
    const items = ['tall', '# A', ...Array.from({ length: 20 }, (_, at) => `row-${at}`)];
    const size = (item: string) => (item === 'tall' ? 250 : 20);
    shown(items, { selected: 'row-0', size });
    vi.spyOn(list(), 'clientHeight', 'get').mockReturnValue(200);
    await press('PageDown');
    expect(chosen()).toBe('row-9');
    await press('PageUp');
    expect(chosen()).toBe('row-0');
    await press('PageUp');
    expect(chosen()).toBe('tall');
    await press('PageDown');
    expect(chosen()).toBe('row-0');
  });

  test('opens what is chosen with Enter or two clicks, never a group', async () => {
    const { onactivate, onselect } = shown(grouped, { selected: null });
    await press('Enter');
    await fireEvent.dblClick(screen.getByText('# B'));
    await fireEvent.click(screen.getByText('# B'));
    expect([onactivate.mock.calls.length, onselect.mock.calls.length]).toEqual([0, 0]);
    await fireEvent.click(screen.getByText('a2'));
    await press('Enter');
    await fireEvent.dblClick(screen.getByText('b1'));
    expect(onactivate.mock.calls).toEqual([['a2'], ['b1']]);
  });

  test('leaves chords, other keys and those somebody took alone', async () => {
    const { onselect } = shown(grouped, {
      selected: 'a1',
      onkeydown: (event: KeyboardEvent) => event.key === 'End' && event.preventDefault(),
    });
    for (const init of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }]) await press('ArrowDown', init);
    await press('End');
    expect(await press('x')).toBe(true);
    expect([onselect.mock.calls.length, chosen()]).toEqual([0, 'a1']);
  });

  test('whose chosen row went has none, and moves from its start', async () => {
    const { rerender } = shown(grouped, { selected: 'a2' });
    await rerender({ items: ['# A', 'a1', 'b1'] });
    expect([chosen(), list().hasAttribute('aria-activedescendant')]).toEqual([null, false]);
    await press('ArrowDown');
    expect(chosen()).toBe('a1');
  });

  test('counts options and no heads, and says of each what it is told to', () => {
    shown(grouped, { selected: 'a2', name: (item: string) => `${item}, no problems` });
    const options = screen.getAllByRole('option', { name: /, no problems$/ });
    expect(options.map((each) => `${each.ariaLabel} ${each.ariaPosInSet} of ${each.ariaSetSize}`)).toEqual([
      'a1, no problems 1 of 3',
      'a2, no problems 2 of 3',
      'b1, no problems 3 of 3',
    ]);
  });

  test('what one comes to is an element that nothing was read from before, also when its words change', async () => {
    let state = 'fine';
    const name = (item: string) => `${item}, ${state}`;
    const { rerender } = shown(grouped, { selected: 'a1', name });
    const seen = new Set(screen.getAllByRole('option'));
    const at = () => screen.getByRole('option', { selected: true });
    for (const [key, expected] of [
      ['ArrowDown', 'a2'],
      ['ArrowDown', 'b1'],
      ['ArrowUp', 'a2'],
    ] as const) {
      await press(key);
      expect([at().textContent, seen.has(at())]).toEqual([expected, false]);
      screen.getAllByRole('option').forEach((each) => seen.add(each));
    }
    state = 'broken';
    await rerender({ selected: 'a2', name: (item: string) => `${item}, ${state}` });
    expect([at().getAttribute('aria-label'), seen.has(at())]).toEqual(['a2, broken', false]);
  });

  test('beside another of the same things, tells its selection where the keyboard is in it', async () => {
    shown(grouped, { selected: 'a2', isBeside: true });
    const told = () => [chosen(), list().hasAttribute('aria-activedescendant')];
    expect(told()).toEqual([null, false]);
    await fireEvent.focus(list());
    expect(told()).toEqual(['a2', true]);
    await fireEvent.blur(list());
    expect(told()).toEqual([null, false]);
  });

  test('of nothing takes every key', async () => {
    const { onselect, onactivate } = shown([]);
    for (const key of ['ArrowDown', 'End', 'PageUp', 'Enter']) await press(key);
    expect([onselect.mock.calls.length, onactivate.mock.calls.length]).toEqual([0, 0]);
  });

  test('draws a small part of ten thousand', () => {
    shown(Array.from({ length: 10_000 }, (_, at) => `skill-${at}`));
    expect(screen.getAllByRole('option').length).toBeLessThan(60);
    expect(screen.getAllByRole('option')[0]!.getAttribute('aria-setsize')).toBe('10000');
  });

  test.each(oddNames)('chooses a name %s', async (_, name) => {
    shown(['plain', name], { selected: 'plain' });
    await press('ArrowDown');
    expect(chosen()).toBe(name);
  });
});

describe('a long list whose rows hold buttons', () => {
  const withButton = createRawSnippet((item: () => string) => ({
    render: () => `<div>${item()} <button tabindex="-1">Fix ${item()}</button></div>`,
  }));
  const grid = () => screen.getByRole('grid', { name: 'Skills' });
  const shownRows = (items: string[]) => shown(items, { hasControls: true, row: withButton, selected: 'a1' });

  test('is a grid, in which rows, heads of groups and their buttons can be reached', async () => {
    shownRows(['# A', 'a1', 'a2']);
    const rows = within(grid()).getAllByRole('row');
    expect([grid().getAttribute('aria-rowcount'), rows.map((each) => each.getAttribute('aria-selected'))]).toEqual([
      '3',
      [null, 'true', 'false'],
    ]);
    expect(rows.map((each) => within(within(each).getByRole('gridcell')).getByRole('button').textContent)).toEqual([
      'Fix # A',
      'Fix a1',
      'Fix a2',
    ]);
    expect(document.getElementById(grid().getAttribute('aria-activedescendant')!)).toBe(rows[1]);
    expect(await faults()).toEqual([]);
  });

  test('leaves the keys that press a button to it, and moves with the others', async () => {
    const { onactivate, onselect } = shownRows(['a1', 'a2']);
    const fix = screen.getByRole('button', { name: 'Fix a1' });
    for (const key of ['Enter', ' ']) expect(await fireEvent.keyDown(fix, { key })).toBe(true);
    expect(onactivate).not.toHaveBeenCalled();
    await fireEvent.keyDown(fix, { key: 'ArrowDown' });
    expect(onselect).toHaveBeenCalledExactlyOnceWith('a2');
    await fireEvent.keyDown(grid(), { key: 'Enter' });
    expect(onactivate).toHaveBeenCalledExactlyOnceWith('a2');
  });
});

describe('text in an editor of its own', () => {
  const editor = () => document.querySelector<HTMLElement>('.cm-content')!;

  test('is named, follows what it is given from elsewhere and does not answer for that', async () => {
    const onchange = vi.fn();
    const { rerender } = render(JsonText, { value: '{"a": 1}', label: 'Settings', onchange });
    expect([editor().getAttribute('aria-label'), editor().textContent]).toEqual(['Settings', '{"a": 1}']);
    await rerender({ value: '{"b": 2}', onchange });
    expect([editor().textContent, onchange.mock.calls.length]).toEqual(['{"b": 2}', 0]);
  });

  test.each([
    [true, 'false'],
    [false, 'true'],
  ])('that is only read (%s) cannot be typed into', (readonly, editable) => {
    render(JsonText, { value: '{}', label: 'Settings', readonly });
    expect(editor().getAttribute('contenteditable')).toBe(editable);
  });

  test('is as high as it is told', () => {
    const { container } = render(JsonText, { value: '{}', label: 'Settings', lines: [3, 10] });
    const box = container.querySelector<HTMLElement>('.json')!;
    expect(['--least', '--most'].map((name) => box.style.getPropertyValue(name))).toEqual(['51px', '178px']);
  });
});

describe('two texts', () => {
  const changed = (tag: string) => [...document.querySelectorAll(tag)].map((each) => each.textContent?.trim());

  test('that are equal are said to be', () => {
    render(DiffView, { before: 'a\n', after: 'a\n' });
    expect(screen.getByText('No changes')).toBeTruthy();
    expect(document.querySelector('.cm-editor')).toBeNull();
  });

  test('in one column show what went and what came, read-only and under their name', () => {
    render(DiffView, { before: 'one\ntwo\n', after: 'one\nthree\n', label: 'Changes made by the fix' });
    expect(screen.getByRole('group', { name: 'Changes made by the fix' })).toBeTruthy();
    expect([changed('.cm-deletedChunk .cm-deletedLine'), changed('.cm-changedLine')]).toEqual([['two'], ['three']]);
    expect(document.querySelector('.cm-content')?.getAttribute('contenteditable')).toBe('false');
  });

  test('of a file that came or went show its lines, and no empty line of the other side', () => {
    const lines = (of: string) =>
      [...document.querySelectorAll(`.cm-all-${of} .cm-line`)].map((one) => one.textContent);
    const { unmount } = render(DiffView, { before: '', after: 'one\ntwo\n' });
    expect([lines('came'), document.querySelector('.cm-deletedChunk')]).toEqual([['one', 'two'], null]);
    unmount();
    render(DiffView, { before: 'one\n', after: '', layout: 'split' });
    expect([lines('went'), document.querySelectorAll('.cm-content').length]).toEqual([['one'], 1]);
  });

  test('side by side stand in two editors', () => {
    render(DiffView, { before: 'one\ntwo\n', after: 'one\nthree\n', layout: 'split' });
    expect([...document.querySelectorAll('.cm-content')].map((each) => each.textContent)).toEqual([
      'onetwo',
      'onethree',
    ]);
  });

  test('that differ by a character nobody sees name it in both', () => {
    const mark = String.fromCodePoint(0xfeff);
    const { unmount } = render(DiffView, { before: `${mark}one\r\ntwo\n`, after: 'one\r\ntwo\n' });
    expect([changed('.cm-deletedChunk .cm-deletedLine'), changed('.cm-changedLine')]).toEqual([
      ['[U+FEFF]one'],
      ['one'],
    ]);
    unmount();
    const tag = String.fromCodePoint(0xe0041);
    render(DiffView, { before: 'one\n', after: `o\u200dne${tag}\n` });
    expect(changed('.cm-changedLine')).toEqual(['o\u200dne[U+E0041]']);
  });

  test('that are long fold what is the same', () => {
    const same = Array.from({ length: 40 }, (_, at) => `line ${at}`).join('\n');
    const { unmount } = render(DiffView, { before: `${same}\nold`, after: `${same}\nnew` });
    expect(document.querySelector('.cm-collapsedLines')).not.toBeNull();
    unmount();
    render(DiffView, { before: `${same}\nold`, after: `${same}\nnew`, collapse: false });
    expect(document.querySelector('.cm-collapsedLines')).toBeNull();
  });
});
