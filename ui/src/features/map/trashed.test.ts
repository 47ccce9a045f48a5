import { expect, it } from 'vitest';
import { link, node } from './fixtures';
import { endsOf, linesOf } from './links';
import { canLink, isAbsent } from './model';

it('draws a link to what lies in the trash as broken, and lets none be drawn from or to it', () => {
  const [tours, bikes] = [node('skill:tours'), node('skill:bikes', { is_trashed: true })];
  const nodes = [tours, bikes].map((each) => ({ ...each, folded: 0 }));
  const links = [link('depends', tours.key, bikes.key)];
  const places = new Map(nodes.map(({ key }, at) => [key, { x: 0, y: at * 100 }]));
  const [line] = linesOf(links, endsOf({ nodes, links }, places));
  expect(line!.look.split(' ')).toContain('broken');
  expect(line!.label).toContain('which is in the trash');
  expect([isAbsent(tours), isAbsent(bikes)]).toEqual([false, true]);
  const nothing = () => false;
  expect([canLink(tours, bikes, nothing), canLink(bikes, tours, nothing)]).toEqual([false, false]);
});
