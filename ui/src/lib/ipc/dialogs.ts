/** The dialogs of the system. The program opens them: only so does it know that it was the author who chose. */
import { commands } from './bindings';
import type { PathChoice } from './bindings';

const one = async (choice: PathChoice): Promise<string | null> => (await commands.choosePaths(choice))[0] ?? null;

/** Asks for one folder; null when the author changes their mind. */
export const openFolder = (title: string) => one({ kind: 'folder', title });

/** Asks which folder a pack is written to. */
export const choosePackFolder = (title: string) => one({ kind: 'pack_folder', title });

/** Asks for skill files and archives. */
export const openFiles = (title: string) => commands.choosePaths({ kind: 'skills', title });

/** Asks which library to open. */
export const openLibraryFile = () => one({ kind: 'library' });

/** Asks where a new library goes. */
export const saveLibraryFile = () => one({ kind: 'new_library' });

/** Asks where a copy of the library goes. */
export const saveLibraryCopy = (path: string) => one({ kind: 'library_copy', path });

/** Asks which file of labelled queries to read. */
export const openQueryFile = () => one({ kind: 'queries' });

/** Asks where a chart, a map or an agent is saved. */
export const saveExportFile = (path: string, extension: string) => one({ kind: 'export', path, extension });

/** Asks for the file one skill is exported to. */
export const saveSkillArchive = (path: string) => one({ kind: 'skill_archive', path });

/** Asks for the client's folder that one skill is copied into; some are one click away. */
export const chooseClientFolder = (path: string, folders: string[]) => one({ kind: 'client_folder', path, folders });
