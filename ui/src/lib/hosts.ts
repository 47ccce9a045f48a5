/** Agent hosts by name, and in a few words how each lists skills to its model. */
import { type Host, HOST_WINDOWS, type HostState } from '$lib/ipc';

export const hostLabels: Record<Host, string> = {
  whole: 'Whole list',
  claude: 'Claude Code',
  codex: 'Codex',
  copilot: 'Copilot CLI',
  gemini: 'Gemini CLI',
  opencode: 'opencode',
  qwen: 'Qwen Code',
  kimi: 'Kimi Code',
  adk: 'adk-rust',
};

export const hostHints: Record<Host, string> = {
  whole: 'Every description in full',
  claude: 'Drops whole descriptions until the list fits',
  codex: 'Shortens all descriptions until the list fits',
  copilot: 'Shows the first that fit, names the others',
  gemini: 'Every description in full',
  opencode: 'Every description in full',
  qwen: 'In full, or the first lines where the list is long',
  kimi: 'The first 250 characters of every description',
  adk: 'Shows only the skill that was selected',
};

export const hosts = Object.keys(hostLabels) as Host[];

export const hostOptions = hosts.map((host) => ({ value: host, label: hostLabels[host], hint: hostHints[host] }));

/** Tokens of the context of the model a host uses by itself, where its list depends on that. */
export const windowOf = (host: Host): number | undefined => (HOST_WINDOWS as Partial<Record<Host, number>>)[host];

/** What became of a skill in the list of a host. */
export const stateLabels: Record<HostState, string> = {
  whole: 'Whole',
  shortened: 'Shortened',
  name_only: 'Name only',
  absent: 'No room',
  hidden: 'Hidden',
  refused: 'Not read',
};
