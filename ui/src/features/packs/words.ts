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
import { plural } from '$kit/labels';
import { STANDARD, folderOf, hostLabels } from '$lib/hosts';
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
    about: 'Folders as the Agent Skills standard has them',
    icon: Folder,
  },
  'skill-zip': {
    label: '.skill archives',
    place: 'NAME.skill',
    about: 'Uploads to claude.ai, Anthropic and OpenAI',
    icon: FileArchive,
  },
  'claude-plugin': {
    label: 'Claude plugin',
    place: '.claude-plugin/, skills/',
    about: 'A plugin that is its own marketplace',
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
    about: 'Projects of adk-rust, as adk-skill 0.6.0 reads them',
    icon: Box,
  },
  'well-known': {
    label: 'Well-known index',
    place: '.well-known/agent-skills/',
    about: 'A website that lists skills with their digests',
    icon: Globe,
  },
  'light4j-sql': { label: 'light-4j SQL', place: 'light4j.sql', about: 'PostgreSQL with pgvector', icon: Database },
  'light4j-events': {
    label: 'light-4j events',
    place: 'light4j-events.json',
    about: 'CloudEvents for light-4j’s importer',
    icon: Rss,
  },
  gram: { label: 'Gram', place: 'agents.gram', about: 'Agents with the signatures of their tools', icon: Braces },
  'openai-tools': {
    label: 'OpenAI tools',
    place: 'openai-tools.json',
    about: 'Tools as OpenAI’s models are given them',
    icon: List,
  },
  'anthropic-tools': {
    label: 'Anthropic tools',
    place: 'anthropic-tools.json',
    about: 'Tools as Anthropic’s models are given them',
    icon: Asterisk,
  },
  'mcp-tools': { label: 'MCP tools', place: 'mcp-tools.json', about: 'Tools as an MCP server lists them', icon: List },
};

/** What targets that are offered together have in common; a client's own stand under its name. */
export const kindLabels: Record<Exclude<PackTargetKind, 'own'>, string> = {
  skills: 'Skills',
  rows: 'light-4j and gram',
  tools: 'Tool lists',
  folders: 'Folders of clients',
};

/** The folder of the standard is what clients without one of their own read. */
const clientLabel = (client: Host) => (client === STANDARD ? 'Other clients' : hostLabels[client]);

/** What a choice is called in the list of targets, and where its files are: a client's folder by its client. */
export const choiceWords = ({ target, client }: Pick<PackTarget, 'target' | 'client'>) =>
  client ? { label: clientLabel(client), place: folderOf(client) } : targetWords[target];

/** What a target of a pack is called: a client's folder by its client. */
export const targetLabel = ({ target, client }: Pick<PackTarget, 'target' | 'client'>): string =>
  client ? `${clientLabel(client)} folder` : targetWords[target].label;

export const gateLabels: Record<PackGate, string> = {
  accuracy: 'Accuracy, first choice',
  errors: 'Errors',
  secrets: 'Secrets',
  'phantom-tools': 'Missing tools',
};

/** What a gate looks at, for its settings. */
export const gateHints: Record<PackGate, string> = {
  accuracy:
    'The best skill is right as often as at the best export of this major version, and at least as often as set below',
  errors: 'No error that the last export did not have',
  secrets: 'No password, token or key in what goes out',
  'phantom-tools': 'Every tool a skill names is in the library or comes with an agent host',
};

export const gates: readonly PackGate[] = ['accuracy', 'errors', 'secrets', 'phantom-tools'];

export const stateTones: Record<GateState, Tone> = { passed: 'ok', failed: 'danger', 'not-run': 'neutral' };

export const alongLabels: Record<keyof PackAlong, string> = {
  tools: 'Tools they use',
  required_skills: 'Skills they require',
  agents: 'Agents',
  queries: 'Labelled queries',
};

/** What becomes of something at a target. */
export type Outcome = 'refused' | LossOutcome;

export const outcomeTones: Record<Outcome, Tone> = { refused: 'danger', lost: 'warn', rewritten: 'neutral' };

/** How a target stands, in a word: the worst of what it says. */
export function standing(plan: PackTargetPlan): { text: string; tone: Tone } {
  if (plan.refused.length > 0) return { text: `${plan.refused.length} refused`, tone: 'danger' };
  const lost = plan.losses.filter(({ outcome }) => outcome === 'lost').length;
  if (lost > 0) return { text: `${lost} lost`, tone: 'warn' };
  if (plan.losses.length > 0) return { text: `${plan.losses.length} rewritten`, tone: 'neutral' };
  return { text: 'no loss', tone: 'ok' };
}

const list = new Intl.ListFormat('en');

/** `a, b, and c`; of many the first and how many more. */
export function someOf(names: readonly string[], most = 3): string {
  if (names.length <= most) return list.format(names);
  return list.format([...names.slice(0, most), plural(names.length - most, 'other')]);
}

/** What becomes of several things for one reason, where each of them holds something else. */
export const lossWords: Record<LossReason, string> = {
  'no-place': 'The target has no place for these, so they are left out.',
  moved: 'These are written under `metadata`, as text.',
  'as-text': 'These are written as text.',
  'as-utf-8': 'These are written as UTF-8.',
  'nul-replaced': 'These are written with U+FFFD in the place of NUL characters.',
  'no-kind': 'These are not part of this target.',
  ignored: 'These are written, but not read by the client.',
  'would-be-skill': 'adk would read these as skills, so they are left out.',
  leftover: 'Programs left these behind, so they are not packed.',
  evals: 'Files below evals/ are not included in uploads.',
  'not-exported': 'These lead to what is not part of this export.',
  rounded: 'These are stored rounded.',
  listed: 'An import lists these in their files.',
};
