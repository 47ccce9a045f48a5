/** The linked files of skills that are about to be changed: how many are written on disk with them, and where. */
import { plural } from '$kit/labels';
import { indexBy, unique } from '$lib/group';
import { commands, type FolderOnDisk } from '$lib/ipc';
import { commonFolder, depthOf, readablePath } from '$lib/path';
import { writtenOf } from './links';
import { Part } from './part.svelte';

/** A folder that says nothing of where its files are: the root, or that of all home folders. */
const isVague = (folder: string) => depthOf(folder) < 2;

export class LinkedFiles {
  readonly #folders = new Part<FolderOnDisk[]>();
  readonly #byId = $derived(indexBy(this.#folders.value ?? [], ({ skill_id }) => skill_id));

  /** Looks where these skills lie. */
  async load(ids: Iterable<string>): Promise<void> {
    const linked = unique(writtenOf(ids));
    if (linked.length === 0) this.#folders.clear();
    else await this.#folders.load(() => commands.listFoldersOnDisk(linked));
  }

  /** Where a skill lies; nothing where that is not known. */
  pathOf(id: string): string | undefined {
    return this.#byId.get(id)?.path;
  }

  /** What becomes of files on disk when these skills are changed, one id for each file; nothing where none is linked. */
  said(ids: Iterable<string>): string {
    const linked = writtenOf(ids);
    if (linked.length === 0) return '';
    const paths = unique(linked.flatMap((id) => this.pathOf(id) ?? []));
    const [only] = paths;
    const folder = paths.length === 1 && only ? only : commonFolder(paths);
    const where = isVague(folder) ? '' : `, in ${readablePath(folder)}`;
    return `${plural(linked.length, 'linked file')} on disk will also change${where}.`;
  }
}
