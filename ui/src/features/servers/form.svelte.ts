/** What is written on a server's page and not stored yet. Both ways of reaching it are kept while one switches between them. */
import type { NamedValue, ServerDetail, ServerEdit, ServerTest, ServerTransport } from '$lib/ipc';
import type { Written } from '$lib/state/kept';
import { Part } from '$lib/state/part.svelte';

/** A line of a list, known by a number of its own: lines may say the same. */
export interface Line {
  key: number;
  name: string;
  value: string;
}

let lines = 0;
export const line = (value = '', name = ''): Line => ({ key: ++lines, name, value });

/** All that is written on a page, both ways of reaching the server. */
export interface ServerFields {
  name: string;
  kind: 'stdio' | 'http';
  isEnabled: boolean;
  command: string;
  args: string[];
  env: NamedValue[];
  cwd: string;
  /** Whether it runs in a sandbox; what that allows is kept while it does not. */
  isSandboxed: boolean;
  readable: string[];
  writable: string[];
  network: boolean;
  url: string;
  headers: NamedValue[];
  allowPrivate: boolean;
}

/** Lines of one word each that say something. */
const words = (list: Line[]): string[] => list.map(({ value }) => value.trim()).filter((value) => value !== '');
const pairs = (list: Line[]): NamedValue[] => list.map(({ name, value }) => ({ name, value }));
const lined = (list: NamedValue[]): Line[] => list.map(({ name, value }) => line(value, name));

/** Lines that say nothing are not stored. */
const named = (list: Line[]): NamedValue[] =>
  pairs(list)
    .filter(({ name, value }) => name.trim() || value)
    .map(({ name, value }) => ({ name: name.trim(), value }));

export class ServerForm {
  name = $state('');
  kind = $state<'stdio' | 'http'>('stdio');
  isEnabled = $state(true);
  command = $state('');
  args = $state<Line[]>([]);
  env = $state<Line[]>([]);
  cwd = $state('');
  isSandboxed = $state(false);
  readable = $state<Line[]>([]);
  writable = $state<Line[]>([]);
  network = $state(false);
  url = $state('');
  headers = $state<Line[]>([]);
  allowPrivate = $state(false);
  /** What is stored; none for a server that is new or only named by tools. */
  stored = $state.raw<ServerEdit | null>(null);
  /** A newer state of the server than the one this was written over. */
  newer = $state.raw<ServerDetail | null>(null);

  /** The server that was taken, and what that wrote here. */
  #server: ServerDetail | null = null;
  #base = $state.raw<ServerFields | null>(null);

  /** What came of trying it. */
  readonly test = new Part<ServerTest>();
  /** What was tried. */
  tested = $state.raw<ServerEdit | null>(null);

  readonly transport: ServerTransport = $derived(
    this.kind === 'stdio'
      ? {
          kind: 'stdio',
          ...program(
            this.command,
            this.args.map(({ value }) => value),
            this.cwd,
          ),
          env: named(this.env),
          sandbox: this.isSandboxed
            ? { read: words(this.readable), write: words(this.writable), allow_network: this.network }
            : null,
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
  readonly fields: ServerFields = $derived({
    name: this.name,
    kind: this.kind,
    isEnabled: this.isEnabled,
    command: this.command,
    args: this.args.map(({ value }) => value),
    env: pairs(this.env),
    cwd: this.cwd,
    isSandboxed: this.isSandboxed,
    readable: this.readable.map(({ value }) => value),
    writable: this.writable.map(({ value }) => value),
    network: this.network,
    url: this.url,
    headers: pairs(this.headers),
    allowPrivate: this.allowPrivate,
  });
  readonly isDirty: boolean = $derived(this.stored === null || !isSame(this.edit, this.stored));
  readonly written: Written<ServerFields> | null = $derived(
    this.isDirty && this.#base ? { version: this.edit.aggregate_version, fields: this.fields, base: this.#base } : null,
  );
  /** Whether what is written is not what was tried. */
  readonly isTestOld: boolean = $derived(this.tested !== null && !isSame(this.edit, this.tested));
  /** The command seems to hold its arguments too: it would be run as the name of one program. */
  readonly isCommandLine: boolean = $derived(this.args.length === 0 && /^\S+\s+\S/.test(this.command.trim()));
  /** Why it cannot be stored or tried yet. */
  readonly missing: string | null = $derived.by(() => {
    if (this.name.trim() === '') return 'Enter a name. Tools use it to refer to the server.';
    if (this.kind === 'stdio' && this.command.trim() === '') return 'Enter a command, such as npx.';
    if (this.kind === 'http' && !/^https?:\/\/./.test(this.url.trim()))
      return 'The URL must start with https:// or http://.';
    return null;
  });

  constructor(server: ServerDetail | null = null) {
    this.take(server);
  }

  /** Shows what is stored; what was written is given up. */
  take(server: ServerDetail | null) {
    const edit = server && asEdit(server);
    this.stored = edit;
    this.newer = null;
    // If the form already shows this, it is not rewritten: that would lose the focus.
    if (!edit || !isSame(edit, this.edit)) this.write({ ...this.fields, ...fieldsOf(server) });
    this.#server = server;
    this.#base = this.fields;
  }

  /** Writes this over what is written. */
  write({ args, readable, writable, env, headers, ...rest }: ServerFields) {
    Object.assign(this, rest);
    this.args = args.map((value) => line(value));
    // What an older studio kept has none.
    this.readable = (readable ?? []).map((value) => line(value));
    this.writable = (writable ?? []).map((value) => line(value));
    this.env = lined(env);
    this.headers = lined(headers);
  }

  /** Writes what was kept over what is stored; where that has changed since, the author decides. */
  restore({ version, fields }: Written<ServerFields>) {
    this.write(fields);
    if (!this.stored || version === this.stored.aggregate_version || !this.isDirty) return;
    this.newer = this.#server;
    this.stored = { ...this.stored, aggregate_version: version };
  }

  /** Puts a command line's program and arguments in the place of what is written as the program. */
  takeWords([command = '', ...args]: readonly string[]) {
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

  /** Gives up what is written for what somebody else stored; returns how to bring it back, still to be decided. */
  takeTheirs(): () => void {
    const { newer, written } = this;
    if (!newer) return () => {};
    this.take(newer);
    return () => {
      if (written) this.restore(written);
    };
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

/** What a server writes on its page; fields of the other transport are left unchanged. */
function fieldsOf(server: ServerDetail | null): Partial<ServerFields> {
  const { name = '', is_enabled = true } = server ?? {};
  const { transport } = server ?? {};
  const base = { name, isEnabled: transport ? is_enabled : true };
  if (!transport) return { ...base, kind: 'stdio', command: '', args: [], env: [], cwd: '', isSandboxed: false };
  if (transport.kind === 'stdio') {
    const { sandbox, ...program } = transport;
    const allowed = sandbox ? { readable: sandbox.read, writable: sandbox.write, network: sandbox.allow_network } : {};
    return { ...base, ...program, ...allowed, isSandboxed: !!sandbox };
  }
  const { kind, url, headers, allow_private } = transport;
  return { ...base, kind, url, headers, allowPrivate: allow_private };
}

const isSame = (a: ServerEdit, b: ServerEdit) =>
  a.name === b.name && a.is_enabled === b.is_enabled && text(a.transport) === text(b.transport);

/** A program as this form writes it: without blanks around it, and without empty arguments. */
const program = (command: string, args: string[], cwd: string) => ({
  command: command.trim(),
  args: args.filter((value) => value !== ''),
  cwd: cwd.trim(),
});

/** As the form would write it: a stored one may hold what the form has no room for, and that alone is no edit. */
const asWritten = (transport: ServerTransport): ServerTransport =>
  transport.kind === 'stdio'
    ? { ...transport, ...program(transport.command, transport.args, transport.cwd) }
    : { ...transport, url: transport.url.trim() };

/** The same for the same transport, in whatever order its parts come; null and missing are treated alike. */
const text = (transport: ServerTransport) =>
  JSON.stringify(
    Object.entries(asWritten(transport))
      .filter(([, value]) => value !== null && value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
