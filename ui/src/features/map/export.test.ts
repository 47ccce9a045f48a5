import { expect, it } from 'vitest';
import { toSvg } from '$lib/picture/drawing';
import { colours } from '$lib/picture/fixtures';
import { drawMap, mapPicture } from './export';
import { data, link, node } from './fixtures';
import { fold } from './model';
import { place } from './place';

function svg(change: Parameters<typeof data>[0] = {}) {
  const shown = fold(data(change), new Set());
  const text = toSvg(drawMap(shown, place(shown.nodes, shown.links).places, colours, 'Northgate & <sons>'));
  const read = new DOMParser().parseFromString(text, 'image/svg+xml');
  expect(read.querySelector('parsererror')).toBeNull();
  return { read, text, shown };
}

const words = (read: Document) => [...read.querySelectorAll('text')].map((each) => each.textContent);

it('draws every node, every link, and what the strokes mean', () => {
  const { read, shown } = svg();
  for (const { name } of shown.nodes) expect(words(read)).toContain(name);
  const heads = 1;
  expect(read.querySelectorAll('path')).toHaveLength(shown.links.length + heads);
  expect(words(read)).toEqual(
    expect.arrayContaining(['X', 'overlap 0.87', 'requires', 'references, missing', 'missing']),
  );
  expect(words(read)).not.toContain('optional');
  expect(read.querySelectorAll('path[stroke-dasharray]')).toHaveLength(2);
});

it('stands alone: nothing is fetched, no colour is a role, all of it lies within', () => {
  const { read, text } = svg();
  expect(text).not.toMatch(/var\(|href|url\(/);
  const root = read.documentElement;
  const [width, height] = [Number(root.getAttribute('width')), Number(root.getAttribute('height'))];
  for (const rect of read.querySelectorAll('rect')) {
    const [x, y, w, h] = ['x', 'y', 'width', 'height'].map((name) => Number(rect.getAttribute(name))) as number[];
    expect(x! >= 0 && y! >= 0 && x! + w! <= width && y! + h! <= height).toBe(true);
  }
});

it('writes names as text, whatever is in them', () => {
  const name = 'a<b>&"c\u0001';
  const { read } = svg({ nodes: [node('skill:x', { name })], links: [] });
  expect(words(read)).toContain('a<b>&"c');
  expect(read.querySelector('title')?.textContent).toBe('Northgate & <sons>');
});

it('draws an empty map, and leaves out links to what is not there', () => {
  expect(svg({ nodes: [], links: [] }).read.querySelectorAll('path')).toHaveLength(0);
  const dangling = svg({ nodes: [node('skill:a')], links: [link('uses', 'skill:a', 'tool:gone')] });
  expect(dangling.read.querySelectorAll('path')).toHaveLength(0);
});

it('moves what stands left of and above the origin into the picture', () => {
  const nodes = [node('skill:a', { position: { x: -900, y: -400 } }), node('tool:b', { position: { x: 50, y: 60 } })];
  const { read } = svg({ nodes, links: [link('uses', 'skill:a', 'tool:b')] });
  expect(Number(read.documentElement.getAttribute('width'))).toBeGreaterThan(950);
});

it('names its file after the library', () => {
  expect(mapPicture('Sample library!', { nodes: [], links: [] }, new Map()).name).toBe('sample-library-map');
});
