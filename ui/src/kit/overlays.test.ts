import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { describe, expect, test, vi } from 'vitest';
import { faults } from '$lib/testing/accessibility';
import { oddNames } from '$lib/testing/names';
import Dialog from './Dialog.svelte';
import Popover from './Popover.svelte';
import Sheet from './Sheet.svelte';
import Tooltip from './Tooltip.svelte';

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

test('a tooltip comes with the focus and goes with it, and names the key', async () => {
  render(Tooltip, { text: 'Go back', kbd: 'Alt ←', children: trigger('←') });
  const button = screen.getByRole('button');
  expect(screen.queryByText('Go back')).toBeNull();
  vi.spyOn(button, 'matches').mockReturnValue(true);
  await fireEvent.focus(button);
  expect((await screen.findByText('Go back')).textContent).toContain('Alt ←');
  await fireEvent.blur(button);
  await waitFor(() => expect(screen.queryByText('Go back')).toBeNull());
});
