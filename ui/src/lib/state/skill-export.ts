/** One skill by itself, to a `.skill` file or into a folder that a client reads, from wherever a skill is shown. */
import { toast } from '$kit/toast';
import {
  type SkillExport,
  type SkillExportRequest,
  type SkillExportWay,
  type SkillRow,
  StudioError,
  chooseClientFolder,
  commands,
  saveSkillArchive,
} from '$lib/ipc';
import { app } from './app.svelte';
import { firstRun } from './first-run.svelte';
import { reveal } from './links';
import { Question } from './question.svelte';

/** Whether what is there may be replaced: the only question, and only where something would be. */
export const replacing = new Question<{ name: string; message: string }, boolean>(false);

/** What each way is called, and the further words it is found by. */
export const exportWays: Record<SkillExportWay, { label: string; doing: string; done: string; words: string }> = {
  archive: {
    label: 'Export as .skill…',
    doing: 'Exporting the skill',
    done: 'Exported',
    words: 'save upload claude.ai zip archive share send download pack publish',
  },
  'client-folder': {
    label: 'Copy to client folder…',
    doing: 'Copying the skill',
    done: 'Copied',
    words: 'export install deploy claude codex copilot gemini cursor directory share',
  },
};

/** Asks where to, and writes the skill there. What its target refuses is told before anything is asked. */
export async function exportSkill({ id, name }: Pick<SkillRow, 'id' | 'name'>, way: SkillExportWay): Promise<void> {
  await app.attempt(exportWays[way].doing, async () => {
    const { path, folders } = await commands.planSkillExport(id, way);
    const out = await (way === 'archive' ? saveSkillArchive(path) : chooseClientFolder(path, folders));
    const written = out && (await write(name, { skill_id: id, way, out, is_overwriting: false }));
    if (!written) return;
    firstRun.take('export');
    say(name, way, written);
  });
}

async function write(name: string, request: SkillExportRequest): Promise<SkillExport | null> {
  try {
    return await commands.saveSkillExport(request);
  } catch (thrown) {
    const { code, message } = StudioError.from(thrown);
    if (code !== 'would_overwrite') throw thrown;
    return (await replacing.ask({ name, message }))
      ? commands.saveSkillExport({ ...request, is_overwriting: true })
      : null;
  }
}

/** Different reasons that are told of what is not in an export as it is in the library. */
const MOST_REASONS = 2;

function say(name: string, way: SkillExportWay, { path, losses, has_draft, is_unchanged }: SkillExport) {
  const reasons = losses.filter(({ why }, at) => losses.findIndex((loss) => loss.why === why) === at);
  const told = [
    ...(has_draft ? ["Your unsaved draft isn't included. Save it and export again."] : []),
    ...reasons.slice(0, MOST_REASONS).map(({ field, why }) => `${field}: ${why}`),
  ];
  toast(is_unchanged ? `${path} is already up to date` : `${exportWays[way].done} ${name} to ${path}`, {
    tone: has_draft ? 'warn' : 'ok',
    detail: told.join(' ') || undefined,
    action: { label: 'Show in file manager', perform: () => void reveal({ kind: 'written', path }) },
    duration: 12_000,
  });
}
