/** Steps as the chart of bands takes them. */
import { type Band, count } from '$kit';
import type { ContextPart, SimulationPoint } from '$lib/ipc';
import { contextTiers } from './words';

export const bandsOf = (steps: readonly SimulationPoint[]): Band[] =>
  contextTiers.map(({ hue, label, of }) => ({ tier: hue, label, values: steps.map(({ tiers }) => tiers[of]) }));

/** A step as a screen reader says it: its number, what happened, and every tier. */
export function stepWords(step: SimulationPoint, at: number, what: string): string {
  const parts = contextTiers.flatMap(({ label, of }) =>
    step.tiers[of] > 0 ? [`${label} ${count(step.tiers[of])}`] : [],
  );
  return `Step ${at + 1}, ${what}: ${count(step.tokens)} tokens. ${parts.join(', ')}. All loaded up front ${count(step.baseline_tokens)}.`;
}

/** Tokens of some parts together. */
export const sumOf = (parts: readonly ContextPart[]): number => parts.reduce((sum, { tokens }) => sum + tokens, 0);
