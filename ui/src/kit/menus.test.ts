import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { describe, expect, test, vi } from 'vitest';
import { faults } from '$lib/testing/accessibility';
import MoreMenu from '$lib/testing/MoreMenu.svelte';
import { oddNames } from '$lib/testing/names';
import ContextMenu from './ContextMenu.svelte';
import Menu from './Menu.svelte';
import { closePopups } from './popups';
import RowMenu from './RowMenu.svelte';
import Select from './Select.svelte';
import Slider from './Slider.svelte';
import { saysMore } from './tips';
import type { MenuEntry } from './types';
import VirtualList from './VirtualList.svelte';

/** A button that carries what its menu asks of it. */
const trigger = createRawSnippet<[Record<string, unknown>]>((props) => ({
  render: () => '<button type="button">More</button>',
  setup: (element) => {
    for (const [key, value] of Object.entries(props()))
      if (typeof value === 'function' && key.startsWith('on')) element.addEventListener(key.slice(2), value as never);
      else if (typeof value === 'string') element.setAttribute(key, value);
  },
}));

function entries() {
  const perform = { rename: vi.fn(), archive: vi.fn(), remove: vi.fn() };
  const all: MenuEntry[] = [
    { heading: 'Skill' },
    { id: 'rename', label: 'Rename', kbd: 'F2', perform: perform.rename },
    { id: 'archive', label: 'Archive', disabled: true, perform: perform.archive },
    '-',
    {
      id: 'remove',
      label: 'Move to trash',
      hint: 'You can restore it',
      danger: true,
      checked: true,
      perform: perform.remove,
    },
  ];
  return { perform, all };
}
const press = (element: Element, key: string) => fireEvent.keyDown(element, { key });
const names = () =>
  screen.getAllByRole('menuitem').map((item) => item.querySelector('.kit-item-text')?.firstChild?.textContent);

describe('a menu', () => {
  test('opens by keyboard, says its entries with their keys, and does what is chosen', async () => {
    const { all, perform } = entries();
    render(Menu, { entries: all, trigger });
    await press(screen.getByRole('button', { name: 'More' }), 'Enter');
    expect(await screen.findByRole('menu')).toBeTruthy();
    expect(names()).toEqual(['Rename', 'Archive', 'Move to trash']);
    expect(screen.getByRole('menuitem', { name: /Rename/ }).textContent).toContain('F2');
    expect(screen.getByRole('menuitem', { name: /trash/ }).textContent).toContain('You can restore it');
    expect(screen.getByRole('separator')).toBeTruthy();
    expect(await faults()).toEqual([]);
    await press(screen.getByRole('menuitem', { name: /Rename/ }), 'Enter');
    await waitFor(() => expect(perform.rename).toHaveBeenCalledOnce());
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  test('does nothing for an entry that is disabled, and stays', async () => {
    const { all, perform } = entries();
    render(Menu, { entries: all, open: true, trigger });
    const item = await screen.findByRole('menuitem', { name: /Archive/ });
    await press(item, 'Enter');
    expect([item.getAttribute('aria-disabled'), perform.archive.mock.calls.length]).toEqual(['true', 0]);
    expect(screen.getByRole('menu')).toBeTruthy();
  });

  test('goes with Escape, and nothing is done', async () => {
    const { all, perform } = entries();
    render(Menu, { entries: all, open: true, trigger });
    await press(await screen.findByRole('menu'), 'Escape');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(Object.values(perform).flatMap(({ mock }) => mock.calls)).toEqual([]);
  });

  test('shows what became of its entries while it is open', async () => {
    const { all } = entries();
    const { rerender } = render(Menu, { entries: all, open: true, trigger });
    await screen.findByRole('menu');
    await rerender({ entries: [{ id: 'open', label: 'Open', perform: () => {} }] });
    expect(names()).toEqual(['Open']);
  });

  test.each(oddNames)('keeps an entry %s whole', async (_, name) => {
    render(Menu, { entries: [{ id: 'a', label: name, perform: () => {} }], open: true, trigger });
    expect((await screen.findByRole('menuitem')).textContent?.trim()).toBe(name);
  });
});

describe('a menu under a button with a tooltip', () => {
  const open = { button: 0, ctrlKey: false, pointerType: 'mouse' };
  function show() {
    render(MoreMenu, { entries: entries().all });
    return screen.getByRole('button', { name: 'More' });
  }

  test('has the keyboard as soon as it is open, and no tooltip comes over it', async () => {
    const button = show();
    await fireEvent.pointerDown(button, open);
    const menu = await screen.findByRole('menu');
    await waitFor(() => expect(document.activeElement).toBe(menu));
    expect(saysMore(button)).toBe(false);
    await press(menu, 'ArrowDown');
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('menuitem'));
    await press(menu, 'Escape');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  test('goes when one goes elsewhere, and lets the next click through', async () => {
    await fireEvent.pointerDown(show(), open);
    await screen.findByRole('menu');
    await waitFor(() => expect(document.body.style.pointerEvents).toBe('none'));
    closePopups();
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await waitFor(() => expect(document.body.style.pointerEvents).toBe(''));
  });
});

describe('the menu key', () => {
  const keys = [
    ['the menu key', { key: 'ContextMenu' }],
    ['Shift F10', { key: 'F10', shiftKey: true }],
  ] as const;
  const items = () => screen.getAllByRole('menuitem').map((item) => item.textContent?.trim());

  test.each(keys)('%s asks for the menu of the row a list is at', async (_, key) => {
    render(VirtualList<string>, {
      items: ['a', 'b'],
      key: (item: string) => item,
      label: 'Letters',
      selected: 'b',
      row: createRawSnippet<[string, unknown]>((item) => ({ render: () => `<b>${item()}</b>` })),
      menu: (item: string) => [{ id: 'open', label: `Open ${item}`, perform: () => {} }],
    });
    await fireEvent.keyDown(screen.getByRole('listbox'), key);
    await screen.findByRole('menu');
    expect(items()).toEqual(['Open b']);
  });

  test.each(keys)('%s offers what the buttons of a row do, where it has no menu of its own', async (_, key) => {
    const restored = vi.fn();
    const { container } = render(RowMenu);
    container.insertAdjacentHTML(
      'beforeend',
      '<ul><li>water <button>Restore</button><button aria-label="Delete water" disabled></button></li></ul>',
    );
    const button = screen.getByRole('button', { name: 'Restore' });
    button.addEventListener('click', restored);
    await fireEvent.keyDown(button, key);
    await screen.findByRole('menu');
    expect(items()).toEqual(['Restore']);
    await press(screen.getByRole('menuitem'), 'Enter');
    await waitFor(() => expect(restored).toHaveBeenCalledOnce());
  });

  test("in a field is the field's", async () => {
    const { container } = render(RowMenu);
    container.insertAdjacentHTML('beforeend', '<ul><li><input><button>Restore</button></li></ul>');
    const field = screen.getByRole('textbox');
    expect(await fireEvent.keyDown(field, { key: 'ContextMenu' })).toBe(true);
    expect(await fireEvent.contextMenu(field)).toBe(true);
    expect(screen.queryByRole('menu')).toBeNull();
  });
});

describe('a menu on right click', () => {
  test('asks for its entries only when it opens, and does what is chosen', async () => {
    const { all, perform } = entries();
    const asked = vi.fn(() => all);
    render(ContextMenu, { entries: asked, children: trigger });
    expect(asked).not.toHaveBeenCalled();
    await fireEvent.contextMenu(screen.getByRole('button', { name: 'More' }), { clientX: 5, clientY: 5 });
    await press(await screen.findByRole('menuitem', { name: /Move to trash/ }), 'Enter');
    await waitFor(() => expect(perform.remove).toHaveBeenCalledOnce());
    expect(asked).toHaveBeenCalled();
  });

  test('that is disabled leaves the click alone', async () => {
    const asked = vi.fn(() => []);
    render(ContextMenu, { entries: asked, disabled: true, children: trigger });
    await fireEvent.contextMenu(screen.getByRole('button', { name: 'More' }));
    expect([screen.queryByRole('menu'), asked.mock.calls.length]).toEqual([null, 0]);
  });
});

describe('a select', () => {
  const options = [
    { value: 'a', label: 'By name' },
    { value: 'b', label: 'By date', hint: 'Newest first' },
    { value: 'c', label: 'By size', disabled: true },
  ];
  const button = () => screen.getByLabelText<HTMLButtonElement>('Sort');

  test('shows what is chosen, and where nothing is what to do', async () => {
    const { rerender } = render(Select, { label: 'Sort', options, value: 'b' });
    expect(button().textContent).toContain('By date');
    await rerender({ value: '' });
    expect(button().textContent).toContain('Choose');
    await rerender({ value: 'gone', placeholder: 'Not sorted' });
    expect(button().textContent).toContain('Not sorted');
  });

  test('opens by keyboard with all there is and tells what is chosen', async () => {
    const onchange = vi.fn();
    const { rerender } = render(Select, { label: 'Sort', options, value: 'a', onchange });
    await press(button(), 'ArrowDown');
    const list = await screen.findByRole('listbox');
    expect(screen.getAllByRole('option').map((option) => option.textContent?.trim())).toEqual([
      'By name',
      'By dateNewest first',
      'By size',
    ]);
    expect(list.isConnected).toBe(true);
    await fireEvent.pointerUp(screen.getByRole('option', { name: /By date/ }));
    await waitFor(() => expect(onchange).toHaveBeenCalledExactlyOnceWith('b'));
    // What becomes of the choice is said by whoever heard of it.
    expect(button().textContent).toContain('By name');
    await rerender({ value: 'b' });
    expect(button().textContent).toContain('By date');
  });

  test('does not take what is disabled', async () => {
    const onchange = vi.fn();
    render(Select, { label: 'Sort', options, value: 'a', onchange });
    await press(button(), 'ArrowDown');
    await fireEvent.pointerUp(await screen.findByRole('option', { name: 'By size' }));
    expect([onchange.mock.calls.length, button().textContent?.trim()]).toEqual([0, 'By name']);
  });

  test('that is disabled does not open', () => {
    render(Select, { label: 'Sort', options, value: 'a', disabled: true });
    // As a person presses: what is disabled hears nothing of it.
    button().focus();
    expect([button().disabled, document.activeElement === button()]).toEqual([true, false]);
    button().click();
    expect(screen.queryByRole('option')).toBeNull();
  });
});

describe('a slider', () => {
  const thumb = () => screen.getByRole('slider', { name: 'Threshold' });
  const now = () => Number(thumb().getAttribute('aria-valuenow'));

  test('is moved by its keys, within its bounds', async () => {
    const onchange = vi.fn();
    render(Slider, { label: 'Threshold', value: 0.5, min: 0, max: 1, step: 0.1, onchange });
    await press(thumb(), 'ArrowRight');
    await waitFor(() => expect(now()).toBeCloseTo(0.6));
    await press(thumb(), 'Home');
    await waitFor(() => expect(now()).toBe(0));
    await press(thumb(), 'ArrowLeft');
    expect(now()).toBe(0);
    await press(thumb(), 'End');
    await waitFor(() => expect(now()).toBe(1));
    expect(onchange.mock.lastCall).toEqual([1]);
    expect(await faults()).toEqual([]);
  });

  test('that is disabled keeps its place', async () => {
    const onchange = vi.fn();
    render(Slider, { label: 'Threshold', value: 0.5, disabled: true, onchange });
    await press(thumb(), 'ArrowRight');
    expect([now(), onchange.mock.calls.length]).toEqual([0.5, 0]);
  });
});
