import Arrow from '@lucide/svelte/icons/arrow-left';
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { describe, expect, test, vi } from 'vitest';
import { faults } from '$lib/testing/accessibility';
import { oddNames } from '$lib/testing/names';
import Dialog from './Dialog.svelte';
import Popover from './Popover.svelte';
import Sheet from './Sheet.svelte';
import IconButton from './IconButton.svelte';
import { giveKeyboardBack } from './keyboard-back';
import Tips from './Tips.svelte';
import { placeOf, saysMore } from './tips';

const html = (markup: string) => createRawSnippet(() => ({ render: () => markup }));
/** A button that carries what its overlay asks of it. */
const trigger = (name: string) =>
  createRawSnippet<[Record<string, unknown>]>((props) => ({
    render: () => `<button type="button">${name}</button>`,
    setup: (element) => {
      for (const [key, value] of Object.entries(props()))
        if (typeof value === 'function' && key.startsWith('on')) element.addEventListener(key.slice(2), value as never);
        else if (typeof value === 'string') element.setAttribute(key, value);
    },
  }));

describe('a dialog', () => {
  test('is named by its title, described by its text, and holds the keyboard', async () => {
    render(Dialog, {
      open: true,
      title: 'New skill',
      description: 'It is a folder.',
      size: 'm',
      children: html('<input aria-label="Name">'),
    });
    const dialog = await screen.findByRole('dialog', { name: 'New skill' });
    expect(document.getElementById(dialog.getAttribute('aria-describedby')!)?.textContent).toBe('It is a folder.');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
    expect(await faults()).toEqual([]);
  });

  test('puts the keyboard into its first field rather than on an answer', async () => {
    render(Dialog, {
      open: true,
      title: 'Rename',
      children: html('<div><input type="hidden"><input aria-label="New name"></div>'),
      footer: html('<button data-autofocus>Cancel</button>'),
    });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('New name')));
  });

  test('passes over a field that takes no keyboard', async () => {
    render(Dialog, {
      open: true,
      title: 'Settings',
      children: html('<div><input disabled aria-label="Off"><input aria-label="On"></div>'),
    });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('On')));
  });

  test('gives the keyboard back to what had it before what opened it was gone', async () => {
    render(IconButton, { icon: Arrow, label: 'Before' });
    const [before, palette] = [screen.getByRole('button', { name: 'Before' }), document.createElement('input')];
    document.body.append(palette);
    before.focus();
    palette.focus();
    palette.remove();
    render(Dialog, { open: true, title: 'New file', children: html('<input aria-label="Path">') });
    const path = await screen.findByLabelText('Path');
    await waitFor(() => expect(document.activeElement).toBe(path));
    await fireEvent.keyDown(path, { key: 'Escape' });
    await waitFor(() => expect(document.activeElement).toBe(before));
  });

  test('gives the keyboard back to what opened it, not to what it strayed to behind it', () => {
    document.body.innerHTML =
      '<button>Open</button><button>Last</button><div class="kit-popup" data-state="open"><input></div>';
    const [opener, last] = [...document.querySelectorAll('button')] as HTMLElement[];
    const [popup, field] = [document.querySelector('.kit-popup')!, document.querySelector('input')!];
    const takeBack = () => field.focus();
    for (const isBefore of [true, false]) {
      for (const each of [opener, field]) each?.focus();
      last?.addEventListener('focusin', takeBack, { once: true });
      if (isBefore) last?.focus();
      else for (const each of [last, field]) each?.focus();
      popup.remove();
      giveKeyboardBack(popup);
      expect(document.activeElement).toBe(opener);
      document.body.append(popup);
    }
    document.body.replaceChildren();
  });

  test('gives the keyboard back to what opened it, however much of it had the keyboard', () => {
    document.body.innerHTML = `<button>Open</button><div class="kit-popup" data-state="open">${'<input>'.repeat(40)}</div>`;
    const popup = document.querySelector('.kit-popup')!;
    for (const each of document.querySelectorAll<HTMLElement>('button, input')) each.focus();
    popup.remove();
    giveKeyboardBack(popup);
    expect(document.activeElement?.textContent).toBe('Open');
    document.body.replaceChildren();
  });

  test.each([
    ['the next row', 'b', 'Delete c'],
    ['the row before, where it was the last', 'c', 'Delete b'],
  ])('what had the keyboard goes: it is at %s, at the same button', async (_, gone, next) => {
    const row = (name: string) => `<li id=${name}><button>Restore ${name}</button><button>Delete ${name}</button></li>`;
    document.body.innerHTML = `<section><input><ul>${['a', 'b', 'c'].map(row).join('')}</ul></section>`;
    screen.getByRole('button', { name: `Delete ${gone}` }).focus();
    document.getElementById(gone)!.remove();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: next })));
    document.body.replaceChildren();
  });

  test('a list goes whole: the keyboard is at what is said in its place, not in the field above', async () => {
    document.body.innerHTML = '<section><input><div><ul tabindex="0"></ul></div></section>';
    const list = document.querySelector('ul')!;
    list.focus();
    const said = Object.assign(document.createElement('div'), { innerHTML: '<p>Empty</p><button>Import</button>' });
    list.parentElement!.replaceWith(said);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Import' })));
    document.body.replaceChildren();
  });

  test('a row goes while a dialog asks about it: the keyboard comes back to the one in its place', async () => {
    document.body.innerHTML =
      '<section><ul><li><button>a</button></li><li><button>b</button></li></ul></section><div class="kit-dialog" data-state="open"><button>Yes</button></div>';
    const dialog = document.querySelector('.kit-dialog')!;
    for (const name of ['a', 'Yes']) screen.getByRole('button', { name }).focus();
    document.querySelector('li')!.remove();
    await Promise.resolve();
    expect(document.activeElement?.textContent).toBe('Yes');
    dialog.remove();
    giveKeyboardBack(dialog);
    expect(document.activeElement?.textContent).toBe('b');
    document.body.replaceChildren();
  });

  test('that goes gives the keyboard to nothing behind the one that has just come', () => {
    document.body.innerHTML = '<button>Behind</button><div class="kit-dialog" data-state="open" tabindex="-1"></div>';
    const [behind, dialog] = [document.querySelector('button')!, document.querySelector<HTMLElement>('.kit-dialog')!];
    behind.focus();
    behind.blur();
    giveKeyboardBack(null);
    expect(document.activeElement).toBe(dialog);
    dialog.blur();
    dialog.dataset.state = 'closed';
    giveKeyboardBack(dialog);
    expect(document.activeElement).toBe(behind);
    document.body.replaceChildren();
  });

  test('that opens as another goes stays, and has the keyboard', async () => {
    const onclose = vi.fn();
    render(IconButton, { icon: Arrow, label: 'Behind' });
    screen.getByRole('button', { name: 'Behind' }).focus();
    const question = render(Dialog, {
      open: true,
      title: 'Replace 1 file?',
      children: html('<input aria-label="Why">'),
    });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Why')));
    render(Dialog, { open: true, title: 'History', size: 'l', onclose, children: html('<p>Two exports.</p>') });
    const history = await screen.findByRole('dialog', { name: 'History' });
    // What had the keyboard in it goes as well: nothing has it when the question is taken away.
    (document.activeElement as HTMLElement).blur();
    question.unmount();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Replace 1 file?' })).toBeNull());
    expect(document.activeElement).toBe(history);
    expect([onclose.mock.calls, screen.getByRole('dialog', { name: 'History' })]).toEqual([[], history]);
  });

  test('without a field takes the keyboard itself, not its cross', async () => {
    render(Dialog, { open: true, title: 'History', size: 'l', children: html('<p>Nothing.</p>') });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')));
    expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy();
  });

  test('is left with Escape, and says so once', async () => {
    const onclose = vi.fn();
    render(Dialog, { open: true, title: 'New skill', onclose });
    await fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(onclose).toHaveBeenCalledOnce();
  });

  test('that must not be lost stays on Escape, and has no cross', async () => {
    const onclose = vi.fn();
    render(Dialog, { open: true, title: 'Saving', size: 'm', dismissible: false, onclose });
    const dialog = await screen.findByRole('dialog');
    await fireEvent.keyDown(dialog, { key: 'Escape' });
    expect([screen.queryByRole('dialog'), onclose.mock.calls.length]).toEqual([dialog, 0]);
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  });

  test('is left with its cross', async () => {
    const onclose = vi.fn();
    render(Dialog, { open: true, title: 'History', size: 'l', onclose });
    await fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(onclose).toHaveBeenCalledOnce();
  });

  test('hands its footer the way to close', async () => {
    const onclose = vi.fn();
    const footer = createRawSnippet<[{ close: () => void }]>((given) => ({
      render: () => '<button type="button">Done</button>',
      setup: (element) => element.addEventListener('click', () => given().close()),
    }));
    render(Dialog, { open: true, title: 'History', footer, onclose });
    await fireEvent.click(await screen.findByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(onclose).toHaveBeenCalledOnce();
  });

  test.each(oddNames)('keeps a title %s whole', async (_, name) => {
    render(Dialog, { open: true, title: `Delete ${name}?` });
    expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe(`Delete ${name}?`);
  });
});

test('the head and foot of a dialog are no landmarks of the page', async () => {
  render(Dialog, { open: true, title: 'History', footer: html('<button>Done</button>') });
  await screen.findByRole('dialog');
  expect(screen.queryByRole('banner') ?? screen.queryByRole('contentinfo')).toBeNull();
});

test('a sheet is a dialog at the side, with its cross', async () => {
  const onclose = vi.fn();
  render(Sheet, { open: true, title: 'Trash', onclose, children: html('<p>Empty.</p>') });
  expect((await screen.findByRole('dialog', { name: 'Trash' })).classList.contains('sheet')).toBe(true);
  expect(await faults()).toEqual([]);
  await fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(onclose).toHaveBeenCalledOnce());
});

describe('a popover', () => {
  const field = createRawSnippet<[{ close: () => void }]>((given) => ({
    render: () => '<div><input aria-label="First"><input aria-label="Second"><button type="button">Done</button></div>',
    setup: (element) => element.querySelector('button')!.addEventListener('click', () => given().close()),
  }));

  test('opens and closes on its trigger, which says so', async () => {
    render(Popover, { label: 'Filter', trigger: trigger('Filter…'), children: field });
    const button = screen.getByRole('button', { name: 'Filter…' });
    expect([button.getAttribute('aria-expanded'), screen.queryByLabelText('First')]).toEqual(['false', null]);
    await fireEvent.click(button);
    expect(await screen.findByRole('dialog', { name: 'Filter' })).toBeTruthy();
    await fireEvent.click(button);
    await waitFor(() => expect(screen.queryByLabelText('First')).toBeNull());
  });

  test('puts the keyboard where it is told, and is closed from within', async () => {
    render(Popover, {
      props: { open: true, focusFirst: '[aria-label=Second]', anchor: document.body, children: field },
    });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Second')));
    await fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByLabelText('Second')).toBeNull());
  });

  test('goes with Escape', async () => {
    render(Popover, { props: { open: true, anchor: document.body, children: field } });
    await fireEvent.keyDown(await screen.findByLabelText('First'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByLabelText('First')).toBeNull());
  });
});

describe('a tooltip', () => {
  const tip = () => screen.queryByRole('tooltip', { hidden: true })?.textContent ?? null;
  const isThere = (words: string) => waitFor(() => expect(tip()).toContain(words));
  const button = () => screen.getByRole('button');
  function show(given: Record<string, unknown> = {}) {
    render(Tips);
    render(IconButton, { icon: Arrow, label: 'Go back', kbd: 'Alt ←', ...given });
  }

  test('comes with the focus and goes with it, and names the key', async () => {
    show();
    const back = button();
    // From here on it matches every selector, and a query by role does not know it as a button.
    vi.spyOn(back, 'matches').mockReturnValue(true);
    await fireEvent.focusIn(back);
    await isThere('Alt ←');
    await fireEvent.focusOut(back);
    expect(tip()).toBeNull();
  });

  test('comes with the pointer, and stays away from what was pressed until the pointer leaves', async () => {
    show();
    await fireEvent.pointerMove(button());
    await isThere('Go back');
    await fireEvent.pointerDown(button());
    expect(tip()).toBeNull();
    await fireEvent.pointerMove(button());
    await fireEvent.pointerMove(document.body);
    await fireEvent.pointerMove(button());
    await isThere('Go back');
    await fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(tip()).toBeNull();
  });

  test('says why a button is disabled, which hears no pointer itself', async () => {
    show({ disabled: true, tooltip: 'Name it first' });
    await fireEvent.pointerMove(button().parentElement!);
    await isThere('Name it first');
  });

  test('tells a screen reader what the name does not', async () => {
    show({ tooltip: 'Back to the skill' });
    await fireEvent.focusIn(button());
    expect(button().getAttribute('aria-description')).toBe('Back to the skill');
    expect(await faults()).toEqual([]);
    button().dataset.tip = 'Go back';
    await fireEvent.focusIn(button());
    expect(button().hasAttribute('aria-description')).toBe(false);
  });

  test.each([
    ['a name that is whole', '<b data-tip="water">water</b>', false],
    ['a part that is whole', '<b data-tip="12 tools"><i>water</i><i>12 tools</i></b>', false],
    ['words that are not on the screen', '<b data-tip="Open water">water</b>', true],
    ['words that only a screen reader has', '<b data-tip="linked"><i class="visually-hidden">linked</i></b>', true],
    ['the key of what is named', '<b data-tip="Map" data-tip-kbd="Ctrl 2">Map</b>', true],
    ['nothing', '<b data-tip="">water</b>', false],
    ['what an open menu is of', '<b data-tip="More" aria-expanded="true"></b>', false],
  ])('of %s', (_, markup, isShown) => {
    document.body.innerHTML = markup;
    expect(saysMore(document.body.firstElementChild as HTMLElement)).toBe(isShown);
  });

  const view = { width: 500, height: 300 };
  const small = { width: 100, height: 20 };
  const at = (left: number, top: number, width: number, height: number) => ({
    left,
    top,
    right: left + width,
    bottom: top + height,
  });
  test.each([
    ['below', at(200, 100, 40, 20), small, undefined, { x: 170, y: 126 }],
    ['on the side it asks for', at(0, 100, 40, 20), small, 'right', { x: 46, y: 100 }],
    ['above what is at the foot', at(200, 280, 40, 20), small, undefined, { x: 170, y: 254 }],
    ['within the window', at(0, 100, 20, 20), small, undefined, { x: 8, y: 126 }],
    ['beside what is as high as the window', at(0, 0, 100, 300), small, undefined, { x: 106, y: 140 }],
    ['not at all where it would cover what it explains', at(0, 0, 500, 300), small, undefined, null],
    ['not at all where it is too large', at(200, 100, 40, 20), { width: 450, height: 190 }, undefined, null],
  ] as const)('stands %s', (_, anchor, size, wish, place) => {
    expect(placeOf(anchor, size, view, wish)).toEqual(place);
  });
});
