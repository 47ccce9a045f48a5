/** What is written on a server's page and not stored yet. Both ways of reaching it are kept while one switches between them. */
import type { NamedValue, ServerDetail, ServerEdit, ServerTest, ServerTransport } from '$lib/ipc';
import { Part } from '$lib/state/part.svelte';

/** A line of a list, known by a number of its own: lines may say the same. */
export interface Line {
  key: number;
  name: string;
  value: string;
}

let lines = 0;
export const line = (value = '', name = ''): Line => ({ key: ++lines, name, value });

const blank: ServerTransport = { kind: 'stdio', command: '', args: [], env: [], cwd: '' };

/** Lines that say nothing are not stored. */
const named = (list: Line[]): NamedValue[] =>
  list.filter(({ name, value }) => name.trim() || value).map(({ name, value }) => ({ name: name.trim(), value }));

export class ServerForm {
  name = $state('');
  kind = $state<'stdio' | 'http'>('stdio');
  isEnabled = $state(true);
  command = $state('');
  args = $state<Line[]>([]);
  env = $state<Line[]>([]);
  cwd = $state('');
  url = $state('');
  headers = $state<Line[]>([]);
  allowPrivate = $state(false);
  /** What is stored; none for a server that is new or only named by tools. */
  stored = $state.raw<ServerEdit | null>(null);
  /** A newer state of the server than the one this was written over. */
  newer = $state.raw<ServerDetail | null>(null);

  /** What came of trying it. */
  readonly test = new Part<ServerTest>();
  /** What was tried. */
  tested = $state.raw<ServerEdit | null>(null);

  readonly transport: ServerTransport = $derived(
    this.kind === 'stdio'
      ? {
          kind: 'stdio',
          command: this.command.trim(),
          args: this.args.map(({ value }) => value).filter((value) => value !== ''),
          env: named(this.env),
          cwd: this.cwd.trim(),
        }
      : { kind: 'http', url: this.url.trim(), headers: named(this.headers), allow_private: this.allowPrivate },
  );
  readonly edit: ServerEdit = $derived({
    id: this.stored?.id ?? null,
    aggregate_version: this.stored?.aggregate_version ?? 0,
    name: this.name.trim(),
    transport: this.transport,
    is_enabled: this.isEnabled,
  });
  readonly isDirty: boolean = $derived(this.stored === null || !isSame(this.edit, this.stored));
  /** Whether what is written is not what was tried. */
  readonly isTestOld: boolean = $derived(this.tested !== null && !isSame(this.edit, this.tested));
  /** A command that holds its arguments too, which nothing would split. */
  readonly isCommandLine: boolean = $derived(this.args.length === 0 && /^\S+\s+\S/.test(this.command.trim()));
  /** Why it cannot be stored or tried yet. */
  readonly missing: string | null = $derived(
    this.name.trim() === ''
      ? 'A server needs a name: tools refer to it.'
      : this.kind === 'stdio'
        ? this.command.trim() === ''
          ? 'Name the program that is started, such as npx.'
          : null
        : /^https?:\/\/./.test(this.url.trim())
          ? null
          : 'A server’s address begins with https:// or http://.',
  );

  constructor(server: ServerDetail | null = null) {
    this.take(server);
  }

  /** Shows what is stored; what was written is given up. */
  take(server: ServerDetail | null) {
    const edit = server && asEdit(server);
    this.stored = edit;
    this.newer = null;
    // What says the same already stays in place, and with it the focus.
    if (edit && isSame(edit, this.edit)) return;
    const { transport = blank, is_enabled = true } = edit ?? {};
    this.write({ name: server?.name ?? '', transport, is_enabled });
  }

  /** Writes this over what is written. */
  write({ name, transport, is_enabled }: Pick<ServerEdit, 'name' | 'transport' | 'is_enabled'>) {
    this.name = name;
    this.isEnabled = is_enabled;
    this.#fill(transport);
  }

  #fill(transport: ServerTransport) {
    this.kind = transport.kind;
    if (transport.kind === 'stdio') {
      this.command = transport.command;
      this.args = transport.args.map((value) => line(value));
      this.env = transport.env.map(({ name, value }) => line(value, name));
      this.cwd = transport.cwd;
    } else {
      this.url = transport.url;
      this.headers = transport.headers.map(({ name, value }) => line(value, name));
      this.allowPrivate = transport.allow_private;
    }
  }

  /** Makes arguments of what follows the program; quotes hold words together. */
  splitCommand() {
    const [command = '', ...args] = [...this.command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
      ([, double, single, bare]) => double ?? single ?? bare ?? '',
    );
    this.command = command;
    this.args = args.map((value) => line(value));
  }

  /** News of the stored server: taken over where nothing is written, else told. */
  follow(server: ServerDetail) {
    const stored = asEdit(server);
    if (!stored || (this.stored && stored.aggregate_version === this.stored.aggregate_version)) return;
    if (!this.stored || this.isDirty) this.newer = server;
    else this.take(server);
  }

  /** Keeps what is written, to be stored over the newer state. */
  keepMine() {
    this.stored = this.newer && asEdit(this.newer);
    this.newer = null;
  }
}

/** A stored server as it would be stored again; none for one that is only named by tools. */
export const asEdit = ({ id, aggregate_version, name, transport, is_enabled }: ServerDetail): ServerEdit | null =>
  transport && { id, aggregate_version, name, transport, is_enabled };

const isSame = (a: ServerEdit, b: ServerEdit) =>
  a.name === b.name && a.is_enabled === b.is_enabled && text(a.transport) === text(b.transport);

/** The same for the same transport, in whatever order its parts come. */
const text = (transport: ServerTransport) =>
  JSON.stringify(Object.entries(transport).sort(([a], [b]) => (a < b ? -1 : 1)));
