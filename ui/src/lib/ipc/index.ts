/**
 * The only way to the studio: its commands, which throw `StudioError`; its types; its events, dialogs and dropped files.
 * No other folder imports `@tauri-apps`.
 */
import { tellOfAction } from './actions';
import { commands as raw } from './bindings';
import { StudioError } from './error';

type Command = (...args: never[]) => Promise<unknown>;

const throwing = ([name, command]: [string, Command]): [string, Command] => [
  name,
  (...args) =>
    command(...args).then(
      (answer) => {
        tellOfAction(name);
        return answer;
      },
      (thrown: unknown) => Promise.reject(StudioError.from(thrown)),
    ),
];

/** Every command of the studio; a failure is a `StudioError`. */
export const commands = Object.fromEntries(Object.entries(raw).map(throwing)) as typeof raw;

export type * from './bindings';
export {
  ADK_SKILL,
  ADK_WORDS,
  CLIENTS,
  CLIENT_RUNTIMES,
  FRONTMATTER_KEYS,
  MAX_RETRIES,
  MAX_TIMEOUT_S,
  STANDARD_BODY_TOKENS,
  STANDARD_DESCRIPTION,
} from './bindings';
export { onAction } from './actions';
export { StudioError } from './error';
export { beforeClosing, closeWhenDone, onStudioEvent, settle, whenListening } from './events';
export {
  chooseClientFolder,
  choosePackFolder,
  openFiles,
  openFolder,
  openLibraryFile,
  openQueryFile,
  saveExportFile,
  saveLibraryCopy,
  saveLibraryFile,
  saveSkillArchive,
} from './dialogs';
export { onFileDrop, type FileDrop } from './drop';
export { followScreenReader } from './screen-reader';
export { setWindowTitle } from './window';
