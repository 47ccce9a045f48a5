import { expect, it } from 'vitest';
import { node } from './fixtures';
import { place } from './place';

const many = (kind: 'skill' | 'tool' | 'agent', count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...node(`${kind}:${kind}-${at}`, { group: `g${at % 9}` }), folded: 0 }));

it('what stands in the columns is written on one line', () => {
  const { headings } = place([...many('agent', 3), ...many('skill', 200), ...many('tool', 12)], []);
  expect(headings.map(({ kind }) => kind)).toEqual(['agent', 'skill', 'tool']);
  expect(new Set(headings.map(({ y }) => y)).size).toBe(1);
});
