import Wrap from '@lucide/svelte/icons/wrap-text';
import { fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { describe, expect, test, vi } from 'vitest';
import { faults } from '$lib/testing/accessibility';
import { oddNames } from '$lib/testing/names';
import { byTip } from '$lib/testing/tips';
import Badge from './Badge.svelte';
import CodeSpans from './CodeSpans.svelte';
import Highlight from './Highlight.svelte';
import IconButton from './IconButton.svelte';
import ListRow from './ListRow.svelte';
import Loading from './Loading.svelte';
import MiddleCut from './MiddleCut.svelte';
import { gapIn } from './middle-cut';
import PaneHeader from './PaneHeader.svelte';
import SectionHeader from './SectionHeader.svelte';
import Skeleton from './Skeleton.svelte';
import StatusItem from './StatusItem.svelte';
import Swatch from './Swatch.svelte';
import TierBar from './TierBar.svelte';
import TierMeter from './TierMeter.svelte';
import WordDiff from './WordDiff.svelte';

const text = (words: string) => createRawSnippet(() => ({ render: () => `<span>${words}</span>` }));
const marks = (container: HTMLElement) => [...container.querySelectorAll('mark')].map((mark) => mark.textContent);

describe('what a search found', () => {
  test.each([
    ['in the middle', 'gas emergency', [{ from: 4, to: 9 }], ['emerg']],
    [
      'at both ends',
      'gas leak gas',
      [
        { from: 0, to: 3 },
        { from: 9, to: 12 },
      ],
      ['gas', 'gas'],
    ],
    [
      'one within another, once',
      'emergency',
      [
        { from: 0, to: 9 },
        { from: 2, to: 5 },
      ],
      ['emergency'],
    ],
    ['of letters of two units, whole', '🔥 fire', [{ from: 0, to: 2 }], ['🔥']],
    ['nowhere', 'gas', [], []],
    ['past the end, no further than it', 'gas', [{ from: 1, to: 90 }], ['as']],
  ])('is marked %s, and the text stays whole', (_, given, ranges, expected) => {
    const { container } = render(Highlight, { text: given, ranges });
    expect([container.textContent, marks(container)]).toEqual([given, expected]);
  });

  test("is marked in a row's title and text, which say where the text is from", () => {
    const { container } = render(ListRow, {
      title: 'gas-leak',
      text: 'close the valve',
      source: 'a.md',
      titleRanges: [{ from: 0, to: 3 }],
      textRanges: [{ from: 10, to: 15 }],
      selected: true,
    });
    expect(marks(container)).toEqual(['gas', 'valve']);
    const row = screen.getByRole('option', { selected: true });
    expect(row.textContent?.replace(/\s+/g, ' ').trim()).toBe('gas-leak a.mdclose the valve');
  });

  test.each(oddNames)('a row with a name %s keeps it whole', (_, name) => {
    const { container } = render(ListRow, { title: name, text: name, broken: true });
    expect(container.querySelector('.title')?.textContent).toBe(name);
    expect([container.querySelector('.text')?.textContent, container.querySelector('b')]).toEqual([name, null]);
  });
});

describe('a name that is cut', () => {
  test.each([
    ['short', 'gas-emergency', null],
    ['as long as fits with its end', 'abcdef-ghijklmn', null],
    ['longer', 'abcdefgghijklmnopqrs', 'klmnopqrs'],
    ['joined', 'abcdefg-ghijklmnop', '-ghijklmnop'],
    ['of several joints', 'power-outage-report', '-report'],
    ['of a place in a name space', 'example.northgate.billing', '.billing'],
  ])('%s has its end apart only where there is need', (_, name, tail) => {
    const { container } = render(MiddleCut, { text: name });
    expect(container.querySelector('.tail')?.textContent ?? null).toBe(tail);
    expect([container.textContent, container.querySelector('.cut')?.getAttribute('data-tip')]).toEqual([name, name]);
  });
});

describe('the gap behind an ellipsis', () => {
  // Letters of ten pixels, an ellipsis of eight.
  const width = (text: string) => [...text].reduce((sum, letter) => sum + (letter === '…' ? 8 : 10), 0);

  test.each([
    ['there is room for all', 'gas-emergency', 130, 0],
    ['letters and ellipsis fill the room', 'gas-emergency', 78, 0],
    ['a letter more would just not fit', 'gas-emergency', 77, 9],
    ['there is room for the ellipsis alone', 'gas-emergency', 12, 4],
    ['there is no room', 'gas-emergency', 3, 0],
  ])('%s', (_, text, room, gap) => {
    expect(gapIn(text, room, width)).toBe(gap);
  });
});

describe('names and counts', () => {
  test('a section and a pane are headings', async () => {
    render(PaneHeader, { title: 'Skills', actions: text('action') });
    render(SectionHeader, { title: 'Problems', count: 1234 });
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Skills');
    expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Problems');
    expect([screen.getByText('1,234').isConnected, screen.getByText('action').isConnected]).toEqual([true, true]);
  });

  test("a section's count may be words, and none of it is no nought", () => {
    const { container, rerender } = render(SectionHeader, { title: 'Found', count: '77 of 789' });
    expect(screen.getByText('77 of 789')).toBeTruthy();
    void rerender({ title: 'Found', count: undefined });
    expect(container.textContent?.trim().startsWith('Found')).toBe(true);
  });

  test('a badge says its state in words', () => {
    render(Badge, { tone: 'warn', tip: 'Save it first', children: text('Unsaved') });
    expect(byTip('Save it first').textContent).toBe('Unsaved');
  });

  test('an icon button has its label for a name and says whether it is pressed', async () => {
    const onclick = vi.fn();
    const { rerender } = render(IconButton, {
      icon: Wrap,
      label: 'Wrap lines',
      tooltip: false,
      pressed: false,
      onclick,
    });
    const button = screen.getByRole('button', { name: 'Wrap lines', pressed: false });
    await fireEvent.click(button);
    await rerender({ pressed: true });
    expect([onclick.mock.calls.length, button.getAttribute('aria-pressed')]).toEqual([1, 'true']);
    expect(await faults()).toEqual([]);
  });

  test('a part of the status line is a button only where it leads somewhere', async () => {
    const onclick = vi.fn();
    const { unmount } = render(StatusItem, { children: text('12 indexed') });
    expect(screen.queryByRole('button')).toBeNull();
    unmount();
    render(StatusItem, { tip: 'Show problems', onclick, children: text('3 errors') });
    await fireEvent.click(screen.getByRole('button', { name: '3 errors' }));
    expect(onclick).toHaveBeenCalledOnce();
  });
});

describe('what is waited for', () => {
  test('is said aloud, as rows or as a turning mark', () => {
    const { container } = render(Skeleton, { rows: 3, label: 'Reading the report' });
    expect(container.querySelectorAll('.row')).toHaveLength(3);
    render(Loading, { label: 'Opening' });
    expect(screen.getAllByRole('status').map((each) => each.getAttribute('aria-label') ?? each.textContent)).toEqual([
      'Reading the report',
      'Opening…',
    ]);
  });
});

describe('tokens', () => {
  const bar = () => screen.getByRole('img');

  test.each([
    [{ tokens: 50, limit: 100 }, 'Description: 50 tokens of 100', false, 40],
    [{ tokens: 100, limit: 100 }, 'Description: 100 tokens of 100', false, 80],
    [{ tokens: 101, limit: 100 }, 'Description: 101 tokens of 100, over the limit', true, 80.8],
    [{ tokens: 5000, limit: 100 }, 'Description: 5,000 tokens of 100, over the limit', true, 100],
    [{ tokens: 5, limit: 0 }, 'Description: 5 tokens of 0, over the limit', true, 100],
    [{ tokens: 0 }, 'Description: 0 tokens', false, 0],
    [{ tokens: 20, scale: 80 }, 'Description: 20 tokens', false, 25],
  ])('%j against their limit: %s', (given, label, isOver, width) => {
    const { container } = render(TierBar, { tier: 'catalogue', ...given });
    expect(bar().getAttribute('aria-label')).toBe(label);
    expect(bar().classList.contains('over')).toBe(isOver);
    expect(Number.parseFloat(container.querySelector<HTMLElement>('.fill')!.style.width)).toBeCloseTo(width);
    expect(container.querySelector('.limit') !== null).toBe('limit' in given);
  });

  test.each([
    ['shares of their sum', undefined, ['25%', '75%']],
    ['shares of a scale', 200, ['12.5%', '37.5%']],
    ['no wider than the bar, where there are more than the scale', 50, ['25%', '75%']],
  ])('by tier are %s', (_, scale, widths) => {
    const parts = [
      { tier: 'catalogue' as const, tokens: 25 },
      { tier: 'files' as const, tokens: 0 },
      { tier: 'body' as const, tokens: 75 },
    ];
    const { container } = render(TierMeter, { parts, scale });
    expect([...container.querySelectorAll<HTMLElement>('.part')].map((part) => part.style.width)).toEqual(widths);
  });

  test('of nothing are said to be none', () => {
    render(TierMeter, { parts: [] });
    expect(bar().getAttribute('aria-label')).toBe('No tokens');
  });

  test('a hue is named beside it, and for those who do not see it', () => {
    const { container } = render(Swatch, { tier: 'schemas' });
    render(Swatch, { field: 'tags', bare: true });
    expect(container.querySelector('.swatch')?.getAttribute('data-tier')).toBe('schemas');
    expect([screen.getByText('Tool schemas').className, screen.getByText('Tags').className]).toEqual([
      expect.not.stringContaining('hidden'),
      expect.stringContaining('visually-hidden'),
    ]);
  });
});

describe('sentences', () => {
  test('with code in them have it apart, and markup in it stays text', () => {
    const { container } = render(CodeSpans, { text: 'Add `<b>name</b>:` to **it**' });
    expect([...container.querySelectorAll('code')].map((code) => code.textContent)).toEqual(['<b>name</b>:']);
    expect([container.textContent, container.querySelector('b')]).toEqual(['Add <b>name</b>: to **it**', null]);
  });

  test('that changed show what went and what came', () => {
    const { container } = render(WordDiff, { before: 'close the gas valve', after: 'close every gas valve now' });
    const all = (tag: string) => [...container.querySelectorAll(tag)].map((each) => each.textContent?.trim());
    expect([all('del'), all('ins')]).toEqual([['the'], ['every', 'now']]);
    expect(screen.getByRole('group', { name: 'Changes' })).toBeTruthy();
  });

  test('that are long show what is around a change only', () => {
    const long = 'word '.repeat(80);
    const { container } = render(WordDiff, { before: `${long}old ${long}`, after: `${long}new ${long}`, around: 20 });
    expect(container.textContent!.length).toBeLessThan(120);
    expect([
      container.querySelector('del')?.textContent?.trim(),
      container.querySelector('ins')?.textContent?.trim(),
    ]).toEqual(['old', 'new']);
  });
});
