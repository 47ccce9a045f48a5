import { open, save } from '@tauri-apps/plugin-dialog';

const libraries = [{ name: 'Skill Studio library', extensions: ['db'] }];

/** Asks for one folder; null when the author changes their mind. */
export function openFolder(title: string): Promise<string | null> {
  return open({ directory: true, multiple: false, title });
}

/** Asks for skill files and archives. */
export async function openFiles(title: string): Promise<string[]> {
  const filters = [
    { name: 'Skills and archives', extensions: ['md', 'zip', 'skill'] },
    { name: 'All files', extensions: ['*'] },
  ];
  return (await open({ multiple: true, title, filters })) ?? [];
}

/** Asks which library to open. */
export function openLibraryFile(): Promise<string | null> {
  return open({ multiple: false, title: 'Open library', filters: libraries });
}

/** Asks where a new library goes. */
export function saveLibraryFile(): Promise<string | null> {
  return save({ title: 'New library', defaultPath: 'library.db', filters: libraries });
}

/** Asks where a copy of the library goes. */
export function saveLibraryCopy(path: string): Promise<string | null> {
  return save({ title: 'Save a copy of the library', defaultPath: path, filters: libraries });
}

/** Asks which file of labelled queries to read. */
export function openQueryFile(): Promise<string | null> {
  const filters = [
    { name: 'Labelled queries', extensions: ['jsonl', 'json', 'ndjson'] },
    { name: 'All files', extensions: ['*'] },
  ];
  return open({ multiple: false, title: 'Import queries', filters });
}

/** Asks where a chart goes. */
export function saveExportFile(path: string, extension: string): Promise<string | null> {
  return save({
    title: 'Export',
    defaultPath: path,
    filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
  });
}
