import { describe, expect, it } from 'vitest';
import { FormHistory, REST } from './form-history.svelte';

interface Fields {
  name: string;
  text: string;
}

const blank: Fields = { name: '', text: '' };

function begun() {
  let now = 0;
  const history = new FormHistory<Fields>(blank, () => now);
  return { history, rest: () => (now += REST + 1) };
}

describe('undo of a form', () => {
  it('takes typing in one field as one step, until the author rests or goes to another field', () => {
    const { history, rest } = begun();
    for (const name of ['a', 'ad', 'ada']) history.record({ ...blank, name });
    history.record({ name: 'ada', text: 'x' });
    rest();
    history.record({ name: 'ada', text: 'xy' });
    expect(history.undo()).toEqual({ name: 'ada', text: 'x' });
    expect(history.undo()).toEqual({ name: 'ada', text: '' });
    expect(history.undo()).toEqual(blank);
    expect(history.undo()).toBeNull();
  });

  it('goes forward again, until something else is written', () => {
    const { history } = begun();
    history.record({ ...blank, name: 'ada' });
    history.undo();
    expect(history.redo()).toEqual({ ...blank, name: 'ada' });
    history.undo();
    history.record({ ...blank, text: 'x' });
    expect(history.canRedo).toBe(false);
  });

  it('is no step to record what undo gave', () => {
    const { history } = begun();
    history.record({ ...blank, name: 'ada' });
    expect(history.record(history.undo()!)).toBe(false);
    expect(history.canRedo).toBe(true);
  });

  it('is taken up again only where it ends in the same fields', () => {
    const { history } = begun();
    history.record({ ...blank, name: 'ada' });
    const written = history.write();

    const same = new FormHistory<Fields>({ ...blank, name: 'ada' });
    expect(same.read(written)).toBe(true);
    expect(same.undo()).toEqual(blank);

    const other = new FormHistory<Fields>({ ...blank, name: 'grace' });
    expect(other.read(written)).toBe(false);
    expect(other.read({ done: ['{'], undone: [], basis: JSON.stringify({ ...blank, name: 'grace' }) })).toBe(false);
    expect(other.canUndo).toBe(false);
  });
});
