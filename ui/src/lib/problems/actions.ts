/** What is said of repairs that are no edit of the text: by buttons, in their tips, and once they are done. */
import type { FixAction } from '$lib/ipc';

/** What a button says: short, since rows of them stand in one column. Names are left to [`actionTip`]. */
const labels: Record<FixAction['kind'], string> = {
  create_tool: 'Create tool',
  create_file: 'Create file',
  link_tool: 'Link tool',
  unlink_tool: 'Remove link',
  rename_skill: 'Rename skill',
  rename_folder: 'Rename folder',
  save_as_utf8: 'Save as UTF-8',
};
export const actionLabel = ({ kind }: FixAction): string => labels[kind];

/** All that it does, where there is room, and in the button's tip. */
export function actionTip(action: FixAction): string {
  switch (action.kind) {
    case 'create_tool':
      return `Create the tool ${action.name}`;
    case 'create_file':
      return `Create ${action.path}`;
    case 'link_tool':
      return `Link to ${action.name}`;
    case 'unlink_tool':
      return `Remove the link to ${action.name}`;
    case 'rename_skill':
      return `Rename to ${action.name}`;
    case 'rename_folder':
      return `Rename folder to ${action.name}`;
    case 'save_as_utf8':
      return 'Save the file as UTF-8';
  }
}

/** What was done, as a passing message says it. */
export function actionDone(action: FixAction): string {
  switch (action.kind) {
    case 'create_tool':
      return `Created the tool ${action.name}`;
    case 'create_file':
      return `Created ${action.path}`;
    case 'link_tool':
      return `Linked the skill to ${action.name}`;
    case 'unlink_tool':
      return `Removed the link to ${action.name}`;
    case 'rename_skill':
      return `Renamed the skill to ${action.name}`;
    case 'rename_folder':
      return `Renamed the folder ${action.folder} to ${action.name}`;
    case 'save_as_utf8':
      return 'Saved the file as UTF-8';
  }
}

/** What takes it back, where it is done outside the library and no version has it. */
export function actionBack(action: FixAction): FixAction | null {
  return action.kind === 'rename_folder' ? { ...action, name: action.folder, folder: action.name } : null;
}
