/** What targets and clients are called. */
import { hostLabels } from '$lib/hosts';
import type { Host } from '$lib/ipc';

/** The targets that a skill is written for or sent to; clients have names of their own. */
export const targetLabels: Record<string, string> = {
  'agent-skills': 'Agent Skills',
  adk: 'adk-rust',
  'claude-upload': 'Claude upload',
  'openai-upload': 'OpenAI upload',
  'light-4j': 'light-4j',
};

export const targetLabel = (target: string) => targetLabels[target] ?? hostLabels[target as Host] ?? target;
