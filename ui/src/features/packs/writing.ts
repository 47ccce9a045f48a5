/** Why a pack cannot be written now, and what to do. */
import { count } from '$kit/labels';
import type { Packs } from './packs.svelte';
import { gateLabels, someOf } from './words';

/** One sentence or two; null where nothing stands in the way. */
export function hindrance(packs: Packs): string | null {
  const { content, planning, failure } = packs;
  if (!content) return 'Open or create a pack first.';
  if (failure) return "The pack isn't saved yet. See the message above its skills.";
  if (packs.isEmpty) return 'Add skills to the pack.';
  if (content.targets.length === 0) return 'Choose a target.';
  if (planning.plan.isLoading || packs.isDirty) return 'Dry run in progress…';
  const plan = planning.plan.value;
  if (planning.plan.error) return 'The dry run failed. See the error message.';
  if (!plan || planning.isOutdated) return 'Start a dry run first to see what would be written.';
  if (planning.refused > 0)
    return planning.refused === 1
      ? "Can't export: 1 item was rejected. Fix it, or remove the target that rejects it."
      : `Can't export: ${count(planning.refused)} items were rejected. Fix them, or remove the targets that reject them.`;
  if (planning.holding.length > 0)
    return `Blocked by ${someOf(planning.holding.map((gate) => gateLabels[gate]))}. Fix the problems, or override the gate with a reason.`;
  if (plan.out === null) return 'Choose an output folder.';
  return null;
}
