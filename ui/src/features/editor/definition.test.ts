import { expect, it, vi } from 'vitest';
import type { Frontmatter, FrontmatterEdit } from '$lib/ipc';
import type { OpenDocument } from './document.svelte';
import { FrontmatterForm, PARTS } from './form.svelte';

it('shows what metadata says of the skill, and writes what is typed there alone', async () => {
  const frontmatter: Frontmatter = {
    fields: [],
    body_from: 0,
    unreadable: null,
    definition: [{ part: 'display_name', text: 'Gas desk' }],
  };
  const editFrontmatter = vi.fn(async (_edit: FrontmatterEdit) => undefined);
  const fail = vi.fn();
  const form = new FrontmatterForm({ editFrontmatter } as unknown as OpenDocument, () => frontmatter, fail);
  expect(PARTS.map(({ part }) => form.part(part))).toEqual(['Gas desk', '', '', '', '']);
  form.typePart('work_direction', 'Ask ');
  form.typePart('work_direction', 'Ask where');
  expect(form.part('work_direction')).toBe('Ask where');
  form.typePart('display_name', '');
  await vi.waitFor(() => expect(editFrontmatter).toHaveBeenCalledTimes(3));
  expect(editFrontmatter.mock.calls.map(([edit]) => edit)).toEqual([
    { kind: 'set_definition', part: 'work_direction', value: 'Ask ' },
    { kind: 'set_definition', part: 'work_direction', value: 'Ask where' },
    { kind: 'set_definition', part: 'display_name', value: '' },
  ]);
  form.leavePart('work_direction');
  expect(form.part('work_direction')).toBe('');
  expect(fail).not.toHaveBeenCalled();
});
