import { render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Toaster } from '$kit';
import type { PathChoice, SkillExport, SkillExportPlan, SkillExportRequest, SkillExportWay } from '$lib/ipc';
import { recordedStudio } from '$lib/ipc/recorded';
import { pressInToast } from '$lib/testing/screen';
import { firstRun } from './first-run.svelte';
import { exportSkill, replacing } from './skill-export';

const skill = { id: '1', name: 'tides' };
const written = (more: Partial<SkillExport> = {}): SkillExport => ({
  path: '/home/ann/tides.skill',
  losses: [],
  has_draft: false,
  is_unchanged: false,
  ...more,
});
const studio = {
  planSkillExport: vi.fn<(asked: { id: string; way: SkillExportWay }) => SkillExportPlan>(),
  choosePaths: vi.fn<(asked: { choice: PathChoice }) => string[]>(),
  saveSkillExport: vi.fn<(asked: { request: SkillExportRequest }) => SkillExport>(),
  reveal: vi.fn(() => null),
};
const refuse = (code: string, message: string) => () => {
  throw { code, message, detail: null };
};

beforeEach(() => {
  vi.resetAllMocks();
  recordedStudio(studio);
  studio.planSkillExport.mockReturnValue({ path: '/home/ann/Downloads/tides.skill', folders: [] });
  studio.choosePaths.mockReturnValue(['/home/ann/tides.skill']);
  studio.saveSkillExport.mockReturnValue(written());
  render(Toaster);
});
afterEach(() => replacing.leave());

it('asks for a file and nothing else, says where it is, and shows it there', async () => {
  await exportSkill(skill, 'archive');
  expect(studio.planSkillExport.mock.calls).toEqual([[{ id: '1', way: 'archive' }]]);
  const choice = { kind: 'skill_archive', path: '/home/ann/Downloads/tides.skill' };
  expect(studio.choosePaths.mock.calls).toEqual([[{ choice }]]);
  const request = { skill_id: '1', way: 'archive', out: '/home/ann/tides.skill', is_overwriting: false };
  expect(studio.saveSkillExport.mock.calls).toEqual([[{ request }]]);
  expect(replacing.asked).toBeNull();
  await pressInToast('Exported tides to /home/ann/tides.skill', 'Show in file manager');
  const target = { kind: 'written', path: '/home/ann/tides.skill' };
  await waitFor(() => expect(studio.reveal).toHaveBeenCalledWith({ target }));
});

it('offers the folders of clients, and copies into the one that is chosen', async () => {
  const folders = ['/home/ann/.claude/skills', '/home/ann/.codex/skills'];
  studio.planSkillExport.mockReturnValue({ path: folders[0]!, folders });
  studio.choosePaths.mockReturnValue([folders[1]!]);
  studio.saveSkillExport.mockReturnValue(written({ path: '/home/ann/.codex/skills/tides' }));
  await exportSkill(skill, 'client-folder');
  const choice = { kind: 'client_folder', path: folders[0], folders };
  expect(studio.choosePaths.mock.calls).toEqual([[{ choice }]]);
  await screen.findByText('Copied tides to /home/ann/.codex/skills/tides');
});

it.each([true, false])('asks once where something would be replaced: %s', async (isAllowed) => {
  const message = '/home/ann/tides.skill already exists.';
  studio.saveSkillExport.mockImplementationOnce(refuse('would_overwrite', message));
  firstRun.restart();
  const done = exportSkill(skill, 'archive');
  await waitFor(() => expect(replacing.asked).toEqual({ name: 'tides', message }));
  replacing.answer(isAllowed);
  await done;
  expect(firstRun.isTaken('export')).toBe(isAllowed);
  const asked = studio.saveSkillExport.mock.calls.map(([{ request }]) => request.is_overwriting);
  expect(asked).toEqual(isAllowed ? [false, true] : [false]);
});

it('writes nothing where no place is chosen, and asks for none where the skill is refused', async () => {
  studio.choosePaths.mockReturnValue([]);
  await exportSkill(skill, 'archive');
  expect(studio.saveSkillExport).not.toHaveBeenCalled();
  studio.choosePaths.mockClear();
  studio.planSkillExport.mockImplementation(refuse('invalid', 'Not exported. The name is no name.'));
  await exportSkill(skill, 'archive');
  await screen.findByText('Exporting the skill failed: Not exported. The name is no name.');
  expect(studio.choosePaths).not.toHaveBeenCalled();
});

it('says what is not in it: a draft, and each reason once', async () => {
  const why = "evals/ isn't included in uploads.";
  const losses = ['a', 'b'].map((name) => ({ entity: 'skill tides', field: `file evals/${name}.json`, why }));
  studio.saveSkillExport.mockReturnValue(written({ losses, has_draft: true }));
  await exportSkill(skill, 'archive');
  await screen.findByText(`Your unsaved draft isn't included. Save it and export again. file evals/a.json: ${why}`);
});

it('says where all of it was there already', async () => {
  studio.saveSkillExport.mockReturnValue(written({ is_unchanged: true }));
  await exportSkill(skill, 'archive');
  await screen.findByText('/home/ann/tides.skill is already up to date');
});
