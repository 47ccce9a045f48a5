/** The charts of the place as pictures to take away. */
import { hostLabels } from '$lib/hosts';
import { drawMatrix } from './charts/matrix';
import { drawMetrics } from './charts/metrics';
import { drawHeat, drawPairs } from './charts/overlap';
import { drawSweep } from './charts/sweep';
import type { Evaluate } from './evaluate.svelte';
import type { Picture } from '$lib/picture/picture';

/** `northgate-routing-hybrid-sweep` */
const file = ({ info, set }: Evaluate, what: string) =>
  [info?.request.set ?? set ?? 'library', info?.request.scorer, what]
    .filter(Boolean)
    .join('-')
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-');

const about = ({ info }: Evaluate) =>
  info ? `${info.request.set}, ${info.request.scorer}, ${hostLabels[info.request.host]}, n ${info.queries}` : '';

export function metricsPicture(evaluate: Evaluate): Picture {
  const before = evaluate.comparison.value?.before ?? null;
  return {
    name: file(evaluate, 'metrics'),
    title: 'the run metrics',
    draw: (colours) => drawMetrics(evaluate.metrics!, before?.metrics ?? null, colours, about(evaluate)),
    data: { run: evaluate.info, before },
  };
}

export function confusionPicture(evaluate: Evaluate): Picture {
  return {
    name: file(evaluate, 'confusion'),
    title: 'the confusion matrix',
    draw: (colours) => drawMatrix(evaluate.matrix!, colours, `Confusion: ${about(evaluate)}`),
    data: { run: evaluate.info, confusion: evaluate.detail?.confusion, results: evaluate.detail?.results },
  };
}

export function sweepPicture(evaluate: Evaluate): Picture {
  const { maxScore } = evaluate;
  const { held } = evaluate.sweep;
  return {
    name: file(evaluate, 'sweep'),
    title: 'the threshold sweep',
    draw: (colours) => drawSweep(evaluate.sweep.value!, held, maxScore, colours, `Threshold sweep: ${about(evaluate)}`),
    data: { run: evaluate.info, held: evaluate.sweep.threshold, sweep: evaluate.sweep.value },
  };
}

export function heatPicture(evaluate: Evaluate): Picture {
  return {
    name: 'overlap-heat-map',
    title: 'the heat map',
    draw: (colours) => drawHeat(evaluate.overlap.value!, colours, 'Description similarity'),
    data: evaluate.overlap.value,
  };
}

export function pairsPicture(evaluate: Evaluate): Picture {
  return {
    name: 'overlap-pairs',
    title: 'the overlapping pairs',
    draw: (colours) => drawPairs(evaluate.overlap.value!, colours, 'Overlapping descriptions'),
    data: evaluate.overlap.value,
  };
}
