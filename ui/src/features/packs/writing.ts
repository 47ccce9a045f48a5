/** Why a pack cannot be written now, and what to do. */
import { plural } from '$kit/labels';
import type { Packs } from './packs.svelte';
import { gateLabels, someOf } from './words';

/** One sentence or two; null where nothing stands in the way. */
export function hindrance(packs: Packs): string | null {
  const { content, planning, failure } = packs;
  if (!content) return 'Open or make a pack first.';
  if (failure) return 'The pack is not saved yet; see above its skills.';
  if (content.targets.length === 0) return 'Choose a target.';
  if (planning.plan.isLoading || packs.isDirty) return 'The dry run is on its way.';
  const plan = planning.plan.value;
  if (planning.plan.error) return 'The dry run failed; see its message.';
  if (!plan || planning.isOutdated) return 'Run the dry run first: it shows what would be written.';
  if (planning.refused > 0)
    return `Held back: ${plural(planning.refused, 'thing')} ${planning.refused === 1 ? 'is' : 'are'} refused by a target. Fix ${planning.refused === 1 ? 'it' : 'them'}, or leave the target out.`;
  if (planning.holding.length > 0)
    return `Held back by ${someOf(planning.holding.map((gate) => gateLabels[gate]))}. Fix what is found, or override the gate with a reason.`;
  if (plan.out === null) return 'Choose the folder it is written into.';
  return null;
}
