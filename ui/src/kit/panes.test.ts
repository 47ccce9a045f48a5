import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet, tick } from 'svelte';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { faults } from '$lib/testing/accessibility';
import SplitPane, { NARROW, type PaneSpec } from './SplitPane.svelte';

const content = (text: string) => createRawSnippet(() => ({ render: () => `<p>${text}</p>` }));
const pane = (id: string, size: number, min?: number): PaneSpec => ({
  id,
  size,
  min,
  label: id,
  content: content(`in ${id}`),
});
const three = () => [pane('list', 20, 100), pane('text', 50), pane('side', 30, 200)];

/** jsdom lays nothing out: panes are as wide as their shares of a thousand pixels. */
function layOut() {
  const shares = () => [...document.querySelectorAll<HTMLElement>('.pane')].map((each) => Number(each.style.flexGrow));
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const at = [...document.querySelectorAll('.pane')].indexOf(this);
    const all = shares();
    const total = all.reduce((sum, each) => sum + each, 0);
    const before = all.slice(0, at).reduce((sum, each) => sum + each, 0);
    const [left, width] = [(before / total) * 1000, ((all[at] ?? 0) / total) * 1000];
    return { left, width, top: left, height: width } as DOMRect;
  });
  for (const side of ['clientWidth', 'clientHeight'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(1000);
}

const edges = () => screen.getAllByRole('separator');
const now = () => edges().map((edge) => edge.getAttribute('aria-valuenow'));
const press = (at: number, key: string) => fireEvent.keyDown(edges()[at]!, { key });

beforeEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  layOut();
  HTMLElement.prototype.setPointerCapture = () => {};
});

test('each edge is a control that says what it resizes and where it stands', async () => {
  render(SplitPane, { id: 'a', panes: three() });
  expect(edges().map((edge) => edge.getAttribute('aria-label'))).toEqual(['Resize list', 'Resize text']);
  expect(now()).toEqual(['20', '70']);
  expect(edges()[0]!.getAttribute('aria-orientation')).toBe('vertical');
  expect(document.getElementById(edges()[0]!.getAttribute('aria-controls')!)?.textContent).toContain('in list');
  expect(await faults()).toEqual([]);
});

test('arrow keys move an edge; the pane beyond its neighbour stays as it is', async () => {
  render(SplitPane, { id: 'a', panes: three() });
  await press(0, 'ArrowRight');
  expect(now()).toEqual(['22', '70']);
  await press(1, 'ArrowLeft');
  expect(now()).toEqual(['22', '68']);
});

test('the other pair of arrows does nothing, and belongs to whoever else listens', async () => {
  render(SplitPane, { id: 'a', panes: three() });
  expect(await press(0, 'ArrowUp')).toBe(true);
  expect(await press(0, 'ArrowRight')).toBe(false);
  expect(now()).toEqual(['22', '70']);
});

test('panes above each other are moved with up and down', async () => {
  render(SplitPane, { id: 'a', panes: [pane('top', 50), pane('bottom', 50)], direction: 'vertical' });
  expect(edges()[0]!.getAttribute('aria-orientation')).toBe('horizontal');
  await press(0, 'ArrowDown');
  expect(now()).toEqual(['52']);
});

test.each([
  ['Home', ['10', '70']],
  ['End', ['58', '70']],
])('%s goes as far as the least that is left to a pane', async (key, expected) => {
  render(SplitPane, { id: 'a', panes: three() });
  await press(0, key);
  expect(now()).toEqual(expected);
});

test('where there is room for the least of neither, both get half', async () => {
  render(SplitPane, { id: 'a', panes: [pane('a', 50, 900), pane('b', 50, 900)] });
  await press(0, 'End');
  expect(now()).toEqual(['50']);
  await press(0, 'Home');
  expect(now()).toEqual(['50']);
});

test('an edge is dragged, and what it came to is kept when it is let go', async () => {
  render(SplitPane, { id: 'a', panes: three() });
  const [edge] = edges();
  await fireEvent(edge!, new MouseEvent('pointermove', { bubbles: true, clientX: 300 }));
  expect(now()).toEqual(['20', '70']);
  await fireEvent(edge!, new MouseEvent('pointerdown', { button: 0, bubbles: true }));
  await fireEvent(edge!, new MouseEvent('pointermove', { bubbles: true, clientX: 300 }));
  expect([now(), localStorage.getItem('panes:a')]).toEqual([['30', '70'], null]);
  await fireEvent(edge!, new Event('lostpointercapture', { bubbles: true }));
  expect(JSON.parse(localStorage.getItem('panes:a')!)).toEqual({ list: 30, text: 40, side: 30 });
  await fireEvent(edge!, new MouseEvent('pointermove', { bubbles: true, clientX: 500 }));
  expect(now()).toEqual(['30', '70']);
});

test('a press of another button drags nothing', async () => {
  render(SplitPane, { id: 'a', panes: three() });
  await fireEvent(edges()[0]!, new MouseEvent('pointerdown', { button: 2, bubbles: true }));
  await fireEvent(edges()[0]!, new MouseEvent('pointermove', { bubbles: true, clientX: 300 }));
  expect(now()).toEqual(['20', '70']);
});

test('shares come back under their own name, and not under another', () => {
  localStorage.setItem('panes:a', JSON.stringify({ list: 40, text: 30, side: 30 }));
  const { unmount } = render(SplitPane, { id: 'a', panes: three() });
  expect(now()).toEqual(['40', '70']);
  unmount();
  render(SplitPane, { id: 'b', panes: three() });
  expect(now()).toEqual(['20', '70']);
});

test.each(['{', 'null', '[]', '{"list":"wide","text":-3,"side":null}'])(
  'what is kept and means nothing (%s) leaves the first shares',
  (kept) => {
    localStorage.setItem('panes:a', kept);
    render(SplitPane, { id: 'a', panes: three() });
    expect(now()).toEqual(['20', '70']);
  },
);

test.each([
  ['Enter', (edge: HTMLElement) => fireEvent.keyDown(edge, { key: 'Enter' })],
  ['a double click', (edge: HTMLElement) => fireEvent.dblClick(edge)],
])('%s gives every pane its first share back, for good', async (_, reset) => {
  localStorage.setItem('panes:a', JSON.stringify({ list: 40, text: 30, side: 30 }));
  const { unmount } = render(SplitPane, { id: 'a', panes: three() });
  await reset(edges()[1]!);
  expect(now()).toEqual(['20', '70']);
  unmount();
  render(SplitPane, { id: 'a', panes: three() });
  expect(now()).toEqual(['20', '70']);
});

test('a pane that is away keeps its share until it is back', async () => {
  const { rerender } = render(SplitPane, { id: 'a', panes: three() });
  await rerender({ panes: three().slice(0, 2) });
  expect(edges()).toHaveLength(1);
  await press(0, 'ArrowRight');
  await rerender({ panes: three() });
  const kept = JSON.parse(localStorage.getItem('panes:a')!) as Record<string, number>;
  expect([Object.keys(kept), now()[1]]).toEqual([['list', 'text'], '70']);
});

test('a pane that the keyboard comes to by Tab is seen whole, and no other key moves what is seen', async () => {
  const seen = vi.fn();
  HTMLElement.prototype.scrollIntoView = function (this: HTMLElement) {
    seen(this.textContent.trim());
  };
  render(SplitPane, { id: 'a', panes: three() });
  const text = screen.getByText('in text');
  await fireEvent.keyUp(text, { key: 'ArrowDown' });
  expect(seen).not.toHaveBeenCalled();
  await fireEvent.keyUp(text, { key: 'Tab' });
  expect(seen.mock.calls).toEqual([['in text']]);
});

/** A list and its page in so many pixels. */
async function showIn(width: number, more: { isAtPage?: boolean; onward?: string } = {}) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
  const row = '<div role="option" id="gas" aria-selected="true">gas <button>Mark</button></div>';
  const parts = {
    list: `<div role="listbox" aria-label="Skills" tabindex="0" data-has-selection="true">${row}</div>`,
    page: '<p>its page <input aria-label="Name" /></p>',
  };
  const part = (id: 'list' | 'page', label: string): PaneSpec => ({
    ...pane(id, 50, 300),
    label,
    content: createRawSnippet(() => ({ render: () => parts[id] })),
  });
  const props = { id: 'a', panes: [part('list', 'Skills'), part('page', 'Editor')], isAtPage: false, ...more };
  const { rerender } = render(SplitPane, props);
  await tick();
  const isSeen = (text: string) => screen.getByText(text).closest('[hidden]') === null;
  return { rerender, seen: () => ['gas', 'its page'].filter(isSeen) };
}

describe('a list and its page', () => {
  const list = () => screen.getByRole('listbox', { hidden: true });
  const editor = () => document.activeElement?.getAttribute('aria-label');

  it('stand beside one another where a window of 600 pixels leaves room, and one at a time in less', async () => {
    const wide = await showIn(NARROW);
    expect([wide.seen(), screen.queryByTestId('pane-back')]).toEqual([['gas', 'its page'], null]);
    cleanup();
    expect((await showIn(NARROW - 1)).seen()).toEqual(['gas']);
    expect(screen.queryByRole('separator')).toBeNull();
  });

  it('scroll where they are no list and page', async () => {
    const { seen } = await showIn(468, { isAtPage: undefined });
    expect(seen()).toEqual(['gas', 'its page']);
  });

  it.each([
    ['a click', () => fireEvent.click(screen.getByText('gas'))],
    ['Enter', () => fireEvent.keyDown(list(), { key: 'Enter' })],
  ])('change places by %s on a row, with the keyboard', async (_, press) => {
    const { seen } = await showIn(468);
    list().focus();
    await press();
    expect([seen(), editor()]).toEqual([['its page'], 'Editor']);
    expect(await faults()).toEqual([]);
  });

  it.each([
    ['a button of a row', () => fireEvent.click(screen.getByText('Mark'))],
    ['a row added to a selection', () => fireEvent.click(screen.getByText('gas'), { ctrlKey: true })],
    ['an arrow', () => fireEvent.keyDown(list(), { key: 'ArrowDown' })],
  ])('stay where %s is pressed', async (_, press) => {
    const { seen } = await showIn(468);
    await press();
    expect(seen()).toEqual(['gas']);
  });

  it.each([
    ['Back', () => fireEvent.click(screen.getByRole('button', { name: 'Back to skills' }))],
    ['Escape', () => fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' })],
    ['Alt+Left', () => fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'ArrowLeft', altKey: true })],
  ])('go back by %s, with the keyboard where it was in the list', async (_, back) => {
    const { seen } = await showIn(468);
    list().focus();
    await fireEvent.keyDown(list(), { key: 'Enter' });
    screen.getByLabelText('Name').focus();
    const onwindow = vi.fn();
    window.addEventListener('keydown', onwindow);
    await back();
    window.removeEventListener('keydown', onwindow);
    expect([seen(), editor()]).toEqual([['gas'], 'Skills']);
    expect(onwindow, 'it is no page back besides').not.toHaveBeenCalled();
  });

  it('leave a key to what took it', async () => {
    const { seen } = await showIn(468, { isAtPage: true });
    screen.getByLabelText('Name').addEventListener('keydown', (event) => event.preventDefault());
    await fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' });
    expect(seen()).toEqual(['its page']);
  });

  it('have a button where the first has no rows', async () => {
    const { seen } = await showIn(468, { onward: 'Details' });
    await fireEvent.click(screen.getByRole('button', { name: 'Details' }));
    expect(seen()).toEqual(['its page']);
  });

  it('leave the keyboard where it is when another part of the window shows the page', async () => {
    const { rerender, seen } = await showIn(468);
    const outside = document.body.appendChild(document.createElement('input'));
    outside.focus();
    await rerender({ isAtPage: true });
    expect([seen(), document.activeElement]).toEqual([['its page'], outside]);
    outside.remove();
  });
});
