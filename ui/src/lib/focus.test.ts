import { expect, test, vi } from 'vitest';
import { focusOn } from './focus';

test('a field is laid out before it has the keyboard', () => {
  const field = document.body.appendChild(document.createElement('textarea'));
  const happened: string[] = [];
  field.addEventListener('focus', () => happened.push('focus'));
  vi.spyOn(field, 'getBoundingClientRect').mockImplementation(() => {
    happened.push('layout');
    return new DOMRect();
  });
  focusOn(field);
  expect(happened).toEqual(['layout', 'focus']);
  field.remove();
});
