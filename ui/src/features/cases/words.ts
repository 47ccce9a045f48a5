/** What stands beside test cases in words. */
import CircleAlert from '@lucide/svelte/icons/circle-alert';
import CircleCheck from '@lucide/svelte/icons/circle-check';
import CircleDashed from '@lucide/svelte/icons/circle-dashed';
import Clock from '@lucide/svelte/icons/clock';
import LoaderCircle from '@lucide/svelte/icons/loader-circle';
import TriangleAlert from '@lucide/svelte/icons/triangle-alert';
import { type IconType, type Tone, count } from '$kit';
import type { CaseAssertion, CaseExpectation, SimulationModel, SimulatedRuntime } from '$lib/ipc';
import type { Standing } from './cases.svelte';

export const standingLabels: Record<Standing, string> = {
  running: 'Running',
  queued: 'Waiting',
  passed: 'Passed',
  failed: 'Failed',
  problem: "Couldn't run",
  new: 'Not run yet',
};
export const standingTones: Record<Standing, Tone> = {
  running: 'accent',
  queued: 'neutral',
  passed: 'ok',
  failed: 'danger',
  problem: 'danger',
  new: 'neutral',
};
export const standingIcons: Record<Standing, IconType> = {
  running: LoaderCircle,
  queued: Clock,
  passed: CircleCheck,
  failed: CircleAlert,
  problem: TriangleAlert,
  new: CircleDashed,
};

export const runtimeLabels: Record<SimulatedRuntime, string> = {
  'agent-skills': 'Agent Skills client',
  'agent-lib': 'agent-lib',
  'light-genai': 'light-genai-4j',
  adk: 'adk-rust',
  everything: 'Everything up front',
};

/** What is expected, in a few words. */
export function expectationWords(expected: CaseExpectation): string {
  switch (expected.kind) {
    case 'answered':
      return 'Every message gets an answer';
    case 'skill':
      return `Activates ${expected.name}`;
    case 'tool':
      return `Calls ${expected.name}`;
    case 'contains':
      return `Answer contains “${expected.text}”`;
    case 'not_contains':
      return `Answer doesn't contain “${expected.text}”`;
    case 'schema':
      return 'Answer matches the JSON Schema';
    case 'tokens':
      return `Prompt has at most ${count(expected.most)} tokens`;
  }
}

/** An assertion that a program can check, as what it expects; none for one that a person has to judge. */
export const checkable = (assertion: CaseAssertion): CaseExpectation | null =>
  assertion.kind === 'judged' ? null : assertion;

/** Who answers, in a word. */
export const modelWord = ({ kind }: SimulationModel): string =>
  kind === 'real' ? 'Chat' : kind === 'agent' ? "Agent's own" : kind[0]!.toUpperCase() + kind.slice(1);
