/** A session's events as one reads them: what was said, what was called with its answer, what changed. */
import { count } from '$kit/labels';
import type { Cap, CompactedSkill, EndReason, FailureKind, ModelCall, SimulationEvent, Warning } from '$lib/ipc';

/** What a call was answered. */
export interface Answer {
  /** Where it stands in the log. */
  event: number;
  content: string;
  isError: boolean;
  isCarriedOut: boolean;
  elapsed: number;
}

/** A component's state that a call changed. */
export interface Changed {
  key: string;
  before: unknown;
  after: unknown;
}

type Body =
  | { kind: 'user'; text: string }
  | { kind: 'model'; text: string }
  | { kind: 'call'; call: ModelCall; answer: Answer | null; changed: Changed[] }
  | { kind: 'activated'; skill: string; by: string | null }
  | { kind: 'deactivated'; skill: string }
  | { kind: 'selected'; skill: string; score: number; tools: string[] }
  | { kind: 'unselected'; reasons: string[] }
  | { kind: 'tools'; on: number; of: number }
  | { kind: 'changed'; changed: Changed }
  | { kind: 'compacted'; rule: string; skills: CompactedSkill[]; before: number; after: number }
  | { kind: 'note'; text: string }
  | { kind: 'warning'; warning: Warning }
  | { kind: 'failure'; failure: FailureKind; message: string }
  | { kind: 'capped'; cap: Cap }
  | { kind: 'end'; reason: EndReason };

/** One thing in the conversation; `event` is where it stands in the log, `step` the question to the model it belongs to. */
export type Item = Body & { event: number; step: number };

export type CallItem = Extract<Item, { kind: 'call' }>;
export type CompactedItem = Extract<Item, { kind: 'compacted' }>;

/**
 * The conversation of a session. What comes before the model is asked belongs to the step it is asked in: the user's words
 * are in that prompt, and what a compaction left.
 */
export function conversation(events: readonly SimulationEvent[]): Item[] {
  const items: Item[] = [];
  const calls = new Map<string, CallItem>();
  let asked = 0;
  /** The step something belongs to that stands before the next question, and what belongs to the last one. */
  let isAnswering = false;
  const put = (event: number, body: Body) => {
    const item = { ...body, event, step: isAnswering ? Math.max(0, asked - 1) : asked } as Item;
    items.push(item);
    return item;
  };
  for (const { index: at, event } of events)
    switch (event.kind) {
      case 'user_said':
        isAnswering = false;
        put(at, { kind: 'user', text: event.text });
        break;
      case 'model_asked':
        asked += 1;
        isAnswering = true;
        break;
      case 'model_replied':
        if (event.text !== '') put(at, { kind: 'model', text: event.text });
        for (const call of event.calls)
          calls.set(call.id, put(at, { kind: 'call', call, answer: null, changed: [] }) as CallItem);
        break;
      case 'tool_answered': {
        const { content, is_error: isError, is_carried_out: isCarriedOut, elapsed_us: elapsed } = event;
        const call = calls.get(event.id);
        if (call) call.answer = { event: at, content, isError, isCarriedOut, elapsed };
        else put(at, { kind: 'note', text: `${event.name} returned: ${content}` });
        break;
      }
      case 'component_changed': {
        const { key, before, after } = event;
        const call = event.call === null ? undefined : calls.get(event.call);
        if (call) call.changed.push({ key, before, after });
        else put(at, { kind: 'changed', changed: { key, before, after } });
        break;
      }
      case 'skill_activated':
        put(at, { kind: 'activated', skill: event.skill, by: event.required_by });
        break;
      case 'skill_deactivated':
        put(at, { kind: 'deactivated', skill: event.skill });
        break;
      case 'skill_injected':
        put(at, { kind: 'selected', skill: event.skill, score: event.score, tools: event.tools });
        break;
      case 'nothing_selected':
        put(at, { kind: 'unselected', reasons: event.reasons });
        break;
      case 'tools_changed':
        put(at, { kind: 'tools', on: event.tools.filter((tool) => tool.is_enabled).length, of: event.tools.length });
        break;
      case 'component_registered':
        put(at, { kind: 'note', text: `Registered the component ${event.key}.` });
        break;
      case 'skill_removed':
        put(at, { kind: 'note', text: `Removed the skill ${event.skill}.` });
        break;
      case 'file_read':
        put(at, { kind: 'note', text: `Read ${event.skill}/${event.path}.` });
        break;
      case 'compacted': {
        isAnswering = false;
        const { rule, skills, tokens_before: before, tokens_after: after } = event;
        put(at, { kind: 'compacted', rule, skills, before, after });
        break;
      }
      case 'warned':
        put(at, { kind: 'warning', warning: event.warning });
        break;
      case 'model_failed':
        put(at, { kind: 'failure', failure: event.failure, message: event.message });
        break;
      case 'cap_reached':
        put(at, { kind: 'capped', cap: event.cap });
        break;
      case 'ended':
        // The answer itself says so.
        if (!['answered', 'model_failed', 'cap_reached'].includes(event.reason))
          put(at, { kind: 'end', reason: event.reason });
        break;
    }
  return items;
}

/** The skills that came into the context and the tools that were called, over all messages: what a case would expect. */
export function outcomeOf(items: readonly Item[]): { skills: string[]; tools: string[] } {
  const unique = (names: string[]) => [...new Set(names)];
  return {
    skills: unique(
      items.flatMap((item) => (item.kind === 'activated' || item.kind === 'selected' ? [item.skill] : [])),
    ),
    tools: unique(items.flatMap((item) => (item.kind === 'call' && item.answer?.isCarriedOut ? [item.call.name] : []))),
  };
}

/** What a step is of, in a word: what happened right after the model was asked. */
export type StepKind = 'skill' | 'call' | 'refused' | 'answer' | 'failed' | 'open';

export interface StepMark {
  kind: StepKind;
  label: string;
}

/** A mark for each step. */
export function stepMarks(items: readonly Item[], steps: number): StepMark[] {
  const byStep = new Map<number, Item[]>();
  for (const item of items) {
    const own = byStep.get(item.step);
    if (own) own.push(item);
    else byStep.set(item.step, [item]);
  }
  return Array.from({ length: steps }, (_, step) => markOf(byStep.get(step) ?? []));
}

function markOf(items: readonly Item[]): StepMark {
  const calls = items.filter((item) => item.kind === 'call');
  const activated = items.find((item) => item.kind === 'activated');
  if (items.some((item) => item.kind === 'failure')) return { kind: 'failed', label: 'failed' };
  if (activated) return { kind: 'skill', label: activated.skill };
  const refused = calls.find(({ answer }) => answer?.isError && !answer.isCarriedOut);
  if (refused) return { kind: 'refused', label: 'rejected' };
  const [first] = calls;
  if (first)
    return { kind: 'call', label: calls.length > 1 ? `${first.call.name} × ${count(calls.length)}` : first.call.name };
  if (items.some((item) => item.kind === 'model')) return { kind: 'answer', label: 'Answer' };
  return { kind: 'open', label: '…' };
}

/** Longest text that is drawn at once, in characters; a model may answer megabytes. */
export const LONGEST = 12_000;

/** A text no longer than can be drawn, and how many characters are left out. */
export function clip(text: string, most = LONGEST): { text: string; left: number } {
  return text.length > most ? { text: text.slice(0, most), left: text.length - most } : { text, left: 0 };
}

/** JSON as lines where it is JSON; the text as it is elsewhere. */
export function pretty(text: string): string {
  if (text.length > LONGEST) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}

/** What stands beside a folded call: its arguments in a few words. */
export function argumentWords(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return clip(text, 120).text;
    const words = Object.values(value).map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
    return clip(words.join(', '), 120).text;
  } catch {
    return clip(text, 120).text;
  }
}
