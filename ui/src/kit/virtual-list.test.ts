import { fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import Finder from './Finder.svelte';
import MiddleCut from './MiddleCut.svelte';
import { pointerMoves } from './pointer';
import VirtualList from './VirtualList.svelte';

const names = (count: number) => Array.from({ length: count }, (_, at) => `skill-${at}`);
const row = createRawSnippet((item: () => string) => ({ render: () => `<span>${item()}</span>` }));
const scrollTo = vi.fn();
beforeEach(() => {
  scrollTo.mockClear();
  Element.prototype.scrollTo = scrollTo as never;
  // Nothing has a size here: without one nothing could be scrolled to.
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(20_000);
});
const lastTop = () => (scrollTo.mock.lastCall?.[0] as { top: number } | undefined)?.top;

test('what is found starts at its best hit, wherever the selection is among it; without a search the selection is back in view', async () => {
  const all = { key: (item: string) => item, label: 'Skills', row: row as never };
  const { rerender } = render(VirtualList<string>, {
    ...all,
    items: names(500),
    selected: 'skill-400',
    start: '',
  });
  expect(lastTop()).toBeGreaterThan(5000);
  scrollTo.mockClear();
  await rerender({ items: names(200).toReversed().concat('skill-400'), start: 'words test' });
  expect(lastTop()).toBe(0);
  scrollTo.mockClear();
  // The same answer again, as after a save, moves nothing.
  await rerender({ items: names(200).toReversed().concat('skill-400') });
  expect(scrollTo).not.toHaveBeenCalled();
  await rerender({ items: names(500), start: '' });
  expect(lastTop()).toBeGreaterThan(5000);
});

test('a pointer that rests chooses nothing, whatever comes to lie under it', async () => {
  const isMove = pointerMoves();
  const at = (x: number, y: number) => isMove({ clientX: x, clientY: y });
  expect([at(5, 5), at(5, 5), at(6, 5), at(6, 5)]).toEqual([false, false, true, false]);

  render(Finder<string>, {
    items: names(3),
    key: String,
    text: String,
    label: 'Skill',
    row: row as never,
    onpick: vi.fn(),
  });
  const [first, , third] = screen.getAllByRole('option');
  const point = (clientX: number) =>
    fireEvent(third!, new MouseEvent('pointermove', { bubbles: true, clientX, clientY: 5 }));
  await point(40);
  await point(40);
  expect(first?.getAttribute('aria-selected')).toBe('true');
  await point(41);
  expect(third?.getAttribute('aria-selected')).toBe('true');
});

test('a long name keeps its end, and is whole for whoever copies or hears it', () => {
  const { container } = render(MiddleCut, { text: 'flowstudio-power-automate-mcp' });
  expect(container.textContent).toBe('flowstudio-power-automate-mcp');
  expect(container.querySelector('.tail')?.textContent).toBe('-automate-mcp');
});
