/** The window's one import: it outlives the dialog, so that work in the background still ends in its report. */
import { type Activity, commands } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import { ImportFlow } from './import.svelte';

/** The activity of the running import, once the studio has said it runs. */
export function runningImport(): Activity | undefined {
  return app.running.find((activity) => activity.kind === 'import');
}

export const flow = new ImportFlow({
  preview: commands.previewImport,
  inspect: commands.checkImport,
  dismissFinding: commands.dismissScanFinding,
  restoreFinding: commands.restoreScanFinding,
  runRows: commands.importRows,
  run: commands.importChosen,
  activityId: () => runningImport()?.id,
  cancel: commands.cancelActivity,
});
