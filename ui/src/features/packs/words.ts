/** Names and icons as the Packs place shows them. */
import Asterisk from '@lucide/svelte/icons/asterisk';
import Box from '@lucide/svelte/icons/box';
import Braces from '@lucide/svelte/icons/braces';
import Database from '@lucide/svelte/icons/database';
import FileArchive from '@lucide/svelte/icons/file-archive';
import Folder from '@lucide/svelte/icons/folder';
import FolderDot from '@lucide/svelte/icons/folder-dot';
import Globe from '@lucide/svelte/icons/globe';
import List from '@lucide/svelte/icons/list';
import Puzzle from '@lucide/svelte/icons/puzzle';
import Rss from '@lucide/svelte/icons/rss';
import type { IconType, Tone } from '$kit';
import { count, plural } from '$kit/labels';
import { STANDARD, folderOf, hostLabels } from '$lib/hosts';
import { ADK_SKILL } from '$lib/ipc';
import type {
  ExportTarget,
  GateState,
  Host,
  LossOutcome,
  LossReason,
  PackAlong,
  PackGate,
  PackTarget,
  PackTargetKind,
  PackTargetPlan,
} from '$lib/ipc';

/** What a target is called, where its files are, and for whom it is. */
export interface TargetWords {
  label: string;
  place: string;
  about: string;
  icon: IconType;
}

export const targetWords: Record<ExportTarget, TargetWords> = {
  'agent-skills': {
    label: 'Agent Skills',
    place: 'NAME/SKILL.md',
    about: 'Folders in the Agent Skills format',
    icon: Folder,
  },
  'skill-zip': {
    label: '.skill archives',
    place: 'NAME.skill',
    about: 'Upload files for claude.ai, the Anthropic API, and OpenAI',
    icon: FileArchive,
  },
  'claude-plugin': {
    label: 'Claude plugin',
    place: '.claude-plugin/, skills/',
    about: 'A plugin with its own marketplace',
    icon: Puzzle,
  },
  'client-folder': {
    label: 'Client folder',
    place: '.CLIENT/skills/',
    about: 'The folder an agent client reads skills from',
    icon: FolderDot,
  },
  adk: {
    label: 'adk-rust',
    place: '.skills/',
    about: `adk-rust projects, as read by adk-skill ${ADK_SKILL}`,
    icon: Box,
  },
  'well-known': {
    label: 'Well-known index',
    place: '.well-known/agent-skills/',
    about: 'An index for a website, with a digest of each skill',
    icon: Globe,
  },
  'light4j-sql': { label: 'light-4j SQL', place: 'light4j.sql', about: 'PostgreSQL with pgvector', icon: Database },
  'light4j-events': {
    label: 'light-4j events',
    place: 'light4j-events.json',
    about: 'CloudEvents for the light-4j importer',
    icon: Rss,
  },
  gram: { label: 'Gram', place: 'agents.gram', about: 'Agents with their tool signatures', icon: Braces },
  'openai-tools': {
    label: 'OpenAI tools',
    place: 'openai-tools.json',
    about: 'Tool definitions in the OpenAI format',
    icon: List,
  },
  'anthropic-tools': {
    label: 'Anthropic tools',
    place: 'anthropic-tools.json',
    about: 'Tool definitions in the Anthropic format',
    icon: Asterisk,
  },
  'mcp-tools': {
    label: 'MCP tools',
    place: 'mcp-tools.json',
    about: 'Tool definitions as an MCP server lists them',
    icon: List,
  },
};

/** What targets that are offered together have in common; a client's own stand under its name. */
export const kindLabels: Record<Exclude<PackTargetKind, 'own'>, string> = {
  skills: 'Skills',
  rows: 'light-4j and Gram',
  tools: 'Tool lists',
  folders: 'Client folders',
};

/** The folder of the standard is what clients without one of their own read. */
const clientLabel = (client: Host) => (client === STANDARD ? 'Generic' : hostLabels[client]);

/** What a choice is called in the list of targets, and where its files are: a client's folder by its client. */
export const choiceWords = ({ target, client }: Pick<PackTarget, 'target' | 'client'>) =>
  client ? { label: clientLabel(client), place: folderOf(client) } : targetWords[target];

/** What a target of a pack is called: a client's folder by its client. */
export const targetLabel = ({ target, client }: Pick<PackTarget, 'target' | 'client'>): string =>
  client ? `${clientLabel(client)} folder` : targetWords[target].label;

export const gateLabels: Record<PackGate, string> = {
  accuracy: 'Top-1 accuracy',
  errors: 'Errors',
  secrets: 'Secrets',
  'phantom-tools': 'Missing tools',
};

/** What a gate looks at, for its settings. */
export const gateHints: Record<PackGate, string> = {
  accuracy: 'Not lower than in the best export of this major version, and not below the minimum you set',
  errors: "No errors that weren't in the last export",
  secrets: 'No passwords, tokens, or keys in the exported files',
  'phantom-tools': 'Every tool a skill names is in the library or built into an agent client',
};

export const gates: readonly PackGate[] = ['accuracy', 'errors', 'secrets', 'phantom-tools'];

export const stateTones: Record<GateState, Tone> = { passed: 'ok', failed: 'danger', 'not-run': 'neutral' };

export const alongLabels: Record<keyof PackAlong, string> = {
  tools: 'Tools they use',
  required_skills: 'Skills they require',
  agents: 'Agents',
  queries: 'Test queries',
};

/** What becomes of something at a target. */
export type Outcome = 'refused' | LossOutcome;

export const outcomeLabels: Record<Outcome, string> = { refused: 'rejected', lost: 'lost', rewritten: 'rewritten' };

export const outcomeTones: Record<Outcome, Tone> = { refused: 'danger', lost: 'warn', rewritten: 'neutral' };

/** How a target stands, in a word: the worst of what it says. */
export function standing(plan: PackTargetPlan): { text: string; tone: Tone } {
  if (plan.refused.length > 0) return { text: `${count(plan.refused.length)} rejected`, tone: 'danger' };
  const lost = plan.losses.filter(({ outcome }) => outcome === 'lost').length;
  if (lost > 0) return { text: `${lost} lost`, tone: 'warn' };
  if (plan.losses.length > 0) return { text: `${count(plan.losses.length)} rewritten`, tone: 'neutral' };
  return { text: 'lossless', tone: 'ok' };
}

const list = new Intl.ListFormat('en');

/** `a, b, and c`; of many the first and how many more. */
export function someOf(names: readonly string[], most = 3): string {
  if (names.length <= most) return list.format(names);
  return list.format([...names.slice(0, most), plural(names.length - most, 'other')]);
}

/** What becomes of several things for one reason, where each of them holds something else. */
export const lossWords: Record<LossReason, string> = {
  'no-place': "The target doesn't support these, so they're not included.",
  moved: 'These are stored as text under `metadata`.',
  'as-text': 'These are stored as text.',
  'as-utf-8': 'These are stored as UTF-8.',
  'nul-replaced': 'NUL characters in these are replaced with U+FFFD.',
  'no-kind': "This target doesn't include these.",
  ignored: 'These are exported, but the client ignores them.',
  'would-be-skill': "adk would load these as skills, so they're not included.",
  leftover: "These are temporary or system files, so they're not included.",
  evals: "Files in evals/ aren't included in uploads.",
  'not-exported': "These point to items that aren't part of this export.",
  rounded: 'These values are rounded.',
  listed: 'An import adds these to the list of tools in each file.',
  adjusted: 'These are written the way the target accepts them.',
  unusual: 'These are exported, but some clients reject them.',
  broken: "These link to files that aren't included.",
  'other-model': 'These are computed with another embedding model than the platform uses. Have it compute them again.',
};
