import { expect, it, vi } from 'vitest';
import { lastUndo } from '$kit/last-undo.svelte';
import { StudioError, commands } from '.';
import { recordedStudio } from './recorded';
// It listens for actions.
import '$lib/state/app.svelte';

it('leaves nothing to undo once something was done that has no Undo, and nothing else does that', async () => {
  const renameSkill = vi.fn((): unknown => null);
  recordedStudio({
    renameSkill,
    listSkills: () => [],
    saveDraft: () => null,
    sayAloud: () => null,
    stopIgnoring: () => null,
  });
  const undo = vi.fn();
  const offer = () => lastUndo.offer('Moved 36 skills to trash', undo);
  offer();
  await commands.listSkills();
  await commands.saveDraft('gas', 'SKILL.md', 'typed');
  await commands.sayAloud('Saved');
  renameSkill.mockImplementationOnce(() => Promise.reject(new StudioError('stale', 'It was changed meanwhile.')));
  await expect(commands.renameSkill('gas', 'gas-leak')).rejects.toThrow();
  expect(lastUndo.current?.said).toBe('Moved 36 skills to trash');
  await commands.renameSkill('gas', 'gas-leak');
  expect(lastUndo.current).toBeNull();
  offer();
  await commands.stopIgnoring('gas', 'body-lines', '');
  lastUndo.take();
  expect(undo).not.toHaveBeenCalled();
});
