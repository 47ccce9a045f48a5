/** One icon for each kind of step, wherever steps are drawn. */
import Ban from '@lucide/svelte/icons/ban';
import Bot from '@lucide/svelte/icons/bot';
import CircleAlert from '@lucide/svelte/icons/circle-alert';
import Ellipsis from '@lucide/svelte/icons/ellipsis';
import Sparkles from '@lucide/svelte/icons/sparkles';
import Wrench from '@lucide/svelte/icons/wrench';
import type { IconType } from '$kit';
import type { StepKind } from './chat';

export const stepIcons: Record<StepKind, IconType> = {
  skill: Sparkles,
  call: Wrench,
  refused: Ban,
  answer: Bot,
  failed: CircleAlert,
  open: Ellipsis,
};
